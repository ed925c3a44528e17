"""The decisions, each what it would do, what it does and the way back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from sqlalchemy import select

from app.api.brands.edit import changes, configuration, save
from app.api.brands.schemas import BrandInput
from app.api.scraper.case import UNREAD, VALUES, Case, present
from app.live.context import context
from app.web.access import note, operator_name
from app.web.errors import Conflict, Invalid
from indexer.catalogue.audit import Subject
from indexer.core.wording import counted
from indexer.ingest.accept import Effect, accept_run, reject, take_back
from indexer.ingest.gates.fields import describe_changes
from indexer.ingest.repricing import accept_held_prices
from indexer.ingest.runs.finish import FINAL
from indexer.ingest.runs.start import start_one
from indexer.ingest.schedule import unblock, zone_of
from indexer.models import BrandVersion
from scrapers.errors import (
    EMPTY,
    UNREADABLE,
    MissingPageError,
    MovedStoreError,
    PageError,
    SlowPageError,
    UnreachableError,
)
from scrapers.web.rate_limiter import host_of

# What was done, or what is to be done once the case's own transaction has ended.
Done = str | Callable[[], str]
NO_EFFECT = Effect()


@dataclass(frozen=True, slots=True)
class Before:
    """What a decision would do: in sentences, and as products of the shop window.

    `proposed`: what its inputs begin with.
    """

    lines: Sequence[str] = ()
    effect: Effect = NO_EFFECT
    proposed: Mapping[str, Any] = field(default_factory=dict)


NOTHING = "The shop window stays as it is: nothing of this run is published"
UNDID = "undid the edit"
PRICES_STAY = "A price that the store goes on showing stays; another one is judged beside it"
SAMPLES = 3
PAGE_S, MOST_PAGE_S = 60, 3_600  # for one page: the default, and the most
MUTED_DAYS, MOST_MUTED_DAYS = 7, 366  # proposed, and allowed
Values = dict[str, Any]
Sent = Mapping[str, Any]  # as schemas.DecisionInput reads it


class Decision:
    """A decision, with its key on the keyboard and the input that it cannot do without."""

    name = label = key = needs = ""

    def refusal(self, case: Case) -> str | None:
        """Return why it is not to be had: "" it is, None it makes no sense here."""
        raise NotImplementedError

    def before(self, case: Case) -> Before:
        """Return what it would do."""
        raise NotImplementedError

    def do(self, case: Case, sent: Sent) -> Done:
        """Do it; raises Conflict, Invalid."""
        raise NotImplementedError

    def is_done(self, case: Case) -> bool:  # noqa: ARG002 - most cannot be taken back
        """Return True if it was done and can be taken back."""
        return False

    def undo(self, case: Case) -> Done:
        """Take it back."""
        raise NotImplementedError


class EditOfBrand(Decision):
    """A decision that edits the brand and has it read again; `action` as the record has it."""

    action = ""
    causes: frozenset[str]

    def refusal(self, case: Case) -> str | None:
        return "" if case.brand is not None and case.cause in self.causes else None

    def values(self, case: Case, sent: Sent) -> Values:
        """Return what is edited, as `brands/add` takes it."""
        raise NotImplementedError

    def then(self, case: Case) -> Callable[[], str]:
        """Return what is done after the edit."""
        brand_id = present(case.brand).id
        return lambda: _read_again(brand_id)

    def message(self, case: Case, sent: Sent) -> str:  # noqa: ARG002
        """Return the edit in words; "": as its save describes it."""
        return ""

    def do(self, case: Case, sent: Sent) -> Done:
        edit, then = self._edit(case, self.values(case, sent), self.action), self.then(case)
        opening = self.message(case, sent)

        def done() -> str:
            saved = edit()
            return f"{opening or saved}. {then()}"

        return done

    def _edit(
        self, case: Case, values: Values, action: str, restored_id: int | None = None
    ) -> Callable[[], str]:
        """Return what saves the brand as any edit does, and then notes what the edit was for.

        What is refused, as a second brand of one website is, leaves no note.
        """
        sent = BrandInput().load(values | {"id": present(case.brand).id})
        subject, how = case.subject(), "edited" if restored_id is None else "restored"

        def saved() -> str:
            answer = save(sent, action=how, restored_id=restored_id)
            with context().session() as session:
                note(session, action, subject, None, {"version": answer["version"]})
            return str(answer["message"])

        return saved

    def is_done(self, case: Case) -> bool:
        return self._way_back(case) is not None

    def undo(self, case: Case) -> Done:
        back = self._way_back(case)
        if back is None:
            raise Conflict("It was edited again since")
        edit = self._edit(case, back[1], UNDID, back[0])
        opening = f"{present(case.brand).name} is configured as before"

        def done() -> str:
            edit()
            return opening

        return done

    def _way_back(self, case: Case) -> tuple[int, Values] | None:
        """Return the version before the decision's own, and what the decision changed as it was;
        None where there is none, or where that was edited again. Later edits of the rest stay.
        """
        taken = [one for one in case.actions() if one.action in {self.action, UNDID}]
        own = taken[0].after.get("version") if taken and taken[0].after else None
        if case.brand is None or own is None or taken[0].action != self.action:
            return None
        wanted = select(BrandVersion).where(
            BrandVersion.brand_id == case.brand.id, BrandVersion.id <= own
        )
        found = case.session.scalars(wanted.order_by(BrandVersion.id.desc()).limit(2)).all()
        if len(found) < 2:
            return None
        edits = changes(found[1].values, found[0].values)
        now = {edit["field"] for edit in changes(found[0].values, configuration(case.brand))}
        if now & {edit["field"] for edit in edits}:
            return None
        return found[1].id, {edit["field"]: edit["old"] for edit in edits}


class Moved(EditOfBrand):
    """Its addresses follow the shop to another place."""

    name, label, key, needs, action = "moved", "The shop moved", "w", "website", "moved"
    causes = frozenset({UnreachableError.code, MovedStoreError.code, MissingPageError.code, EMPTY})

    def refusal(self, case: Case) -> str | None:
        if case.run is not None and case.brand is not None and case.moved_to:
            return ""
        return super().refusal(case) if case.run else None

    def before(self, case: Case) -> Before:
        brand, there = present(case.brand), case.moved_to
        effect = case.effect(same=True) if case.is_acceptable else None
        lines = [
            f"The website becomes {there or 'what you enter'}; it is {brand.website}. Its feed and"
            f" listing pages at the old address ({len(brand.pages)}) follow: look at the new one"
            " first",
            *(effect_lines(effect, same=True) if effect else ["The store is read again at once"]),
            "The brand's versions go back to the old address",
        ]
        return Before(lines, effect or NO_EFFECT, {"website": there.rstrip("/")})

    def values(self, case: Case, sent: Sent) -> Values:
        brand = present(case.brand)
        return with_new_address(
            configuration(brand), brand.website, sent["website"].strip().rstrip("/")
        )

    def message(self, case: Case, sent: Sent) -> str:
        return f"{present(case.brand).name} is at {sent['website'].strip().rstrip('/')} now"

    def then(self, case: Case) -> Callable[[], str]:
        run_id = present(case.run).id
        if not case.is_acceptable:
            return super().then(case)
        return lambda: _accept(run_id, {}, same=True)


def with_new_address(values: Values, old: str, new: str) -> Values:
    """Return a brand's configuration with all addresses of its old place at the new one."""
    home, there = host_of(old), urlsplit(new)

    def at(address: str) -> str:
        parts = urlsplit(address)
        if not address or host_of(address) != home:
            return address
        return urlunsplit((there.scheme, there.netloc, *parts[2:]))

    names = ("feedUrl", "catalogueUrl", "shippingPage")
    pages = [page | {"pageUrl": at(page["pageUrl"])} for page in values.get("pages", [])]
    addresses = {name: at(values[name]) for name in names if values.get(name)}
    return {"website": new, "pages": pages} | addresses


