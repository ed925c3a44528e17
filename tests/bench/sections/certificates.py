"""Published prices of all sources read again from their certificates (issue 44: 10,000)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import mean

from scrapers.product import Product
from scrapers.values.certificate import MOST, size
from tests.bench.report import Figure, at_least, at_most
from tests.bench.stage import Stage
from tests.unit.offers.certified import REAL, composed, real, wrong

TITLE = "Certificates (prices read again from where they stood)"
CATALOGUE = False
COUNT = 10_000
SHOWN = 5  # of what is wrong


def run(stage: Stage) -> Iterator[Figure]:
    """Yield how many prices come out again, of composed sources and of real catalogues."""
    yield from _figures(stage, "composed", list(composed(COUNT)))
    found = list(real())
    if found:
        yield from _figures(stage, "real catalogues", found)
    else:
        stage.tell(f"real catalogues: skipped, there are none at {REAL}")


def _figures(stage: Stage, name: str, read: list[Product]) -> Iterator[Figure]:
    bad = list(wrong(read))
    for line in bad[:SHOWN]:
        stage.tell(line)
    sizes = [size(one.certificate) for one in read if one.certificate]
    sources = Counter(one.certificate.source for one in read if one.certificate)
    stage.tell(", ".join(f"{source} {count:,}" for source, count in sources.items()))
    yield at_least(f"{name}: prices", len(read), COUNT if name == "composed" else 1)
    yield at_most(f"{name}: not equal, none or too long", len(bad), 0)
    yield at_most(f"{name}: largest certificate", max(sizes), MOST, " B")
    yield Figure(f"{name}: mean certificate", f"{mean(sizes):.0f} B")
