"""`images/save`: what an operator sets by hand, over everything that is scraped or classified."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import note
from app.api.declare import Area
from app.api.declare.fields import chosen
from app.api.operator import schemas
from app.context import context
from app.errors import Invalid, NotFound
from indexer.catalogue.audit import Subject
from indexer.catalogue.outbox import enqueue, hold_with_siblings
from indexer.index.writer import write_pending
from indexer.models import Category, Color, Product, ProductImage

AREA = Area("curation", "images", "What operators set on products by hand")
CURATED = ("curated_category_id", "curated_color_id", "curated_unisex", "curated_switch_order")
Values = Mapping[str, Any]  # as schemas.ImageSave reads them


@AREA.post("/save", operator=True)
@AREA.arguments(
    schemas.ImageSave,
    as_kwargs=False,
    example={"brandId": 1, "groupKey": "kc-102", "finalCategoryId": 9, "unisex": True},
)
@AREA.text("Saved Linen dress")
def save(sent: Values) -> str:
    """Set a product's category, colour, unisex or image order by hand

    The product is named by `productId`, or by `brandId` and `groupKey`. Entries of `images` that
    carry a category or colour of their own set it for that image alone. The change can be searched
    at once, and no scrape or classification undoes it.
    """
    services = context()
    with services.session() as session:
        product = _product(session, sent)
        before = _curated(product)
        _curate(session, product, sent)
        _curate_images(session, product, sent.get("images") or ())
        enqueue(session, [product.id], offers=False)
        is_changed = _note(session, product, before)
        name = product.name
    report = write_pending(services.settings, refresh=True, limit=1000)
    says = f"Saved {name}" if is_changed else f"Nothing was changed: {name} was like that already"
    return f"{says}{report.note}"


def _curated(product: Product) -> dict[str, Any]:
    """Return what is set by hand on a product and its images."""
    own = {name: getattr(product, name) for name in CURATED}
    for image in product.images:
        shown = {"category": image.curated_category_id, "colour": image.curated_color_id}
        own |= {f"{part} of image {image.id}": value for part, value in shown.items()}
    return own


def _note(session: Session, product: Product, before: dict[str, Any]) -> bool:
    after = _curated(product)
    changed = [name for name, value in after.items() if before.get(name) != value]
    if changed:
        subject = Subject("product", product.id, product.name)
        old, new = ({name: side.get(name) for name in changed} for side in (before, after))
        note(session, "set by hand", subject, old, new)
    return bool(changed)


def _product(session: Session, sent: Values) -> Product:
    if sent.get("product_id") is not None:
        wanted = Product.id == sent["product_id"]
    else:
        first: Values = next(iter(sent.get("images") or ()), {})
        brand_id = sent.get("brand_id", first.get("brand_id"))
        if brand_id is None:
            raise Invalid.field("brandId", "must be an id, a whole number above 0")
        key = sent.get("group_key") or first.get("group_key", "")
        wanted = (Product.brand_id == brand_id) & (Product.group_key == key)
    product_id = session.scalar(select(Product.id).where(wanted))
    if product_id is not None:
        hold_with_siblings(session, product_id)
    product = session.scalar(select(Product).where(wanted).with_for_update())
    if product is None:
        raise NotFound("There is no such product")
    return product


def _curate(session: Session, product: Product, sent: Values) -> None:
    """Set what was sent: an absent name stays as it is, null takes the hand-set value off."""
    if "final_category_id" in sent:
        category = sent["final_category_id"]
        product.curated_category_id = chosen(session, Category, category, "finalCategoryId")
    if "final_color_id" in sent:
        product.curated_color_id = chosen(session, Color, sent["final_color_id"], "finalColorId")
    if "unisex" in sent:
        product.curated_unisex = sent["unisex"]
    if "switch_order" in sent:
        product.curated_switch_order = sent["switch_order"]


def _curate_images(session: Session, product: Product, entries: Iterable[Values]) -> None:
    by_url = {url: image for image in product.images for url in _urls(image)}
    for entry in entries:
        if not entry.keys() & {"curated_category_id", "curated_color_id"}:
            continue
        image = by_url.get(entry.get("image_url", ""))
        if image is None:
            raise Invalid.field("imageUrl", "is no picture of this product")
        if "curated_category_id" in entry:
            category = entry["curated_category_id"]
            image.curated_category_id = chosen(session, Category, category, "curatedCategoryId")
        if "curated_color_id" in entry:
            color = entry["curated_color_id"]
            image.curated_color_id = chosen(session, Color, color, "curatedColorId")


def _urls(image: ProductImage) -> set[str]:
    return {image.image_url, image.calculated_url or image.image_url}
