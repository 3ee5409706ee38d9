"""Many fights as pictures: in the terminal with plotext, as SVG with matplotlib."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

from projections.simulating import Foretold, how_many

MOST_BARS: Final = 20
"""So many bars tell in the terminal how long fights last."""


def in_the_terminal(told: Foretold, width: int) -> Iterator[str]:
    """Who wins, who falls, and how long fights last, as bars."""
    import plotext  # type: ignore[import-untyped]

    for title, labels, values in _charts(told):
        plotext.clear_figure()
        plotext.simple_bar(labels, values, width=width, title=title)
        for line in plotext.uncolorize(plotext.build()).rstrip().splitlines():
            yield re.sub(r"(\.\d*?)0+$", r"\1", line).removesuffix(".")
        yield ""


def as_svg(told: Foretold) -> bytes:
    """How many fights were over after so many turns, by whom they were won, and who falls, as one picture."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "fracas", "svg.fonttype": "none"}):
        figure = Figure(figsize=(9, 7), layout="constrained")
        lengths, fallen = figure.subplots(2, 1)
        _lengths(lengths, told)
        names = [one.name for one in told.fates]
        fallen.barh(names, [100 * one.falls.chance for one in told.fates], color="#bbb", label="falls")
        fallen.barh(names, [100 * one.dies.chance for one in told.fates], color="#555", label="dies", height=0.4)
        fallen.invert_yaxis()
        fallen.set_xlim(0, 100)
        fallen.set_xlabel("percent of the fights")
        fallen.legend()
        figure.suptitle(f"{how_many(told)}, tactic {told.tactic}, seed {told.seed}")
        picture = BytesIO()
        figure.savefig(picture, format="svg", metadata={"Date": None})
    return picture.getvalue()


def _lengths(axes: Any, told: Foretold) -> None:
    """Stacked bars: the fights that were over after so many turns, by who had won."""
    turns, below = [one.turns for one in told.turns], [0] * len(told.turns)
    for side, chance in told.wins.items():
        won = [one.won.get(side, 0) for one in told.turns]
        axes.bar(turns, won, bottom=below, label=f"won by {side}: {chance.chance:.0%}")
        below = [under + more for under, more in zip(below, won, strict=True)]
    if told.undecided.chance:
        rest = [one.fights - under for one, under in zip(told.turns, below, strict=True)]
        axes.bar(turns, rest, bottom=below, label=f"nobody {told.undecided.chance:.0%}", color="#bbb")
    axes.set_xlabel("turns")
    axes.set_ylabel("fights that were over")
    axes.legend()


def _charts(told: Foretold) -> Iterator[tuple[str, list[str], list[float]]]:
    wins = {side: chance.chance for side, chance in told.wins.items()}
    if told.undecided.chance:
        wins["nobody"] = told.undecided.chance
    yield "wins, in percent", list(wins), [round(100 * chance, 1) for chance in wins.values()]
    fallen = [round(100 * one.falls.chance, 1) for one in told.fates]
    yield "falls, in percent", [one.name for one in told.fates], fallen
    yield "fights over after so many turns", *_by_length(told)


def _by_length(told: Foretold) -> tuple[list[str], list[float]]:
    """How many fights were over after so many turns; where there are many lengths, several turns together."""
    together = 1 + (told.turns[-1].turns - told.turns[0].turns) // MOST_BARS
    sums: dict[int, int] = {}
    for one in told.turns:
        first = (one.turns - 1) // together * together + 1
        sums[first] = sums.get(first, 0) + one.fights
    labels = [str(first) if together == 1 else f"{first}-{first + together - 1}" for first in sums]
    return labels, [float(fights) for fights in sums.values()]
