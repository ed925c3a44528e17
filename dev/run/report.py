"""What the person at the terminal reads: a line for each step; a spinner where there is a TTY."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from rich.console import Console


class Step:
    """A running step; `detail` is shown in its closing line (how many, which address)."""

    def __init__(self) -> None:
        self.detail = ""


class Reporter:
    """Prints steps: for a person with colours and a spinner, for a file as plain lines."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)

    @property
    def interactive(self) -> bool:
        """Tell whether a person watches."""
        return self.console.is_terminal

    @contextmanager
    def step(self, title: str) -> Iterator[Step]:
        """Show that the step runs, then its closing line: what, how many, how long (s)."""
        started, step = time.monotonic(), Step()
        with self.console.status(title) if self.interactive else nullcontext():
            yield step
        detail = f": {step.detail}" if step.detail else ""
        self.line(f"[green]✓[/green] {title}{detail} ({time.monotonic() - started:.1f} s)")

    def line(self, text: str) -> None:
        """Print one line (rich's markup is understood)."""
        self.console.print(text, soft_wrap=True)
