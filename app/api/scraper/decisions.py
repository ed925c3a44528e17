"""What an operator may decide of a run or an alert, what comes of it, and the way back."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from app.api.decisions.case import Before, Case, Done
from app.api.decisions.kinds import KINDS, Decision, decide, undo
from app.api.declare import Area
from app.api.declare.schema import With
from app.api.scraper import schemas
from app.api.scraper.history import history_records
from app.context import context
from indexer.core.background import attempt
from indexer.ingest.history.compare import Comparison, compare_runs, published_before
from indexer.ingest.items.staging import holds_any
from indexer.models.run import CHECK
from indexer.watch.incidents import watch_brand

AREA = Area("decisions", "scraper", "Decisions on runs and alerts (operators)")
REFUSED = Before(())
DECIDED = "It is decided"
EXAMPLE = {"runId": 812, "kind": "reject", "reason": "A price in cents was read as rand"}


@AREA.get("/decisions/run/<int:run_id>", operator=True)
@AREA.response(schemas.Decisions)
def of_run(run_id: int) -> With:
    """Tell what a held or failed run read, and what each decision would do to the shop window

    Nothing is done: products are counted as they are now.
    """
    return _decisions(run_id=run_id)


@AREA.get("/decisions/alert/<int:alert_id>", operator=True)
@AREA.response(schemas.Decisions)
def of_alert(alert_id: int) -> With:
    """Tell what an alert is of, and what each decision would do, as for its run"""
    return _decisions(alert_id=alert_id)


def _decisions(run_id: int | None = None, alert_id: int | None = None) -> With:
    with context().session() as session:
        case = Case.of(session, run_id, alert_id)
        brand = case.brand.name if case.brand else "The site"
        comparison = _comparison(case)
        return With(
            case,
            cause=case.cause,
            run=history_records(session, [case.run])[0] if case.run else None,
            alert=With(case.alert, brand=brand) if case.alert else None,
            comparison=_shown(case, comparison) if comparison else None,
            choices=[one for kind in KINDS if (one := _choice(case, kind)) is not None],
            taken=case.actions(),
        )


def _comparison(case: Case) -> Comparison | None:
    """Return how a held run differs from the last good one before it."""
    run, session = case.run, case.session
    if run is None or run.kind == CHECK or not session.scalar(select(holds_any(run.id))):
        return None
    base = published_before(session, run)
    return compare_runs(session, base.id, run.id) if base else None


def _shown(case: Case, found: Comparison) -> With:
    earlier, later = history_records(case.session, [found.earlier, found.later])
    return With(found, earlier=earlier, later=later)


def _choice(case: Case, kind: Decision) -> With | None:
    refusal, is_done = kind.refusal(case), kind.is_done(case)
    if refusal is None and not is_done:
        return None
    before = REFUSED if refusal != "" else kind.before(case)
    refused = DECIDED if refusal is None else refusal
    told = {"kind": kind.name, "refusal": refused, "undoable": is_done}
    return With(before, **told, label=kind.label, key=kind.key, needs=kind.needs)


@AREA.post("/decide", operator=True)
@AREA.arguments(schemas.DecisionInput, as_kwargs=False, example=EXAMPLE)
@AREA.text("Run 812 rejected: a price in cents was read as rand")
def do(sent: Mapping[str, Any]) -> str:
    """Decide what becomes of a held or failed run, or of an alert

    Answers what was done. It is signed by the operator's name. Refused (409) where the decision is
    not offered now: see `decisions`.
    """
    with context().session() as session:
        case = Case.of(session, sent.get("run_id"), sent.get("alert_id"))
        done = decide(case, sent)
    return _ended(case, done)


def _ended(case: Case, done: Done) -> str:
    """End a decision whose transaction has ended; its alert is gone with the trouble."""
    answer = done if isinstance(done, str) else done()
    if case.brand is not None:
        settings, brand_id = context().settings, case.brand.id
        attempt("The look at a decided brand", lambda: watch_brand(settings, brand_id))
    return answer


@AREA.post("/undoDecision", operator=True)
@AREA.arguments(schemas.UndoneDecision, example={"runId": 812, "kind": "reject"})
@AREA.text("Run 812 is no longer rejected")
def take_back(kind: str, run_id: int | None = None, alert_id: int | None = None) -> str:
    """Take a decision back, where data allows"""
    with context().session() as session:
        case = Case.of(session, run_id, alert_id)
        done = undo(case, kind)
    return _ended(case, done)
