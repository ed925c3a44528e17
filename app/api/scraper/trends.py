"""How a brand's runs and its hosts go, and by which limits runs are judged."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from statistics import median_high
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.api.brands.edit import brand_by_id
from app.api.declare import Area
from app.api.declare.fields import With
from app.api.scraper import schemas
from app.live.context import context
from app.web.access import note, operator_name
from app.web.errors import Invalid, NotFound
from indexer.catalogue.audit import Subject
from indexer.ingest.gates.brand_limits import (
    GATES,
    OFTEN,
    RUNS,
    count_overruled,
    limits_of,
    own_limits,
    percent_of,
)
from indexer.ingest.gates.gates import COVERAGE_DROP, Limits, limits, watched_shares
from indexer.ingest.schedule import blocked_hosts, unblock
from indexer.models import BrandLimit, HostAnswer, ScrapeRun
from indexer.models.run import SCRAPES
from scrapers.web.rate_limiter import ANSWERS, host_of

AREA = Area("trends", "scraper", "Trends of brands and hosts, and the limits of gates (operators)")
TREND_RUNS = 60
HOST_DAYS = 30
REFUSALS = ("refused", "busy", "too many", "challenge")


@AREA.get("/trends/<int:brand_id>", operator=True)
@AREA.query(schemas.TrendQuery)
@AREA.response(schemas.Trends)
def trends(brand_id: int, runs: int = TREND_RUNS) -> dict[str, Any]:
    """Show how a brand's scrapes went, the oldest first, with what each had to reach"""
    settings = context().settings
    with context().session() as session:
        brand = brand_by_id(session, brand_id)
        allowed = limits_of(session, settings, brand_id)
        rows = _runs(session, brand_id, runs + RUNS)
        return {
            "brand": brand.name,
            "host": host_of(brand.website),
            "runs": list(_trend(rows, allowed))[-runs:],
            "limits": _limits(session, brand_id),
        }


def _runs(session: Session, brand_id: int, most: int) -> list[ScrapeRun]:
    """Return a brand's last scrapes of all its pages, the oldest first."""
    found = session.scalars(
        select(ScrapeRun)
        .where(
            ScrapeRun.brand_id == brand_id,
            ScrapeRun.kind.in_(SCRAPES),
            ScrapeRun.state == "finished",
            ScrapeRun.only_pages.is_(None),
        )
        .order_by(ScrapeRun.start_time.desc())
        .limit(most)
    ).all()
    return list(reversed(found))


def _trend(runs: Sequence[ScrapeRun], allowed: Limits) -> Iterator[With]:
    """Yield each run with the counts and shares below which a gate would have held it."""
    trusted: list[ScrapeRun] = []
    least = 1 - allowed.lost_share
    for run in runs:
        counts = [one.found_count for one in trusted[-RUNS:]]
        before = trusted[-1].coverage or {} if trusted else {}
        yield With(
            run,
            seconds=_seconds(run),
            least_found=round(median_high(counts) * least) if counts else None,
            pages_unread=max(0, run.pages_total - run.pages_done),
            shares={name: float(share) for name, share in (run.coverage or {}).items()},
            least_shares={
                name: max(0.0, round(share - COVERAGE_DROP, 4))
                for name, share in watched_shares(before).items()
            },
        )
        if run.result == "success" and run.complete:
            # One that was accepted is the new measure.
            trusted = [run] if run.is_accepted else [*trusted, run]


def _seconds(run: ScrapeRun) -> float | None:
    if run.start_time is None or run.end_time is None:
        return None
    return (run.end_time - run.start_time).total_seconds()


def _limits(session: Session, brand_id: int) -> list[dict[str, Any]]:
    usual, own = limits(context().settings), own_limits(session, brand_id)
    counts = count_overruled(session, brand_id, own)
    return [
        {
            "gate": gate,
            "words": words,
            "usual": percent_of(usual, gate),
            "own": own.get(gate),
            "overruled": counts[gate],
            "asks": counts[gate] >= OFTEN,
        }
        for gate, (_, words, _) in GATES.items()
    ]


