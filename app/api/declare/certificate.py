"""Where a price stood, on the wire (scrapers.values.certificate)."""

from __future__ import annotations

from marshmallow import fields

from app.api.declare.schema import Answer


class Certificate(Answer):
    """Where a price stood when it was read: operators' alone, as an address may hold a token."""

    source = fields.String(metadata={"example": "feed"})
    address = fields.String()
    place = fields.String(metadata={"example": "row id 123, column sale_price"})
    text = fields.String(
        attribute="shown", metadata={"description": "As it stood, at most 200 signs"}
    )
    reader = fields.String(metadata={"example": "printed"})
    version = fields.Integer(metadata={"description": "Of the reader's rules"})
    words = fields.String(metadata={"description": "All of it as a sentence"})
