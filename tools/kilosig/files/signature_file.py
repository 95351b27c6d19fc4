# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A signature with the name of its key and a comment, all of them signed: docs/formats.md, "Signature files". One
text belongs to one signature: a file that is written otherwise is refused."""
from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass

from kilosig.errors import UserError
from kilosig.files import pem
from kilosig.files.data import Data

LABEL = "KILOSIG SIGNATURE"
DOMAIN = b"kilosig signature file 1\n"
ID_BYTES = 16
LONGEST_NAME, LONGEST_COMMENT = 64, 400

_BLOCK = re.compile(rf"-----BEGIN {LABEL}-----\nScheme: ([a-z0-9-]+)\nKey-Id: ([0-9a-f]{{{2 * ID_BYTES}}})\n"
                    r"(?:Key-Name: ([^\n]+)\n)?(?:Comment: ([^\n]+)\n)?\n"
                    rf"([A-Za-z0-9+/=\n]+)\n-----END {LABEL}-----\n")


@dataclass(frozen=True)
class SignatureFile:
    """What a file says. key_id: of the public key, in hex. Nothing of it is true before `signature` is verified, with a
    key of this id, over signed_text()."""

    scheme: str
    key_id: str
    key_name: str
    comment: str
    signature: bytes = b""

    def header(self) -> str:
        """The lines above the signature."""
        return (f"Scheme: {self.scheme}\nKey-Id: {self.key_id}\n" + f"Key-Name: {self.key_name}\n" * bool(self.key_name)
                + f"Comment: {self.comment}\n" * bool(self.comment))

    def signed_text(self, message: Data) -> bytes:
        """What is signed: the domain, the header, and the digest of the message, which is read once."""
        state = hashlib.sha512()
        for piece in message.pieces():
            state.update(piece)
        return DOMAIN + self.header().encode() + f"SHA-512: {state.hexdigest()}\n".encode()

    def encoded(self) -> bytes:
        """The file."""
        return pem.encoded(LABEL, self.signature, self.header())


def key_id(public: bytes) -> str:
    """By which a file names a public key, which is raw."""
    return hashlib.sha256(public).hexdigest()[:2 * ID_BYTES]


def is_signature_file(data: bytes) -> bool:
    """Whether the file claims to be of this form."""
    return data.lstrip().startswith(f"-----BEGIN {LABEL}".encode())


def is_signed_text(message: Data) -> bool:
    """Whether a message is what a signature file signs, or could be."""
    return message.read(0, len(DOMAIN)) == DOMAIN


def checked(text: str, what: str, longest: int) -> str:
    """A name or comment to be signed: one line of letters that are seen, since it is shown on terminals. Raises
    UserError."""
    if len(text) > longest:
        raise UserError(f"The {what} has {len(text)} characters: give at most {longest}.")
    if not _is_shown(text):
        raise UserError(f"The {what} has characters that a terminal does not show, or spaces at an end: give one line "
                        "of text.")
    return text


def _is_shown(text: str) -> bool:
    return text.isprintable() and text == text.strip()


def parse(data: bytes, name: str) -> SignatureFile:
    """What a file says. Raises UserError for any other text than encoded() writes."""
    try:
        match = _BLOCK.fullmatch(data.decode())
        found = SignatureFile(match[1], match[2], match[3] or "", match[4] or "",
                              base64.b64decode(match[5].replace("\n", ""), validate=True)) if match else None
    except ValueError:
        found = None
    if found is None or found.encoded() != data or not (_is_shown(found.key_name) and _is_shown(found.comment)) or \
            len(found.key_name) > LONGEST_NAME or len(found.comment) > LONGEST_COMMENT:
        raise UserError(f"{name} is a damaged signature file: give it as 'kilosig sign' wrote it.")
    return found
