"""What the log's server says when it does not do what it is asked, as a sentence that says what to do."""

from typing import Final

from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthorizationError,
    ClusterDownError,
    ReadOnlyError,
    RedisError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TookTooLong

from events.log.errors import LogError, LogFull, LogRefused, LogStranger, LogUnavailable


class TooFewReplicas(RedisError):
    """Fewer replicas than are wanted have what was written."""


_DENIED: Final = (AuthenticationError, AuthorizationError)
_PASSING: Final = (ConnectionLost, TookTooLong, ClusterDownError, TryAgainError, OSError)


def explained(error: Exception, url: str) -> LogError:
    """The same error as a sentence that says what to do."""
    where = url.rpartition("@")[2].partition("?")[0]  # never the password
    match error:
        case LogError():
            return error
        case _ if isinstance(error, _DENIED):
            return LogRefused(f"The server at {where} refuses the user or password of the address: {error}")
        case ReadOnlyError():
            return LogUnavailable(f"The server at {where} is a read-only replica. Give the primary's address.")
        case TooFewReplicas():
            return LogUnavailable(f"{error}. Until they have, nothing is acknowledged and nobody is told of it.")
        case AskError() if "+cluster" not in url:
            return LogRefused(f"The server at {where} is part of a cluster: begin the address with redis+cluster://")
        case _ if isinstance(error, (*_PASSING, AskError)):
            return LogUnavailable(f"No answer from the server at {where} ({error}). Is it running and reachable?")
        case _:
            return _refusal(f"{type(error).__name__}: {error}", where)


# The client library turns some first words of an error into types of its own and cuts them off.
_FULL: Final = {
    "OutOfMemory": "is out of memory. Raise its maxmemory, or archive tables.",
    "MISCONF": "cannot write to its disk. Make room or mend the disk; nothing is accepted until then.",
}
_REFUSALS: Final = {
    "NoPermission": "does not permit this user what the log needs; docs/stream.md lists the commands and keys.",
    "equal or smaller": "has had entries removed from the end of a log. Restore the table from an export.",
    "NOREPLICAS": "has too few replicas to accept writes. Bring the replicas back.",
}


def _refusal(text: str, where: str) -> LogError:
    for word, sentence in _FULL.items():
        if word in text:
            return LogFull(f"The server at {where} {sentence} ({text})")
    if "WRONGTYPE" in text:
        why = "holds something else under a key of Fracas. Give Fracas a database of its own."
        return LogStranger(f"The server at {where} {why} ({text})")
    for word, sentence in _REFUSALS.items():
        if word in text:
            return LogRefused(f"The server at {where} {sentence} ({text})")
    return LogRefused(f"The server at {where} refused: {text}")
