"""Screenshots and HTML of failed pages, kept beside the run's log for the operator."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy.orm import Session

from indexer.models import FailedPage
from indexer.runs.log import evidence_name, evidence_path
from indexer.runs.working import Work
from scrapers.events import PageFailed

REASON_LIMIT = 2_000  # characters


def keep_evidence(session: Session, work: Work, pages: Sequence[PageFailed]) -> None:
    """Record the run's failed pages; their files get names that the log download takes."""
    for number, page in enumerate(pages, start=1):
        session.add(
            FailedPage(
                run_id=work.run_id,
                page_url=page.url,
                reason=page.reason[:REASON_LIMIT],
                screenshot_name=_keep(work, number, page.screenshot),
                html_name=_keep(work, number, page.html),
            )
        )


def _keep(work: Work, number: int, source: Path | None) -> str | None:
    """Move a file out of the job's temporary folder; None where there is no file."""
    if source is None:
        return None
    name = evidence_name(work.run_id, number, source.suffix)
    path = evidence_path(work.settings.log_dir, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if source.is_file():
        shutil.move(source, path)
    return name if path.is_file() else None
