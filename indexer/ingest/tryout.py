"""Trying a configuration for an operator who waits: results as the operator's page takes them."""

import base64
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import func, select, update

from indexer.core.db import session_scope
from indexer.core.queues import QueueUnavailableError
from indexer.core.settings import Settings
from indexer.ingest.crawling import crawl_options, with_manners
from indexer.ingest.identity.evidence import canonical_href
from indexer.ingest.sources.find import Sources, find_sources
from indexer.ingest.sources.sample import LEFT, SourceReport, form_values, pages_row, row, sentences
from indexer.ingest.sources.store_lists import UNREACHED, add_found, judge
from indexer.models import Country, ListedStore, Product
from indexer.models.brand import FOUND, LOOKING, NEEDS, WAITING
from scrapers.attributes import ATTRIBUTES, LexiconEntries
from scrapers.browsing.browser import Browser
from scrapers.config import BrandConfig, PageConfig, wire_name
from scrapers.crawl import crawl
from scrapers.errors import PageError, RefusedAddressError, StoppedError
from scrapers.events import PageDone
from scrapers.preview import Preview
from scrapers.preview import preview as preview_page
from scrapers.product import Product as Found
from scrapers.structured.product import StructuredProduct
from scrapers.suggest.suggestion import Suggestion
from scrapers.suggest.suggestion import suggest as suggest_from

TODAY_S = 60.0  # for the listing pages to be read


def of_today(settings: Settings, brand_id: int, config: BrandConfig) -> dict[str, int | bool]:
    """Return how many of a brand's products its listing pages give with this configuration.

    `known` products are on offer today; `found`, `changed` and `lost` count those of them, `new`
    others. `whole`: all pages were read to their end; what was not reached is not lost else.
    """
    until = time.monotonic() + TODAY_S
    usual = with_manners(crawl_options(settings, config.website), config)
    options = replace(usual, attempts=1, own_pages_budget_s=0.0)
    found: dict[str, Found] = {}
    done = 0
    with Browser(options, stealth=config.stealth) as browser:
        for event in crawl(config, browser, lambda _: None, lambda: time.monotonic() > until):
            if isinstance(event, Found):
                found.setdefault(event.group_key, event)
            done += isinstance(event, PageDone)
    whole = done == len(config.pages)
    return compare_with_today(settings, brand_id, found.values(), whole=whole)


def compare_with_today(
    settings: Settings, brand_id: int, found: Iterable[Found], *, whole: bool
) -> dict[str, int | bool]:
    """Return the counts: a product is known by its key, its link, or a name that is its own."""
    with session_scope(settings.database_url) as session:
        known = session.scalars(
            select(Product).where(Product.brand_id == brand_id, Product.gone_at.is_(None))
        ).all()
    by_key = {row.group_key: row for row in known}
    by_link = {canonical_href(row.href): row for row in known if row.href}
    names = Counter(row.name for row in known)
    by_name = {row.name: row for row in known if names[row.name] == 1}
    met: dict[int, bool] = {}
    new = 0
    for one in found:
        link = canonical_href(one.href) if one.href else ""
        row = by_key.get(one.group_key) or by_link.get(link) or by_name.get(one.name)
        if row is None:
            new += 1
        else:
            met[row.id] = (row.name, row.price) != (one.name, one.price)
    lost = len(known) - len(met) if whole else 0
    return {
        "known": len(known),
        "found": len(met),
        "changed": sum(met.values()),
        "lost": lost,
        "new": new,
        "whole": whole,
    }


# The operator fills in the rest of the form: identity, shipping and schedules are no guess.
SUGGESTED = (
    "name website currency node_path parent_depth background_image_selector hover_node_path"
    " product_name_xpath price_xpath sale_price_xpath detail_selector popup_close_button_selector"
    " next_button_selector next_button_text next_button_click_not_redirect"
    " infinite_scroll_button_selector scroll_delay sold_out_xpath sold_out_text"
    " detail_image_node_path".split()
)
# What a page need not show for it to be right: its absence is no evidence where nothing else is
# found. Fields that belong together stay together.
STAYS = (
    "next_button_selector next_button_text next_button_click_not_redirect"
    " infinite_scroll_button_selector scroll_delay".split(),
    ["detail_selector", "detail_image_node_path"],
    ["popup_close_button_selector"],
    ["sold_out_xpath", "sold_out_text"],
    ["sale_price_xpath"],
)
MOST_SURE_OF_NOTHING = 0.5  # of a field that reads nothing on the page
# What an operator may have set better: pages carry categories, and their products' history.
NAMED = ("name", "website", "country_id", "pages")
LISTS_S = 90.0  # for the listing pages; the job ends some time later
MOST_LISTS = 2  # departments that are opened for one that can be read


