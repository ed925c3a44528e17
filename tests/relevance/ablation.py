"""Measures the search with each technique of query understanding on and off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from app.search.understand import TECHNIQUES
from indexer.settings import Settings
from tests.relevance.grade import grades
from tests.relevance.items import items
from tests.relevance.metrics import Score, names_of, score
from tests.relevance.need import Query
from tests.relevance.report import mean
from tests.relevance.searching import Search, product_search
from tests.relevance.sets import read_set
from tests.relevance.split import is_held_out

SETTING = "search_techniques"  # names separated by commas; empty stands for all
NONE = "none"

Open = Callable[[str], AbstractContextManager[tuple[Settings, Search]]]


def variants(names: Sequence[str]) -> dict[str, str]:
    """Return the setting's values to measure, by name."""
    without = {f"- {name}": ",".join(n for n in names if n != name) or NONE for name in names}
    alone = {f"only {name}": name for name in names}
    return {"all": "", **without, **alone, "none": NONE}


def run(catalogues: Sequence[str], opened: Open, held_out: bool) -> None:
    """Print the figures of every variant."""
    scores_of: dict[str, list[Score]] = {name: [] for name in variants(TECHNIQUES)}
    for catalogue in catalogues:
        queries = [q for q in read_set(catalogue) if is_held_out(q.text) == held_out]
        with opened(catalogue) as (settings, _):
            for name, value in variants(TECHNIQUES).items():
                changed: dict[str, Any] = {SETTING: value}
                scores_of[name] += judged(settings.but(**changed), queries)
    baseline = mean(scores_of["all"], "ndcg")
    print(f"{'':<28}{'nDCG':>8}{'change':>9}{'raw':>8}{'nothing':>9}")
    for name, measured in scores_of.items():
        ndcg = mean(measured, "ndcg")
        print(
            f"{name:<28}{ndcg:>8.3f}{ndcg - baseline:>+9.3f}{mean(measured, 'raw'):>8.3f}"
            f"{mean(measured, 'nothing'):>9.1%}"
        )


def judged(settings: Settings, queries: Sequence[Query]) -> list[Score]:
    """Return the queries' scores; the application is built anew, and remembers nothing."""
    products = {query.catalogue: items(query.catalogue) for query in queries}
    names = {catalogue: names_of(listed) for catalogue, listed in products.items()}
    with product_search(settings) as search:
        return [
            score(
                search(query.text, query.filters),
                grades(query.need, products[query.catalogue]),
                names[query.catalogue],
            )
            for query in queries
        ]
