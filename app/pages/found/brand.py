"""A brand's page: its words, its facts in JSON-LD, the state that the frontend starts with."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.exc import SQLAlchemyError

from app.api.catalogue.stores import brand_question
from app.api.search.cached import cached_value
from app.brand.view import BRAND_PREFIX, slug_of
from app.errors import ApiError, NotFound
from app.pages.found.facts import SCHEMA, Facts, breadcrumbs, item_list, web_address
from app.pages.found.page import FoundPage, away
from app.pages.meta import BRAND, NOT_FOUND, SITE
from app.search import Body


def brand_page(path: str, country: str, site: str) -> FoundPage | None:
    """Return the page of a brand's path, None for other paths.

    Search engines may list it while it has products.
    """
    if not path.startswith(BRAND_PREFIX):
        return None
    slug = slug_of(path)
    if slug is None:
        return FoundPage(NOT_FOUND, path)
    try:
        brand: Body = cached_value(*brand_question(slug, country))[0]
    except NotFound:
        return FoundPage(NOT_FOUND, path)
    except (ApiError, SQLAlchemyError):
        return away(BRAND, path)
    about = " ".join(brand["story"])
    meta = replace(
        BRAND, title=f"{brand['name']} – {SITE}", description=about, listed=bool(brand["products"])
    )
    own_path = BRAND_PREFIX + slug
    return FoundPage(
        meta,
        own_path,
        _picture(brand, site),
        [
            _facts(brand, about, site),
            item_list(brand["hits"], brand["products"], site),
            breadcrumbs([(SITE, "/"), (brand["name"], own_path)], site),
        ],
        {"brand": {"countryCode": country, "about": brand}},
    )


def _facts(brand: Body, about: str, site: str) -> Facts:
    own = [brand["website"], brand["instagram"] or ""]
    return {
        "@context": SCHEMA,
        "@type": "OnlineStore",
        "name": brand["name"],
        "description": about,
        "url": f"{site}{BRAND_PREFIX}{brand['slug']}",
        "sameAs": [address for address in own if address and web_address(address, "") == address],
    }


def _picture(brand: Body, site: str) -> str:
    """Return the first picture of its products; "" where they have none."""
    addresses = [image["url"] for hit in brand["hits"] for image in hit.get("images", ())[:1]]
    return next(filter(None, (web_address(address, site) for address in addresses)), "")
