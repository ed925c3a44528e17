"""Screenshots and HTML of failed pages, kept for the operator where all machines reach them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from indexer.core.files import Location
from indexer.ingest.runs.working import Work
from indexer.models import FailedPage
from scrapers.events import PageFailed

NAME = re.compile(r"run-\d{1,19}-page-\d{1,6}\.(?:png|html)")
REASON_LIMIT = 2_000  # characters


def keep_evidence(work: Work, pages: Sequence[PageFailed]) -> list[Mapping[str, str | None]]:
    """Store what was kept of a run's failed pages; return their rows (indexer.models.FailedPage).

    Not in a transaction: a bucket may take its time. What it does not take is logged; it is
    not called for the rest then, as a hanging one would hang for each.
    """
    names: dict[Path, str] = {}
    try:
        files = Location(work.settings.evidence_location)
        for number, page in enumerate(pages, start=1):
            for source in filter(None, (page.screenshot, page.html)):
                name = f"run-{work.run_id}-page-{number}{source.suffix}"
                files.write(name, source.read_bytes())
                names[source] = name
    except OSError as error:
        work.log(f"Screenshots and HTML of failed pages could not be kept: {error}")
    return [
        {
            "page_url": page.url,
            "code": page.code,
            "reason": page.reason[:REASON_LIMIT],
            "screenshot_name": names.get(page.screenshot) if page.screenshot else None,
            "html_name": names.get(page.html) if page.html else None,
        }
        for page in pages
    ]


def remove_evidence(location: str, pages: Iterable[FailedPage]) -> None:
    """Delete what was kept of these pages; raises OSError."""
    files = Location(location)
    for page in pages:
        for name in (page.screenshot_name, page.html_name):
            if name:
                files.remove(name)
