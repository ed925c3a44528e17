"""The output of `make run`: a line for each step, and a spinner in a terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from rich.console import Console


class Step:
    """A running step; `detail` is printed in its closing line (a count, an address)."""

    def __init__(self) -> None:
        self.detail = ""


class Reporter:
    """Prints steps: in a terminal with colours and a spinner, in a file as lines."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)

    @property
    def interactive(self) -> bool:
        """Return True if the output is a terminal."""
        return self.console.is_terminal

    @contextmanager
    def step(self, title: str) -> Iterator[Step]:
        """Show the running step, then its closing line: title, detail and time (s)."""
        started, step = time.monotonic(), Step()
        with self.console.status(title) if self.interactive else nullcontext():
            yield step
        detail = f": {step.detail}" if step.detail else ""
        self.line(f"[green]✓[/green] {title}{detail} ({time.monotonic() - started:.1f} s)")

    def line(self, text: str) -> None:
        """Print one line, with rich's markup."""
        self.console.print(text, soft_wrap=True)
