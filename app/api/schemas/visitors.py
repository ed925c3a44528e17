"""Clicks, the newsletter and take-downs on the wire."""

from __future__ import annotations

from app.api.schemas.parts import TEXT, WHOLE, YES_NO, Schema, maybe, thing

SCHEMAS: dict[str, Schema] = {
    "Click": {
        "type": "object",
        "properties": {
            "brandId": {"type": ["integer", "string", "null"]},
            "groupKey": maybe(TEXT),
            "href": maybe(TEXT) | {"description": 'An address, or what was done ("Go to page 2")'},
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
