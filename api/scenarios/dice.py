"""Dice that fall as a scenario says, and nothing else."""

from hashlib import sha256

import msgspec

from engine.dice import commitment_of


class WrongFaces(Exception):
    """The faces of a step are not those that the rules ask for; the message says how."""


class Throw(msgspec.Struct, frozen=True):
    """One face that was asked for, and where it stood in the action."""

    path: str
    sides: int
    face: int


class ScriptedDice:
    """A dice box filled with the faces of one step, in the order of throwing."""

    def __init__(self, faces: tuple[int, ...] = (), without_end: bool = False) -> None:
        self.left = faces
        self.without_end = without_end
        self.thrown: tuple[Throw, ...] = ()

    def fill(self, faces: tuple[int, ...]) -> None:
        """Take out what is left and lay in the faces of the next step."""
        self.left, self.thrown = faces, ()

    def face(self, epoch: int, entropy: str, address: str, index: int, sides: int, closed: bool) -> int:
        """The next face of the step; ones when the dice are without end.

        Raises:
            WrongFaces: none is left, or the die does not have it.
        """
        path = address.split("|")[2]
        if not self.left and self.without_end:
            return 1
        if not self.left:
            raise WrongFaces(f"no face is left for {path} (a d{sides})")
        face, self.left = self.left[0], self.left[1:]
        if face > sides:
            raise WrongFaces(f"{face} was to fall for {path}, which throws a d{sides}")
        self.thrown = (*self.thrown, Throw(path, sides, face))
        return face

    def commitment(self, epoch: int, entropy: str, closed: bool) -> str:
        """SHA-256 (hex) of a key that is no secret."""
        return commitment_of(_key(epoch, closed))

    def key(self, epoch: int, entropy: str, closed: bool) -> str:
        """A key that is no secret, in hex."""
        return _key(epoch, closed).hex()


def _key(epoch: int, closed: bool) -> bytes:
    return sha256(f"scripted|{epoch}|{closed}".encode()).digest()
