"""`python -m tests.relevance` (`make relevance`): judge the search; see README.md beside this."""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Sequence

from tests.relevance import classification, ledger, report
from tests.relevance.grade import grades
from tests.relevance.items import LOADERS, items, missing
from tests.relevance.metrics import names_of, score
from tests.relevance.need import Query
from tests.relevance.report import Judged
from tests.relevance.searching import Search, product_search
from tests.relevance.sets import read_set
from tests.relevance.split import is_held_out
from tests.relevance.stage import loaded, services
from tests.support.queries import count_queries

WORST = 50  # queries that are shown


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the search; the exit status is 1 where it lost against the ledger."""
    options = _parser().parse_args(arguments)
    # The pipeline logs every step; only the figures are of interest.
    logging.getLogger().setLevel(logging.WARNING)
    chosen = [name for name in options.catalogue if not _skipped(name)]
    if options.classification:
        print(classification.report(chosen, options.held_out))
        return 0
    with services(_log) as environment:
        judged = [result for name in chosen for result in _judge(name, environment, options)]
    _show(judged, options)
    if not options.kind:
        print(f"\n{classification.report(chosen, options.held_out)}")
    return 0 if options.held_out or _beside_ledger(judged, options.write) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make relevance ARGS=…", description=__doc__)
    parser.add_argument(
        "--held-out", action="store_true", help="the half that is only looked at in the end"
    )
    parser.add_argument(
        "--write", action="store_true", help="accept the figures: the ledger takes them"
    )
    parser.add_argument("--classification", action="store_true", help="only the classification")
    parser.add_argument("--catalogue", nargs="+", choices=list(LOADERS), default=list(LOADERS))
    parser.add_argument("--kind", nargs="+", default=[], help="only these kinds of query")
    return parser


def _skipped(catalogue: str) -> bool:
    why = missing(catalogue)
    if why:
        print(f"{catalogue} is left out: {why}.")
    return bool(why)


def asked_for(catalogue: str, kinds: Sequence[str], held_out: bool) -> list[Query]:
    """Return the queries of one half of a catalogue's set, of these kinds where given."""
    return [
        query
        for query in read_set(catalogue)
        if is_held_out(query.text) == held_out and (not kinds or query.kind in kinds)
    ]


def _judge(
    catalogue: str, environment: dict[str, str], options: argparse.Namespace
) -> list[Judged]:
    queries, started = asked_for(catalogue, options.kind, options.held_out), time.monotonic()
    with loaded(catalogue, environment) as settings:
        _log(f"{catalogue} is loaded ({time.monotonic() - started:.0f} s)")
        with product_search(settings) as search, count_queries() as asked:
            judged = [judge(query, search) for query in queries]
    trips, bodies = (number / len(queries) for number in (len(asked.bodies), sum(asked.bodies)))
    _log(f"{catalogue}: {trips:.2f} requests with {bodies:.2f} bodies a text to Elasticsearch")
    return judged


def judge(query: Query, search: Search) -> Judged:
    """Return a query's score."""
    products = items(query.catalogue)
    fitting, names = grades(query.need, products), names_of(products)
    return Judged(query, score(search(query.text, query.filters), fitting, names))


def _show(judged: list[Judged], options: argparse.Namespace) -> None:
    half = "held-out" if options.held_out else "tuning"
    print(f"The {half} half: {len(judged)} queries\n\n{report.table(judged)}\n")
    if not options.held_out:
        print(f"Worst:\n{report.worst(judged, WORST)}\n")


def _beside_ledger(judged: Sequence[Judged], write: bool) -> bool:
    """Compare with the ledger, and write it where that is wanted; return False where it lost."""
    now, before = ledger.scores_of(judged), ledger.read()
    text, holds = ledger.compared(now, before)
    print(f"\n{text}")
    if write:
        queries = (query for name in LOADERS for query in read_set(name))
        ledger.write(ledger.accepted(now, before, queries))
    return write or holds


def _log(text: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
