"""Stores of operators' lists: rows that wait, and a job for each look.

The rows are the truth: a look that was killed, or whose job Redis lost, begins anew, and what was
found is kept until it is a brand.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from rq.job import Job
from sqlalchemy import Row, func, select, update
from sqlalchemy.orm import Session

from indexer.core.db import is_older, session_scope
from indexer.core.queues import (
    ADD_STORES,
    LOOK_AT_STORE,
    OPERATOR,
    STORES,
    QueueUnavailableError,
    enqueue,
    fetch_job,
)
from indexer.core.settings import Settings
from indexer.models import Brand, ListedStore
from indexer.models.brand import ADDED, FOUND, KNOWN, LOOKING, NEEDS, WAITING
from scrapers.web.rate_limiter import host_of

SOUND = 0.9  # of the products of a listing page, with a price and a picture
# Of what a store counts: less was clearly not all. Its count has variants and what is sold out.
CLEARLY = 0.5
# What each need wants of a person, and the state of a source that it follows from, the one that has
# most first.
POOR, LOCKED, REFUSED, UNREACHED, PARTIAL = "poor", "locked", "refused", "unreached", "partial"
NOTHING, CURRENCY, FORM, BROKEN = "nothing", "currency", "form", "broken"
TODO = {
    POOR: "Open the form, filled in with what was found, and mend what is missing",
    LOCKED: "Ask the store for an address without a password, then look again",
    REFUSED: "Ask the store to let itself be read, or configure it by hand",
    UNREACHED: "Check the address, then look again",
    PARTIAL: "Look again: the store was too slow, or required a pause",
    NOTHING: "Open the form and name a page that lists products",
    CURRENCY: "Open the form, filled in with what was found, and enter the currency",
    FORM: "Open the form, filled in with what was found, and mend that field",
    BROKEN: "Look again; where it breaks off again, configure it by hand",
}
NEED_OF = {"poor": POOR, "locked": LOCKED, "refused": REFUSED, "unread": UNREACHED, "left": PARTIAL}
SHOWN_REASONS = 2
# What a list has that goes on behind what was looked at.
GOES_ON = ("nextButtonSelector", "nextButtonText", "infiniteScrollButtonSelector", "scrollDelay")
NO_SOURCE = "No feed, catalogue or list of products was found"

Place = Mapping[str, Any]  # of a suggestion's `sources`


def judge(found: Mapping[str, Any]) -> tuple[str, str, Place | None]:
    """Return what a suggestion needs, "" where it is good, with the reason and the source.

    `found`: as `indexer.ingest.tryout.suggest` makes it.
    """
    rows: Sequence[Place] = found.get("sources", ())
    reason = "; ".join(reasons(rows))
    if failure := found.get("failure"):
        return UNREACHED, failure, None
    source = next((row for row in rows if row["proposed"] and row["state"] == "good"), None)
    if source is None:
        state = next((row["state"] for row in _failing_rows(rows)), "")
        return NEED_OF.get(state, NOTHING), reason or NO_SOURCE, None
    if why := _lacks(source) or _shortfall(source, rows):
        return POOR, "; ".join(filter(None, (why, reason))), source
    if not found["brand"].get("currency"):
        why = f"{source['label']}: no sign of the currency of its prices"
        return CURRENCY, "; ".join(filter(None, (why, reason))), source
    return "", reason, source


def reasons(rows: Sequence[Place]) -> list[str]:
    """Return why sources give nothing, the most telling first, each once."""
    problems: list[str] = []
    for row in _failing_rows(rows):
        if not any(row["problem"].endswith(own.partition(": ")[2]) for own in problems):
            problems.append(f"{row['label']}: {row['problem']}")
    return problems[:SHOWN_REASONS]


def _failing_rows(rows: Sequence[Place]) -> Iterable[Place]:
    for state in NEED_OF:
        yield from (row for row in rows if row["state"] == state)


def _lacks(source: Place) -> str:
    """Return what a source or its products have not; "" where it can be read as it is."""
    sampled = source["sampled"]
    if not sampled:
        return f"{source['label']}: no products were read"
    for name, what in (("priced", "a price"), ("pictured", "a picture")):
        if source[name] < SOUND * sampled:
            return f"{source['label']}: only {source[name]} of {sampled} have {what}"
    pages = source.get("values", {}).get("pages", ())
    if pages and not any(urlsplit(page["pageUrl"]).path.strip("/") for page in pages):
        return f"{source['label']}: only the home page was read, which may show a part of the shop"
    return ""


def _shortfall(source: Place, rows: Sequence[Place]) -> str:
    """Return both figures where the shop has clearly more than what was taken; else "".

    Of a list that goes on, and of a catalogue, the beginning was taken: a run reads the rest.
    """
    values, label = source.get("values", {}), source["label"]
    pages = max(1, len(values.get("pages", ())))
    if pages < CLEARLY * source.get("departments", 0):
        return f"{label}: took {pages} of {source['departments']} departments"
    if source["source"] == "catalogue" or any(values.get(name) for name in GOES_ON):
        return ""
    taken = f"{label}: took {source['products']} products"
    if source["products"] < CLEARLY * source.get("counted", 0):
        return f"{taken}; the list counts {source['counted']}"
    taken += f" on one of {pages} pages" if pages > 1 else ""
    for row in rows:
        if source["products"] * pages < CLEARLY * row["products"]:
            # What is absent and has a count is a sitemap whose pages have no product.
            count, is_sitemap = row["products"], row["state"] == "absent"
            has = f"its sitemap has {count} addresses" if is_sitemap else f"{row['label']}: {count}"
            return f"{taken}; {has}"
    return ""


LOOK_S = 300  # feeds, a catalogue, and a few pages
SILENT_S = LOOK_S + 60.0  # of a look: it was killed
MOST_ATTEMPTS = 3
BROKE_OFF = f"Its look broke off {MOST_ATTEMPTS} times before it had ended"
ENDED = frozenset({"finished", "failed", "stopped", "canceled"})
_LOCK = 0x53544F52  # held while stores are listed or added: two brands of one are not made at once


def hold_stores(session: Session) -> None:
    """Let nobody else list or add stores, or save brands' websites, until this one commits."""
    session.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def brands_of_sites(session: Session) -> dict[str, Row[str, int, str, bool]]:
    """Return the brands by their sites, the oldest of each; those of the archive, too."""
    is_archived = Brand.archived_at.is_not(None).label("is_archived")
    rows = session.execute(
        select(Brand.website, Brand.id, Brand.name, is_archived).order_by(Brand.id.desc())
    )
    return {host_of(row.website): row for row in rows if row.website}


