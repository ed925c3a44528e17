"""`python -m tests.bench` (`make bench`): run the sections and print their figures."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from tests.bench import feed, pages, serving
from tests.bench.report import Section, tell
from tests.bench.searchkit import searchkit
from tests.bench.stage import stage

SECTIONS: dict[str, Section] = {
    "search": serving.search,
    "searchkit": searchkit,
    "capacity": serving.capacity,
    "feed": feed.feed,
    "pages": pages.pages,
}
OWN_PRODUCTS = {"feed", "pages"}  # these need no generated catalogue


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each figure as soon as it is known."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    size = int(os.environ.get("N") or 1_000_000)
    parser.add_argument("-n", "--products", type=int, default=size, help="catalogue size")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of one measurement")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    options = parser.parse_args(arguments)
    products = options.products if {*options.only} - OWN_PRODUCTS else 0
    load = os.getloadavg()[0]
    print(
        f"{products:,} products; {os.cpu_count()} cores, load average {load:.1f} (idle: under 0.5)"
    )
    missed = 0
    with stage(products, options.seconds, tell) as here:
        for name in options.only:
            print(f"\n{SECTIONS[name].__doc__}", flush=True)
            for figure in SECTIONS[name](here):
                print(figure.line(), flush=True)
                missed += figure.met is False
    print(f"\n{missed} aims missed." if missed else "\nAll aims met.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
