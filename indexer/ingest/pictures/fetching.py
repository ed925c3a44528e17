"""The pictures that products name, fetched into our own store; products show them from there."""

import io
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeGuard
from urllib.parse import urlsplit

from PIL import UnidentifiedImageError
from sqlalchemy import Row, func, select, update
from sqlalchemy.orm import Session

from indexer.catalogue.images import NotAPictureError, PictureStore, keep
from indexer.catalogue.outbox import enqueue
from indexer.core.bad_items import in_halves, put_aside, reason
from indexer.core.db import session_scope
from indexer.core.hosts import SharedRateLimiter
from indexer.core.settings import Settings
from indexer.core.stopflag import SHUTDOWN
from indexer.index.writer import write_pending
from indexer.models import NO_PICTURE, Product, ProductImage
from indexer.models.run import Reason
from scrapers.browsing.guard import Guard
from scrapers.errors import (
    BadPageError,
    PageError,
    RefusedAddressError,
    StoppedError,
    WaitTooLongError,
)
from scrapers.options import CrawlOptions
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
from scrapers.product import Picture
from scrapers.web.addresses import Loopback
from scrapers.web.rate_limiter import LocalRateLimiter

DELAY_MS = 200  # between two files of one host, which cost a store less than a page
LONGEST_WAIT_S = 60.0  # for a host that backs off; then another job tries
SIZE_LIMIT = 20_000_000  # bytes
BOUNDS = Bounds(SIZE_LIMIT, seconds=30.0, unpacked=SIZE_LIMIT, silence_s=15.0)


class PoliteFiles:
    """Fetches files for one job; its threads may share it."""

    def __init__(self, fetcher: Fetcher, bounds: Bounds) -> None:
        self._fetcher, self._bounds = fetcher, bounds

    def get(self, url: str, accept: str = "image/*") -> bytes:
        """Return the bytes behind an http(s) address, when it is its host's turn.

        Raises PageError, and StoppedError where the worker ends.
        """
        body = io.BytesIO()
        self._fetcher.fetch(url, body, self._bounds, accept=accept)
        return body.getvalue()


@contextmanager
def polite_files(
    allow_loopback: Loopback, turns: LocalRateLimiter | None = None, bounds: Bounds = BOUNDS
) -> Iterator[PoliteFiles]:
    """Open what fetches files from public addresses only, at every hop (fault 21)."""
    options = CrawlOptions(
        allow_loopback=allow_loopback,
        request_delay_ms=DELAY_MS,
        attempts=1,
        retry_after_limit_s=LONGEST_WAIT_S,
        turns=turns,
    )
    with Guard(allow_loopback) as guard:
        fetcher = Fetcher(options, guard, Politeness(options, guard.url, SHUTDOWN.is_set))
        yield PoliteFiles(fetcher, bounds)


log = logging.getLogger(__name__)

BATCH = 64  # images a transaction; each is one outbox row of its product
THREADS = 6
HOST_TRIES = 5  # images in a row, in one job
TRIES = 3  # a picture that failed this often is left to the store
Outcome: TypeAlias = Picture | Reason  # our copy, or why there is none
# An image that has no copy yet, or an old one that its product shows meanwhile, and its outcome.
Fetched: TypeAlias = tuple[Row[Any], Outcome]


def fetch_missing(settings: Settings) -> int:
    """Fetch what has no copy; return how many were stored. Raises OSError on a full store.

    Safe to run twice at a time: a copy has its content's name, and rows are set again to the same.
    """

    def record(results: Sequence[Fetched]) -> None:
        with session_scope(settings.database_url) as session:
            _record(session, results)

    def aside(result: Fetched, error: Exception) -> None:
        put_aside(settings, "pictures to fetch", result[0].url, error)
        with session_scope(settings.database_url) as session:
            left = update(ProductImage).where(ProductImage.id == result[0].id)
            session.execute(left.values(fetch_failures=NO_PICTURE))

    stored, hidden, after = 0, 0, 0
    with picture_fetcher(settings) as fetcher, ThreadPoolExecutor(THREADS) as pool:
        while not SHUTDOWN.is_set():
            with session_scope(settings.database_url) as session:
                batch = _to_fetch(session, after)
            if not batch:
                break
            outcomes = pool.map(fetcher, (wanted.url for wanted in batch))
            results = [
                (wanted, outcome)
                for wanted, outcome in zip(batch, outcomes, strict=True)
                if outcome is not None
            ]
            in_halves(results, record, aside)
            stored += sum(isinstance(outcome, Picture) for _, outcome in results)
            hidden += sum(is_hidden(outcome) for _, outcome in results)
            after = batch[-1].id
    if stored or hidden:
        write_pending(settings)
    return stored


