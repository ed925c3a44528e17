"""Decisions on how a store is read: another address, a new suggestion, more time, once more."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from sqlalchemy import select

from app.access import note, operator_name
from app.api.brands.audit import configuration
from app.api.brands.edit import save
from app.api.brands.schemas import BrandInput
from app.api.decisions.kind import (
    NOTHING,
    UNREAD,
    VALUES,
    Before,
    Case,
    Done,
    Inputs,
    Kind,
    brand_of,
    run_of,
)
from app.api.decisions.publishing import accepted, effect_lines
from app.context import context
from app.errors import Conflict
from indexer.catalogue.audit import Subject
from indexer.ingest.identity.telling import place_of
from indexer.ingest.runs.finish import FINAL
from indexer.ingest.runs.start import start_one
from indexer.ingest.schedule.due import ask_again, zone_of
from indexer.models import BrandVersion
from scrapers.errors import MissingPageError, MovedStoreError, SlowPageError, UnreachableError
from scrapers.web.turns import host_of

# As the record of actions has them.
MOVES, SUGGESTS, RETIMES = "moved", "took a new suggestion", "gave more time"
UNDID = "undid the edit"
AWAY = frozenset({UnreachableError.code, MissingPageError.code, MovedStoreError.code})
PAGE_S, MOST_PAGE_S = 60, 3_600  # for one page: the default, and the most


def _moved_refusal(case: Case) -> str | None:
    if case.brand is None or case.run is None:
        return None
    return "" if case.moved_to or AWAY.intersection(case.codes) else None


def _moving(case: Case) -> Before:
    brand, there = brand_of(case), case.moved_to
    effect = case.effect(same=True) if case.is_acceptable else None
    lines = [
        f"The website becomes {there or 'what you enter'}; it is {brand.website}. Its feed and"
        f" listing pages at the old address ({len(brand.pages)}) follow: look at the new one first",
        *(effect_lines(effect, same=True) if effect else ["The store is read again at once"]),
        "The brand's versions go back to the old address",
    ]
    return Before(
        lines,
        appear=effect.adds if effect else 0,
        vanish=effect.hides if effect else 0,
        reprice=effect.prices if effect else 0,
        change=effect.changes if effect else 0,
        alerts=effect.alerts if effect else 0,
        proposed={"website": there.rstrip("/")},
    )


def _move(case: Case, inputs: Inputs) -> Done:
    brand, website = brand_of(case), inputs.website.strip().rstrip("/")
    values = moved(configuration(brand), brand.website, website)
    run_id, is_acceptable = run_of(case).id, case.is_acceptable
    edit = _edit(case, values, MOVES, {"website": website})
    brand_id, says = brand.id, f"{brand.name} is at {website} now"

    def done() -> str:
        edit()
        then = accepted(run_id, {}, same=True) if is_acceptable else _read_again(brand_id)
        return f"{says}. {then}"

    return done


def moved(values: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """Return a brand's configuration with all addresses of its old place at the new one."""
    home, there = place_of(old), urlsplit(new)

    def at(address: str) -> str:
        parts = urlsplit(address)
        if not address or place_of(address) != home:
            return address
        return urlunsplit((there.scheme, there.netloc, *parts[2:]))

    names = ("feedUrl", "catalogueUrl", "shippingPage")
    pages = [page | {"pageUrl": at(page["pageUrl"])} for page in values.get("pages", [])]
    addresses = {name: at(values[name]) for name in names if values.get(name)}
    return {"website": new, "pages": pages} | addresses


def _time_refusal(case: Case) -> str | None:
    return "" if case.brand is not None and SlowPageError.code in case.codes else None


def _giving_time(case: Case) -> Before:
    brand = brand_of(case)
    now = brand.page_time_budget or PAGE_S
    seconds = min(MOST_PAGE_S, 3 * now)
    slow = [page for page in (case.run.failed_pages if case.run else []) if page.reason]
    lines = [
        f"A page may take {seconds} s in all (it is {now} s), and one answer half of it",
        *(f"{page.page_url}: {page.reason}" for page in slow[:3]),
        "The store is read again at once; until then the shop window stays as it is",
    ]
    return Before(lines, proposed={"seconds": seconds})


def _give_time(case: Case, inputs: Inputs) -> Done:
    brand, values = brand_of(case), {"pageTimeBudget": inputs.seconds}
    edit = _edit(case, values, RETIMES, values)
    return _then_read(edit, brand.id, f"A page of {brand.name} may take {inputs.seconds} s")


