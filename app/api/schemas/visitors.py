"""Clicks, the newsletter and take-downs on the wire."""

from __future__ import annotations

from app.api.schemas.parts import TEXT, WHOLE, YES_NO, Schema, maybe, one_of, thing

# The search that an interaction came from, its text, and the product's place in it, from 1.
_SEARCHED: Schema = {"searchId": maybe(TEXT), "position": maybe(WHOLE), "query": maybe(TEXT)}

SCHEMAS: dict[str, Schema] = {
    "Click": {
        "type": "object",
        "properties": {
            "brandId": {"type": ["integer", "string", "null"]},
            "groupKey": maybe(TEXT),
            "href": maybe(TEXT) | {"description": 'An address, or what was done ("Go to page 2")'},
            **_SEARCHED,
        },
    },
    "ItemView": {
        "type": "object",
        "required": ["brandId", "groupKey"],
        "properties": {
            "brandId": {"type": ["integer", "string"]},
            "groupKey": TEXT,
            "kind": one_of("details", "quick", "colour"),
            **_SEARCHED,
        },
    },
    "Saved": thing(saved=YES_NO),
    "Subscription": {
        "type": "object",
        "required": ["email"],
        "properties": {"email": {"type": "string", "format": "email", "maxLength": 254}},
    },
    "TakeDown": thing(
        id=WHOLE,
        domain=maybe(TEXT),
        brandId=maybe(WHOLE),
        groupKey=maybe(TEXT),
        reason=TEXT,
        createdAt=TEXT,
    ),
    "TakeDownInput": {
        "type": "object",
        "properties": {"productId": maybe(WHOLE), "domain": maybe(TEXT), "reason": maybe(TEXT)},
    },
}
