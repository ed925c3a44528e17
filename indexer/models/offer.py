"""What is known of products that are one thing at several stores (indexer.offers)."""

from datetime import datetime
from typing import Any

from sqlalchemy import REAL, BigInteger, CheckConstraint, Index, Integer
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, part_of

_PRODUCT = "product.id"


class OfferPending(Base):
    """A change of a product after which it is matched. Rows are only added, so that writers never
    wait for the matching; several may be of one product, which may be deleted by then.
    """

    __tablename__ = "offer_pending"

    id: Mapped[BigId]
    product_id: Mapped[int] = mapped_column(BigInteger)


class OfferFacts(Base):
    """What others are compared with (indexer.offers.facts), of each product that is shown."""

    __tablename__ = "offer_facts"

    product_id: Mapped[int] = part_of(_PRODUCT, primary_key=True, autoincrement=False)
    facts: Mapped[dict[str, Any]]


class OfferKey(Base):
    """A number that products share which may be one thing."""

    __tablename__ = "offer_key"

    key: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    product_id: Mapped[int] = part_of(_PRODUCT, primary_key=True, index=True, autoincrement=False)


class OfferPicture(Base):
    """What a picture shows (indexer.offers.picture), by its content; empty: it cannot be read."""

    __tablename__ = "offer_picture"
    __table_args__ = (
        Index(
            "ix_offer_picture_bands",
            "bands",
            postgresql_using="gin",
            postgresql_with={"fastupdate": "off"},
        ),
    )

    content_hash: Mapped[str] = mapped_column(primary_key=True)
    forms: Mapped[bytes]
    bands: Mapped[list[int]] = mapped_column(ARRAY(Integer))


class OfferEdge(Base):
    """Why two products are one thing, or would be but for `evidence["apart"]`.

    `decided_by`: a person's decision, for good: that they are (`joins`), or that they are not.
    """

    __tablename__ = "offer_edge"
    __table_args__ = (CheckConstraint("a < b", name="in_order"),)

    a: Mapped[int] = part_of(_PRODUCT, primary_key=True, autoincrement=False)
    b: Mapped[int] = part_of(_PRODUCT, primary_key=True, index=True, autoincrement=False)
    rule: Mapped[str]
    score: Mapped[float] = mapped_column(REAL)
    joins: Mapped[bool]
    evidence: Mapped[dict[str, Any]]
    decided_by: Mapped[str | None]
    decided_at: Mapped[datetime | None]