@AREA.post("/limits", operator=True)
@AREA.arguments(
    schemas.LimitInput,
    example={"brandId": 12, "gate": "lost", "percent": 40, "reason": "It sells samples"},
)
@AREA.text("Karoo Cotton: fewer products than before may be 40 % from the next run on")
def set_limit(brand_id: int, gate: str, percent: int | None = None, reason: str = "") -> str:
    """Give a brand a limit of its own, with the reason; without `percent` the usual one counts"""
    reason = reason.strip()
    if percent is not None and not reason:
        raise Invalid.field("reason", "is missing: give the reason why this brand may differ")
    with context().session() as session:
        brand = brand_by_id(session, brand_id)
        words = f"{brand.name}: {GATES[gate][1].lower()} may be"
        before = own_limits(session, brand_id).get(gate)
        own = None if percent is None else (percent, reason)
        if own != (before and (before.percent, before.reason)):
            subject = Subject("brand", brand_id, brand.name)
            after = {gate: percent, "reason": reason}
            note(session, "set a limit of", subject, {gate: before and before.percent}, after)
        if percent is None:
            one = (BrandLimit.brand_id == brand_id, BrandLimit.gate == gate)
            session.execute(delete(BrandLimit).where(*one))
            usual = percent_of(limits(context().settings), gate)
            return f"{words} {usual} % again, as everywhere"
        row = {
            "percent": percent,
            "reason": reason,
            "set_by": operator_name(),
            "set_at": func.now(),
        }
        session.execute(
            insert(BrandLimit)
            .values(brand_id=brand_id, gate=gate, **row)
            .on_conflict_do_update(index_elements=["brand_id", "gate"], set_=row)
        )
    return f"{words} {percent} % from the next run on"


@AREA.get("/hosts", operator=True)
@AREA.query(schemas.HostsQuery)
@AREA.response(schemas.Host(many=True))
def hosts(host: str = "") -> list[dict[str, Any]]:
    """Show what hosts answered in 30 days, and until when they are left alone

    Those that are left alone come first, then those that refused most, then those not reached.
    """
    now = datetime.now(UTC)
    with context().session() as session:
        alone = blocked_hosts(session, now)
        answers: dict[str, dict[str, int]] = defaultdict(dict)
        counted = (
            select(HostAnswer.host, HostAnswer.answer, func.sum(HostAnswer.count))
            .where(HostAnswer.day > (now - timedelta(days=HOST_DAYS)).date())
            .group_by(HostAnswer.host, HostAnswer.answer)
        )
        if host:
            counted = counted.where(HostAnswer.host == host)
        for name, answer, count in session.execute(counted):
            answers[name][answer] = int(count)
    names = {host} & {*answers, *alone} if host else {*answers, *alone}
    rows = [_host(name, answers.get(name, {}), alone.get(name)) for name in names]
    return sorted(rows, key=_urgency)[: schemas.MOST_HOSTS]


def _host(name: str, answers: dict[str, int], until: datetime | None) -> dict[str, Any]:
    refused = sum(answers.get(answer, 0) for answer in REFUSALS)
    given = [answer for answer in ANSWERS if answer in answers]
    return {
        "host": name,
        "answers": [{"answer": answer, "count": answers[answer]} for answer in given],
        "asked": sum(answers.values()),
        "refused": refused,
        "left_alone_until": until,
    }


def _urgency(row: dict[str, Any]) -> tuple[bool, int, int, str]:
    unreached = sum(one["count"] for one in row["answers"] if one["answer"] == "unreached")
    return row["left_alone_until"] is None, -row["refused"], -unreached, row["host"]


@AREA.post("/hosts/release", operator=True)
@AREA.arguments(schemas.HostInput, example="shop.example")
@AREA.text("shop.example may be asked again")
def release(host: str) -> str:
    """Allow requests to a host again that is left alone, before its time is over"""
    with context().session() as session:
        if not unblock(session, host):
            raise NotFound(f"{host} is not left alone")
        note(session, "asked again", Subject("website", host, host))
    return f"{host} may be asked again"
