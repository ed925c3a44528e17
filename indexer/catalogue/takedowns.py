"""Take-downs: a product or a whole domain that is hidden at once and stays so (design)."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, and_, func, or_, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, hold_where_sold_elsewhere
from indexer.models import Brand, Product, TakeDown

TOGETHER = 500  # take-downs that one statement counts


class TakeDownError(ValueError):
    """The take-down names no product and no domain; the message names the error."""


class UnknownTakeDownError(TakeDownError):
    """There is no such take-down."""


def host_of(address: str) -> str:
    """Return the address's host in lower case, "" where there is none."""
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _within(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


Blocks = Callable[[str, str | None], bool]  # a product's key and link


def load_blocklist(session: Session, brand_id: int, website: str) -> Blocks:
    """Return what is true of a brand's products that are taken down: by themselves, or by their
    link's or store's domain.
    """
    rows = session.execute(
        select(TakeDown.domain, TakeDown.group_key).where(
            or_(TakeDown.domain.is_not(None), TakeDown.brand_id == brand_id)
        )
    ).all()
    domains = [row.domain for row in rows if row.domain]
    group_keys = {row.group_key for row in rows if row.group_key}

    def blocks(group_key: str, href: str | None) -> bool:
        hosts = (host_of(href or ""), host_of(website))
        return group_key in group_keys or any(_within(h, one) for h in hosts for one in domains)

    return blocks


def take_down_product(session: Session, product_id: int, reason: str = "") -> TakeDown:
    """Hide one product for good; raises TakeDownError where there is no such product."""
    product = session.get(Product, product_id)
    if product is None:
        raise TakeDownError(f"There is no product {product_id}.")
    return _take_down(session, reason, brand_id=product.brand_id, group_key=product.group_key)


def take_down_domain(session: Session, domain: str, reason: str = "") -> TakeDown:
    """Hide all products of a domain and its subdomains; takes a domain or a URL.

    Raises TakeDownError where the text holds no domain.
    """
    text = domain.strip().lower()
    host = host_of(text if "//" in text else f"//{text}")
    if not host or "." not in host:
        raise TakeDownError(f"{domain[:100]!r} is not a domain.")
    return _take_down(session, reason, domain=host)


def _take_down(session: Session, reason: str, **what: object) -> TakeDown:
    session.execute(insert(TakeDown).values(**what, reason=reason).on_conflict_do_nothing())
    row = session.scalars(select(TakeDown).filter_by(**what)).one()
    _apply(session, _matches(row), blocked=True)
    return row


def lift(session: Session, take_down_id: int) -> None:
    """End a take-down; what no other covers is shown again. Raises UnknownTakeDownError."""
    row = session.get(TakeDown, take_down_id)
    if row is None:
        raise UnknownTakeDownError(f"There is no take-down {take_down_id}.")
    covered = _matches(row)
    session.delete(row)
    session.flush()
    still = [_matches(other) for other in session.scalars(select(TakeDown))]
    _apply(session, and_(covered, *(~other for other in still)), blocked=False)


def count_hidden(session: Session, rows: Sequence[TakeDown]) -> list[tuple[int, Product | None]]:
    """Return how many products take-downs hide, and the one that each names (None: a domain's).

    In their order: two statements for TOGETHER of them.
    """
    named = [(row.brand_id, row.group_key) for row in rows if row.domain is None]
    own = tuple_(Product.brand_id, Product.group_key).in_(named)
    found = session.scalars(select(Product).where(own))
    products: dict[Any, Product] = {(one.brand_id, one.group_key): one for one in found}
    parts = (rows[at : at + TOGETHER] for at in range(0, len(rows), TOGETHER))
    counts = [count for part in parts for count in _counts(session, part)]
    return [
        (count, products.get((row.brand_id, row.group_key)) if row.domain is None else None)
        for row, count in zip(rows, counts, strict=True)
    ]


def _counts(session: Session, rows: Sequence[TakeDown]) -> Sequence[int]:
    counted = (select(func.count()).select_from(Product).where(_matches(row)) for row in rows)
    return session.execute(select(*(one.scalar_subquery() for one in counted))).one()


def _matches(row: TakeDown) -> ColumnElement[bool]:
    if row.domain is None:
        return and_(Product.brand_id == row.brand_id, Product.group_key == row.group_key)
    brands = select(Brand.id).where(_domain_matches(Brand.website, row.domain))
    return or_(
        func.coalesce(_domain_matches(Product.href, row.domain), False),
        Product.brand_id.in_(brands),
    )


def _domain_matches(address: ColumnElement[str] | object, domain: str) -> ColumnElement[bool]:
    """Compare an address's host in SQL as `load_blocklist` does in Python."""
    host = func.substring(func.lower(address), r"^[a-z]+://(?:[^/?#@]*@)?([^/:?#]+)")
    return or_(host == domain, func.right(host, len(domain) + 1) == f".{domain}")


def _apply(session: Session, where: ColumnElement[bool], *, blocked: bool) -> None:
    hold_where_sold_elsewhere(session, where)
    ids = session.scalars(
        update(Product)
        .where(where, Product.blocked.is_not(blocked))
        .values(blocked=blocked)
        .returning(Product.id)
        .execution_options(synchronize_session=False)
    ).all()
    enqueue(session, ids)
