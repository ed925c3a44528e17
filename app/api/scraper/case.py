"""What is decided: a run that was held or failed, an alert, or both, with the evidence for it."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from typing import TypeVar

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from app.api.declare.fields import by_id
from app.web.errors import Conflict, Invalid
from indexer.catalogue.audit import Subject
from indexer.ingest.accept import Effect, acceptable, effect_of_accepting, standings
from indexer.ingest.identity.comparison import Comparison, compare
from indexer.ingest.repricing import held_prices
from indexer.ingest.schedule import blocked_hosts
from indexer.models import Base, Brand, Incident, OperatorAction, ScrapeRun
from scrapers import errors
from scrapers.web.rate_limiter import host_of

VALUES = "values"
# What kept a source from being read, not what is in it.
UNREAD = frozenset({errors.EMPTY, errors.UNREADABLE}) | {
    kind.code
    for kind in (
        *(errors.DisallowedError, errors.LockedStoreError, errors.ChallengeError),
        *(errors.ForbiddenError, errors.MissingPageError, errors.BusyStoreError),
        *(errors.BadPageError, errors.SlowPageError, errors.UnreachableError),
        *(errors.MovedStoreError, errors.PageError),
    )
}
Row = TypeVar("Row", bound=Base)


class Case:
    """A run, an alert, or both; the brand is None for the site's own alerts."""

    def __init__(self, session: Session, run_id: int | None, alert_id: int | None) -> None:
        """Read a run, or an alert with the run that shows it; raises NotFound."""
        self.session = session
        self.run: ScrapeRun | None = None
        self.alert: Incident | None = None
        if alert_id is not None:
            self.alert = by_id(session, Incident, alert_id, "alert")
            self.run = session.get(ScrapeRun, self.alert.run_id) if self.alert.run_id else None
        elif run_id is not None:
            self.run = by_id(session, ScrapeRun, run_id, "run")
            self.alert = _open_alert(session, self.run)
        else:
            raise Invalid.field("runId", "name the run or alert")
        of = self.run or self.alert
        self.brand = session.get(Brand, of.brand_id) if of and of.brand_id else None
        self._effects: dict[bool, Effect] = {}  # a comparison of all it holds each

    @cached_property
    def reason(self) -> str:
        """Return why the run was held or failed."""
        return (self.run.failure_reason if self.run else "") or ""

    @cached_property
    def codes(self) -> list[str]:
        """Return what the run's reasons and its failed pages are about."""
        if self.run is None:
            return []
        return list(
            dict.fromkeys((*self.run.codes, *(page.code for page in self.run.failed_pages)))
        )

    @property
    def cause(self) -> str:
        """Return why pages could not be read; `VALUES` where that is not the trouble."""
        codes = self.codes
        if self.run is not None and self.run.result == "suspect":  # its reasons are of its values
            codes = [page.code for page in self.run.failed_pages]
        return next((code for code in codes if code in UNREAD), VALUES)

    @cached_property
    def is_acceptable(self) -> bool:
        """Return True if the run can be accepted."""
        return self.run is not None and self.run.id in acceptable(self.session, [self.run])

    @cached_property
    def held_prices(self) -> list[str]:
        """Return the first prices of the brand that the run held back and that still are."""
        run = self.run
        return held_prices(self.session, [run]).get(run.id, []) if run else []

    @cached_property
    def standing(self) -> str:
        """Return why the run can no longer be accepted."""
        return standings(self.session, [self.run]).get(self.run.id, "") if self.run else ""

    @cached_property
    def comparison(self) -> Comparison | None:
        """Return which of the run's products are known ones."""
        run = self.run
        if run is None or run.brand_id is None or not self.is_acceptable:
            return None
        source = "import" if run.kind == "import" else "scrape"
        return compare(self.session, run.brand_id, source, run.id)

    @cached_property
    def moved_to(self) -> str:
        """Return where the shop seems to be now; "" where it is."""
        return self.comparison.moved_to() if self.comparison else ""

    @cached_property
    def unconfirmed_matches(self) -> int:
        """Return how many new products seem to be known ones."""
        return len(self.comparison.unconfirmed_pairs()) if self.comparison else 0

    def effect(self, *, same: bool) -> Effect:
        """Return what publishing the run would do."""
        assert self.run is not None  # noqa: S101 - offered only of a run
        same = same or not self.unconfirmed_matches  # without a question the effect is the same
        if same not in self._effects:
            self._effects[same] = effect_of_accepting(self.session, self.run.id, same=same)
        return self._effects[same]

    @cached_property
    def left_alone_until(self) -> datetime | None:
        """Return until when the store's host gets no request, as it refused all."""
        site = self.brand.website if self.brand else ""
        return blocked_hosts(self.session, datetime.now(UTC)).get(host_of(site))

    def subject(self) -> Subject:
        """Return what is decided, as the record of actions names it."""
        if self.run is not None:
            name = self.brand.name if self.brand else self.run.brand_name
            return Subject("run", self.run.id, f"{name}, process {self.run.id}")
        assert self.alert is not None  # noqa: S101 - a case has one of them
        name = self.brand.name if self.brand else "the site"
        return Subject("alert", self.alert.id, f"{self.alert.kind} of {name}")

    def actions(self) -> list[OperatorAction]:
        """Return who has done what to the run and the alert, the last first."""
        keys = [("run", str(self.run.id))] if self.run else []
        keys += [("alert", str(self.alert.id))] if self.alert else []
        subject = tuple_(OperatorAction.subject_kind, OperatorAction.subject_key)
        found = select(OperatorAction).where(subject.in_(keys))
        return [*self.session.scalars(found.order_by(OperatorAction.id.desc()))]


def _open_alert(session: Session, run: ScrapeRun) -> Incident | None:
    return session.scalars(
        select(Incident)
        .where(Incident.brand_id == run.brand_id, Incident.run_id == run.id)
        .order_by(Incident.closed_at.is_not(None), Incident.id.desc())
        .limit(1)
    ).first()


def present(row: Row | None) -> Row:
    """Return what is decided; raises Conflict where it is no more."""
    if row is None:
        raise Conflict("It is no more")
    return row
