"""What a run has read, committed in batches under it: a run that dies goes on from there.

The rows stay until they are published; those of a run that is held back stay as long as it does.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain

from pydantic import TypeAdapter
from sqlalchemy import (
    ColumnElement,
    case,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import InstrumentedAttribute, Session

from indexer.core.settings import Settings
from indexer.ingest.runs.working import with_retries
from indexer.models import BrandPage, Product, RunItem, RunPage, ScrapeRun
from indexer.models.run import CHECK, SCRAPES, Reason
from scrapers.events import PageFailed, StateRead
from scrapers.product import Product as Found

BATCH = 500
# As JSON holds it; amounts are text, so that no cent is lost.
FORM = TypeAdapter(Found)

# A product on several pages is one row, which names them.
_ADD = text("""
INSERT INTO run_item (run_id, key, item)
SELECT :run_id, key, CAST(item AS jsonb)
  FROM unnest(CAST(:keys AS text[]), CAST(:items AS text[]))
       WITH ORDINALITY AS given (key, item, place)
 ORDER BY place
    ON CONFLICT (run_id, key) DO UPDATE SET item = jsonb_set(
       run_item.item, '{pages}', (run_item.item -> 'pages') || (excluded.item -> 'pages'))
RETURNING xmax = 0
""")
_MOVED = text("""
UPDATE run_item SET item = jsonb_set(item, '{moved_from}', to_jsonb(pair.before))
  FROM unnest(CAST(:keys AS text[]), CAST(:before AS text[])) AS pair(key, before)
 WHERE run_id = :run_id AND run_item.key = pair.key
""")

MANY = 12  # products of different names that no picture is of
# That share of a run's products at most: where more have one, the store or its reading is at fault,
# which has a gate, and nothing is left out.
FEW = 5
_SHARED = text("""
SELECT image ->> 'canonical_url'
  FROM run_item, jsonb_array_elements(item -> 'images') AS image
 WHERE run_id = :run_id
 GROUP BY 1
HAVING count(DISTINCT item ->> 'name')
       BETWEEN :many AND (SELECT count(*) FROM run_item WHERE run_id = :run_id) / :few
""")
_DROP = text("""
UPDATE run_item SET item = jsonb_set(item, '{images}', coalesce((
       SELECT jsonb_agg(image ORDER BY place)
         FROM jsonb_array_elements(item -> 'images') WITH ORDINALITY AS each (image, place)
        WHERE image ->> 'canonical_url' <> ALL(CAST(:shared AS text[]))), '[]'))
 WHERE run_id = :run_id AND EXISTS (
       SELECT FROM jsonb_array_elements(item -> 'images') AS image
        WHERE image ->> 'canonical_url' = ANY(CAST(:shared AS text[])))
