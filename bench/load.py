"""A load generator on plain sockets: so many keep-alive connections, one request after the other on each."""

import asyncio
import time
from collections.abc import Callable, Sequence

import msgspec


class Load(msgspec.Struct, frozen=True):
    """What a run of requests took, in seconds."""

    requests: int
    seconds: float
    latencies: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Requests per second."""
        return self.requests / self.seconds

    def percentile(self, part: float) -> float:
        """The latency that this part of the requests did not exceed, in milliseconds."""
        return 1000 * sorted(self.latencies)[min(len(self.latencies) - 1, int(part * len(self.latencies)))]


def total(runs: Sequence[Load]) -> Load:
    """Several runs as one."""
    latencies = tuple(latency for run in runs for latency in run.latencies)
    return Load(sum(run.requests for run in runs), sum(run.seconds for run in runs), latencies)


Body = Callable[[int, int], bytes]
"""The body of a request, from the number of its connection and its own number there."""


async def post(port: int, path: str, headers: dict[str, str], body: Body, connections: int, each: int) -> Load:
    """Send `each` requests on every connection and wait for every answer.

    Raises:
        AssertionError: an answer was not a success.
    """
    latencies: list[float] = []
    began = time.perf_counter()
    await asyncio.gather(*(_one(port, path, headers, body, number, each, latencies) for number in range(connections)))
    return Load(connections * each, time.perf_counter() - began, tuple(latencies))


async def _one(
    port: int, path: str, headers: dict[str, str], body: Body, number: int, each: int, latencies: list[float]
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    extra = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    for request in range(each):
        content = body(number, request)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{extra}"
        began = time.perf_counter()
        writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        status, answer = await _answer(reader)
        latencies.append(time.perf_counter() - began)
        assert status < 300, answer
    writer.close()
    await writer.wait_closed()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    length = next(int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:"))
    return int(lines[0].split()[1]), await reader.readexactly(length)