class Suggest(EditOfBrand):
    """The operator saves what a new look at the store suggests."""

    name, label, key, needs = "suggest", "Suggest anew", "n", "brand"
    action = "took a new suggestion"
    causes = frozenset({VALUES, MissingPageError.code, PageError.code, EMPTY, UNREADABLE})

    def before(self, case: Case) -> Before:  # noqa: ARG002
        lines = (
            "The store is looked at anew. What works and is not contradicted stays",
            "How many of today's products it finds, changes and loses is shown before it is saved",
            NOTHING,
        )
        return Before(lines)

    def values(self, case: Case, sent: Sent) -> Values:  # noqa: ARG002
        return dict(sent["brand"])


class GiveTime(EditOfBrand):
    """A page of a slow store may take longer."""

    name, label, key, needs = "time", "Give it more time", "t", "seconds"
    action, causes = "gave more time", frozenset({SlowPageError.code})

    def before(self, case: Case) -> Before:
        now = present(case.brand).page_time_budget or PAGE_S
        seconds = min(MOST_PAGE_S, 3 * now)
        slow = [page for page in (case.run.failed_pages if case.run else []) if page.reason]
        lines = [
            f"A page may take {seconds} s in all (it is {now} s), and one answer half of it",
            *(f"{page.page_url}: {page.reason}" for page in slow[:3]),
            "The store is read again at once; until then the shop window stays as it is",
        ]
        return Before(lines, proposed={"seconds": seconds})

    def values(self, case: Case, sent: Sent) -> Values:  # noqa: ARG002
        return {"pageTimeBudget": sent["seconds"]}

    def message(self, case: Case, sent: Sent) -> str:
        return f"A page of {present(case.brand).name} may take {sent['seconds']} s"


