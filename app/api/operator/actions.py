"""Who changed what, when: the record of operators' changes, as a page reads it."""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, func, select

from app.api.declare import Answer, Area, Query
from app.api.declare.fields import Day, Text, WholeNumber
from app.api.declare.schema import about, one_of
from app.context import context
from indexer.catalogue.audit import SUBJECTS
from indexer.models import OperatorAction

AREA = Area("operator_actions", "operators/actions", "Who changed what, when (operators)")
PAGE, MOST_OF_A_PAGE = 50, 200
MOST_PAGES = 1_000_000


class ActionsQuery(Query):
    """Which changes are listed. Days are of the site's zone; `until` is one of them."""

    page = WholeNumber(1, MOST_PAGES)
    page_size = WholeNumber(1, MOST_OF_A_PAGE)
    actor = Text(100)
    action = Text(100)
    kind = one_of(*SUBJECTS)
    key = Text(200, metadata={"description": "The id of what was changed, with its kind"})
    subject = Text(200, metadata={"description": "Words of its name"})
    since = Day()
    until = Day()


class OperatorActionRow(Answer):
    """A change by an operator."""

    id: int
    actor: str
    action: str
    kind: str = one_of(*SUBJECTS, attribute="subject_kind")
    key: str = about(attribute="subject_key")
    subject: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    at: datetime


class OperatorActions(Answer):
    """A page of changes, how many there are, and what they can be filtered by."""

    rows: list[OperatorActionRow]
    total: int
    actors: list[str]
    actions: list[str]
    kinds: list[str]
    time_zone: str


@AREA.get("", operator=True)
@AREA.query(ActionsQuery)
@AREA.response(OperatorActions)
def actions(page: int = 1, page_size: int = PAGE, **wanted: Any) -> dict[str, Any]:
    """List what operators changed, the newest first, a page at a time"""
    zone = context().settings.schedule_timezone
    where = [*_conditions(wanted, ZoneInfo(zone))]
    newest = select(OperatorAction).where(*where).order_by(OperatorAction.id.desc())
    with context().session() as session:
        total = session.scalar(select(func.count()).select_from(OperatorAction).where(*where))
        rows = session.scalars(newest.limit(page_size).offset((page - 1) * page_size)).all()
        names, words = (
            session.scalars(select(column).distinct().order_by(column)).all()
            for column in (OperatorAction.actor, OperatorAction.action)
        )
    return {
        "rows": rows,
        "total": total,
        "actors": names,
        "actions": words,
        "kinds": SUBJECTS,
        "time_zone": zone,
    }


def _conditions(wanted: dict[str, Any], zone: ZoneInfo) -> list[ColumnElement[bool]]:
    row = OperatorAction
    columns = {
        "actor": row.actor,
        "action": row.action,
        "kind": row.subject_kind,
        "key": row.subject_key,
    }
    found = [columns[name] == wanted[name] for name in columns if wanted.get(name)]
    if text := wanted.get("subject"):
        found.append(row.subject.icontains(text, autoescape=True))
    if since := wanted.get("since"):
        found.append(row.at >= _midnight(since, zone))
    if until := wanted.get("until"):
        found.append(row.at < _midnight(until + timedelta(days=1), zone))
    return found


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)
