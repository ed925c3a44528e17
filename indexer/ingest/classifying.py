"""Classification of products that are there already: the names again, with today's words, then the
pictures that wait, or of a single product its picture again.
"""

from collections import Counter
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Row, func, select, update
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue
from indexer.core.db import session_scope
from indexer.ingest.gates.fields import changes_of, count_fields, describe_changes
from indexer.ingest.pictures.image_analysis import look, waiting_count
from indexer.ingest.runs.finish import PutOffError, record_written
from indexer.ingest.runs.working import Ending, Work, stopped_as, with_retries
from indexer.ingest.writing.columns import Classify, load_classifier
from indexer.ingest.writing.indexing import REFUSED, index_products
from indexer.language.classify.product import Hints
from indexer.models import Brand, Product, ProductImage

BATCH = 1_000
CLASSIFIED = (
    *("classified_category_id", "classified_color_id", "classified_color_ids"),
    *("classified_unisex", "classified_people"),
)
# They win over what is classified.
CHOSEN = (
    *("curated_category_id", "page_category_id", "curated_color_id", "page_color_id"),
    *("curated_unisex", "page_unisex"),
)


def classify_products(work: Work) -> Ending:
    """Classify a brand's products, or all; curated and page values stay and win as before."""
    with session_scope(work.settings.database_url) as session:
        classify = load_classifier(session)
        where = _where(work)
        total = session.scalar(select(func.count(Product.id)).where(*where)) or 0
        work.pages_total = total + waiting_count(session, *where)
    classified: list[int] = []
    changed: list[int] = []
    carried = Counter[str]()
    after = 0
    while not work.stop():
        ids, touched, counted = with_retries(
            work.settings,
            lambda session, after=after: _batch(session, work, after, classify),  # type: ignore[misc]
        )
        if not ids:
            break
        classified += ids
        changed += touched
        carried += counted
        after = ids[-1]
        work.pages_done = work.found_count = len(classified)
    pictures = look(work.settings, work.stop, *_where(work), report=lambda more: _go_on(work, more))
    if work.stop.puts_off():
        raise PutOffError
    return _finish(work, classified, changed, carried, pictures)


def _go_on(work: Work, more: int) -> None:
    work.pages_done += more


def _where(work: Work) -> list[ColumnElement[bool]]:
    return [] if work.brand_id is None else [Product.brand_id == work.brand_id]


def _finish(
    work: Work, classified: list[int], changed: list[int], carried: Counter[str], pictures: int
) -> Ending:
    columns = {
        # The history of a run over all brands does not carry a list of the whole catalogue.
        "found_group_ids": classified if work.brand_id is not None else [],
        "found_count": len(classified),
        "changed_count": len(changed),
        "complete": work.stop.reason is None,
        "field_changes": [asdict(one) for one in changes_of(carried)],
    }
    reason = work.stop.reason
    ending = stopped_as(reason) if reason else Ending("success")
    with_retries(
        work.settings,
        lambda session: record_written(
            session, work.run_id, columns, ending.result, ending.reasons
        ),
    )
    counts = (
        f"{len(classified)} products classified by words, {len(changed)} changed;"
        f" {pictures} pictures looked at"
    )
    work.log(f"{'; '.join((counts, *describe_changes(changes_of(carried))))}.")
    indexed = index_products(work.settings, work.brand_id, work.started, work.log)
    fails = any(one.code == REFUSED for one in indexed)
    return ending if reason else Ending("failed" if fails else "success", indexed)


def _batch(
    session: Session, work: Work, after: int, classify: Classify
) -> tuple[list[int], list[int], Counter[str]]:
    """Classify the next products by id; return all their ids, those that changed, and how."""
    enqueue(session, ())  # its lock comes before the rows'
    rows = session.execute(
        select(
            *(Product.id, Product.name, Product.hints),
            func.coalesce(Product.product_brand, Brand.name).label("maker"),
            *(getattr(Product, name) for name in (*CLASSIFIED, *CHOSEN)),
        )
        .join(Brand, Brand.id == Product.brand_id)
        .where(Product.id > after, *_where(work))
        .order_by(Product.id)
        .limit(BATCH)
        .with_for_update(key_share=True, of=Product)
    ).all()
    carried = Counter[str]()
    changes, moved = [], []
    for row in rows:
        change = _change(row, classify)
        before = row._asdict()
        count_fields(carried, before, before | change if change else before)
        if change:
            changes.append(change)
            if change["classified_category_id"] != row.classified_category_id:
                moved.append(row.id)
    if changes:
        session.execute(update(Product), changes)
    touched = [change["id"] for change in changes]
    enqueue(session, touched, offers=False)
    # What kind of thing it is decides where on its picture its colour is.
    session.execute(
        update(ProductImage).where(ProductImage.product_id.in_(moved)).values(annotated_hash=None)
    )
    return [row.id for row in rows], touched, carried


def _change(row: Row[Any], classify: Classify) -> dict[str, Any] | None:
    columns = classify(row.name, Hints(**(row.hints or {}), brand=row.maker))
    if all(getattr(row, name) == value for name, value in columns.items()):
        return None
    return {"id": row.id, **columns}
