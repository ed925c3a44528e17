"""`python -m tests.relevance.fitting`: what each cost of the lattice is worth on the tuning half.

Each is made smaller and larger, the others as they stand; what is better than the table by more
than a query or two is worth a look at the queries (`make relevance ARGS="--against …"`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields

from app.search.understand.words.costs import COSTS
from indexer.core.settings import Settings
from tests.relevance.grade import grades
from tests.relevance.items import items
from tests.relevance.metrics import Score, names_of, score
from tests.relevance.need import Query
from tests.relevance.report import mean
from tests.relevance.searching import product_search
from tests.relevance.sets import read_set
from tests.relevance.split import is_held_out
from tests.relevance.stage import loaded, services

FACTORS = (0.6, 1.6)


def main() -> None:
    """Print the change of nDCG@10 for each cost and factor."""
    parser = argparse.ArgumentParser(prog="python -m tests.relevance.fitting", description=__doc__)
    parser.add_argument("--catalogue", default="arcade")
    parser.add_argument("--cost", nargs="+", default=[field.name for field in fields(COSTS)])
    options = parser.parse_args()
    queries = [q for q in read_set(options.catalogue) if not is_held_out(q.text)]
    with services(_silent) as environment, loaded(options.catalogue, environment) as settings:
        own = settings.but(kept_answers_mb=0)
        stands = mean(judged(own, queries), "ndcg")
        print(f"{options.catalogue}: {stands:.4f} as the table stands, {len(queries)} queries")
        for name in options.cost:
            for factor in FACTORS:
                with changed(name, factor):
                    now = mean(judged(own, queries), "ndcg")
                print(f"{name:18} x {factor}: {now - stands:+.4f}", flush=True)


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


@contextmanager
def changed(name: str, factor: float) -> Iterator[None]:
    """Have one cost times a factor for a while."""
    before = getattr(COSTS, name)
    object.__setattr__(COSTS, name, before * factor)
    try:
        yield
    finally:
        object.__setattr__(COSTS, name, before)


def _silent(_: str) -> None:
    """Say nothing of services that start."""


if __name__ == "__main__":
    main()
