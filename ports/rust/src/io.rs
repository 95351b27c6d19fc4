// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Streams of the crate `embedded-io`, with the feature of that name: where bytes come from and go to is a
//! `Read`, `Write` or `Seek` of any driver.

use embedded_io::{Error as IoError, ErrorKind, ErrorType, Read, Seek, SeekFrom, Write};

use crate::{Error, Part, Progress, Signer, Verdict, Verifier};

impl IoError for Verdict {
    fn kind(&self) -> ErrorKind {
        ErrorKind::InvalidData
    }
}

impl IoError for Error {
    fn kind(&self) -> ErrorKind {
        ErrorKind::InvalidInput
    }
}

/// Where the three parts of a verification lie: files, flash, memory cards. Each begins where its part begins.
pub struct Parts<K, M, S> {
    pub key: K,
    pub message: M,
    pub signature: S,
}

impl<'a> Verifier<'a> {
    /// Reads all that is wanted from a sender that sends in the order of the wants, in pieces of at most
    /// `buffer.len()` bytes, and no byte after it. An error is the reader's; an end or a rejection ends it, too. Then
    /// close says what came of it.
    pub fn read_from<R: Read>(&mut self, reader: &mut R, buffer: &mut [u8]) -> Result<(), R::Error> {
        while let Some(want) = self.want() {
            let length = buffer.len().min(want.length as usize);
            let got = reader.read(&mut buffer[..length])?;
            if got == 0 || self.feed(&buffer[..got]) != Verdict::PENDING {
                break;
            }
        }
        Ok(())
    }

    /// Reads each piece that is wanted from the part that has it.
    pub fn fetch_from<K, M, S, E>(
        &mut self,
        from: &mut Parts<K, M, S>,
        buffer: &mut [u8],
    ) -> Result<(), E>
    where
        K: Read<Error = E> + Seek,
        M: Read<Error = E> + Seek,
        S: Read<Error = E> + Seek,
        E: IoError,
    {
        while let Some(want) = self.want() {
            let length = buffer.len().min(want.length as usize);
            let piece = &mut buffer[..length];
            let got = match want.part {
                Part::Key => read_at(&mut from.key, want.offset, piece)?,
                Part::Message => read_at(&mut from.message, want.offset, piece)?,
                Part::Signature => read_at(&mut from.signature, want.offset, piece)?,
            };
            if got == 0 || self.feed(&buffer[..got]) != Verdict::PENDING {
                break;
            }
        }
        Ok(())
    }
}

fn read_at<F: Read + Seek>(file: &mut F, offset: u32, piece: &mut [u8]) -> Result<usize, F::Error> {
    file.seek(SeekFrom::Start(u64::from(offset)))?;
    file.read(piece)
}

impl ErrorType for Verifier<'_> {
    type Error = Verdict;
}

/// Takes what a sender pushes, in the order of the wants. The error is why the inputs are rejected;
/// [`Verdict::REJECT_OVERFEED`] is that nothing more was wanted, after which close still says what came of the rest.
impl Write for Verifier<'_> {
    fn write(&mut self, data: &[u8]) -> Result<usize, Verdict> {
        if data.is_empty() {
            return Ok(0);
        }
        let Some(want) = self.want() else {
            return Err(Verdict::REJECT_OVERFEED);
        };
        let length = data.len().min(want.length as usize);
        match self.feed(&data[..length]) {
            Verdict::PENDING => Ok(length),
            reason => Err(reason),
        }
    }

    fn flush(&mut self) -> Result<(), Verdict> {
        Ok(())
    }
}

impl ErrorType for Signer<'_> {
    type Error = Error;
}

/// The message. ML-DSA of a seed makes its public key when the first byte is written. SLH-DSA in
/// [`Mode::Pure`](crate::Mode::Pure) wants the message twice: that needs [`Signer::feed`] and [`Signer::step`]; and so
/// does the empty message, which no write brings.
impl Write for Signer<'_> {
    fn write(&mut self, message: &[u8]) -> Result<usize, Error> {
        if message.is_empty() {
            return Ok(0);
        }
        while !self.wants_message() {
            if self.step()? == Progress::Done {
                return Err(Error::Rejected(Verdict::REJECT_OVERFEED));
            }
        }
        self.feed(message)?;
        Ok(message.len())
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// The signature of a signer that was opened by [`Signer::open`], as it is made. The first read ends the message; 0 is
/// the end. **Only after [`Signer::close`] the signature is good.**
impl Read for Signer<'_> {
    fn read(&mut self, piece: &mut [u8]) -> Result<usize, Error> {
        if piece.is_empty() {
            return Ok(0);
        }
        loop {
            let length = self.take(piece);
            if length != 0 || self.step()? == Progress::Done {
                return Ok(length);
            }
        }
    }
}