def preview(
    settings: Settings, brand: Mapping[str, Any], page: Mapping[str, str]
) -> dict[str, Any]:
    """Read one page with a brand's fields; raises PageError.

    Fields and the page's entry (`page_url`, `custom_click_selector`) by their snake_case names.
    """
    entry = PageConfig(None, page["page_url"], page.get("custom_click_selector", ""))
    config = replace(_config(brand, entry.page_url), pages=(entry,))
    usual = with_manners(crawl_options(settings, entry.page_url), config)
    options = replace(usual, load_images=True, attempts=1)
    with Browser(options, stealth=config.stealth) as browser:
        return _preview_view(preview_page(config, entry.page_url, browser))


def _preview_view(seen: Preview) -> dict[str, Any]:
    picture = base64.b64encode(seen.screenshot).decode("ascii")
    return {
        "url": seen.url,
        "screenshot": f"data:image/png;base64,{picture}",
        "width": seen.width,
        "height": seen.height,
        "nodes": list(seen.boxes),
        "elements": list(seen.elements),
        "items": [
            _item(item)
            | {
                "detailOpened": index < len(seen.items) - seen.unopened,
                "structured": _structured_view(data),
            }
            for index, (item, data) in enumerate(zip(seen.items, seen.structured, strict=True))
        ],
        "rejected": [{"reason": reason} for reason in seen.rejected],
        "problem": seen.problem,
        "log": list(seen.log),
        "following": _preview_view(seen.following) if seen.following else None,
        "paging": seen.paging,
    }


def _item(item: Found) -> dict[str, Any]:
    images = [image.url for image in item.images]
    return _both(item, item.product_brand, item.ordinary_price, images) | {
        "href": item.href,
        "disagreements": [
            *item.disagreements,
            *(
                f"the {name} {text!r} is not understood"
                for name, text in item.not_understood.items()
            ),
        ],
    }


def _attributes(wordings: LexiconEntries) -> list[dict[str, Any]]:
    """Return the attributes that were read, by their labels, as the store words them."""
    return [
        {"label": attribute.label, "values": list(wordings[attribute.name])}
        for attribute in ATTRIBUTES
        if attribute.name in wordings
    ]


def _structured_view(data: StructuredProduct | None) -> dict[str, Any] | None:
    if data is None:
        return None
    own = _both(data, data.brand, data.ordinary, list(data.images))
    return {"source": data.source} | own


def _both(
    one: Found | StructuredProduct, brand: str | None, ordinary: Decimal | None, images: list[str]
) -> dict[str, Any]:
    """Return what is shown of a card's product, and of its structured data beside it."""
    return {
        "name": one.name,
        "brand": brand,
        "price": None if one.price is None else float(one.price),
        "ordinaryPrice": None if ordinary is None else float(ordinary),
        "currency": one.currency,
        "soldOut": one.sold_out,
        "color": one.color,
        "attributes": _attributes(one.attributes),
        "images": images,
    }


