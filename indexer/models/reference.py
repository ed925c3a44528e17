"""Reference data: countries, colours, categories, styles (spec §3); operators' synonyms."""

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column, relationship

from indexer.models.base import Base, BigId, Created, Flag, IntId, part_of


class Country(Base):
    """A country of ISO 3166. `has_proxy`: a shipping proxy has an address there."""

    __tablename__ = "country"
    __table_args__ = (CheckConstraint("iso ~ '^[A-Z]{2}$'", name="iso_is_two_capitals"),)

    id: Mapped[IntId]
    iso: Mapped[str] = mapped_column(unique=True)
    nicename: Mapped[str] = mapped_column(unique=True)
    has_proxy: Mapped[Flag]


class Color(Base):
    """One of the spec's sixteen colours; `swatch` is a CSS background."""

    __tablename__ = "color"
    __table_args__ = (CheckConstraint("slug ~ '^[a-z-]+$'", name="slug_is_lower_case"),)

    id: Mapped[IntId]
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(unique=True)
    swatch: Mapped[str]
    position: Mapped[int]


class Category(Base):
    """A node of the category tree; `slug` is its stable path, such as `women/shoes/boots`."""

    __tablename__ = "category"
    __table_args__ = (
        CheckConstraint("slug ~ '^[a-z0-9-]+(/[a-z0-9-]+)*$'", name="slug_is_a_path"),
        CheckConstraint("parent_category_id <> id", name="not_its_own_parent"),
        CheckConstraint(
            "(parent_category_id IS NULL) = (strpos(slug, '/') = 0)", name="root_has_no_slash"
        ),
    )

    id: Mapped[IntId]
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    parent_category_id: Mapped[int | None] = mapped_column(ForeignKey("category.id"), index=True)
    position: Mapped[int]
    icon: Mapped[str | None]


class CategoryListEntry(Base):
    """A category's membership of a named list, such as "Jackets" (spec §3's fixed lists)."""

    __tablename__ = "category_list"

    name: Mapped[str] = mapped_column(primary_key=True)
    category_id: Mapped[int] = part_of("category.id", primary_key=True)
    category: Mapped[Category] = relationship()


class Style(Base):
    """A style that brands are tagged with; `image` is the picture's path on this site."""

    __tablename__ = "style"
    __table_args__ = (CheckConstraint("slug ~ '^[a-z0-9-]+$'", name="slug_is_lower_case"),)

    id: Mapped[IntId]
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(unique=True)
    image: Mapped[str]
    position: Mapped[int]


class Synonym(Base):
    """Words as visitors type them, in small letters, and those that are read instead."""

    __tablename__ = "synonym"

    words: Mapped[str] = mapped_column(primary_key=True)
    means: Mapped[str]
    added_by: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[Created]


class SnapshotChange(Base):
    """A change of a table that web processes hold (`app.live.snapshot`); triggers note it (0037).

    Rows are only added: who changes a table at the same time waits for nobody.
    """

    __tablename__ = "snapshot_change"

    id: Mapped[BigId]
    created_at: Mapped[Created]