def _then_read(edit: Callable[[], str], brand_id: int, says: str = "") -> Done:
    def done() -> str:
        saved = edit()
        return f"{says or saved}. {_read_again(brand_id)}"

    return done


def _suggest_refusal(case: Case) -> str | None:
    return "" if case.brand is not None and case.cause in {VALUES, MissingPageError.code} else None


def _suggesting(_: Case) -> Before:
    return Before(
        (
            "The store is looked at anew. What works and is not contradicted stays",
            "How many of today's products it finds, changes and loses is shown before it is saved",
            NOTHING,
        )
    )


def _suggest(case: Case, inputs: Inputs) -> Done:
    brand = brand_of(case)
    return _then_read(_edit(case, inputs.brand, SUGGESTS), brand.id)


def _edit(
    case: Case,
    values: dict[str, Any],
    action: str,
    after: dict[str, Any] | None = None,
    restored_id: int | None = None,
) -> Callable[[], str]:
    """Return what saves the brand as any edit does, and then notes what the edit was for.

    What is refused, as a second brand of one website is, leaves no note.
    """
    sent = BrandInput().load(values | {"id": brand_of(case).id})
    subject, how = case.subject(), "edited" if restored_id is None else "restored"

    def saved() -> str:
        message: str = save(sent, action=how, restored_id=restored_id)["message"]
        with context().session() as session:
            note(session, action, subject, None, after)
        return message

    return saved


def _last_edit(case: Case) -> BrandVersion | None:
    """Return the brand's version before its last edit, where that came after the run."""
    if case.brand is None or case.run is None:
        return None
    wanted = select(BrandVersion).where(BrandVersion.brand_id == case.brand.id)
    newest = case.session.scalars(wanted.order_by(BrandVersion.id.desc()).limit(2)).all()
    is_later = len(newest) > 1 and newest[0].created_at > case.run.created_at
    return newest[1] if is_later and newest[0].restored_id is None else None


def _restore(case: Case) -> Done:
    brand, version = brand_of(case), _last_edit(case)
    if version is None:
        raise Conflict("Nothing was edited since that run")
    edit = _edit(case, version.values, UNDID, restored_id=version.id)
    says = f"{brand.name} is configured as before"

    def done() -> str:
        edit()
        return says

    return done


def _again_refusal(case: Case) -> str | None:
    if case.brand is None or not case.brand.can_be_read:
        return None
    if case.cause in FINAL:
        return "The store forbids it: asking again cannot help"
    return "" if case.cause in UNREAD else None


def _reading_again(case: Case) -> Before:
    lines = ["The store is read again at once, as its schedule would", NOTHING]
    if case.left_alone_until is not None:
        until = case.left_alone_until.astimezone(zone_of(context().settings))
        told = f"It refused all that was asked and is left alone until {until:%A at %H:%M}"
        lines.insert(0, f"{told}; this ends")
    return Before(lines)


def _again(case: Case, _: Inputs) -> Done:
    brand_id, host = brand_of(case).id, host_of(brand_of(case).website)
    if ask_again(case.session, host):
        note(case.session, "asked again", Subject("website", host, host))
    return lambda: _read_again(brand_id)


def _read_again(brand_id: int) -> str:
    started = start_one(context().settings, brand_id, "scrape+classify", by=operator_name())
    return f"It is read again (process {started.runs[0].id}){started.note}"


def _edits(action: str) -> Callable[[Case], bool]:
    """Return what tells whether the brand was edited by that decision, and can be restored."""

    def is_done(case: Case) -> bool:
        taken = [one.action for one in case.actions() if one.action in {action, UNDID}]
        return taken[:1] == [action] and _last_edit(case) is not None

    return is_done


MOVED = Kind(
    name="moved",
    label="The shop moved",
    key="w",
    needs="website",
    refusal=_moved_refusal,
    before=_moving,
    do=_move,
    undo=_restore,
    is_done=_edits(MOVES),
)
SUGGEST = Kind(
    name="suggest",
    label="Suggest anew",
    key="n",
    needs="brand",
    refusal=_suggest_refusal,
    before=_suggesting,
    do=_suggest,
    undo=_restore,
    is_done=_edits(SUGGESTS),
)
TIME = Kind(
    name="time",
    label="Give it more time",
    key="t",
    needs="seconds",
    refusal=_time_refusal,
    before=_giving_time,
    do=_give_time,
    undo=_restore,
    is_done=_edits(RETIMES),
)
AGAIN = Kind(
    name="again",
    label="Read it again",
    key="g",
    refusal=_again_refusal,
    before=_reading_again,
    do=_again,
)
