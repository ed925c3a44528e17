"""The declarative base and the column types that several models share."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any

from sqlalchemy import BigInteger, DateTime, ForeignKey, Identity, MetaData, Numeric, Text, func
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import DeclarativeBase, MappedColumn, mapped_column

# Named constraints, so that migrations can drop them and errors can be distinguished.
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

BigId = Annotated[int, mapped_column(BigInteger, Identity(), primary_key=True)]
IntId = Annotated[int, mapped_column(primary_key=True, autoincrement=True)]
Money = Annotated[Decimal, mapped_column(Numeric(14, 2))]
Created = Annotated[datetime, mapped_column(server_default=func.now())]
Flag = Annotated[bool, mapped_column(default=False, server_default="false")]


def part_of(column: str, **options: Any) -> MappedColumn[Any]:
    """Return the column of what goes with its row, as `product.id`."""
    return mapped_column(ForeignKey(column, ondelete="CASCADE"), **options)


class Base(DeclarativeBase):
    """Base of all models: text is `text`, times carry a zone, lists are arrays."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads it from the class
        str: Text(),
        datetime: DateTime(timezone=True),
        dict[str, Any]: JSONB(),
        list[str]: ARRAY(Text()),
        list[int]: ARRAY(BigInteger()),
    }
