"""The service as its OpenAPI document tells of it, put together without a log or a key of anybody's."""

from pathlib import Path
from typing import Any

from api.app import create_app
from api.keys import Keys
from api.settings import Settings


def openapi() -> dict[str, Any]:
    """The OpenAPI document. Nothing is started and no file is written."""
    nowhere = Settings(data_folder=Path("nowhere"), config_folder=Path("nowhere"))
    return create_app(keys=Keys(bytes(32)), settings=nowhere).openapi()
