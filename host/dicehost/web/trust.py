"""The home's own certificate authority, for devices that are to trust it: facts and its file."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from msgspec import Struct

from dicehost.web.bodies import RequestError
from dicehost.web.described import media, refusals
from dicehost.web.models import TrustShown

router = APIRouter(tags=["status"])

_DER = "application/x-x509-ca-cert"


class Trust(Struct, frozen=True):
    """Where https answers beside http, the authority behind it and its fingerprint."""

    addresses: tuple[str, ...] = ()
    fingerprint: str = ""
    certificate: bytes = b""


NONE = Trust()
"""There is no authority of our own."""


@router.get("/api/trust", summary="The home's certificate authority", responses=refusals())
async def show_trust(request: Request) -> TrustShown:
    """Where https answers, and the fingerprint of the authority that a device has to trust once.

    Both are empty for a host that was started without `--https`.
    """
    trust: Trust = request.app.state.trust
    return TrustShown(addresses=list(trust.addresses), fingerprint=trust.fingerprint)


@router.get(
    "/authority.crt",
    summary="The authority's certificate",
    response_class=Response,
    responses=media(_DER, "The certificate, in DER.") | refusals("request.no_authority"),
)
async def send_certificate(request: Request) -> Response:
    """The certificate to install on a device. It is no secret; its key never leaves the host."""
    trust: Trust = request.app.state.trust
    if not trust.certificate:
        raise RequestError("request.no_authority")
    # Inline: iPhones and Firefox take it in at once; others keep it under this name.
    headers = {"Content-Disposition": 'inline; filename="dicetower-at-home.crt"'}
    return Response(trust.certificate, media_type=_DER, headers=headers)
