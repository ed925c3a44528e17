"""Figures of a run: by kind, by catalogue, overall; wins and losses; kept as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path
from statistics import fmean

from tests.relevance.metrics import Score
from tests.relevance.need import Query

BARS = {"ndcg": 0.95, "kind": 0.85, "nothing": 0.005, "raw": 0.90}  # issue: the half not looked at
SHOWN = 12
HEADER = (
    f"{'':<28}{'n':>5}{'nDCG':>8}{'raw':>7}{'near':>7}{'nothing':>9}{'rec@50':>8}{'dist.':>7}"
    + (f"{'| base':>8}{'nothing':>9}")
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A query with the product's score and the baseline's."""

    query: Query
    product: Score
    baseline: Score

    @property
    def id(self) -> str:
        """Return what the query is known by in a kept report."""
        return f"{self.query.catalogue}: {self.query.text}"


def line(name: str, judged: Sequence[Judged]) -> str:
    """Return a row of the table."""
    mine, other = [one.product for one in judged], [one.baseline for one in judged]
    cells = [f"{name:<28}{len(judged):>5}{mean(mine, 'ndcg'):>8.3f}{mean(mine, 'raw'):>7.3f}"]
    cells += [f"{mean(mine, 'near'):>7.3f}{mean(mine, 'nothing'):>9.1%}"]
    cells += [f"{mean(mine, 'recall'):>8.3f}{mean(mine, 'distinct'):>7.2f}"]
    cells += [f"{mean(other, 'ndcg'):>8.3f}{mean(other, 'nothing'):>9.1%}"]
    return "".join(cells)


def mean(scores: Iterable[Score], measure: str) -> float:
    """Return the mean of a measure, 0 for no scores."""
    values = [float(getattr(score, measure)) for score in scores]
    return fmean(values) if values else 0.0


def grouped(judged: Iterable[Judged], by: Callable[[Judged], str]) -> dict[str, list[Judged]]:
    """Return the queries by kind or catalogue, in order of first sight."""
    found: dict[str, list[Judged]] = {}
    for one in judged:
        found.setdefault(by(one), []).append(one)
    return found


def table(judged: Sequence[Judged]) -> str:
    """Return the table of figures: kinds, catalogues, all."""
    kinds = sorted(grouped(judged, lambda one: one.query.kind).items())
    catalogues = grouped(judged, lambda one: one.query.catalogue).items()
    rows = [line(kind, ones) for kind, ones in kinds]
    rows += ["", *(line(catalogue, ones) for catalogue, ones in catalogues)]
    return "\n".join([HEADER, *rows, "", line("all", judged), "", *bars(judged)])


def bars(judged: Sequence[Judged]) -> list[str]:
    """Return what is to be reached, and whether it is."""
    scores = [one.product for one in judged]
    kinds = grouped(judged, lambda one: one.query.kind)
    low = {k: v for k, ones in kinds.items() if (v := kind_ndcg(ones)) < BARS["kind"]}
    nothing = mean(scores, "nothing")
    facts = (
        ("overall nDCG@10 at least 0.95", mean(scores, "ndcg") >= BARS["ndcg"], ""),
        ("raw nDCG@10 at least 0.90", mean(scores, "raw") >= BARS["raw"], ""),
        ("nothing found at most 0.5 %", nothing <= BARS["nothing"], f"{nothing:.1%}"),
        ("every kind at least 0.85", not low, f"{len(low)} of {len(kinds)} below"),
    )
    return [f"{'met   ' if met else 'MISSED'}  {name}  {note}" for name, met, note in facts]


def kind_ndcg(judged: Iterable[Judged]) -> float:
    """Return the mean nDCG of some queries."""
    return mean((one.product for one in judged), "ndcg")


def worst(judged: Sequence[Judged], count: int) -> str:
    """Return the queries that are answered worst, of each kind in turn."""
    ordered = sorted(judged, key=lambda one: one.product.ndcg)
    rounds = zip_longest(*grouped(ordered, lambda one: one.query.kind).values())
    chosen = [one for ones in rounds for one in ones if one is not None][:count]
    return "\n".join(
        f"  {one.product.ndcg:.2f}  {one.query.kind}: {one.id}"
        + ("   (nothing found)" if one.product.nothing else "")
        for one in chosen
    )


def keep(judged: Sequence[Judged], path: Path) -> None:
    """Write the scores by query."""
    rows = {one.id: asdict(one.product) | {"kind": one.query.kind} for one in judged}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows, ensure_ascii=False, indent=0), encoding="utf-8")


def read_kept(path: Path) -> dict[str, float]:
    """Return the nDCG by query of a kept report; raises OSError."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {id_: row["ndcg"] for id_, row in rows.items()}


def compared(judged: Sequence[Judged], before: dict[str, float], what: str, named: bool) -> str:
    """Return wins and losses by query against other figures; `named` shows which."""
    changes = [
        (one.product.ndcg - before[one.id], one)
        for one in judged
        if one.id in before and abs(one.product.ndcg - before[one.id]) > 0.005
    ]
    wins = sorted((c for c in changes if c[0] > 0), key=lambda c: -c[0])
    losses = sorted((c for c in changes if c[0] < 0), key=lambda c: c[0])
    known = sum(one.id in before for one in judged)
    text = [f"Against {what}: {len(wins)} better, {len(losses)} worse, {known} compared."]
    if named:
        for change, one in (*wins[:SHOWN], *losses[:SHOWN]):
            text.append(f"  {change:+.2f}  {one.query.kind}: {one.id}")
    return "\n".join(text)