class Again(Decision):
    """The store is read once more, also where it is left alone."""

    name, label, key = "again", "Read it again", "g"

    def refusal(self, case: Case) -> str | None:
        if case.brand is None or not case.brand.can_be_read:
            return None
        if case.cause in FINAL:
            return "The store forbids it: asking again cannot help"
        return "" if case.cause in UNREAD else None

    def before(self, case: Case) -> Before:
        lines = ["The store is read again at once, as its schedule would", NOTHING]
        if case.left_alone_until is not None:
            until = case.left_alone_until.astimezone(zone_of(context().settings))
            refused = f"It refused all requests and is left alone until {until:%A at %H:%M}"
            lines.insert(0, f"{refused}; this ends")
        return Before(lines)

    def do(self, case: Case, sent: Sent) -> Done:  # noqa: ARG002
        brand = present(case.brand)
        brand_id, host = brand.id, host_of(brand.website)
        if unblock(case.session, host):
            note(case.session, "asked again", Subject("website", host, host))
        return lambda: _read_again(brand_id)


def _read_again(brand_id: int) -> str:
    started = start_one(context().settings, brand_id, "scrape+classify", by=operator_name())
    return f"It is read again (process {started.runs[0].id}){started.note}"


class Accept(Decision):
    """A held run is published, or what a published one held back."""

    name, label, key = "accept", "Accept", "a"
    same = False

    def refusal(self, case: Case) -> str | None:
        if case.is_acceptable or case.held_prices:
            return ""
        if case.run is None or case.run.result != "suspect":
            return None
        if case.run.rejected_at is not None:
            return f"It was rejected by {case.run.rejected_by}: {case.run.rejected_why}"
        return case.standing or None

    def before(self, case: Case) -> Before:
        if not case.is_acceptable:
            return Before([_prices_line(case.held_prices), PRICES_STAY])
        effect = case.effect(same=self.same)
        lines = effect_lines(effect, same=self.same)
        if case.run and case.run.complete:
            lines.append("Later runs are compared with this one")
        lines.append("It cannot be undone: the next good run corrects what it reads otherwise")
        return Before(lines, effect)

    def do(self, case: Case, sent: Sent) -> Done:  # noqa: ARG002
        if not case.is_acceptable:
            line = _prices_line(case.held_prices)
            accept_held_prices(case.session, present(case.brand).id)
            note(case.session, "accepted held prices of", case.subject(), None, {"prices": line})
            return lambda: f"{line}{context().written()}"
        run_id, before = present(case.run).id, case.effect(same=self.same).figures
        return lambda: _accept(run_id, before, same=self.same)


class Same(Accept):
    """A held run is published, its renamed products as the known ones."""

    name, label, key = "same", "They are the same", "s"
    same = True

    def refusal(self, case: Case) -> str | None:
        return super().refusal(case) if case.unconfirmed_matches else None


def _prices_line(held: Sequence[str]) -> str:
    return (
        f"Visitors see {counted(len(held), 'price')} held back so far: {', '.join(held[:SAMPLES])}"
    )


def _accept(run_id: int, before: dict[str, int], *, same: bool) -> str:
    """Accept a run, with its effect beside the one shown `before`; return it in words."""
    effect = accept_run(context().settings, run_id, same=same, by=operator_name(), note=before)
    return f"Run {run_id} accepted: {effect}"


def effect_lines(effect: Effect, *, same: bool) -> list[str]:
    """Return what publishing a run does to the shop window, a sentence each."""
    fields = ", ".join(
        f"{each.lost + each.gained + each.changed} in {each.label}" for each in effect.field_changes
    )
    known = counted(effect.unconfirmed, "product")
    lines = [
        effect.hides and f"{counted(effect.hides, 'product')} vanish from the shop window",
        effect.adds and f"{counted(effect.adds, 'product')} appear, or come back",
        effect.changes and f"{counted(effect.changes, 'product')} change{fields and f': {fields}'}",
        *describe_changes(effect.field_changes, "will lose"),
        effect.alerts and f"{_alerts(effect.alerts)} would be mailed",
        effect.waiting and f"{_alerts(effect.waiting)} wait for what vanishes",
    ]
    if effect.unconfirmed and not same:
        lines.append(
            f"History, favourites and alerts of {known} end: the new ones that seem to be those"
            " begin anew"
        )
    elif effect.unconfirmed:
        lines.append(f"{known} keep history, favourites and alerts")
    return [line for line in lines if line] or ["No product appears, vanishes or changes"]


