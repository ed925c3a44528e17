"""Messages to operators about troubles: where it goes, what is open, what went out."""

from collections.abc import Mapping, Sequence
from email import message_from_bytes, policy
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from sqlalchemy import select

from app.api.declare import Area
from app.api.declare.fields import PAGE, TOTAL, Paged, With, by_id, page_of
from app.api.scraper import schemas
from app.api.scraper.case import Case
from app.api.scraper.history import comparison_of, history_records
from app.api.scraper.kinds import KINDS, Before, Decision, Done, decide, undo
from app.live.context import context
from app.web.errors import Conflict, NotFound
from indexer.core.background import attempt
from indexer.ingest.compare import published_before
from indexer.ingest.staging import holds_any
from indexer.models import Brand, Incident, Message
from indexer.models.message import MAIL
from indexer.models.run import CHECK
from indexer.notify.messages import (
    OPERATOR_KINDS,
    mails,
    notifies_operators,
    notify_operators,
    site,
)
from indexer.notify.post import chats
from indexer.watch.incidents import NAME, watch_brand

ALERTS = Area("alerts", "scraper/alerts", "Alerts of brands and the index in trouble (operators)")

MESSAGES = 20
MOST_OPEN = 500
NOBODY = (
    "Alerts are off: set ALERT_MAIL (with SMTP_URL), ALERT_CHATS, or ALERT_WEBHOOK_URL with"
    " ALERT_WEBHOOK_SECRET, and start the site again"
)


@ALERTS.get("", operator=True)
@ALERTS.response(schemas.Alerts)
def alerts() -> With:
    """Show where alerts go, which troubles are open, and the last messages that went out"""
    with context().session() as session:
        rows = session.execute(
            select(Incident, NAME)
            .outerjoin(Brand, Brand.id == Incident.brand_id)
            .where(Incident.closed_at.is_(None))
            .order_by(Incident.opened_at.desc(), Incident.id.desc())
            .limit(MOST_OPEN)
        ).all()
        messages = session.scalars(
            select(Message)
            .where(Message.kind.in_(OPERATOR_KINDS))
            .order_by(Message.id.desc())
            .limit(MESSAGES)
        ).all()
    settings = context().settings
    troubles = [With(alert, brand=name) for alert, name in rows]
    return With(
        settings,
        open=troubles,
        messages=messages,
        **mails(settings),
        mail_to=settings.alert_mail or None,
        mail_server=bool(settings.smtp_url),
        # Of webhook and chats no path, which may be a secret.
        webhook_host=urlsplit(settings.alert_webhook_url).hostname,
        chats=list(chats(settings.alert_chats)),
        off=None if notifies_operators(settings) else NOBODY,
    )


@ALERTS.get("/mails", operator=True)
@ALERTS.query(Paged)
@ALERTS.response(schemas.Mail(many=True), headers=TOTAL)
def waiting_mails(page: int = 1, page_size: int = PAGE) -> tuple[list[With], dict[str, str]]:
    """List the mails that wait, the newest first, a page at a time

    The total is in the header `X-Total-Count`.
    """
    wanted = select(Message).where(Message.channel == MAIL, Message.body.is_not(None))
    with context().session() as session:
        rows, total = page_of(session, wanted.order_by(Message.id.desc()), page, page_size)
    mails = [With(row, readable=_is_readable(row)) for row in rows]
    return mails, {"X-Total-Count": str(total)}


@ALERTS.get("/mails/<int:message_id>", operator=True)
@ALERTS.response(schemas.MailText)
def waiting_mail(message_id: int) -> dict[str, str]:
    """Show the text of a mail that waits

    While a mail server is set, only of those to operators: links to visitors are secrets.
    """
    with context().session() as session:
        row = by_id(session, Message, message_id, "mail")
        body, readable = row.body, row.channel == MAIL and _is_readable(row)
    if body is None:
        raise NotFound("The mail does not wait any more")
    if not readable:
        raise Conflict("A mail server is set: a visitor's mail is read by its visitor alone")
    plain = message_from_bytes(body, policy=policy.default).get_body(("plain",))
    return {"text": plain.get_content() if plain else ""}


def _is_readable(row: Message) -> bool:
    return row.kind in OPERATOR_KINDS or not context().settings.smtp_url


