"""The ledger: what every query of the tuning half scored when somebody last accepted the figures.

`ledger.tsv`: set, kind (of another language its name), query, nDCG in hundredths. A change of the
search is judged by it, query by query, as a mean hides what it was paid with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
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


def compared(now: Scores, ledger: Scores) -> tuple[str, bool]:
    """Return what changed against the ledger, the worst first, and False where that is too much.

    Too many fell, or the ledger does not know what is judged.
    """
    changes = sorted(
        (now[key] - ledger[key], key)
        for key in now.keys() & ledger.keys()
        if now[key] != ledger[key]
    )
    unknown = sorted(now.keys() - ledger.keys())
    better = sum(change > 0 for change, _ in changes)
    falls = sum(change < -FALL for change, _ in changes)
    allowed = FALLS_ALLOWED * (len(now) - len(unknown))
    holds = not unknown and falls <= allowed
    lines = [
        f"Against the ledger: {better} better, {len(changes) - better} worse",
        *(
            f"  {change / 100:+.2f}  now {now[key] / 100:.2f}  {': '.join(key)}"
            for change, key in changes[:SHOWN]
            if change < 0
        ),
        f"{'met   ' if holds else 'MISSED'}  {falls} fell by over {FALL / 100},"
        f" {float(allowed):.1f} may",
        *(f"MISSED  not in the ledger: {': '.join(key)}" for key in unknown[:1]),
    ]
    return "\n".join(lines), holds


def accepted(now: Scores, ledger: Scores, queries: Iterable[Query]) -> Scores:
    """Return the ledger with the figures of now, without what is no longer among the queries."""
    there = {key_of(query) for query in queries if not is_held_out(query.text)}
    return {key: score for key, score in {**ledger, **now}.items() if key in there}
