"""What the API's document promises to programs, and what calls make of a name that nobody knows."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.web.errors import REASONS
from tests.integration.app.desk import Desk
from tests.support.data import rows

Document = dict[str, Any]
# Spec §3: what a product image and a product group have on the screen that sends them back.
OF_THE_SCREEN = "annotation productSearchResults vertexClassification loaded error hovered".split()


def _operations(document: Document) -> list[tuple[str, str, Document]]:
    return [
        (path, method, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method != "parameters"
    ]


def test_every_call_has_a_name_and_says_how_it_may_be_refused(api: FlaskClient) -> None:
    document = api.get("/api/openapi.json").get_json()
    operations = _operations(document)
    names = [operation["operationId"] for *_, operation in operations]
    assert len({*names}) == len(names)
    for path, method, operation in operations:
        wanted = {"429"} | ({"404"} if "{" in path else set())
        if operation.get("security"):
            wanted |= {"401", "403"} | ({"409"} if _is_change(method, path) else set())
        assert wanted <= {*operation["responses"]}, (path, method)
        assert not operation["summary"].startswith("Return True"), "it answers with an object"
    assert document["servers"] == [{"url": "/"}]
    refusal = document["components"]["schemas"]["Refusal"]
    assert "reason" in refusal["properties"]


def _is_change(method: str, path: str) -> bool:
    return method == "post" and not path.endswith("/getStatus")


def test_a_name_that_is_not_known_is_refused_by_every_call_that_takes_an_object(
    office: Desk,
) -> None:
    document = office.get("openapi.json")
    asked = 0
    for path, method, operation in _operations(document):
        # A search has Algolia's parameters besides; a click of an older page is counted, too.
        if "requestBody" not in operation or path.startswith(("/api/search", "/api/interactions")):
            continue
        (content,) = operation["requestBody"]["content"].values()
        example = content.get("example")
        body = {**(example if isinstance(example, dict) else {}), "tpyo": 1}
        filled = re.sub(r"\{\w+\}", "1", path)
        answer = office.api.open(filled, method=method.upper(), json=body)
        assert answer.status_code == 400, (path, answer.text)
        assert answer.json is not None
        assert answer.json["errors"]["tpyo"] == ["is no field of this call"], path
        assert answer.json["reason"] == "invalid"
        asked += 1
    assert asked > 30


def test_what_an_answer_says_of_a_brand_can_be_sent_back(office: Desk) -> None:
    (row,) = office.get("brands/1")
    page = {name: row[name] for name in ("pageId", "pageUrl", "productCategory", "color")}
    shown = {"stylesFriendly": "Casual", "open": True, "openYPosition": 12}
    sent = {**row, **shown, "pages": [page | {"brandId": 1}]}
    assert office.post("brands/add", sent)["id"] == 1
    assert office.get("brands/1") == [row]


def test_an_image_with_all_of_its_fields_can_be_sent_back(desk: Desk) -> None:
    group = desk.post("images/all", 1)[0]
    images = [image | dict.fromkeys(OF_THE_SCREEN) for image in group["images"]]
    marks = {"hovered": False, "showTooltip": True, "redirectUrl": "https://x.example"}
    kept = {"finalCategoryId": None, "finalColorId": None}
    sent = {**group, **marks, "images": images, **kept}
    assert desk.post("images/save", sent).startswith("Saved ")
    for again in (sent, {**images[0], **kept}):
        assert desk.post("images/save", again).startswith("Nothing was changed: ")


# What cannot be meant: the call, its body where it has one, and the field that the refusal names.
REFUSED: list[tuple[str, Any, str]] = [tuple(row) for row in rows("calls_not_meant")]


@pytest.mark.parametrize(
    ("path", "body", "field"), REFUSED, ids=[f"{p} {b}" for p, b, _ in REFUSED]
)
def test_what_cannot_be_meant_is_refused_by_its_name(
    office: Desk, path: str, body: Any, field: str
) -> None:
    if body is None:
        answer = office.api.get(f"/api/{path}")
    else:
        text = body if isinstance(body, str) else json.dumps(body)
        answer = office.api.post(f"/api/{path}", data=text, content_type="application/json")
    assert answer.status_code == 400, answer.text
    assert list(answer.get_json()["errors"]) == [field]
    assert field in answer.get_json()["message"]


def test_programs_know_a_refusal_by_its_reason(office: Desk) -> None:
    for path, status, reason in (
        ("brands/999999", 404, "not-found"),
        ("scraper/getHistory?pageSize=many", 400, "invalid"),
        ("nothing", 404, "not-found"),
        ("scraper/start", 405, "method-not-allowed"),
    ):
        answer = office.api.get(f"/api/{path}")
        assert answer.json is not None
        assert (answer.status_code, answer.json["reason"]) == (status, reason), path
        assert reason in {*REASONS, "method-not-allowed"}
        assert "spelling" not in answer.json["message"]
    unknown: Any = office.api.post("/api/scraper/start", json=999_999)
    assert (unknown.status_code, unknown.json["reason"]) == (404, "unknown-brand")
    assert "unknown-brand" in REASONS
