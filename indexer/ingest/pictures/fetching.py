"""The pictures that products name, fetched into our own store; products show them from there."""

import io
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from PIL import UnidentifiedImageError
from sqlalchemy import Row, func, select, update
from sqlalchemy.orm import Session

from indexer.catalogue.images import NotAPictureError, PictureCopy, PictureStore, keep
from indexer.catalogue.outbox import enqueue
from indexer.core.bad_items import in_halves, put_aside, reason
from indexer.core.db import session_scope
from indexer.core.hosts import SharedRateLimiter
from indexer.core.settings import Settings
from indexer.core.stopflag import SHUTDOWN
from indexer.index.writer import write_pending
from indexer.models import NO_PICTURE, Product, ProductImage
from scrapers.browsing.guard import Guard
from scrapers.errors import (
    BadPageError,
    DisallowedError,
    PageError,
    RefusedAddressError,
    StoppedError,
    WaitTooLongError,
)
from scrapers.options import CrawlOptions
from scrapers.polite.fetch import Bounds, Fetcher
from scrapers.polite.politeness import Politeness
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


Kind = Literal["no picture", "inside", "lost", "disallowed"]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no copy: it is no picture, leads inside our network, could not be had, or is not
    ours to request.
    """

    kind: Kind
    why: str


# An image that has no copy yet, or an old one that its product shows meanwhile, and its outcome.
Fetched: TypeAlias = tuple[Row[Any], PictureCopy | Failure]


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
            stored += sum(isinstance(outcome, PictureCopy) for _, outcome in results)
            hidden += len(_failures(results, "inside", "no picture"))
            after = batch[-1].id
    if stored or hidden:
        write_pending(settings)
    return stored


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


def _failures(results: Sequence[Fetched], *kinds: Kind) -> list[Row[Any]]:
    return [w for w, one in results if isinstance(one, Failure) and one.kind in kinds]


class PictureFetcher:
    """Fetches for one job; a host that is away keeps no job, and no other host, waiting."""

    def __init__(self, store: PictureStore, files: PoliteFiles) -> None:
        self._store = store
        self._files = files
        self._silent: Counter[str] = Counter()  # failures of a host, since its last answer

    def __call__(self, url: str) -> PictureCopy | Failure | None:
        """Return our copy, or why there is none; None where its host is left alone for this job.

        Raises OSError on a full store.
        """
        host = urlsplit(url).netloc
        if self._silent[host] >= HOST_TRIES:
            return None
        try:
            outcome: PictureCopy | Failure = keep(self._store, self._files.get(url))
        except StoppedError:
            return None
        except (NotAPictureError, PageError) as error:
            outcome = Failure(_kind(error), str(error))
            if isinstance(error, BadPageError | WaitTooLongError):  # of the host, not of this file
                self._silent[host] += 1
                return outcome
        except Exception as error:
            if isinstance(error, OSError) and not isinstance(error, UnidentifiedImageError):
                raise  # the store's; the other is of a copy that is damaged
            outcome = Failure("lost", reason(error))
            log.warning("%s could not be fetched: %s", url, reason(error))
        self._silent[host] = 0
        return outcome


def _kind(error: Exception) -> Kind:
    kinds: dict[type[Exception], Kind] = {
        NotAPictureError: "no picture",
        RefusedAddressError: "inside",
        DisallowedError: "disallowed",
    }
    return next((kind for known, kind in kinds.items() if isinstance(error, known)), "lost")


@contextmanager
def picture_fetcher(settings: Settings) -> Iterator[PictureFetcher]:
    """Open a fetcher that takes turns at hosts with all others."""
    with polite_files(settings.loopback(), SharedRateLimiter(settings.database_url)) as files:
        yield PictureFetcher(PictureStore(settings.bucket_location), files)


def _record(session: Session, results: Sequence[Fetched]) -> None:
    """Set the copies, hide what leads inside or is no picture, and count the failures.

    Only products that show another picture for it are indexed again.
    """
    copies = [(w, asdict(outcome)) for w, outcome in results if isinstance(outcome, PictureCopy)]
    hidden = _failures(results, "inside", "no picture")
    changed = {w.product_id for w, columns in copies if columns["calculated_url"] != w.shown}
    enqueue(session, changed | {wanted.product_id for wanted in hidden}, offers=False)
    _set(session, results, ("inside",), {"gone_at": func.now()})
    _set(session, results, ("no picture",), {"fetch_failures": NO_PICTURE})
    failures = {"fetch_failures": ProductImage.fetch_failures + 1}
    _set(session, results, ("lost", "disallowed"), failures)
    if copies:
        session.execute(update(ProductImage), [{"id": w.id, **columns} for w, columns in copies])


def _set(
    session: Session, results: Sequence[Fetched], kinds: Sequence[Kind], columns: dict[str, Any]
) -> None:
    if ids := [wanted.id for wanted in _failures(results, *kinds)]:
        session.execute(
            update(ProductImage)
            .where(ProductImage.id.in_(ids))
            .values(columns)
            .execution_options(synchronize_session=False)
        )
