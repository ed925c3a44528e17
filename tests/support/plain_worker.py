"""`python -m tests.support.plain_worker`: the worker, whose crawls need no browser."""

import sys

from indexer.jobs.worker import main
from tests.support.plain_crawl import use_plain_crawls

if __name__ == "__main__":
    use_plain_crawls()
    sys.exit(main())