def _alerts(count: int) -> str:
    return counted(count, "visitors' alert") + " of price or stock"


class Reject(Decision):
    """A held run stays unpublished, and its trouble raises no more alerts."""

    name, label, key, needs = "reject", "Reject", "r", "reason"

    def refusal(self, case: Case) -> str | None:
        return "" if case.is_acceptable else None

    def before(self, case: Case) -> Before:  # noqa: ARG002
        asks = (
            "A later run with the same trouble is rejected, too, without an alert until it changes"
        )
        return Before((NOTHING, asks, "Undo brings the question back"))

    def do(self, case: Case, sent: Sent) -> str:
        run, why = present(case.run), sent["reason"].strip()
        reject(case.session, run.id, operator_name(), why)
        note(case.session, "rejected", case.subject(), None, {"reason": why})
        return f"Run {run.id} rejected: {why}. The same trouble raises no alert again"

    def is_done(self, case: Case) -> bool:
        return bool(case.run and case.run.rejected_at)

    def undo(self, case: Case) -> str:
        run = present(case.run)
        take_back(case.session, run.id)
        note(case.session, "undid the rejection", case.subject())
        return f"Run {run.id} is no longer rejected"


class Acknowledge(Decision):
    """An operator has seen the alert; `columns` of it say when, and who."""

    name, label, key = "acknowledge", "Acknowledge", "k"
    columns = "acknowledged_at", "acknowledged_by"
    undid, no_longer = "undid the acknowledgement", "No longer acknowledged"

    def refusal(self, case: Case) -> str | None:
        return "" if case.alert is not None and case.alert.closed_at is None else None

    def before(self, case: Case) -> Before:  # noqa: ARG002
        seen = "The alert shows that you have seen it; it stays open until the trouble ends"
        return Before((seen, NOTHING))

    def do(self, case: Case, sent: Sent) -> str:  # noqa: ARG002
        alert = present(case.alert)
        alert.acknowledged_at, alert.acknowledged_by = datetime.now(UTC), operator_name()
        note(case.session, "acknowledged", case.subject())
        return "Acknowledged"

    def is_done(self, case: Case) -> bool:
        return bool(case.alert and getattr(case.alert, self.columns[0]))

    def undo(self, case: Case) -> str:
        for column in self.columns:
            setattr(present(case.alert), column, None)
        note(case.session, self.undid, case.subject())
        return self.no_longer


class Mute(Acknowledge):
    """An alert is silent until a time."""

    name, label, key, needs = "mute", "Mute until", "m", "until"
    columns = "muted_until", "muted_by"
    undid, no_longer = "undid the muting", "No longer muted"

    def before(self, case: Case) -> Before:  # noqa: ARG002
        until = datetime.now(UTC) + timedelta(days=MUTED_DAYS)
        line = "No message and no digest reports it until then; it is reported again if it lasts"
        proposed = {"until": until.replace(microsecond=0, second=0).isoformat()}
        return Before((line, NOTHING), proposed=proposed)

    def do(self, case: Case, sent: Sent) -> str:
        alert, until, now = present(case.alert), sent["until"], datetime.now(UTC)
        if not now < until <= now + timedelta(days=MOST_MUTED_DAYS):
            raise Invalid.field("until", f"must be within the next {MOST_MUTED_DAYS} days")
        alert.muted_until, alert.muted_by = until, operator_name()
        note(case.session, "muted", case.subject(), None, {"until": until.isoformat()})
        zone = zone_of(context().settings)
        return f"Muted until {until.astimezone(zone):%-d %b %Y %H:%M} ({zone})"


# In the order in which they are shown; pages, mails, keys and the API read it.
KINDS: tuple[Decision, ...] = (
    Moved(),
    Same(),
    Accept(),
    Reject(),
    Suggest(),
    GiveTime(),
    Again(),
    Acknowledge(),
    Mute(),
)
BY_NAME = {kind.name: kind for kind in KINDS}


def decide(case: Case, sent: Sent) -> Done:
    """Do a decision that is offered; return what was or is to be done. Raises Conflict, Invalid."""
    kind = BY_NAME[sent["kind"]]
    refusal = kind.refusal(case)
    if refusal != "":
        raise Conflict(refusal or f"{kind.label} is no answer to this")
    if kind.needs and not sent.get(kind.needs):
        raise Invalid.field(kind.needs, "is missing")
    return kind.do(case, sent)


def undo(case: Case, name: str) -> Done:
    """Take a decision back, where data allows; return what was done. Raises Conflict."""
    kind = BY_NAME[name]
    if not kind.is_done(case):
        raise Conflict(f"There is no “{kind.label}” to undo")
    return kind.undo(case)
