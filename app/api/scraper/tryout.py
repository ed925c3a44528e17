"""Trying a configuration before it is saved: jobs for an operator who waits for them."""

import re
from collections.abc import Mapping
from typing import Any

from rq.job import Job

from app.api.brands.audit import configuration
from app.api.brands.rows import brand_by_id
from app.api.brands.schemas import BrandInput, PreviewInput, StoreAddress
from app.api.declare import Area
from app.api.scraper import schemas
from app.context import context
from app.errors import NotFound
from indexer.core.queues import OPERATOR, PREVIEW, SUGGEST, enqueue, fetch_job

AREA = Area("tryout", "scraper", "Trying a configuration before it is saved (operators)")
TIMEOUT_S = 120  # one page, or a few
SUGGEST_S = 300  # feeds, a catalogue, a few pages, and today's products
WAITS_S = 300  # an operator who waits longer has gone
_JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
_STATES = {
    "finished": "finished",
    "started": "running",
    "failed": "failed",
    "stopped": "failed",
    "canceled": "failed",
}


EXAMPLE = {
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
}


@AREA.post("/preview", operator=True)
@AREA.arguments(PreviewInput, example=EXAMPLE)
@AREA.response(schemas.JobStarted)
def preview(brand: dict[str, Any], page_url: str) -> Job:
    """Try a configuration on one page: a screenshot with the matches and the parsed items

    Where `brand.pages` has the page's address, its custom click is made.
    """
    pages = brand.pop("pages", [])
    return _enqueue(PREVIEW, brand, _page_entry(pages, page_url))


def _page_entry(pages: list[Mapping[str, Any]], page_url: str) -> dict[str, str]:
    """Return the brand's entry of this address, or one with nothing but the address."""
    row = next((row for row in pages if row["page_url"] == page_url), {})
    return {"page_url": page_url, "custom_click_selector": row.get("custom_click_selector", "")}


@AREA.post("/suggest", operator=True)
@AREA.arguments(StoreAddress, example="https://karoo-cotton.example")
@AREA.response(schemas.JobStarted)
def suggest(
    url: str,
    brand: dict[str, Any] | None = None,
    *,
    quick: bool = False,
    brand_id: int | None = None,
) -> Job:
    """Suggest a configuration from a store's address

    What `brand` has is kept where what is found reads no more. Of a known brand (`brandId`; its own
    configuration is meant where no `brand` is sent) the result says how many of today's products
    are found, changed and lost.
    """
    if brand_id is not None and not brand:
        with context().session() as session:
            brand = BrandInput().load(configuration(brand_by_id(session, brand_id)))
    return _enqueue(SUGGEST, url, brand, quick, brand_id, timeout_s=SUGGEST_S)


def _enqueue(name: str, *args: Any, timeout_s: int = TIMEOUT_S) -> Job:
    settings = context().settings
    return enqueue(settings, OPERATOR, name, *args, timeout_s=timeout_s, waits_s=WAITS_S)


@AREA.get("/jobs/<job_id>", operator=True)
@AREA.response(schemas.Job)
def job(job_id: str) -> dict[str, Any]:
    """Show how far a preview or suggestion is, and its result once it is there"""
    if not _JOB_ID.fullmatch(job_id):
        raise NotFound("There is no such job")
    fetched = fetch_job(context().settings, job_id)
    if fetched is None or fetched.func_name not in {PREVIEW, SUGGEST}:
        raise NotFound("There is no such job; its result is kept for an hour")
    state = _STATES.get(str(fetched.get_status(refresh=False).value), "queued")
    return {
        "id": job_id,
        "state": state,
        "message": _reason(fetched) if state == "failed" else None,
        "result": fetched.return_value() if state == "finished" else None,
    }


def _reason(job: Job) -> str:
    """Return the last line of what was raised: the operator's own page failed, not the site."""
    latest = job.latest_result()
    raised = (latest.exc_string if latest else "") or ""
    lines = [line for line in raised.strip().splitlines() if line.strip()]
    last = lines[-1] if lines else "The job was stopped"
    return last.partition(": ")[2][:500] or last[:500]
