"""What a run has read, committed page by page under it: a run that dies goes on from there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from sqlalchemy import ARRAY, Text, any_, delete, literal, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session

from indexer.models import BrandPage, Product, RunItem, RunPage
from indexer.pipeline.items.held import held_items, hold
from indexer.runs.working import with_retries
from indexer.settings import Settings
from scrapers.events import PageDone, Resume, StateRead
from scrapers.product import Product as Found


@dataclass(frozen=True, slots=True)
class Staged:
    """What earlier attempts of the run read."""

    items: tuple[Found, ...] = ()
    done: frozenset[str] = frozenset()  # addresses of pages that were read to their end
    rejected: int = 0
    resume: Mapping[str, Resume] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.items or self.done or self.resume)


@dataclass(slots=True)
class Stage:
    """Commits what a run reads, each time with how far it is."""

    settings: Settings
    run_id: int
    brand_id: int
    seen_at: datetime  # the run's start
    _still: list[str] = field(default_factory=list)
    _items: list[Found] = field(default_factory=list)
    _rejected: int = 0

    def item(self, item: Found) -> None:
        """Keep an item until its page state is read whole."""
        self._items.append(item)

    def still(self, keys: Sequence[str]) -> None:
        """Keep products that were seen, and not read, until the page is done."""
        self._still.extend(keys)

    def rejected(self) -> None:
        """Count a card that gave no item."""
        self._rejected += 1

    def state(self, event: StateRead) -> None:
        """Commit the state's items and where to go on."""
        self._commit(event.page_url, states=event.states, resume_url=event.resume_url)

    def done(self, event: PageDone) -> None:
        """Commit that the page was read to its end."""
        self._commit(event.url, states=event.states, done=True)

    def failed(self, url: str) -> None:
        """Commit what a page gave before it failed; another attempt reads it again."""
        self._commit(url)

    def _commit(self, page_url: str, **columns: object) -> None:
        write = partial(_write, self.run_id, page_url, columns, self._items, self._rejected)

        def step(session: Session) -> None:
            write(session)
            mark(session, self.brand_id, self._still, last_seen_at=self.seen_at)

        with_retries(self.settings, step)
        self._items, self._still, self._rejected = [], [], 0


def _write(  # noqa: PLR0913, PLR0917 - one row's parts
    run_id: int,
    page_url: str,
    columns: Mapping[str, object],
    items: Sequence[Found],
    rejected: int,
    session: Session,
) -> None:
    hold(session, run_id, items)
    row = {"run_id": run_id, "page_url": page_url, "rejected": rejected, **columns}
    statement = upsert(RunPage).values(**row)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[RunPage.run_id, RunPage.page_url],
            set_={**columns, "rejected": RunPage.rejected + rejected},
        )
    )


def mark(
    session: Session,
    brand_id: int,
    keys: Sequence[str],
    *,
    last_seen_at: datetime | None = None,
    details_at: datetime | None = None,
) -> None:
    """Note when products were seen or their own pages were read.

    They change in nothing else, and no document is written.
    """
    times = {"last_seen_at": last_seen_at, "details_at": details_at}
    if keys:
        array = literal(list(keys), ARRAY(Text))
        session.execute(
            update(Product)
            .where(Product.brand_id == brand_id, Product.group_key == any_(array))
            .values({name: at for name, at in times.items() if at is not None})
            .execution_options(synchronize_session=False)
        )


def count_still_there(
    session: Session, brand_id: int, source: str, seen_at: datetime, read: Collection[str]
) -> int:
    """Return how many products this run saw and did not read."""
    keys = session.scalars(
        select(Product.group_key).where(
            Product.brand_id == brand_id,
            Product.last_seen_at == seen_at,
            Product.source == source,
        )
    )
    return sum(key not in read for key in keys)


def load_staged(session: Session, run_id: int) -> Staged:
    """Return what the run's earlier attempts read; a product stands once in it for each page."""
    items = tuple(held_items(session, run_id))
    pages = session.scalars(select(RunPage).where(RunPage.run_id == run_id)).all()
    ids = dict(
        session.execute(
            select(BrandPage.page_url, BrandPage.page_id).where(
                BrandPage.page_url.in_([page.page_url for page in pages])
            )
        ).all()
    )
    keys: dict[int | None, set[str]] = {}
    for item in items:
        for page in item.pages:
            keys.setdefault(page, set()).add(item.group_key)
    return Staged(
        items,
        frozenset(page.page_url for page in pages if page.done),
        sum(page.rejected for page in pages),
        {
            page.page_url: Resume(
                page.resume_url, page.states, frozenset(keys.get(ids.get(page.page_url), ()))
            )
            for page in pages
            if not page.done and page.resume_url
        },
    )


def clear_stage(session: Session, run_id: int) -> None:
    """Remove what was staged, in the transaction that publishes it; nothing is committed."""
    for table in (RunItem, RunPage):
        session.execute(
            delete(table).where(table.run_id == run_id).execution_options(synchronize_session=False)
        )