def is_hidden(outcome: Outcome | None) -> TypeGuard[Reason]:
    """Return True for what a product shows no longer: no picture, or one inside our network."""
    hidden = NotAPictureError.code, RefusedAddressError.code
    return isinstance(outcome, Reason) and outcome.code in hidden


def _to_fetch(session: Session, after: int) -> Sequence[Any]:
    return session.execute(
        select(
            ProductImage.id,
            ProductImage.product_id,
            ProductImage.image_url.label("url"),
            ProductImage.calculated_url.label("shown"),
        )
        .join(ProductImage.product)
        .where(
            ProductImage.id > after,
            ProductImage.content_hash.is_(None),
            ProductImage.gone_at.is_(None),
            ProductImage.fetch_failures < TRIES,
            ProductImage.image_url.regexp_match("^https?://"),
            Product.gone_at.is_(None),
            Product.blocked.is_(False),
        )
        .order_by(ProductImage.id)
        .limit(BATCH)
    ).all()


class PictureFetcher:
    """Fetches for one job; a host that is away keeps no job, and no other host, waiting."""

    def __init__(self, store: PictureStore, files: PoliteFiles) -> None:
        self._store = store
        self._files = files
        self._silent: Counter[str] = Counter()  # failures of a host, since its last answer

    def __call__(self, url: str) -> Outcome | None:
        """Return our copy, or why there is none; None where its host is left alone for this job.

        Raises OSError on a full store.
        """
        host = urlsplit(url).netloc
        if self._silent[host] >= HOST_TRIES:
            return None
        try:
            outcome: Outcome = keep(self._store, self._files.get(url))
        except StoppedError:
            return None
        except (NotAPictureError, PageError) as error:
            outcome = Reason(error.code, str(error))
            if isinstance(error, BadPageError | WaitTooLongError):  # of the host, not of this file
                self._silent[host] += 1
                return outcome
        except Exception as error:
            if isinstance(error, OSError) and not isinstance(error, UnidentifiedImageError):
                raise  # the store's; the other is of a copy that is damaged
            outcome = Reason(PageError.code, reason(error))
            log.warning("%s could not be fetched: %s", url, reason(error))
        self._silent[host] = 0
        return outcome


@contextmanager
def picture_fetcher(settings: Settings) -> Iterator[PictureFetcher]:
    """Open a fetcher that takes turns at hosts with all others."""
    with polite_files(settings.loopback(), SharedRateLimiter(settings.database_url)) as files:
        yield PictureFetcher(PictureStore(settings.bucket_location), files)


def _record(session: Session, results: Sequence[Fetched]) -> None:
    """Set the copies, hide what leads inside or is no picture, and count the failures.

    Only products that show another picture for it are indexed again.
    """
    changed = {
        wanted.product_id
        for wanted, one in results
        if is_hidden(one) or (isinstance(one, Picture) and one.calculated_url != wanted.shown)
    }
    enqueue(session, changed, offers=False)
    for wanted, one in results:
        image = update(ProductImage).where(ProductImage.id == wanted.id)
        session.execute(image.values(_columns(one)))


def _columns(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, Picture):
        return {
            "content_hash": outcome.content_hash,
            "bucket_location": outcome.bucket_location,
            "calculated_url": outcome.calculated_url,
            "image_width": outcome.width,
            "image_height": outcome.height,
        }
    if outcome.code == RefusedAddressError.code:
        return {"gone_at": func.now()}
    is_none = outcome.code == NotAPictureError.code
    return {"fetch_failures": NO_PICTURE if is_none else ProductImage.fetch_failures + 1}
