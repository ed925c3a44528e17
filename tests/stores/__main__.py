"""`python -m tests.stores --suggest`: how much is right from the suggestion alone."""

from __future__ import annotations

import argparse
import sys

from scrapers.browsing.browser import Browser
from tests.support.crawling import QUICK
from tests.support.suggested import Suggested, real_pages, saved_pages, suggested


def main() -> int:
    """Print the figures; the exit code tells whether they reach the aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suggest", action="store_true", required=True)
    parser.add_argument("names", nargs="*", help="only these stores")
    options = parser.parse_args()
    found: list[Suggested] = []
    with Browser(QUICK) as browser:
        for page in [*saved_pages(), *real_pages()]:
            if not options.names or page.name in options.names:
                found.append(suggested(page, browser))
                print(found[-1].summary(), flush=True)
    right, total = sum(one.right for one in found), sum(one.total for one in found)
    paged = [one for one in found if one.paging_right is not None]
    print(
        f"{right} of {total} products right ({right / max(1, total):.1%}),"
        f" paging right on {sum(bool(one.paging_right) for one in paged)} of {len(paged)} pages,"
        f" {sum(one.false_more for one in found)} false load-mores"
    )
    reached = right >= 0.95 * total and all(one.paging_right for one in paged)
    return 0 if reached and not any(one.false_more for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
