"""Generated texts and calls, the same in every run: none is answered by a 5xx.

Schemathesis sends what the API's schema declares; here whole values are others: days that no
calendar has, numbers that no column holds, half a sign.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient
from redis import Redis

from indexer.language import load_vocabulary
from tests.integration.app.desk import Desk

TEXTS, CALLS_EACH = 100, 2
ODD = [
    *("", "0", "-1", "1", "1.5", "1e400", "NaN", "9" * 25, "2147483648", "null", "[]", "a" * 2_100),
    *("2026-13-45", "2026-02-30", "0000-00-00", "99999-01-01", "now-9999999999d", "now-1y", "*"),
    *("\x00", "\u202e", "👗", "%00", "../..", "<b>", "'", "dress", "women/dresses", "karoo-cotton"),
    *("http://10。0。0。1/", "http://[::1", "https://shop.example:99999/", "a@b.example", "price"),
]
OTHER = [None, True, 0, -1, 1, 1.5, 2**31, 2**63, 10**30, [], {}, [None], {"a": 1}, "\ud800", *ODD]
NUMBERS = ["5", "97", "2022", "1 000", "10-12", "3/4", "R500", "42cm", "9" * 30, "½", "20%", "b22"]
SIGNS = [*"+-&/,|'\"()%*~", *"w/o for not under with size فستان 裙子 👗 \u00ad".split(" ")]


def test_generated_texts_are_answered(api: FlaskClient) -> None:
    dice, types = Random(58), load_vocabulary().product_types.values()
    words = sorted({word for one in types for wording in one.wordings for word in wording.raw})
    kinds = (words, words, words, NUMBERS, SIGNS)
    for _ in range(TEXTS):
        glues = dice.choices(["", " ", " ", "-"], k=dice.randrange(1, 9))
        text = "".join(f"{dice.choice(dice.choice(kinds))}{glue}" for glue in glues)
        body = [{"indexName": "products", "params": {"query": text, "facets": ["*"]}}]
        assert api.post("/api/search", json=body).status_code == 200, text
        assert api.get("/api/suggest", query_string={"q": text}).status_code == 200, text


def _value(schema: dict[str, Any], document: dict[str, Any], dice: Random, deep: int = 5) -> Any:
    """Return a value as a schema has it, or in a part of it another."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if not deep or dice.random() < 0.3:
        return dice.choice(OTHER)
    if "enum" in schema:
        return dice.choice(schema["enum"])
    if "properties" in schema:
        own = {name: one for name, one in schema["properties"].items() if dice.random() < 0.6}
        return {name: _value(one, document, dice, deep - 1) for name, one in own.items()}
    if schema.get("type") == "array":
        return [_value(schema.get("items", {}), document, dice, deep - 1)]
    return dice.choice(OTHER)


def test_generated_calls_are_answered(office: Desk) -> None:
    dice, client = Random(58), office.api
    document = client.get("/api/openapi.json").json
    assert document is not None
    calls = [(way, path) for path, ways in document["paths"].items() for way in ways]
    for way, form in calls * CALLS_EACH:
        declared, path = document["paths"][form][way], form
        if not isinstance(declared, dict):
            continue  # the parameters of all ways of a path
        query = {}
        for one in declared.get("parameters", []):
            text = str(_value(one.get("schema", {}), document, dice)).replace("\ud800", "")
            query[one.get("name", "")] = text
            path = path.replace(f"{{{one.get('name')}}}", quote(text) or "1")
        content = declared.get("requestBody", {}).get("content", {}).get("application/json", {})
        body = json.dumps(_value(content.get("schema", {}), document, dice)) if content else None
        kind = "application/json" if content else None
        answer = client.open(path, method=way, query_string=query, data=body, content_type=kind)
        assert answer.status_code < 500, (way, path, query, body, answer.text)
    with Redis.from_url(office.settings.redis_url) as redis:
        redis.flushdb()  # what the calls enqueued and noted
