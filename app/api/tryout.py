"""Trying a configuration before it is saved: jobs for an operator who waits for them."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, jsonify
from rq.job import Job

from app.api.brand_edit import MAX_SELECTOR, page_rows, typed_fields
from app.api.route import answer, bare, body, route
from app.api.schemas.parts import ref
from app.api.scraper import AREA, run_errors
from app.api.values import bare_value, json_object, text, website
from app.context import context
from app.errors import Invalid, NotFound
from indexer.queues import OPERATOR, PREVIEW, SUGGEST, enqueue, fetch_job

TIMEOUT_S = 120  # one page, or a few
WAITS_S = 300  # an operator who waits longer has gone
_JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
_STATES = {
    "finished": "finished",
    "started": "running",
    "failed": "failed",
    "stopped": "failed",
    "canceled": "failed",
}


@route(
    AREA,
    "POST",
    "/preview",
    operator=True,
    request=body(
        ref("PreviewInput"),
        {
            "brand": {
                "name": "Karoo Cotton",
                "nodePath": ".card img",
                "parentDepth": 2,
                "pages": [
                    {
                        "pageUrl": "https://karoo-cotton.example/women",
                        "customClickSelector": "button.show-all",
                    }
                ],
            },
            "pageUrl": "https://karoo-cotton.example/women",
        },
    ),
    response=answer(ref("JobStarted")),
)
def preview() -> Response:
    """Try a configuration on one page: a screenshot with the matches and the parsed items

    Where `brand.pages` has the page's address, its custom click is made.
    """
    sent = json_object()
    brand = sent.get("brand")
    if not isinstance(brand, dict):
        raise Invalid.field("brand", "must be the brand's fields")
    fields = typed_fields(brand)
    page_url = website(sent.get("pageUrl"), "pageUrl")
    return _enqueue(PREVIEW, fields, _page_entry(brand.get("pages"), page_url))


def _page_entry(pages: Any, page_url: str) -> dict[str, str]:
    """Return the brand's entry of this address, or one with nothing but the address."""
    rows = page_rows([] if pages is None else pages)
    of_address = (row for row in rows if str(row.get("pageUrl", "")).strip() == page_url)
    row = next(of_address, {})
    name = "customClickSelector"
    return {
        "page_url": page_url,
        "custom_click_selector": text(row.get(name), name, MAX_SELECTOR),
    }


@route(
    AREA,
    "POST",
    "/suggest",
    operator=True,
    request=bare("url", {"type": "string", "format": "uri"}, "https://karoo-cotton.example"),
    response=answer(ref("JobStarted")),
)
def suggest() -> Response:
    """Suggest a configuration from a store's address"""
    return _enqueue(SUGGEST, website(bare_value("url"), "url"))


def _enqueue(name: str, *args: Any) -> Response:
    with run_errors():
        job = enqueue(
            context().settings, OPERATOR, name, *args, timeout_s=TIMEOUT_S, waits_s=WAITS_S
        )
    return jsonify({"jobId": job.id})


@route(AREA, "GET", "/jobs/<job_id>", operator=True, response=answer(ref("Job")))
def job(job_id: str) -> Response:
    """Show how far a preview or suggestion is, and its result once it is there"""
    if not _JOB_ID.fullmatch(job_id):
        raise NotFound("There is no such job")
    with run_errors():
        found = fetch_job(context().settings, job_id)
        if found is None or found.func_name not in {PREVIEW, SUGGEST}:
            raise NotFound("There is no such job; its result is kept for an hour")
        state = _STATES.get(str(found.get_status(refresh=False).value), "queued")
        result = found.return_value() if state == "finished" else None
    message = _reason(found) if state == "failed" else None
    return jsonify({"id": job_id, "state": state, "message": message, "result": result})


def _reason(found: Job) -> str:
    """Return the last line of what was raised: the operator's own page failed, not the site."""
    latest = found.latest_result()
    raised = (latest.exc_string if latest else "") or ""
    lines = [line for line in raised.strip().splitlines() if line.strip()]
    last = lines[-1] if lines else "The job was stopped"
    return last.partition(": ")[2][:500] or last[:500]
