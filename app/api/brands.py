"""The brand calls of spec §7 that visitors make."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from app.api.brand_wire import brand_fields, form_fields, page_fields
from app.api.cached import editable, lasting
from app.api.reference import country, style_by_id
from app.api.route import answer, blueprint, body, route
from app.api.schemas.parts import array, ref
from app.api.values import INT_MAX, json_object, website
from app.brand_audit import SECRETS
from app.context import context, header_country
from app.errors import NotFound
from app.operators import is_operator
from app.reference import Reference, Store
from app.search import execute
from app.search.query import count_body
from app.search.request import Conditions
from indexer.models import Brand, BrandSubmission

AREA = blueprint("brands", "brands", "Brands, which are also the stores")

# Spec §3: "Store styles sort order: women, men, home, outdoor, then alphabetical".
_FIRST_STYLES = ("women", "men", "home", "outdoor")


@route(AREA, "GET", "", response=answer(array(ref("BrandSummary"))))
def brands() -> Response:
    """List the brands"""
    reference = context().reference
    ids = {row.slug: row.id for row in reference.styles}
    return editable(
        [
            {
                "id": store.id,
                "name": store.name,
                "slug": store.slug,
                "website": store.website,
                "isActive": store.is_active,
                "isMultiBrand": store.is_multi_brand,
                "countryIso": store.country_iso,
                "countryName": store.country_name,
                "styles": [ids[slug] for slug in store.styles],
            }
            for store in reference.stores
        ]
    )


def reachable(reference: Reference) -> list[Store]:
    """Return the active stores whose products reach the Country-Code header's country."""
    chosen = header_country()
    return [store for store in reference.active_stores if store.reaches(chosen, reference.proxies)]


@route(
    AREA,
    "GET",
    "/getStores",
    response=answer(
        array(ref("Store")),
        [
            {
                "id": 1,
                "name": "Karoo Cotton",
                "slug": "karoo-cotton",
                "website": "https://karoo-cotton.example",
                "style": "women",
                "styles": ["women", "boho"],
            }
        ],
    ),
)
def stores() -> Response:
    """List the stores that reach the visitor's country

    Ordered by style: women, men, home, outdoor, then alphabetically; then by website.
    """
    rows = [_store(store) for store in reachable(context().reference)]
    rows = sorted(rows, key=lambda row: (style_order(row["style"]), row["website"]))
    return editable(rows, by_country=True)


def style_order(style: str) -> tuple[int, str]:
    """Return what sorts a store's style (spec §3)."""
    if style in _FIRST_STYLES:
        return _FIRST_STYLES.index(style), ""
    return len(_FIRST_STYLES), style or "~"


def _store(store: Store) -> dict[str, Any]:
    styles = sorted({*store.roots, *store.styles}, key=style_order)
    return {
        "id": store.id,
        "name": store.name,
        "slug": store.slug,
        "website": store.website,
        "style": styles[0] if styles else "",
        "styles": styles,
    }


@route(
    AREA,
    "GET",
    "/getProductBrands",
    response=answer(
        array(ref("ProductBrand")),
        [{"finalBrand": "Karoo Cotton", "brandCountryISO": "ZA", "brandId": 1}],
    ),
)
def product_brands() -> Response:
    """List the brands of the products that reach the visitor's country

    A multi-brand store has several; a brand sold by two stores stands there twice.
    """
    here = context()
    reference = here.reference
    conditions = Conditions(country=header_country())
    counted = count_body(conditions, [], reference.proxies, here.engine.timeout_ms)
    by_brand = {"terms": {"field": "brand", "size": 10_000, "order": {"_key": "asc"}}}
    by_store = {"terms": {"field": "store", "size": 1000}, "aggs": {"brand": by_brand}}
    found = here.engine.msearch([counted | {"aggs": {"store": by_store}}]).responses[0]
    held = {store.slug: store for store in reference.stores}
    rows: list[dict[str, Any]] = [
        {
            "finalBrand": name,
            "brandCountryISO": held[slug].country_iso,
            "brandId": held[slug].id,
        }
        for bucket in found["aggregations"]["store"]["buckets"]
        if (slug := bucket["key"]) in held
        for name in execute.bucket_counts(bucket["brand"], 10_000)
    ]
    rows = sorted(rows, key=lambda row: (row["finalBrand"].casefold(), row["brandId"]))
    return editable(rows, by_country=True)


@route(
    AREA,
    "GET",
    "/getBrandCountries",
    response=answer(array(ref("Country")), [{"id": 203, "nicename": "South Africa", "iso": "ZA"}]),
)
def brand_countries() -> Response:
    """List the countries that stores ship from"""
    reference = context().reference
    used = {store.country_iso for store in reachable(reference)}
    return editable(
        [country(row) for row in reference.countries if row.iso in used], by_country=True
    )


@route(AREA, "GET", "/getByStyleId/<int:style_id>", response=answer(array(ref("StyleBrand"))))
def brands_of_style(style_id: int) -> Response:
    """List the brands that are tagged with a style, with their pin boards"""
    slug = style_by_id(style_id).slug
    ids = [store.id for store in reachable(context().reference) if slug in store.styles]
    with context().session() as session:
        rows = session.scalars(select(Brand).where(Brand.id.in_(ids)).order_by(Brand.name))
        return editable(
            [
                {
                    "id": row.id,
                    "name": row.name,
                    "slug": row.slug,
                    "website": row.website,
                    "pinBoardUrl": row.pin_board_url or None,
                }
                for row in rows
            ],
            by_country=True,
        )


@route(AREA, "GET", "/fields", response=answer(array(ref("BrandField"))))
def fields() -> Response:
    """Describe the fields of a brand's configuration: label, help, type, group"""
    return lasting(form_fields())


@route(AREA, "GET", "/<int:brand_id>", response=answer(array(ref("BrandPageRow"))))
def brand(brand_id: int) -> Response:
    """Show a brand as page rows

    The brand's fields, repeated for each of its listing pages with that page's own fields; one row
    with null page fields where it has none.
    """
    hidden = {} if not SECRETS or is_operator() else dict.fromkeys(SECRETS, "")
    with context().session() as session:
        found = brand_by_id(session, brand_id)
        shown = brand_fields(found) | hidden
        pages = [page_fields(page) for page in found.pages] or [page_fields(None)]
        return jsonify([shown | page for page in pages])


def brand_by_id(session: Session, brand_id: int) -> Brand:
    """Return a brand with its pages and styles; raises NotFound."""
    wanted = select(Brand).where(Brand.id == min(brand_id, INT_MAX))
    found = session.scalar(wanted.options(selectinload(Brand.pages), selectinload(Brand.styles)))
    if found is None:
        raise NotFound(f"There is no brand {brand_id}")
    return found


@route(
    AREA,
    "POST",
    "/submit",
    writes=True,
    request=body(ref("Submission"), {"website": "https://new-store.example"}),
    response=answer(ref("Message"), {"message": "Thanks for your submission!"}),
)
def submit() -> Response:
    """Suggest a store's website for review"""
    address = website(json_object().get("website"))
    with context().session() as session:
        same = (BrandSubmission.website == address) & (BrandSubmission.state == "new")
        if session.scalar(select(BrandSubmission.id).where(same).limit(1)) is None:
            session.add(BrandSubmission(website=address))
    return jsonify({"message": "Thanks for your submission!"})
