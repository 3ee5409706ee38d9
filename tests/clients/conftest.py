"""The service that the clients are tested against, over real connections."""

from tests.live.conftest import gm, service
from tests.servers import valkey_url

__all__ = ["gm", "service", "valkey_url"]
