"""The progress of the brands' runs from the API's answers, and its display in a terminal."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rich.live import Live
from rich.markup import escape
from rich.table import Table

from dev.run.report import Reporter

LINES_EVERY_S = 15.0


@dataclass(frozen=True, slots=True)
class Progress:
    """One brand's progress: `result` is empty until its run is closed. Times in seconds."""

    brand: str
    state: str = "waiting"
    products: int = 0
    elapsed_s: float = 0.0
    pages_done: int = 0
    pages_total: int = 0
    result: str = ""
    reason: str = ""

    @property
    def text(self) -> str:
        """Return the progress as a line of text."""
        if self.result:
            reason = f" ({self.reason})" if self.reason else ""
            return f"{self.result}{reason}: {self.products} products in {self.elapsed_s:.0f} s"
        if self.state in {"waiting", "queued"}:
            return "waiting for its turn"
        if not self.pages_total:
            return "starting its browser"
        pages = f"page {min(self.pages_done + 1, self.pages_total)} of {self.pages_total}"
        return f"{pages}, {self.products} products so far, {self.elapsed_s:.0f} s"


Run = Mapping[str, Any]


def of_process(brand: str, run: Run) -> Progress:
    """Return the progress of an entry of getProcesses."""
    return Progress(
        brand,
        state=str(run.get("state") or "running"),
        products=int(run["foundCount"]),
        elapsed_s=float(run["elapsedSeconds"]),
        pages_done=int(run["pagesDone"]),
        pages_total=int(run["pagesTotal"]),
    )


def of_history(brand: str, run: Run) -> Progress:
    """Return the progress of an entry of getHistory."""
    return Progress(
        brand,
        state="finished",
        products=int(run["foundCount"]),
        elapsed_s=_seconds_between(run.get("startTime"), run.get("endTime")),
        result=str(run.get("result") or ""),
        reason=str(run.get("failureReason") or ""),
    )


def _seconds_between(start: Any, end: Any) -> float:
    if not start or not end:
        return 0.0
    return (datetime.fromisoformat(str(end)) - datetime.fromisoformat(str(start))).total_seconds()


class ProgressView:
    """A live table in a terminal; in a file a line when a brand ends, and one now and then."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter
        self._live = Live(console=reporter.console) if reporter.interactive else None
        self._finished: set[int] = set()
        self._printed_at = time.monotonic()

    def __enter__(self) -> ProgressView:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def update(self, progress: Mapping[int, Progress]) -> None:
        """Show the newest state of all brands."""
        if self._live:
            self._live.update(_table(progress))
        else:
            self._print_lines(progress)

    def _print_lines(self, progress: Mapping[int, Progress]) -> None:
        for brand_id, entry in progress.items():
            if entry.result and brand_id not in self._finished:
                self._finished.add(brand_id)
                self._reporter.line(f"  {escape(entry.brand)}: {escape(entry.text)}")
        if time.monotonic() - self._printed_at >= LINES_EVERY_S:
            self._printed_at = time.monotonic()
            for entry in progress.values():
                if not entry.result and entry.state not in {"waiting", "queued"}:
                    self._reporter.line(f"  {escape(entry.brand)}: {escape(entry.text)}")


def _table(progress: Mapping[int, Progress]) -> Table:
    table = Table.grid(padding=(0, 2))
    for entry in progress.values():
        mark = {"": "…", "success": "[green]✓[/green]"}.get(entry.result, "[yellow]![/yellow]")
        table.add_row(f"  {mark}", escape(entry.brand), escape(entry.text))
    return table
