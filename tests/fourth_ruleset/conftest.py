"""The embedded server that the service of these tests writes to."""

from tests.servers import valkey_url

__all__ = ["valkey_url"]
