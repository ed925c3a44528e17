"""Categories, colours, styles and countries on the wire."""

from __future__ import annotations

from marshmallow import fields

from app.api.declare import Answer


class Category(Answer):
    """A category (spec §3)."""

    id = fields.Integer()
    name = fields.String()
    slug = fields.String()
    parent_category_id = fields.Integer(allow_none=True)
    order = fields.Integer(attribute="position")
    icon = fields.String(allow_none=True)


class CategoryTree(Category):
    """A category with those inside it."""

    sub_categories = fields.List(fields.Nested("CategoryTree"))


class Color(Answer):
    """A colour."""

    id = fields.Integer()
    name = fields.String()
    slug = fields.String()
    swatch = fields.String()


class Style(Answer):
    """A style that brands are tagged with."""

    id = fields.Integer()
    name = fields.String()
    slug = fields.String()
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
