"""The stores' favicons, by brand id as PNG in the public bucket (spec §2.3)."""

import io
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urljoin

from PIL import Image, UnidentifiedImageError
from sqlalchemy import func, or_, select, update

from indexer.catalogue.images import PictureStore
from indexer.core.bad_items import each
from indexer.core.db import is_older, session_scope
from indexer.core.hosts import SharedRateLimiter
from indexer.core.settings import Settings
from indexer.ingest.pictures.fetching import PoliteFiles, polite_files
from indexer.models import Brand
from scrapers.errors import PageError
from scrapers.structured.html_tree import tree_of

SIDE = 32  # px: shown at 16, sharp on screens with two pixels a point
MOST_TRIED = 4
AGAIN_AFTER = timedelta(days=7)  # a store without an icon may have one by then
PAGE = "text/html,application/xhtml+xml"


def favicon_name(brand_id: int) -> str:
    """Return the file's name inside the bucket."""
    return f"favicons/{brand_id}.png"


def fetch_favicons(settings: Settings) -> int:
    """Fetch the favicon of each active brand that has none; return how many were stored.

    A store without a usable icon is left in peace for a week. Raises OSError on a full store.
    """
    store = PictureStore(settings.bucket_location)
    with session_scope(settings.database_url) as session:
        tried = Brand.favicon_tried_at
        due = or_(tried.is_(None), is_older(tried, AGAIN_AFTER))
        rows = session.execute(select(Brand.id, Brand.website).where(Brand.is_active, due)).all()
    missing = [(id_, website) for id_, website in rows if not store.files.has(favicon_name(id_))]
    if not missing:
        return 0
    with polite_files(settings.loopback(), SharedRateLimiter(settings.database_url)) as files:

        def fetch(brand: tuple[int, str]) -> bool:
            id_, website = brand
            icon = favicon_of(website, files)
            if icon is not None:
                store.files.write(favicon_name(id_), icon)
            with session_scope(settings.database_url) as session:
                tried_now = {"favicon_tried_at": func.now()}
                session.execute(update(Brand).where(Brand.id == id_).values(tried_now))
            return icon is not None

        return sum(each(missing, fetch, lambda brand: brand[1]))


def favicon_of(website: str, files: PoliteFiles) -> bytes | None:
    """Return a store's icon as a PNG of SIDE x SIDE px; None where it has none that can be read."""
    for address in _addresses(website, files):
        try:
            return as_png(files.get(address))
        except (PageError, ValueError):
            continue
    return None


def _addresses(website: str, files: PoliteFiles) -> Iterator[str]:
    try:
        page = files.get(website, PAGE)
        yield from icon_links(page, website)[:MOST_TRIED]
    except PageError:
        pass  # the customary address may answer all the same
    yield urljoin(website, "/favicon.ico")


def icon_links(page: bytes, website: str) -> list[str]:
    """Return the addresses of a page's `<link rel="icon">`, the largest declared size first."""
    try:
        document = tree_of(page)
    except ValueError:
        return []
    links = [
        (_declared_width(link.get("sizes", "")), urljoin(website, link.get("href")))
        for link in document.iter("link")
        if "icon" in (link.get("rel") or "").lower() and link.get("href")
    ]
    return [address for _, address in sorted(links, key=lambda link: -link[0])]


def _declared_width(sizes: str) -> int:
    width = sizes.lower().split("x", 1)[0]
    return int(width) if width.isascii() and width.isdigit() else 0


def as_png(icon: bytes) -> bytes:
    """Return an icon as a square PNG; raises ValueError where it is no picture (SVG is none)."""
    try:
        with Image.open(io.BytesIO(icon)) as opened:
            picture = opened.convert("RGBA")
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError(f"it cannot be read as a picture: {error}") from error
    picture.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (SIDE, SIDE))
    square.paste(picture, ((SIDE - picture.width) // 2, (SIDE - picture.height) // 2))
    out = io.BytesIO()
    square.save(out, "PNG", optimize=True)
    return out.getvalue()