@ALERTS.post("/test", operator=True)
@ALERTS.response(schemas.AlertMessage(many=True))
def send_test() -> Sequence[Message]:
    """Have the worker send a test message by mail, webhook and chat

    What becomes of it stands among the last messages.
    """
    settings = context().settings
    if not notifies_operators(settings):
        raise Conflict(NOBODY)
    with context().session() as session:
        facts = {"event": "test", "url": site(settings)}
        ids = notify_operators(session, settings, "test", f"test:{uuid4().hex}", facts)
        rows = select(Message).where(Message.id.in_(ids)).order_by(Message.id)
        return session.scalars(rows).all()


DECISIONS = Area("decisions", "scraper", "Decisions on runs and alerts (operators)")
DECIDED = "It is decided"
EXAMPLE = {"runId": 812, "kind": "reject", "reason": "A price in cents was read as rand"}


@DECISIONS.get("/decisions/run/<int:run_id>", operator=True)
@DECISIONS.response(schemas.Decisions)
def of_run(run_id: int) -> With:
    """Show what a held or failed run read, and what each decision would do to the shop window

    Nothing is done: products are counted as they are now.
    """
    return _decisions(run_id=run_id)


@DECISIONS.get("/decisions/alert/<int:alert_id>", operator=True)
@DECISIONS.response(schemas.Decisions)
def of_alert(alert_id: int) -> With:
    """Show what an alert is of, and what each decision would do, as for its run"""
    return _decisions(alert_id=alert_id)


def _decisions(run_id: int | None = None, alert_id: int | None = None) -> With:
    with context().session() as session:
        case = Case(session, run_id, alert_id)
        brand = case.brand.name if case.brand else "The site"
        return With(
            case,
            cause=case.cause,
            run=history_records(session, [case.run])[0] if case.run else None,
            alert=With(case.alert, brand=brand) if case.alert else None,
            comparison=_comparison(case),
            choices=[one for kind in KINDS if (one := _choice(case, kind)) is not None],
            taken=case.actions(),
        )


def _comparison(case: Case) -> dict[str, Any] | None:
    """Return how a held run differs from the last good one before it."""
    run, session = case.run, case.session
    if run is None or run.kind == CHECK or not session.scalar(select(holds_any(run.id))):
        return None
    base = published_before(session, run)
    return comparison_of(session, base.id, run.id) if base else None


def _choice(case: Case, kind: Decision) -> With | None:
    refusal, is_done = kind.refusal(case), kind.is_done(case)
    if refusal is None and not is_done:
        return None
    return With(
        kind,
        refusal=DECIDED if refusal is None else refusal,
        undoable=is_done,
        before=kind.before(case) if refusal == "" else Before(),
    )


@DECISIONS.post("/decide", operator=True)
@DECISIONS.arguments(schemas.DecisionInput, as_kwargs=False, example=EXAMPLE)
@DECISIONS.text("Run 812 rejected: a price in cents was read as rand")
def do(sent: Mapping[str, Any]) -> str:
    """Decide what becomes of a held or failed run, or of an alert

    Answers what was done. It is signed by the operator's name. Refused (409) where the decision is
    not offered now: see `decisions`.
    """
    with context().session() as session:
        case = Case(session, sent.get("run_id"), sent.get("alert_id"))
        done = decide(case, sent)
    return _finish_decision(case, done)


def _finish_decision(case: Case, done: Done) -> str:
    """End a decision whose transaction has ended; its alert is gone with the trouble."""
    answer = done if isinstance(done, str) else done()
    if case.brand is not None:
        settings, brand_id = context().settings, case.brand.id
        attempt("The look at a decided brand", lambda: watch_brand(settings, brand_id))
    return answer


@DECISIONS.post("/undoDecision", operator=True)
@DECISIONS.arguments(schemas.UndoneDecision, example={"runId": 812, "kind": "reject"})
@DECISIONS.text("Run 812 is no longer rejected")
def take_back(kind: str, run_id: int | None = None, alert_id: int | None = None) -> str:
    """Take a decision back, where data allows"""
    with context().session() as session:
        case = Case(session, run_id, alert_id)
        done = undo(case, kind)
    return _finish_decision(case, done)
