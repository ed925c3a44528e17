"""Rows of the database by their ids."""

from typing import TypeVar

from sqlalchemy import BigInteger, inspect
from sqlalchemy.orm import Session

from app.api.declare.fields import BIG_MAX, INT_MAX
from app.errors import Invalid, NotFound
from indexer.models import Base

Row = TypeVar("Row", bound=Base)


def by_id(session: Session, model: type[Row], key: int, name: str) -> Row:
    """Return a row; `name` is what people call it. Raises NotFound, for any number."""
    (column,) = inspect(model).primary_key
    most = BIG_MAX if isinstance(column.type, BigInteger) else INT_MAX
    row = session.get(model, key) if 0 < key <= most else None
    if row is None:
        raise NotFound(f"There is no {name} {key}")
    return row


def chosen(session: Session, model: type[Row], key: int | None, field: str) -> int | None:
    """Return the id that `field` chooses, None for none; raises Invalid where there is no row."""
    if key is not None and session.get(model, key) is None:
        raise Invalid.field(field, f"there is no {model.__tablename__} {key}")
    return key
