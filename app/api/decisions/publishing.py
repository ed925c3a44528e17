"""Decisions on alerts, and on runs that are held."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.access import note, operator_name
from app.api.decisions.kind import NOTHING, Before, Case, Done, Inputs, Kind, alert_of, run_of
from app.context import context
from app.errors import Invalid
from indexer.ingest.history.accept import Effect, accept_run
from indexer.ingest.history.reject import reject, take_back
from indexer.ingest.schedule.due import zone_of
from indexer.ingest.verdict.fields import told

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


def _products(count: int) -> str:
    return f"{count} product{'' if count == 1 else 's'}"


def _accept_refusal(case: Case) -> str | None:
    if case.run is None or case.run.result != "suspect":
        return None
    if case.run.rejected_at is not None:
        return f"It was rejected by {case.run.rejected_by}: {case.run.rejected_why}"
    return "" if case.is_acceptable else case.standing or None


def _same_refusal(case: Case) -> str | None:
    return _accept_refusal(case) if case.asked else None


def effect_lines(effect: Effect, *, same: bool) -> list[str]:
    """Return what publishing a run does to the shop window, a sentence each."""
    fields = ", ".join(
        f"{each.lost + each.gained + each.changed} in {each.label}" for each in effect.field_changes
    )
    lines = [
        effect.hides and f"{_products(effect.hides)} vanish from the shop window",
        effect.adds and f"{_products(effect.adds)} appear, or come back",
        effect.changes and f"{_products(effect.changes)} change{fields and f': {fields}'}",
        *told(effect.field_changes, "will lose"),
        effect.alerts and f"{_alerts(effect.alerts)} would be mailed",
        effect.waiting and f"{_alerts(effect.waiting)} wait for what vanishes",
    ]
    if effect.asked and not same:
        lines.append(
            f"History, favourites and alerts of {_products(effect.asked)} end: the new ones that"
            " seem to be those begin anew"
        )
    elif effect.asked:
        lines.append(f"{_products(effect.asked)} keep history, favourites and alerts")
    return [line for line in lines if line] or ["No product appears, vanishes or changes"]


def _alerts(count: int) -> str:
    return f"{count} visitors' alert{'' if count == 1 else 's'} of price or stock"


def _accepting(case: Case, *, same: bool) -> Before:
    effect = case.effect(same=same)
    lines = effect_lines(effect, same=same)
    if case.run and case.run.complete:
        lines.append("Later runs are compared with this one")
    lines.append("It cannot be undone: the next good run corrects what it reads otherwise")
    figures = (effect.adds, effect.hides, effect.prices, effect.changes, effect.alerts)
    return Before(lines, *figures)


def _accept(case: Case, *, same: bool) -> Done:
    run_id, before = run_of(case).id, case.effect(same=same).figures
    return lambda: accepted(run_id, before, same=same)


def accepted(run_id: int, before: dict[str, int], *, same: bool) -> str:
    """Accept a run, with what it does beside what was said `before`; return it in words."""
    effect = accept_run(context().settings, run_id, same=same, by=operator_name(), told=before)
    return f"Run {run_id} accepted: {effect}"


def _reject_refusal(case: Case) -> str | None:
    return "" if _accept_refusal(case) == "" else None


def _rejecting(_: Case) -> Before:
    asks = "A later run with the same trouble is rejected, too, and asks nobody until it changes"
    return Before((NOTHING, asks, "Undo brings the question back"))


def _reject(case: Case, inputs: Inputs) -> str:
    run = run_of(case)
    why = inputs.reason.strip()
    reject(case.session, run.id, operator_name(), why)
    note(case.session, "rejected", case.subject(), None, {"reason": why})
    return f"Run {run.id} rejected: {why}. The same trouble does not ask again"


def _unreject(case: Case) -> str:
    run = run_of(case)
    take_back(case.session, run.id)
    note(case.session, "undid the rejection", case.subject())
    return f"Run {run.id} is no longer rejected"


SAME = Kind(
    name="same",
    label="They are the same",
    key="s",
    refusal=_same_refusal,
    before=lambda case: _accepting(case, same=True),
    do=lambda case, _: _accept(case, same=True),
)
ACCEPT = Kind(
    name="accept",
    label="Accept",
    key="a",
    refusal=_accept_refusal,
    before=lambda case: _accepting(case, same=False),
    do=lambda case, _: _accept(case, same=False),
)
REJECT = Kind(
    name="reject",
    label="Reject",
    key="r",
    needs="reason",
    refusal=_reject_refusal,
    before=_rejecting,
    do=_reject,
    undo=_unreject,
    is_done=lambda case: bool(case.run and case.run.rejected_at),
)