def suggest(
    settings: Settings,
    url: str,
    brand: Mapping[str, Any] | None = None,
    *,
    quick: bool = False,
    brand_id: int | None = None,
) -> dict[str, Any]:
    """Propose a configuration from a store's address, or a listing page's.

    Raises RefusedAddressError for an address that may not be read.
    The store's feeds and its platform's catalogue are compared with its listing pages, which
    `quick` leaves out where one of them is good. What the `brand` (fields by snake_case names) has
    is kept where what was found reads no more. Of a known brand (`brand_id`), `today` has what
    becomes of its products. `sources` lists all that was looked at, with what it
    has or why it gives nothing; it is `partial` where the time did not suffice for all of it.
    """
    present = _config(brand or {}, url)
    known = [present.feed_url] if present.feed_url else []
    sources = find_sources(settings, url, known)
    best = sources.best
    proposed: dict[str, Any] = {"brand": {}, "evidence": [], "platform": None, "fields": []}
    rows = [row(found, best) for found in sources.found]
    if not (quick and best):
        failure: Exception | None = None
        try:
            proposed = _of_pages(settings, url, sources, present)
        except RefusedAddressError:
            raise  # the address itself may not be read, whatever else was looked at
        except (PageError, StoppedError) as error:
            failure = error
        rows.append(pages_row(proposed, url, failure, is_best=best is None))
    rows += map(row, sources.others)
    values = {**proposed["brand"], **_source_values(best, proposed["brand"])}
    values = {"name": sources.home.name} | values | _country(settings, url, sources.country)
    evidence = [*(line for found in sources.found for line in sentences(found, best))]
    kept, stays = fill_from_present(_changed_values(values, brand or {}), present)
    evidence += [f"{' and '.join(stays)} stay: nothing else was found"] if stays else []
    config = _with_values(present, kept, brand or {})
    is_known = brand_id is not None and config.source == "pages" and bool(config.pages)
    return {
        **proposed,
        "brand": kept,
        "today": of_today(settings, brand_id, config) if is_known and brand_id else None,
        "platform": proposed["platform"] or (best.label if best and best.is_platform else None),
        "evidence": [*evidence, *proposed["evidence"]],
        "sources": rows,
        "partial": any(shown["state"] == LEFT for shown in rows),
        "departments": [*sources.home.departments],
    }


def _source_values(best: SourceReport | None, pages: dict[str, Any]) -> dict[str, Any]:
    """Return the form's fields for the proposed source; none where nothing can be read."""
    if best is not None:
        return form_values(best)
    return {"source": "pages"} if pages else {}


def _config(brand: Mapping[str, Any], url: str) -> BrandConfig:
    known = {field.name for field in fields(BrandConfig)} - {"brand_id", "pages"}
    values = {name: value for name, value in brand.items() if name in known}
    return BrandConfig(brand_id=0, pages=(PageConfig(None, url),), **values)


def _of_pages(
    settings: Settings, url: str, sources: Sources, present: BrandConfig
) -> dict[str, Any]:
    """Read the address, or, of a store's home, a department.

    Raises PageError with the first reason, StoppedError where the time is over.
    """
    log: list[str] = []
    options = replace(crawl_options(settings, url), attempts=1)
    departments = sources.home.lists()
    lists = [] if urlsplit(url).path.strip("/") else departments
    until = time.monotonic() + LISTS_S
    first: PageError | None = None
    with Browser(options) as browser:
        for place in lists[:MOST_LISTS] or [url]:  # a home page shows a part of its lists
            try:
                suggestion = suggest_from(
                    place,
                    browser,
                    log.append,
                    present,
                    currency=sources.currency,
                    should_stop=lambda: time.monotonic() > until,
                )
            except PageError as error:
                first = first or error
            else:
                beside = len(departments) if url in departments else 0
                return _suggestion_view(suggestion, lists or [url], beside)
    raise first or PageError(f"Nothing can be read at {url}.")


def _country(settings: Settings, url: str, code: str) -> dict[str, int]:
    """Return a source's country, or that of the address's ending, as the form has it."""
    ending = code or (urlsplit(url).hostname or "").rpartition(".")[2].upper()
    with session_scope(settings.database_url) as session:
        found = session.scalar(select(Country.id).where(Country.iso == ending))
    return {wire_name("country_id"): found} if found else {}


def _changed_values(values: dict[str, Any], brand: Mapping[str, Any]) -> dict[str, Any]:
    named = {wire_name(name) for name in NAMED if brand.get(name)}
    return {name: value for name, value in values.items() if name not in named}


