"""Many fights as pictures: in the terminal with plotext, as SVG with pygal."""

from collections.abc import Iterator
from typing import Any

from projections.simulating import Foretold


def in_the_terminal(told: Foretold, width: int) -> Iterator[str]:
    """Who wins, who falls, and how long fights last, as bars."""
    import plotext

    for title, labels, values in _charts(told):
        plotext.clear_figure()
        plotext.simple_bar(labels, values, width=width, title=title)
        yield from plotext.uncolorize(plotext.build()).rstrip().splitlines()
        yield ""


def as_svg(told: Foretold) -> bytes:
    """The same in one picture for a browser: chances in percent, and below how many fights were over after each turn."""
    import pygal

    chart: Any = pygal.Bar(
        title=f"{told.runs} fights, {told.tactic}, seed {told.seed}",
        x_title="turns",
        y_title="fights",
        js=[],
        legend_at_bottom=True,
    )
    chart.x_labels = [str(one.turns) for one in told.turns]
    chart.add("over after so many turns", [one.fights for one in told.turns])
    for side, chance in told.wins.items():
        chart.add(f"{side} wins {chance.chance:.0%}", [])
    svg: bytes = chart.render()
    return svg


def _charts(told: Foretold) -> Iterator[tuple[str, list[str], list[float]]]:
    wins = {side: chance.chance for side, chance in told.wins.items()}
    if told.undecided.chance:
        wins["nobody"] = told.undecided.chance
    yield "wins, in percent", list(wins), [round(100 * chance, 1) for chance in wins.values()]
    yield "falls, in percent", [one.name for one in told.fates], [round(100 * one.falls.chance, 1) for one in told.fates]
    yield "fights over after so many turns", [str(one.turns) for one in told.turns], [one.fights for one in told.turns]
