"""The pictures that products name, fetched into our own store; products show them from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue
from indexer.db import session_scope
from indexer.hosts.turns import SharedTurns
from indexer.images.download import DownloadError, HostAwayError, InsideError
from indexer.images.keep import keep
from indexer.images.polite import PoliteFiles
from indexer.images.store import PictureStore, picture_store
from indexer.images.thumbnail import NotAPictureError
from indexer.index.writer import write_pending
from indexer.models import Product, ProductImage
from indexer.runs.stopflag import SHUTDOWN
from indexer.settings import Settings

BATCH = 64  # images a transaction; each is one outbox row of its product
THREADS = 6
HOST_TRIES = 5  # images in a row, in one job
TRIES = 3  # a picture that failed this often is left to the store


@dataclass(frozen=True, slots=True)
class Wanted:
    """An image that has no copy yet, or an old one that its product shows meanwhile."""

    id: int
    product_id: int
    url: str
    shown: str | None


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of one image; `columns` are empty when it failed, or is `inside` our network."""

    wanted: Wanted
    columns: dict[str, str | int]
    inside: bool = False


def fetch_missing(settings: Settings) -> int:
    """Fetch what has no copy; return how many were stored. Raises OSError on a full store.

    Safe to run twice at a time: a copy has its content's name, and rows are set again to the same.
    """
    files = PoliteFiles(settings.loopback(), SharedTurns(settings.database_url))
    fetcher = _Fetcher(picture_store(settings.bucket_location), files)
    stored, hidden, after = 0, 0, 0
    with ThreadPoolExecutor(THREADS) as pool:
        while not SHUTDOWN.is_set():
            with session_scope(settings.database_url) as session:
                batch = _wanted(session, after)
            if not batch:
                break
            results = [result for result in pool.map(fetcher, batch) if result is not None]
            with session_scope(settings.database_url) as session:
                stored += _record(session, results)
            hidden += sum(result.inside for result in results)
            after = batch[-1].id
    if stored or hidden:
        write_pending(settings)
    return stored


def _wanted(session: Session, after: int) -> Sequence[Wanted]:
    """Return the next images without a copy, main images of a store's products among the rest."""
    rows = session.execute(
        select(
            ProductImage.id,
            ProductImage.product_id,
            ProductImage.image_url,
            ProductImage.calculated_url,
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
    )
    return [Wanted(*row) for row in rows]


class _Fetcher:
    """Fetches for one job; a host that is away keeps no job, and no other host, waiting."""

    def __init__(self, store: PictureStore, files: PoliteFiles) -> None:
        self._store = store
        self._files = files
        self._silent: Counter[str] = Counter()  # failures of a host, since its last answer

    def __call__(self, wanted: Wanted) -> Fetched | None:
        """Return what became of an image, None where its host is left alone for this job."""
        host = urlsplit(wanted.url).netloc
        if self._silent[host] >= HOST_TRIES:
            return None
        try:
            kept = keep(self._store, self._files.get(wanted.url))
        except HostAwayError:
            self._silent[host] += 1
            return Fetched(wanted, {})
        except InsideError:
            return Fetched(wanted, {}, inside=True)
        except (DownloadError, NotAPictureError):
            return Fetched(wanted, {})
        self._silent[host] = 0
        return Fetched(wanted, asdict(kept))


def _record(session: Session, results: Sequence[Fetched]) -> int:
    """Set the copies, hide what leads inside, and count the failures.

    Only products that show another picture for it are indexed again.
    """
    done = [result for result in results if result.columns]
    inside = [result.wanted for result in results if result.inside]
    failed = [r.wanted.id for r in results if not (r.columns or r.inside)]
    changed = [r for r in done if r.columns["calculated_url"] != r.wanted.shown]
    enqueue(session, {r.wanted.product_id for r in changed} | {w.product_id for w in inside})
    if inside:
        session.execute(
            update(ProductImage)
            .where(ProductImage.id.in_([wanted.id for wanted in inside]))
            .values(gone_at=func.now())
            .execution_options(synchronize_session=False)
        )
    if done:
        session.execute(update(ProductImage), [{"id": r.wanted.id, **r.columns} for r in done])
    if failed:
        session.execute(
            update(ProductImage)
            .where(ProductImage.id.in_(failed))
            .values(fetch_failures=ProductImage.fetch_failures + 1)
            .execution_options(synchronize_session=False)
        )
    return len(done)
