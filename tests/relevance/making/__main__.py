"""`python -m tests.relevance.making`: write the judged queries anew into tests/relevance/sets.

Only for growing the sets: a query that is there should stay, or figures cannot be compared.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from tests.relevance.items import LOADERS, missing
from tests.relevance.making import logic, money, people, plain, spelling
from tests.relevance.making.kind import Kind
from tests.relevance.making.sampler import Sampler
from tests.relevance.need import Need, Query
from tests.relevance.sets import write_set

HAND = Path(__file__).with_name("hand.toml")
KINDS: dict[str, Kind] = {
    **plain.KINDS, **people.KINDS, **money.KINDS, **logic.KINDS, **spelling.KINDS,
}  # fmt: skip
SHARE = {"demo": 9, "fashion": 15, "magento": 4, "bazaar": 6}  # queries of a kind
# Where a kind rests on what only some catalogues hold, or has more forms than others.
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
ATTEMPTS = 60  # for each query wanted


def make(catalogue: str, kind: str, wanted: int) -> list[Query]:
    """Return queries of a kind, without the same text twice."""
    sampler = Sampler(catalogue, kind)
    found: dict[str, Query] = {}
    for _ in range(ATTEMPTS * wanted):
        if len(found) == wanted:
            break
        made = KINDS[kind](sampler)
        if made and sampler.fits(made[1]):
            found.setdefault(made[0].casefold(), Query(catalogue, kind, *made))
    return list(found.values())


def by_hand(catalogue: str) -> list[Query]:
    """Return the queries written by hand; raises ValueError for one that too little meets."""
    rows: dict[str, list[dict[str, Any]]] = tomllib.loads(HAND.read_text(encoding="utf-8"))
    found = [
        Query(catalogue, kind, text, Need.from_json(need))
        for kind, groups in rows.items()
        for group in groups
        if group["catalogue"] == catalogue
        for text, need in group["queries"]
    ]
    sampler = Sampler(catalogue, "by hand")
    for query in found:
        if not sampler.fits(query.need):
            raise ValueError(f"{catalogue}: too few products for {query.text!r}")
    return found


def main() -> int:
    """Write every catalogue's set; returns 1 where a catalogue is absent."""
    absent = {catalogue: why for catalogue in LOADERS if (why := missing(catalogue))}
    for catalogue, why in absent.items():
        print(f"{catalogue}: {why}", file=sys.stderr)
    for catalogue in (name for name in LOADERS if name not in absent):
        queries = by_hand(catalogue)
        for kind in KINDS:
            wanted = SHARES.get(kind, SHARE)[catalogue]
            made = make(catalogue, kind, wanted) if wanted else []
            if len(made) < wanted:
                print(f"{catalogue}: {len(made)} of {wanted} of {kind!r}", file=sys.stderr)
            queries += made
        write_set(catalogue, queries)
        print(f"{catalogue}: {len(queries)} queries")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
