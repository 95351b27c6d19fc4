# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig request and certify: a certificate request, and the certificate for one."""

import datetime
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import ForceOption, PassphraseOption, check_places, one_stream, rejected, save, warn_if_broken
from kilosig.cli.keys import DerOption
from kilosig.cli.output import out
from kilosig.cli.signing import PrivateOption, SignerKeyOption, SignerOption, chosen_signer, signature_by
from kilosig.errors import UserError
from kilosig.files import certificates, pem, requests
from kilosig.files.data import Data, read_file
from kilosig.files.keys import PublicKey
from kilosig.schemes.family import Signature
from kilosig.schemes.signer import Signer

SubjectOption = Annotated[str, typer.Option("--subject", help="Who holds the key, like 'CN=device 1,O=Example'.")]


def _sign(who: Signer) -> requests.Sign:
    return lambda text: signature_by(who, Signature(Data(text)))


def _written(label: str, content: bytes, der: bool) -> bytes:
    return content if der else pem.encoded(label, content)


def request(subject: SubjectOption,
            output: Annotated[Path, typer.Option("--output", "-o", help="Request, to be written; - is stdout.")],
            private: PrivateOption = None, signer: SignerOption = None, key: SignerKeyOption = None,
            passphrase_file: PassphraseOption = None, der: DerOption = False, force: ForceOption = False) -> None:
    """Make a certificate request (PKCS #10), signed by its own key."""
    one_stream(private, key)
    check_places((output,), force)
    name = requests.name_of(subject)
    who = chosen_signer(private, signer, key, None, passphrase_file)
    requests.check_scheme(who.scheme)
    content = requests.made(name, who.scheme, who.public, _sign(who))
    out().put(scheme=who.scheme, subject=name.rfc4514_string())
    save(((output, _written(requests.REQUEST, content, der), 0o666),), force)


def certify(file: Annotated[Path, typer.Argument(help="Certificate request: PEM or DER; - is stdin.")],
            output: Annotated[Path, typer.Option("--output", "-o", help="Certificate, to be written; - is stdout.")],
            private: PrivateOption = None, signer: SignerOption = None, key: SignerKeyOption = None,
            issuer: Annotated[Path | None, typer.Option(
                "--issuer", help="Certificate of the key that signs; if absent, the request must be of that key, and "
                                 "the certificate is a root.")] = None,
            days: Annotated[int | None, typer.Option(
                "--days", min=1, max=requests.MOST_DAYS,
                help=f"Valid from now; if absent {requests.DAYS}, a CA {requests.CA_DAYS}, and no longer than its "
                     "issuer.")] = None,
            ca: Annotated[bool, typer.Option("--ca", help="The certificate may issue others.")] = False,
            path_length: Annotated[int | None, typer.Option(
                "--path-length", min=0, help="With --ca: how many CAs may be below it; no limit if absent.")] = None,
            passphrase_file: PassphraseOption = None, der: DerOption = False, force: ForceOption = False) -> None:
    """Issue a certificate for a request, whose own signature must verify. Exit code 1 if it does not."""
    one_stream(file, private, key, issuer)
    check_places((output,), force)
    if path_length is not None and not ca:
        raise UserError("--path-length is of a CA: add --ca, or omit it.")
    try:
        asked = requests.parse(read_file(file, "the certificate request"), str(file))
        who = chosen_signer(private, signer, key, None, passphrase_file)
        requests.check_scheme(who.scheme)
        begin = datetime.datetime.now(datetime.UTC).replace(microsecond=0) - requests.EARLIER
        trust = _issuer(issuer, who)
        content, end = requests.issued(asked, requests.Wanted(begin, days, ca, path_length), trust, _sign(who))
    except (requests.NoPossession, certificates.Refused) as error:
        out().put(accepted=False, text=str(error))
        out().say(f"rejected: {error}", style="red")
        rejected()
    assert asked.key.scheme is not None
    warn_if_broken(asked.key.scheme)
    subject = asked.subject.rfc4514_string()
    out().put(accepted=True, subject=subject, scheme=asked.key.scheme, issuer_scheme=who.scheme, ca=ca,
              until=end.isoformat())
    if asked.extensions:
        out().note("the request has attributes, extensions say: none of them is in the certificate.")
    if days is None and trust.certificate is not None and end == trust.certificate.not_valid_after_utc:
        out().note("the certificate ends with its issuer's: give that one more --days if it is to be valid longer.")
    out().say(f"{subject}: {asked.key.scheme}, signed by {who.scheme}, until {end:%Y-%m-%d}{', a CA' if ca else ''}")
    save(((output, _written(requests.CERTIFICATE, content, der), 0o666),), force)


def _issuer(path: Path | None, who: Signer) -> certificates.Trust:
    """Who signs, with the certificate of its key. Raises UserError."""
    public = PublicKey(who.public, who.scheme)
    if path is None:
        return certificates.Trust(public)
    chain = certificates.read_chain(read_file(path, "the issuer's certificate"), str(path))
    if len(chain) != 1:
        raise UserError(f"{path} holds {len(chain)} certificates: give that of the key that signs.")
    found = certificates.trust_of(chain[0])
    if (found.key.raw, found.key.scheme) != (who.public, who.scheme):
        raise UserError(f"{path} is the certificate of another key than the one that signs: give that key, or its "
                        "certificate.")
    return certificates.Trust(public, found.name, found.certificate)