""")


class Stage:
    """What a run reads: its products are committed, each time with how far it is.

    The counts are of all its attempts.
    """

    def __init__(self, settings: Settings, run_id: int, brand_id: int, seen_at: datetime) -> None:
        self.settings, self.run_id, self.brand_id = settings, run_id, brand_id
        self.seen_at = seen_at  # the run's start
        self.items: list[Found] = []  # until their page state is read whole
        self.still: list[str] = []  # keys of products seen, and not read
        self.found = 0  # products that were read or seen, each once
        self.pages_done = 0
        self.rejected = self._committed = 0  # cards that gave no product
        self.rejections: list[str] = []  # the first of them, with their reasons
        # By field the values of rows without a product, and how many these are.
        self.not_understood: dict[str, Sequence[str]] = {}
        self.unread_rows: Counter[str] = Counter()
        self.shared: list[str] = []  # cards left out for another's identity
        self.failed_pages: list[PageFailed] = []
        self.failed_rows: list[Mapping[str, str | None]] = []  # with what is kept
        self.own_pages_read = 0
        self.own_pages_left = 0  # for the next runs: the time did not suffice
        self.shipping: tuple[str, ...] | None = None
        self.feed_version: Mapping[str, str] | None = None

    def rejected_summary(self) -> str:
        """Return how many cards gave no product, with samples; empty where all did."""
        if not self.rejected:
            return ""
        samples = f", such as {'; '.join(self.rejections)}" if self.rejections else ""
        return f"{self.rejected} cards were left out{samples}"

    def failures(self) -> tuple[Reason, ...]:
        """Return the failed pages as the history shows them."""
        return tuple(
            Reason(page.code, f"{page.url}: {page.reason}", page.url) for page in self.failed_pages
        )

    def commit(self, page_url: str | None, **columns: object) -> None:
        """Commit what was read, of a page with its columns: its states, where to go on."""

        def step(session: Session) -> int:
            added = add(session, self.run_id, self.items)
            if page_url is not None:
                rejected = self.rejected - self._committed
                _note_page(session, self.run_id, page_url, rejected, columns)
            mark(session, self.brand_id, self.still, last_seen_at=self.seen_at)
            return added

        self.found += with_retries(self.settings, step) + len(self.still)
        self.items, self.still, self._committed = [], [], self.rejected

    def resume(self, session: Session) -> tuple[set[str], dict[str, StateRead]]:
        """Note how far earlier attempts came; return the pages that are read to their end, and
        where the others go on, by their addresses.
        """
        run_id = self.run_id
        pages = session.scalars(select(RunPage).where(RunPage.run_id == run_id)).all()
        done = {page.page_url for page in pages if page.done}
        self.found, self.pages_done = count_staged(session, run_id), len(done)
        self.rejected = self._committed = sum(page.rejected for page in pages)
        return done, {
            url: StateRead(url, page.states, page.resume_url, _keys_on(session, run_id, url))
            for page in pages
            if not page.done and page.resume_url
            for url in [page.page_url]
        }


def add(session: Session, run_id: int, products: Sequence[Found]) -> int:
    """Stage products and return how many are new to the run; nothing is committed."""
    by_key: dict[str, Found] = {}
    for one in products:
        first = by_key.get(one.group_key)
        pages = (*first.pages, *one.pages) if first else one.pages
        by_key[one.group_key] = replace(first or one, pages=pages)
    if not by_key:
        return 0
    items = [FORM.dump_json(one).decode() for one in by_key.values()]
    rows = session.scalars(_ADD, {"run_id": run_id, "keys": [*by_key], "items": items})
    return sum(rows)


def note_moved(session: Session, run_id: int, before: Mapping[str, str]) -> None:
    """Note which staged products the catalogue had under other keys; `before`: those, by theirs."""
    pairs = {"keys": [*before], "before": [*before.values()], "run_id": run_id}
    session.execute(_MOVED, pairs)


def drop_shared_pictures(run_id: int, session: Session) -> int:
    """Take pictures that show none of their products from what is staged; return how many."""
    values = {"run_id": run_id, "many": MANY, "few": FEW}
    shared = session.scalars(_SHARED, values).all()
    if shared:
        session.execute(_DROP, {"run_id": run_id, "shared": list(shared)})
    return len(shared)


def take(
    session: Session, run_id: int, after: int = 0, most: int = BATCH
) -> list[tuple[int, Found]]:
    """Return the staged products behind a row, in the order in which they were read."""
    rows = session.execute(
        select(RunItem.id, RunItem.item)
        .where(RunItem.run_id == run_id, RunItem.id > after)
        .order_by(RunItem.id)
        .limit(most)
    )
    return [(row.id, FORM.validate_python(row.item)) for row in rows]


def in_batches(session: Session, run_id: int) -> Iterator[list[Found]]:
    """Yield all staged products of a run in one transaction, a batch at a time."""
    after = 0
    while rows := take(session, run_id, after):
        yield [product for _, product in rows]
        after = rows[-1][0]


def read_in(session: Session, run_id: int) -> Iterator[Found]:
    """Yield all staged products of a run in one transaction."""
    return chain.from_iterable(in_batches(session, run_id))


def holds_any(run_id: ColumnElement[int] | InstrumentedAttribute[int] | int) -> ColumnElement[bool]:
    """Return True if products are staged under the run."""
    return exists().where(RunItem.run_id == run_id)


def delete_staged(session: Session, row_ids: Sequence[int]) -> None:
    """Remove staged rows, in the transaction that publishes them."""
    session.execute(
        delete(RunItem)
        .where(RunItem.id == func.any(literal(list(row_ids), ARRAY(RunItem.id.type))))
        .execution_options(synchronize_session=False)
    )


def _note_page(
    session: Session, run_id: int, page_url: str, rejected: int, columns: Mapping[str, object]
) -> None:
    row = {"run_id": run_id, "page_url": page_url, "rejected": rejected, **columns}
    statement = upsert(RunPage).values(**row)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[RunPage.run_id, RunPage.page_url],
            set_={**columns, "rejected": RunPage.rejected + rejected},
        )
    )


def mark(session: Session, brand_id: int, keys: Sequence[str], **times: datetime) -> None:
    """Note when products were seen or their own pages were read (`last_seen_at`, `details_at`).

    They change in nothing else, and no document is written.
    """
    if keys:
        session.execute(
            update(Product)
            .where(has_key(brand_id, keys))
            .values(**times)
            .execution_options(synchronize_session=False)
        )


def has_key(brand_id: int, keys: Sequence[str]) -> ColumnElement[bool]:
    """Return True for the brand's products with these keys, each found by the index of both.

    Not "= brand AND IN keys": while statistics have no rows of a new brand, PostgreSQL takes its
    products for a few, and reads all of them for each batch.
    """
    brands = literal([brand_id] * len(keys), ARRAY(Product.brand_id.type))
    both = func.unnest(brands, literal(list(keys), ARRAY(TEXT))).table_valued("brand", "key")
    given = both.render_derived()
    return tuple_(Product.brand_id, Product.group_key).in_(select(given.c.brand, given.c.key))


def count_staged(session: Session, run_id: int) -> int:
    """Return how many products the run has staged."""
    return session.scalar(select(func.count()).where(RunItem.run_id == run_id)) or 0


def is_staged(run_id: int) -> ColumnElement[bool]:
    return exists().where(RunItem.run_id == run_id, RunItem.key == Product.group_key)


def count_still_there(
    session: Session, brand_id: int, source: str, seen_at: datetime, run_id: int
) -> int:
    """Return how many products this run saw and did not read."""
    seen = select(func.count()).where(
        Product.brand_id == brand_id,
        Product.last_seen_at == seen_at,
        Product.source == source,
        ~is_staged(run_id),
    )
    return session.scalar(seen) or 0


def _keys_on(session: Session, run_id: int, page_url: str) -> frozenset[str]:
    page = select(BrandPage.page_id).where(BrandPage.page_url == page_url)
    ids = session.scalars(page).all()
    on_it = RunItem.item["pages"].contains
    keys: set[str] = set()
    for id_ in ids:
        keys |= {
            *session.scalars(select(RunItem.key).where(RunItem.run_id == run_id, on_it([id_])))
        }
    return frozenset(keys)


def clear_pages(session: Session, run_id: int) -> None:
    """Forget how far the pages were read; nothing is committed."""
    session.execute(
        delete(RunPage).where(RunPage.run_id == run_id).execution_options(synchronize_session=False)
    )


def clear_stage(session: Session, run_id: int) -> None:
    """Remove what an earlier attempt staged; nothing is committed."""
    clear_pages(session, run_id)
    session.execute(
        delete(RunItem).where(RunItem.run_id == run_id).execution_options(synchronize_session=False)
    )


def delete_held(session: Session, brand_id: int, newest_run_id: int) -> None:
    """Remove what earlier runs of the brand left that died before they were judged.

    What was held back stays: operators may look at it later. Checks hold it until the next
    check.
    """
    earlier = select(ScrapeRun.id).where(
        ScrapeRun.brand_id == brand_id,
        ScrapeRun.id < newest_run_id,
        or_(ScrapeRun.written_at.is_(None), ScrapeRun.kind == CHECK),
        _reader(ScrapeRun.kind)
        == select(_reader(ScrapeRun.kind)).where(ScrapeRun.id == newest_run_id).scalar_subquery(),
    )
    session.execute(
        delete(RunItem)
        .where(RunItem.run_id.in_(earlier))
        .execution_options(synchronize_session=False)
    )


def _reader(kind: InstrumentedAttribute[str]) -> ColumnElement[str]:
    return case((kind.in_(SCRAPES), "scrape"), else_=kind)
