"""Decisions on an alert alone: somebody has seen it, or nobody is to be told for a time."""

from datetime import UTC, datetime, timedelta

from app.access.audit import note
from app.access.operators import operator_name
from app.api.decisions.case import Case, Inputs
from app.api.decisions.kind import NOTHING, Before, Kind, alert_of
from app.context import context
from app.errors import Invalid
from indexer.ingest.schedule.due import zone_of

MUTED_DAYS, MOST_MUTED_DAYS = 7, 366  # proposed, and allowed


def _alert_refusal(case: Case) -> str | None:
    return "" if case.alert is not None and case.alert.closed_at is None else None


def _acknowledging(_: Case) -> Before:
    told_ = "The alert says that you have seen it; it stays open until the trouble ends"
    return Before((told_, NOTHING))


def _acknowledge(case: Case, _: Inputs) -> str:
    alert = alert_of(case)
    alert.acknowledged_at = datetime.now(UTC)
    alert.acknowledged_by = operator_name()
    note(case.session, "acknowledged", case.subject())
    return "Acknowledged"


def _unacknowledge(case: Case) -> str:
    alert = alert_of(case)
    alert.acknowledged_at = alert.acknowledged_by = None
    note(case.session, "undid the acknowledgement", case.subject())
    return "No longer acknowledged"


def _muting(_: Case) -> Before:
    until = datetime.now(UTC) + timedelta(days=MUTED_DAYS)
    lines = (
        "No message and no digest tells of it until then; it is told again if it lasts",
        NOTHING,
    )
    return Before(lines, proposed={"until": until.replace(microsecond=0, second=0).isoformat()})


def _mute(case: Case, inputs: Inputs) -> str:
    alert, now = alert_of(case), datetime.now(UTC)
    if inputs.until is None or not now < inputs.until <= now + timedelta(days=MOST_MUTED_DAYS):
        raise Invalid.field("until", f"must be within the next {MOST_MUTED_DAYS} days")
    alert.muted_until, alert.muted_by = inputs.until, operator_name()
    note(case.session, "muted", case.subject(), None, {"until": inputs.until.isoformat()})
    zone = zone_of(context().settings)
    return f"Muted until {inputs.until.astimezone(zone):%-d %b %Y %H:%M} ({zone})"


def _unmute(case: Case) -> str:
    alert = alert_of(case)
    alert.muted_until = alert.muted_by = None
    note(case.session, "undid the muting", case.subject())
    return "No longer muted"


ACKNOWLEDGE = Kind(
    name="acknowledge",
    label="Acknowledge",
    key="k",
    refusal=_alert_refusal,
    before=_acknowledging,
    do=_acknowledge,
    undo=_unacknowledge,
    is_done=lambda case: bool(case.alert and case.alert.acknowledged_at),
)
MUTE = Kind(
    name="mute",
    label="Mute until",
    key="m",
    needs="until",
    refusal=_alert_refusal,
    before=_muting,
    do=_mute,
    undo=_unmute,
    is_done=lambda case: bool(case.alert and case.alert.muted_until),
)
