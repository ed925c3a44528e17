"""Categories, colours, styles and countries on the wire."""

from app.api.declare import Answer
from app.api.declare.schema import Named, about


class Category(Named):
    """A category (spec §3)."""

    parent_category_id: int | None
    order: int = about(attribute="position")
    icon: str | None


class CategoryTree(Category):
    """A category with those inside it."""

    sub_categories: list["CategoryTree"]


class Color(Named):
    """A colour."""

    swatch: str


class Style(Named):
    """A style that brands are tagged with."""

    image: str


class BrandStyle(Answer):
    """A style of a brand."""

    style_id: int = about(attribute="id")
    name: str


class Country(Answer):
    """A country."""

    id: int
    nicename: str
    iso: str


class CurrentCountry(Answer):
    """The visitor's country; empty where it is not looked up."""

    country_code: str
