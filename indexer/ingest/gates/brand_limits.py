"""What a brand's runs are judged by: its own limits, each with a reason, and its last runs."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from itertools import takewhile
from statistics import median_high

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.core.settings import Settings
from indexer.ingest.gates.gates import CHANGED, Baseline, Limits, limits
from indexer.models import BrandLimit, ScrapeRun
from indexer.models.run import ACCEPTED, READINGS, SCRAPES

OFTEN = 3  # overruled so often, a limit is questioned
RUNS = 5  # trusted runs whose median count is the measure: one odd run does not move it

UNITED = "products united"  # the code of a run that made one of products that were known twice
LOOKED_AT = 50  # the accepted runs that are counted


# What of `Limits` a gate goes by, in words, and the code of its reason.
GATES = {
    "lost": ("lost_share", "Fewer products than before", "fewer products"),
    "prices": ("price_share", "Prices changed without a reduction", CHANGED),
    "price-size": ("price_size", "Typical size of such a change", CHANGED),
    "not-understood": (
        "not_understood",
        "Products with a value that is not understood",
        "not understood",
    ),
    "sold-out": ("sold_out", "Products that sell out at once", "sold out"),
    "shared": ("shared", "Products with another one's link or id", "cards alike"),
}


def percent_of(usual: Limits, gate: str) -> int:
    return round(100 * float(getattr(usual, GATES[gate][0])))


def own_limits(session: Session, brand_id: int) -> dict[str, BrandLimit]:
    rows = session.scalars(select(BrandLimit).where(BrandLimit.brand_id == brand_id))
    return {row.gate: row for row in rows}


def limits_of(session: Session, settings: Settings, brand_id: int) -> Limits:
    """Return the limits that a brand's runs are judged by."""
    own = own_limits(session, brand_id)
    shares = {GATES[gate][0]: row.percent / 100 for gate, row in own.items() if gate in GATES}
    return replace(limits(settings), **shares)


def count_overruled(session: Session, brand_id: int, own: dict[str, BrandLimit]) -> Counter[str]:
    """Count by gate the runs that it held and an operator accepted, since its limit was set."""
    runs = session.execute(
        select(ScrapeRun.reasons, ScrapeRun.end_time)
        .where(
            ScrapeRun.brand_id == brand_id,
            ScrapeRun.kind.in_(READINGS),
            ScrapeRun.reasons.contains([[ACCEPTED]]),
        )
        .order_by(ScrapeRun.start_time.desc())
        .limit(LOOKED_AT)
    ).all()
    counts: Counter[str] = Counter()
    for reasons, ended in runs:
        codes = {one[0] for one in reasons}
        counts.update(
            gate
            for gate, (_, _, code) in GATES.items()
            if code in codes and not (gate in own and ended and ended < own[gate].set_at)
        )
    return counts


def load_baseline(
    session: Session, brand_id: int | None, kinds: Collection[str] = SCRAPES
) -> Baseline | None:
    """Return the median count of the brand's last trusted runs, and the last one's coverage."""
    rows = session.execute(
        select(ScrapeRun.found_count, ScrapeRun.coverage, ScrapeRun.reasons)
        .where(
            ScrapeRun.brand_id == brand_id,
            ScrapeRun.kind.in_(kinds),
            ScrapeRun.result == "success",
            ScrapeRun.complete,
        )
        .order_by(ScrapeRun.start_time.desc())
        .limit(RUNS)
    ).all()
    if not rows:
        return None
    anew = {ACCEPTED, UNITED}  # an operator accepted it, or it counts otherwise: the new measure
    later = list(takewhile(lambda row: anew.isdisjoint(one[0] for one in row.reasons), rows))
    measured = rows[: len(later) + 1]
    counts = [row.found_count for row in measured]
    return Baseline(median_high(counts), rows[0].coverage or {}, len(counts))
