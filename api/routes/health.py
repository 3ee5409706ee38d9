"""Whether the service lives, and whether it can keep what it is told."""

import os
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from api.limits import LIMITS
from api.metrics import TYPE, exposed
from api.seats import at_this_machine, must_be_host
from api.service import service_of
from api.web.answers import answer

router: Final = APIRouter(tags=["service"])


@router.get("/healthz", summary="The process lives")
async def healthz(request: Request) -> Response:
    """Answers as long as the process does; `process` tells several apart that serve the same tables. `network_address`
    is where phones in this network reach the service, or else where it is published (`public_url`), if anywhere."""
    settings = service_of(request).settings
    address = settings.network_address or settings.public_url
    return answer({"status": "ok", "process": os.getpid(), **({"network_address": address} if address else {})})


@router.get("/readyz", summary="The log can be written")
async def readyz(request: Request) -> Response:
    """What server the log lies on, and whether what it acknowledges outlives its end.

    503 `log-unavailable` when it does not answer, or has fewer replicas than are waited for; 503 `log-full` when its
    disk or memory is full.
    """
    request.state.host = at_this_machine(request)
    server = await service_of(request).house.log.takes_more()
    said = {
        "kind": server.kind,
        "version": server.version,
        "durable": server.durable,
        "fsync": server.fsync,
        "servers": server.servers,
        "replicas": service_of(request).settings.replicas,
    }
    return answer({"status": "ready", "log": said})


@router.get("/metrics", summary="Figures for Prometheus (host)", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """How commands fare, how the log does, how many listen: of all processes of this `fracas serve`.

    For the host: whoever plays could tell by them that something happened of which they are told nothing.
    """
    must_be_host(request, service_of(request))
    return Response(exposed(), media_type=TYPE)


@router.get("/v1/limits", summary="The limits of the service")
async def limits(request: Request) -> Response:
    """One table of everything that is limited."""
    return answer({"limits": LIMITS})
