"""Whether the service lives, and whether it can keep what it is told."""

import os
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.answers import answer
from api.limits import LIMITS
from api.problems import problem
from api.service import service_of
from events.log.errors import LogError

router: Final = APIRouter(tags=["service"])


@router.get("/healthz", summary="The process lives")
async def healthz(request: Request) -> Response:
    """Answers as long as the process does; `process` tells several apart that serve the same tables."""
    return answer({"status": "ok", "process": os.getpid()})


@router.get("/readyz", summary="The log can be written")
async def readyz(request: Request) -> Response:
    """What server the log lies on, and whether what it acknowledges outlives its end. 503 when it does not answer."""
    try:
        server = await service_of(request).house.log.ready()
    except LogError as wrong:
        raise problem("log-unavailable", str(wrong), headers={"Retry-After": "1"}) from wrong
    said = {
        "kind": server.kind,
        "version": server.version,
        "durable": server.durable,
        "fsync": server.fsync,
        "servers": server.servers,
        "replicas": service_of(request).settings.replicas,
    }
    return answer({"status": "ready", "log": said})


@router.get("/v1/limits", summary="The limits of the service")
async def limits(request: Request) -> Response:
    """One table of everything that is limited."""
    return answer({"limits": LIMITS})
