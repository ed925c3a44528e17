"""`python -m tests.bench`: run the sections and print their figures.

A section is a module in tests/bench/sections with a `TITLE` and a `run(stage)` that yields
figures; its name on the command line is the module's.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol, cast

from tests.bench import sections
from tests.bench.report import Figure
from tests.bench.stage import Stage, stage


class Section(Protocol):
    """What a section's module offers."""

    TITLE: str
    CATALOGUE: bool

    @staticmethod
    def run(stage: Stage) -> Iterator[Figure]:
        """Measure and yield figures as they are known."""


def find_sections() -> dict[str, Section]:
    """Return all section modules by name, in alphabetical order."""
    names = sorted(info.name for info in pkgutil.iter_modules(sections.__path__))
    return {
        name: cast(Section, importlib.import_module(f"{sections.__name__}.{name}"))
        for name in names
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen sections; the exit status is 1 when one failed to measure."""
    sections_by_name = find_sections()
    options = _parser(list(sections_by_name)).parse_args(arguments)
    missed: list[Figure] = []
    kept: dict[str, dict[str, str]] = {}
    chosen = [sections_by_name[name] for name in options.only]
    products = options.products if any(section.CATALOGUE for section in chosen) else 0
    print(f"{products:,} products; {_machine()}", flush=True)
    with stage(products, options.seconds, _tell) as here:
        for name, section in zip(options.only, chosen, strict=True):
            print(f"\n{section.TITLE}", flush=True)
            for figure in section.run(here):
                print(figure.line(), flush=True)
                missed += [figure] if figure.met is False else []
                kept.setdefault(name, {})[figure.name] = figure.value
                if options.keep:
                    options.keep.write_text(json.dumps(kept, indent=1))
    print(f"\n{len(missed)} aims missed." if missed else "\nAll aims met.")
    return 0


def _parser(names: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    size = int(os.environ.get("N") or 1_000_000)
    parser.add_argument("-n", "--products", type=int, default=size, help="catalogue size")
    parser.add_argument(
        "--seconds", type=float, default=5.0, help="length of one measurement (default 5)"
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument(
        "--only", nargs="+", choices=names, default=names, help="sections to run (default all)"
    )
    return parser


def _machine() -> str:
    """Return what figures depend on: the cores, and who else is using them."""
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores, load average before {load:.1f} (idle: under 0.5)"


def _tell(line: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
