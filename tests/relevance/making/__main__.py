"""`python -m tests.relevance.making`: generate the judged queries in tests/relevance/sets.

Only for growing the sets: existing queries should stay, so that figures can be compared.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from tests.relevance.items import missing
from tests.relevance.making import basic, logic, money, people, spelling
from tests.relevance.making.kind import Kind
from tests.relevance.making.sampler import Sampler
from tests.relevance.need import Need, Query
from tests.relevance.sets import write_set

HAND = Path(__file__).with_name("hand.toml")
KINDS: dict[str, Kind] = {
    **basic.KINDS, **people.KINDS, **money.KINDS, **logic.KINDS, **spelling.KINDS,
}  # fmt: skip
SHARE = {"demo": 9, "fashion": 15, "magento": 4, "bazaar": 6}  # queries of a kind
# For kinds that only some catalogues have products for, or that have more forms than others.
SHARES = {
    "home and outdoor": {"demo": 60, "fashion": 0, "magento": 0, "bazaar": 0},
    "brand": {"demo": 8, "fashion": 14, "magento": 0, "bazaar": 8},
    "state": {"demo": 20, "fashion": 0, "magento": 0, "bazaar": 8},
    "people": {"demo": 14, "fashion": 34, "magento": 6, "bazaar": 8},
    "two colours": {"demo": 0, "fashion": 30, "magento": 0, "bazaar": 0},
    "people: children": {"demo": 0, "fashion": 0, "magento": 0, "bazaar": 34},
    "money: at most": {"demo": 18, "fashion": 30, "magento": 6, "bazaar": 8},
    "sentences and fillers": {"demo": 18, "fashion": 28, "magento": 5, "bazaar": 8},
    "spelling: one error": {"demo": 14, "fashion": 26, "magento": 5, "bazaar": 8},
    "British, American": {"demo": 9, "fashion": 15, "magento": 4, "bazaar": 24},
    "Afrikaans": {"demo": 18, "fashion": 26, "magento": 4, "bazaar": 24},
    "South African": {"demo": 14, "fashion": 22, "magento": 3, "bazaar": 12},
}
ATTEMPTS = 60  # per query


def make(catalogue: str, kind: str, count: int) -> list[Query]:
    """Return distinct queries of a kind."""
    sampler = Sampler(catalogue, kind)
    queries: dict[str, Query] = {}
    for _ in range(ATTEMPTS * count):
        if len(queries) == count:
            break
        draft = KINDS[kind](sampler)
        if draft and sampler.fits(draft[1]):
            queries.setdefault(draft[0].casefold(), Query(catalogue, kind, *draft))
    return list(queries.values())


def by_hand(catalogue: str) -> list[Query]:
    """Return the queries written by hand; raises ValueError for one with too few products."""
    rows: dict[str, list[dict[str, Any]]] = tomllib.loads(HAND.read_text(encoding="utf-8"))
    queries = [
        Query(catalogue, kind, text, Need.from_json(need))
        for kind, groups in rows.items()
        for group in groups
        if group["catalogue"] == catalogue
        for text, need in group["queries"]
    ]
    sampler = Sampler(catalogue, "by hand")
    for query in queries:
        if not sampler.fits(query.need):
            raise ValueError(f"{catalogue}: too few products for {query.text!r}")
    return queries


def main() -> int:
    """Write every catalogue's set; returns 1 where a catalogue is absent."""
    absent = {catalogue: why for catalogue in SHARE if (why := missing(catalogue))}
    for catalogue, why in absent.items():
        print(f"{catalogue}: {why}", file=sys.stderr)
    for catalogue in (name for name in SHARE if name not in absent):
        queries = by_hand(catalogue)
        for kind in KINDS:
            count = SHARES.get(kind, SHARE)[catalogue]
            generated = make(catalogue, kind, count) if count else []
            if len(generated) < count:
                print(f"{catalogue}: {len(generated)} of {count} of {kind!r}", file=sys.stderr)
            queries += generated
        write_set(catalogue, queries)
        print(f"{catalogue}: {len(queries)} queries")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
