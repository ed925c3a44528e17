"""Categories, colours, styles and countries on the wire."""

from marshmallow import fields

from app.api.declare import Answer
from app.api.declare.schema import Named


class Category(Named):
    """A category (spec §3)."""

    parent_category_id = fields.Integer(allow_none=True)
    order = fields.Integer(attribute="position")
    icon = fields.String(allow_none=True)


class CategoryTree(Category):
    """A category with those inside it."""

    sub_categories = fields.List(fields.Nested("CategoryTree"))


class Color(Named):
    """A colour."""

    swatch = fields.String()


class Style(Named):
    """A style that brands are tagged with."""

    image = fields.String()


class BrandStyle(Answer):
    """A style of a brand."""

    style_id = fields.Integer(attribute="id")
    name = fields.String()


class Country(Answer):
    """A country."""

    id = fields.Integer()
    nicename = fields.String()
    iso = fields.String()


class CurrentCountry(Answer):
    """The visitor's country; empty where it is not looked up."""

    country_code = fields.String()
