"""Why a figure misses its target, where that is known; the profiles behind it stand in the results."""

from typing import Final

REASONS: Final[tuple[tuple[str, str], ...]] = (
    (
        "odds of a firefight burst, against the damage alone with icepool",
        "icepool is asked for one number, the damage; ours goes through every way with its wounds, Tests of "
        "consciousness and survival, and rounds spent, which is some five times as many ends.",
    ),
    (
        "command to the last of 10 clients",
        "with ten clients hardly anything is fanned out: what is measured is the command itself, decided and on the "
        "disk (see the milliseconds where nobody follows), which the bare fan-out does not do.",
    ),
    (
        "2000 clients at 100 tables",
        "twenty clients a table are told in less time than the command takes to be decided and written to the disk.",
    ),
    (
        "commands over HTTP, 8 connections, against a bare append over HTTP",
        "the bare server decides nothing; the profile under the last heading shows where the time of ours goes.",
    ),
    (
        "opening the page until its order is there",
        "the bare page is one request; ours loads its modules, a library for each of templates and signals, the view "
        "and the newest part of the story, and draws thirty cards.",
    ),
    (
        "opening a table of 10,000 entries with a snapshot",
        "about a third of it is the state with its checkpoints read from JSON, and a third a hundred entries decoded, "
        "folded and kept; reading alone holds digest and chain against the log and decodes nothing.",
    ),
    (
        "odds of one firefight shot",
        "a thousand steps of the procedures, for some thirty totals of the strike by eight of the damage die by the "
        "Tests after the wound; the profile is flat: no function takes more than a twentieth.",
    ),
    (
        "memory of an idle client",
        "a client of ours has a listener that waits for news, its place in the stream and a session that is checked "
        "whenever the ledger changes; the bare server has a socket and nothing else.",
    ),
)
"""By how the name of the figure begins."""

UNKNOWN: Final = "nobody has looked into it yet; the load at the end stands above."


def reason(what: str) -> str:
    """Why a figure of this name misses its target."""
    return next((why for begins, why in REASONS if what.startswith(begins)), UNKNOWN)
