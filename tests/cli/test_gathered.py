"""What is written in one step leaves in one piece, in order, and nothing of it is lost or kept for ever."""

import asyncio
from typing import Any

from api.web.gathered import MOST_HELD, Gathered


class Line(asyncio.Transport):
    """A transport that remembers what was sent over it, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []
        self.closed = False

    def write(self, data: Any) -> None:
        self.pieces.append(bytes(data))

    def write_eof(self) -> None:
        self.pieces.append(b"<end>")

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_write_buffer_size(self) -> int:
        return 0


async def test_what_is_written_in_one_step_is_one_piece_and_the_next_step_another() -> None:
    line = Line()
    gathered = Gathered(line)
    gathered.write(b"head ")
    gathered.writelines([b"bo", b"dy"])
    assert gathered.get_write_buffer_size() == 9
    await asyncio.sleep(0)
    gathered.write(b"more")
    await asyncio.sleep(0)
    assert line.pieces == [b"head body", b"more"]


async def test_a_long_answer_does_not_wait() -> None:
    line = Line()
    gathered = Gathered(line)
    gathered.write(b"x" * MOST_HELD)
    gathered.write(b"y")
    assert [len(piece) for piece in line.pieces] == [MOST_HELD + 1]


async def test_what_was_written_goes_out_before_a_close_and_before_the_end() -> None:
    line = Line()
    gathered = Gathered(line)
    gathered.write(b"last")
    gathered.write_eof()
    gathered.write(b"words")
    gathered.close()
    await asyncio.sleep(0)
    assert line.pieces == [b"last", b"<end>", b"words"]
    assert line.closed


async def test_after_an_abort_nothing_is_sent() -> None:
    line = Line()
    gathered = Gathered(line)
    gathered.write(b"lost")
    gathered.abort()
    await asyncio.sleep(0)
    assert line.pieces == []