def plan(session: Session, addresses: Iterable[str]) -> dict[str, Any]:
    """Return what listing these would do: how many wait, and the brands they are, by site.

    `again`: how many of those that wait were on a list before.
    """
    brands = brands_of_sites(session)
    sites = {host_of(address): address for address in addresses}
    known = {site: brands[site] for site in sites if site in brands}
    rows = session.scalars(select(ListedStore).where(ListedStore.site.in_(sites)))
    again = {row.site for row in rows} - {*known}
    return {"waiting": len(sites) - len(known), "known": known, "again": len(again)}


def list_stores(session: Session, addresses: Iterable[str], by: str) -> dict[str, Any]:
    """Keep each store once, by its site; those that are brands already are known as those.

    One that was looked at and is no brand is looked at again.
    """
    hold_stores(session)
    addresses = [*addresses]
    planned = plan(session, addresses)
    for address in addresses:
        _list(session, address, planned["known"].get(host_of(address)), by)
    return planned


def _list(session: Session, address: str, brand: Row[Any] | None, by: str) -> None:
    site = host_of(address)
    row = session.scalar(select(ListedStore).where(ListedStore.site == site))
    if row is None:
        row = ListedStore(site=site, website=address, state=WAITING, added_by=by)
        session.add(row)
        session.flush()
    if brand is not None:
        if row.state != ADDED:
            row.state, row.brand_id, row.reason, row.need = KNOWN, brand.id, "", ""
    elif row.state in {NEEDS, KNOWN, ADDED}:
        row.website = address
        look_again(row, by)


def settle_listed(session: Session, brand: Brand) -> None:
    """Have a store of a list that needed somebody be the brand that was saved of it."""
    site = host_of(brand.website)
    row = session.scalar(select(ListedStore).where(ListedStore.site == site))
    if row is not None and row.brand_id is None:
        row.state, row.brand_id, row.need = ADDED, brand.id, ""


def look_again(row: ListedStore, by: str) -> None:
    """Have a store looked at anew, in this operator's name."""
    row.state, row.reason, row.need, row.attempts = WAITING, "", "", 0
    row.brand_id, row.heartbeat_at, row.added_by = None, None, by


def queue_looks(settings: Settings) -> int:
    """Enqueue what has no job: a list's looks, those that were killed, and the adding of found.

    Returns how many stores wait. Where Redis is away the next turn does it.
    """
    with session_scope(settings.database_url) as session:
        _end_silent(session)
    with session_scope(settings.database_url) as session:
        rows = session.scalars(
            select(ListedStore).where(ListedStore.state == WAITING).order_by(ListedStore.id)
        ).all()
        has_found = session.scalar(select(ListedStore.id).where(ListedStore.state == FOUND))
    with suppress(QueueUnavailableError):
        for row in rows:
            job_id = f"store-{row.id}-{row.attempts}"
            if not _is_open(fetch_job(settings, job_id)):
                enqueue(settings, STORES, LOOK_AT_STORE, row.id, job_id=job_id, timeout_s=LOOK_S)
        if has_found:
            add_found(settings)
    return len(rows)


def add_found(settings: Settings) -> None:
    """Have what was found added; raises QueueUnavailableError."""
    if not _is_open(fetch_job(settings, "add-stores")):
        enqueue(settings, OPERATOR, ADD_STORES, job_id="add-stores", timeout_s=LOOK_S)


def _is_open(job: Job | None) -> bool:
    return job is not None and str(job.get_status(refresh=False).value) not in ENDED


def _end_silent(session: Session) -> None:
    """Have looks that were killed begin anew, unless they were too often."""
    silent = is_older(ListedStore.heartbeat_at, timedelta(seconds=SILENT_S))
    killed = update(ListedStore).where(ListedStore.state == LOOKING, silent)
    given_up = {"state": NEEDS, "need": "broken", "reason": BROKE_OFF}
    session.execute(killed.where(ListedStore.attempts >= MOST_ATTEMPTS).values(**given_up))
    session.execute(killed.values(state=WAITING))
