"""Figures of a run: by kind, by catalogue, overall; wins and losses; kept as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from statistics import fmean

from tests.relevance.metrics import Score
from tests.relevance.need import Query

BARS = {"ndcg": 0.95, "kind": 0.85, "nothing": 0.005, "raw": 0.90}  # issue: the half not looked at
HEADER = f"{'':<28}{'n':>5}{'nDCG':>8}{'raw':>7}{'nothing':>9}{'rec@50':>8}"


@dataclass(frozen=True, slots=True)
class Judged:
    """A query with the product's score."""

    query: Query
    product: Score

    @property
    def id(self) -> str:
        """Return the query's name."""
        return f"{self.query.catalogue}: {named(self.query)}"


def named(query: Query) -> str:
    """Return a query's text with what is chosen beside it."""
    return f"{query.text} [{', '.join(query.filters)}]" if query.filters else query.text


def line(name: str, judged: Sequence[Judged]) -> str:
    """Return a row of the table."""
    mine = [result.product for result in judged]
    return (
        f"{name:<28}{len(judged):>5}{mean(mine, 'ndcg'):>8.3f}{mean(mine, 'raw'):>7.3f}"
        f"{mean(mine, 'nothing'):>9.1%}{mean(mine, 'recall'):>8.3f}"
    )


def mean(scores: Iterable[Score], measure: str) -> float:
    values = [float(getattr(score, measure)) for score in scores]
    return fmean(values) if values else 0.0


def grouped(judged: Iterable[Judged], by: Callable[[Judged], str]) -> dict[str, list[Judged]]:
    """Return the queries by kind or catalogue, in order of first occurrence."""
    groups: dict[str, list[Judged]] = {}
    for result in judged:
        groups.setdefault(by(result), []).append(result)
    return groups


def table(judged: Sequence[Judged]) -> str:
    """Return the table of figures: kinds, catalogues, all."""
    kinds = sorted(grouped(judged, lambda result: result.query.kind).items())
    catalogues = grouped(judged, lambda result: result.query.catalogue).items()
    rows = [line(kind, group) for kind, group in kinds]
    rows += ["", *(line(catalogue, group) for catalogue, group in catalogues)]
    return "\n".join([HEADER, *rows, "", line("all", judged), "", *bars(judged)])


def bars(judged: Sequence[Judged]) -> list[str]:
    """Return the targets, and whether they are met."""
    scores = [result.product for result in judged]
    kinds = grouped(judged, lambda result: result.query.kind)
    low = {k: v for k, group in kinds.items() if (v := kind_ndcg(group)) < BARS["kind"]}
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
    return mean((result.product for result in judged), "ndcg")


def worst(judged: Sequence[Judged], count: int) -> str:
    """Return the queries with the lowest scores, of each kind in turn."""
    ordered = sorted(judged, key=lambda result: result.product.ndcg)
    rounds = zip_longest(*grouped(ordered, lambda result: result.query.kind).values())
    chosen = [result for round_ in rounds for result in round_ if result is not None][:count]
    return "\n".join(
        f"  {result.product.ndcg:.2f}  {result.query.kind}: {result.id}"
        + ("   (nothing found)" if result.product.nothing else "")
        for result in chosen
    )
