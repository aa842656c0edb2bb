"""A certificate authority of this home: made once, trusted once by each device, for https.

It can vouch for names in ``.local`` and for addresses inside a home, and for nothing else: that
stands in its own certificate, so a stolen key opens nobody's bank. The certificate that the service
shows is made anew when it runs out or the machine's addresses change.
"""

from __future__ import annotations

import datetime
import ipaddress
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dicehost.errors import HostError
from dicehost.storage import write_whole

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

TRUSTED_FOR = datetime.timedelta(days=3650)
VALID_FOR = datetime.timedelta(days=397)
"""Phones refuse certificates that are valid for much longer than a year."""
RENEW_BEFORE = datetime.timedelta(days=60)
INSIDE = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)
"""The addresses that a home gives its machines."""


class AuthorityError(HostError, ValueError):
    """Certificates cannot be made or read."""


class Certified(NamedTuple):
    """What https needs: the service's certificate and key, and the authority's certificate."""

    certificate: Path
    key: Path
    authority: Path


def certify(
    folder: Path, names: Sequence[str], now: datetime.datetime, between_peers: bool = False
) -> Certified:
    """Make what is missing or out of date in a folder, for these names and addresses.

    ``between_peers``: servers show it to each other, too, when they connect.
    """
    try:
        import cryptography.x509  # noqa: F401 - whether it is there
    except ImportError:
        raise AuthorityError("outside.extra", option="--https") from None
    names = [name for name in names if is_inside(name)]
    certified = Certified(folder / "https.pem", folder / "https.key", folder / "authority.pem")
    authority_key = folder / "authority.key"
    if not (certified.authority.exists() and authority_key.exists()):
        _make_authority(certified.authority, authority_key, now)
        certified.certificate.unlink(missing_ok=True)
    if not _still_fits(certified, names, now):
        _make_certificate(certified, authority_key, names, now, between_peers)
    return certified


def fingerprint(authority: Path) -> str:
    """The authority's SHA-256 fingerprint, as devices show it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    found = x509.load_pem_x509_certificate(authority.read_bytes()).fingerprint(hashes.SHA256())
    return ":".join(f"{byte:02X}" for byte in found)


def as_der(authority: Path) -> bytes:
    """The authority's certificate in the form that every device installs."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding

    return x509.load_pem_x509_certificate(authority.read_bytes()).public_bytes(Encoding.DER)


def _make_authority(certificate: Path, key_file: Path, now: datetime.datetime) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    key = _new_key()
    name = _name(f"dicetower at home ({socket.gethostname().partition('.')[0]})")
    permitted: list[x509.GeneralName] = [x509.DNSName(dns) for dns in ("local", "localhost")]
    permitted += [x509.IPAddress(ipaddress.ip_network(network)) for network in INSIDE]
    made = (
        _begin(name, name, key, now, TRUSTED_FOR)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    write_whole(key_file, _pem(key))
    write_whole(certificate, _certificate_pem(made))


def _make_certificate(
    certified: Certified,
    authority_key: Path,
    names: Sequence[str],
    now: datetime.datetime,
    between_peers: bool,
) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key
    from cryptography.x509.oid import ExtendedKeyUsageOID

    try:
        authority = x509.load_pem_x509_certificate(certified.authority.read_bytes())
        signer = load_pem_private_key(authority_key.read_bytes(), None)
    except (OSError, ValueError) as error:
        file = str(certified.authority)
        raise AuthorityError("outside.authority", file=file, why=str(error)) from None
    if not isinstance(signer, EllipticCurvePrivateKey):
        raise AuthorityError(
            "outside.authority", file=str(authority_key), why="another kind of key"
        )
    key = _new_key()
    uses = [ExtendedKeyUsageOID.SERVER_AUTH]
    if between_peers:
        uses.append(ExtendedKeyUsageOID.CLIENT_AUTH)
    of = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    made = (
        _begin(_name("dicetower"), authority.subject, key, now, VALID_FOR)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(uses), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(one) for one in names]), False)
        .add_extension(of, critical=False)
        .sign(signer, hashes.SHA256())
    )
    # The key first: a certificate without its key would be taken for whole at the next start.
    certified.certificate.unlink(missing_ok=True)
    write_whole(certified.key, _pem(key))
    write_whole(certified.certificate, _certificate_pem(made) + certified.authority.read_bytes())


def _still_fits(certified: Certified, names: Sequence[str], now: datetime.datetime) -> bool:
    from cryptography import x509

    try:
        shown = x509.load_pem_x509_certificate(certified.certificate.read_bytes())
        authority = x509.load_pem_x509_certificate(certified.authority.read_bytes())
        shown.verify_directly_issued_by(authority)
        found = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # missing, damaged or another authority's: a new one is made
        return False
    known = {str(name.value) for name in found}
    return known >= set(names) and shown.not_valid_after_utc - now > RENEW_BEFORE


def _begin(
    subject: x509.Name,
    issuer: x509.Name,
    key: EllipticCurvePrivateKey,
    now: datetime.datetime,
    lasts: datetime.timedelta,
) -> x509.CertificateBuilder:
    from cryptography import x509

    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A phone's clock may be a little slow.
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + lasts)
    )


def _usage(signs_certificates: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(text: str) -> x509.Name:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _general(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def is_inside(name: str) -> bool:
    """Whether the authority may vouch for a name or an address."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".local")
    return any(address in ipaddress.ip_network(network) for network in INSIDE)


def _new_key() -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def _pem(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _certificate_pem(certificate: x509.Certificate) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding

    return certificate.public_bytes(Encoding.PEM)
