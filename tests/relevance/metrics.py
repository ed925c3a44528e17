"""nDCG, recall and other metrics over grades 0 to 2."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.relevance.items import Item

DEPTH = 10
RECALL_DEPTH = 50


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of one answer, each from 0 to 1; `nothing`: it has no products.

    `raw`: with what repeats a brand and a name. `recall`: of all that fits, in the first fifty.
    """

    ndcg: float
    raw: float
    recall: float
    nothing: bool


def gain(grade: int) -> int:
    """Return 2^grade - 1: a product of grade 2 is worth three of grade 1."""
    return int(2**grade - 1)


def dcg(grades: Iterable[int]) -> float:
    """Return the discounted gain of grades in their order (Järvelin and Kekäläinen)."""
    return sum(gain(grade) / math.log2(rank + 2) for rank, grade in enumerate(grades))


def ndcg(grades: Sequence[int], ideal: Sequence[int], depth: int = DEPTH) -> float:
    """Return the answer's share of the best possible; raises ValueError where nothing fits."""
    best = dcg(sorted(ideal, reverse=True)[:depth])
    if not best:
        raise ValueError("nothing in the catalogue fits the need")
    return dcg(grades[:depth]) / best


def places(grades: Iterable[int]) -> int:
    """Return how many places are judged: ten, or the number of products of grade 2 if fewer.

    Products after all fitting ones do not count, as it is a matter of taste whether any follow.
    """
    return min(DEPTH, sum(grade == 2 for grade in grades))


def firsts(keys: Iterable[str], names: Mapping[str, Hashable]) -> list[str]:
    """Return the keys without those whose name came before."""
    seen: dict[Hashable, str] = {}
    for key in keys:
        seen.setdefault(names[key], key)
    return list(seen.values())


def score(keys: Sequence[str], grades: Mapping[str, int], names: Mapping[str, Hashable]) -> Score:
    """Return the scores of an answer's ordered keys; `grades` above 0 and `names` are by key."""
    best: dict[Hashable, int] = {}
    for key, grade in grades.items():
        best[names[key]] = max(grade, best.get(names[key], 0))
    full = {key for key, grade in grades.items() if grade == 2}
    kept = [grades.get(key, 0) for key in firsts(keys, names)]
    return Score(
        ndcg=ndcg(kept, list(best.values()), places(best.values())),
        raw=ndcg(
            [grades.get(key, 0) for key in keys], list(grades.values()), places(grades.values())
        ),
        recall=len(full & set(keys[:RECALL_DEPTH])) / min(RECALL_DEPTH, len(full)),
        nothing=not keys,
    )


def names_of(items: Iterable[Item]) -> dict[str, Hashable]:
    """Return each product's brand and title by its key."""
    return {item.key: item.name for item in items}