def fill_from_present(
    values: dict[str, Any], present: BrandConfig
) -> tuple[dict[str, Any], list[str]]:
    """Return the values with what the brand has where nothing was found, and what stays so.

    An empty field is no finding: it takes away what works today.
    """
    kept, stays = dict(values), []
    for group in STAYS:
        names = {name: wire_name(name) for name in group}
        if any(values.get(name) for name in names.values()):
            continue
        had = {wire: getattr(present, name) for name, wire in names.items()}
        if any(had.values()) and any(wire in values for wire in had):
            kept |= had
            stays += [str(value) for value in had.values() if isinstance(value, str) and value]
    return kept, stays


def _with_values(
    present: BrandConfig, values: Mapping[str, Any], brand: Mapping[str, Any]
) -> BrandConfig:
    own = {field.name for field in fields(BrandConfig)} - {"brand_id", "pages"}
    changed = {name: values[wire_name(name)] for name in own if wire_name(name) in values}
    rows = brand.get("pages") or [{"page_url": row["pageUrl"]} for row in values.get("pages", ())]
    pages = tuple(
        PageConfig(row.get("page_id"), row["page_url"], row.get("custom_click_selector", ""))
        for row in rows
    )
    return replace(present, pages=pages, **changed)


def _suggestion_view(
    suggestion: Suggestion, pages: Sequence[str], departments: int
) -> dict[str, Any]:
    """`departments`: of the store, where the address is one of them; else 0."""
    config = suggestion.config
    brand = {wire_name(name): getattr(config, name) for name in SUGGESTED}
    brand["pages"] = [{"pageUrl": page} for page in pages]
    if suggestion.currency and not suggestion.currency.is_named:
        brand["currency"] = ""  # a guess: the operator sets it
    return {
        "counts": {
            "products": suggestion.cards,
            "sampled": suggestion.cards,
            "counted": suggestion.counted,
            "departments": departments,
            "priced": suggestion.with_price,
            "pictured": suggestion.with_image,
            "soldOut": sum(item.sold_out is True for item in suggestion.items),
        },
        "brand": brand,
        "evidence": list(suggestion.evidence()),
        "platform": suggestion.platform,
        "fields": [
            {
                "field": wire_name(field.name),
                "selector": field.selector,
                "samples": list(field.samples),
                "confidence": field.confidence
                if field.samples
                else min(field.confidence, MOST_SURE_OF_NOTHING),
            }
            for field in suggestion.fields
        ],
    }


def look(settings: Settings, store_id: int) -> str | None:
    """Look at a store that waits, and keep all that was found; return what it is then."""
    claimed = _claim(settings, store_id)
    if claimed is None:
        return None  # another does it, or it was taken off the list
    attempt, website = claimed
    found = _inspect(settings, website)
    need, reason, _ = judge(found)
    state = NEEDS if need else FOUND
    with session_scope(settings.database_url) as session:
        own = _own(store_id, attempt).values(
            state=state, need=need, reason=reason, found=found, looked_at=func.clock_timestamp()
        )
        session.execute(own)
    if not need:
        with suppress(QueueUnavailableError):  # the next turn does it
            add_found(settings)
    return state


def _inspect(settings: Settings, website: str) -> dict[str, Any]:
    """Return what is found at a store; where https is not answered, by http."""
    try:
        found = suggest(settings, website, quick=True)
    except (PageError, RefusedAddressError, StoppedError) as error:
        found = {"brand": {}, "sources": [], "failure": str(error).rstrip(".")}
    is_unreached = website.startswith("https://") and judge(found)[0] == UNREACHED
    return _inspect(settings, website.replace("https", "http", 1)) if is_unreached else found


def _claim(settings: Settings, store_id: int) -> tuple[int, str] | None:
    with session_scope(settings.database_url) as session:
        claimed = session.execute(
            update(ListedStore)
            .where(ListedStore.id == store_id, ListedStore.state == WAITING)
            .values(
                state=LOOKING,
                attempts=ListedStore.attempts + 1,
                heartbeat_at=func.clock_timestamp(),
            )
            .returning(ListedStore.attempts, ListedStore.website)
        ).first()
        return (claimed.attempts, claimed.website) if claimed else None


def _own(store_id: int, attempt: int) -> Any:
    """Return the update of a row as long as this look is the one that is going on."""
    return update(ListedStore).where(
        ListedStore.id == store_id, ListedStore.state == LOOKING, ListedStore.attempts == attempt
    )
