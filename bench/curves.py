"""Cost over size: curves of one run, drawn as small SVGs and told as tables."""

from collections.abc import Iterable
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import msgspec

PICTURES: Final = Path(__file__).parent.parent / "docs" / "growth"
_COLOURS: Final = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e5aa8", "#b8860b", "#444444", "#d2691e")


class Curve(msgspec.Struct, frozen=True):
    """What something costs at each size. `beside` are curves of a peer or limit: they are drawn dashed."""

    what: str
    points: tuple[tuple[int, float], ...]
    beside: bool = False


class Picture(msgspec.Struct, frozen=True):
    """Curves of one unit over one kind of size; `reads` says in one line how to read them."""

    name: str
    title: str
    over: str
    unit: str
    curves: tuple[Curve, ...]
    reads: str


def drawn(picture: Picture) -> None:
    """Draw a picture into docs/growth, both axes in powers of ten."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "fracas", "svg.fonttype": "none", "font.size": 10}):
        figure = Figure(figsize=(7.2, 4.4), layout="constrained")
        axes: Any = figure.subplots()
        for curve, colour in zip(picture.curves, cycle(_COLOURS), strict=False):
            sizes, costs = zip(*curve.points, strict=True)
            line = {"linestyle": "--", "marker": "x"} if curve.beside else {"linestyle": "-", "marker": "o"}
            axes.plot(sizes, costs, label=curve.what, color=colour, markersize=4, **line)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel(picture.over)
        axes.set_ylabel(picture.unit)
        axes.set_title(picture.title)
        axes.grid(visible=True, which="major", linewidth=0.4, color="#ccc")
        axes.legend(fontsize=8, frameon=False)
        file = BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / f"{picture.name}.svg").write_bytes(file.getvalue())


def told(pictures: Iterable[Picture]) -> str:
    """The pictures with their numbers as Markdown, as seen from bench/results.md."""
    return "\n".join(_told(picture) for picture in pictures)


def _told(picture: Picture) -> str:
    sizes = sorted({size for curve in picture.curves for size, _ in curve.points})
    lines = [
        f"### {picture.title}",
        "",
        f"![{picture.title}](../docs/growth/{picture.name}.svg)",
        "",
        f"{picture.reads} In {picture.unit}:",
        "",
        f"| {picture.over} | {' | '.join(f'{size:,}' for size in sizes)} |",
        f"| --- |{' --- |' * len(sizes)}",
    ]
    for curve in picture.curves:
        costs = dict(curve.points)
        lines.append(f"| {curve.what} | {' | '.join(_number(costs.get(size)) for size in sizes)} |")
    return "\n".join([*lines, ""])


def _number(cost: float | None) -> str:
    if cost is None:
        return ""
    return f"{cost:,.0f}" if cost >= 100 else f"{cost:,.1f}" if cost >= 10 else f"{cost:.2f}"
