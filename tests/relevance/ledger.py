"""The ledger: what every query of the tuning half scored when somebody last accepted the figures.

`ledger.tsv`: set, kind (of another language its name), query, nDCG in hundredths. A change of the
search is judged by it, query by query, as a mean hides what it was paid with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from tests.relevance.need import Query
from tests.relevance.report import Judged, named
from tests.relevance.split import is_held_out

LEDGER = Path(__file__).with_name("ledger.tsv")
HEADER = (
    "# set\tkind\tquery\tnDCG in hundredths; `make relevance ARGS=--write` accepts what it is now\n"
)
FALL = 20  # hundredths: more than this is a fall
FALLS_ALLOWED = Fraction(2, 1000)
SHOWN = 10


class Key(NamedTuple):
    """What a row is known by: a text may be judged for two needs."""

    catalogue: str
    kind: str
    query: str


Scores = Mapping[Key, int]


def key_of(query: Query) -> Key:
    """Return the row of a query."""
    return Key(query.catalogue, query.kind, named(query))


def scores_of(judged: Iterable[Judged]) -> dict[Key, int]:
    """Return the nDCG of each query in hundredths; raises ValueError for a held-out one."""
    scores: dict[Key, int] = {}
    for result in judged:
        if is_held_out(result.query.text):
            raise ValueError(f"{result.id} is held out and stands in no ledger")
        key, score = key_of(result.query), round(100 * result.product.ndcg)
        # Of a query that is there twice the worse counts.
        scores[key] = min(score, scores.get(key, score))
    return scores


def read(path: Path = LEDGER) -> dict[Key, int]:
    """Return what is accepted; raises OSError, ValueError."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {Key(catalogue, kind, query): int(score) for catalogue, kind, query, score in rows}


def write(scores: Scores, path: Path = LEDGER) -> None:
    """Write what is accepted, in the order of the rows' text."""
    rows = ("\t".join((*key, str(score))) + "\n" for key, score in sorted(scores.items()))
    path.write_text(HEADER + "".join(rows), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Figures of now beside those of the ledger."""

    now: Scores
    ledger: Scores

    @property
    def changes(self) -> list[tuple[int, Key]]:
        """Return how each query of both has changed, the worst first."""
        both = self.now.keys() & self.ledger.keys()
        changed = ((self.now[key] - self.ledger[key], key) for key in both)
        return sorted(change for change in changed if change[0])

    @property
    def new(self) -> list[Key]:
        """Return the queries that the ledger does not know."""
        return sorted(self.now.keys() - self.ledger.keys())

    @property
    def falls(self) -> int:
        """Return how many queries fell by more than `FALL`."""
        return sum(change < -FALL for change, _ in self.changes)

    @property
    def holds(self) -> bool:
        """Return False where too many fell, or where the ledger does not know what is judged."""
        compared = len(self.now) - len(self.new)
        return not self.new and self.falls <= FALLS_ALLOWED * compared

    def __str__(self) -> str:
        """Say the worst changes, the worst tenth and the verdict."""
        changes = self.changes
        known = [key for key in self.now if key in self.ledger]
        before = worst_tenth(self.ledger[key] for key in known)
        return "\n".join(
            [
                f"Against the ledger ({len(known)} of its {len(self.ledger)} queries judged):"
                f" {sum(change > 0 for change, _ in changes)} better,"
                f" {sum(change < 0 for change, _ in changes)} worse",
                *(self._line(*change) for change in changes[:SHOWN] if change[0] < 0),
                f"Worst tenth: {worst_tenth(self.now.values()):.3f}, in the ledger {before:.3f}",
                f"{'met   ' if self.holds else 'MISSED'}  {self.falls} fell by over"
                f" {FALL / 100}, {float(FALLS_ALLOWED * len(known)):.1f} may",
                *self._unknown(),
            ]
        )

    def _line(self, change: int, key: Key) -> str:
        before, now = self.ledger[key] / 100, self.now[key] / 100
        return f"  {change / 100:+.2f}  {before:.2f} → {now:.2f}  {': '.join(key)}"

    def _unknown(self) -> list[str]:
        if not self.new:
            return []
        return [f"MISSED  {len(self.new)} are not in the ledger, as {': '.join(self.new[0])}"]


def worst_tenth(scores: Iterable[int]) -> float:
    """Return the mean nDCG of the worst tenth, one query at least; 0 for none."""
    ordered = sorted(scores)
    return fmean(ordered[: max(1, len(ordered) // 10)]) / 100 if ordered else 0.0


def accepted(now: Scores, ledger: Scores, queries: Iterable[Query]) -> Scores:
    """Return the ledger with the figures of now, without what is no longer among the queries."""
    there = {key_of(query) for query in queries if not is_held_out(query.text)}
    return {key: score for key, score in {**ledger, **now}.items() if key in there}


def said(before: Scores, after: Scores) -> str:
    """Say what an accepted ledger holds that the one before did not."""
    changes = Comparison(after, before).changes
    fell = [-change for change, _ in changes if change < 0]
    return (
        f"Accepted: {len(changes) - len(fell)} better, {len(fell)} worse"
        f" ({sum(fall > FALL for fall in fell)} by over {FALL / 100}),"
        f" {len(after.keys() - before.keys())} new, {len(before.keys() - after.keys())} gone"
    )
