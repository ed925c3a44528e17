"""What two of the stores offer besides their pages: a product feed, a platform's catalogue."""

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from dev.stores.catalogue.model import Product, Store
from dev.stores.pictures import VIEWS

GOOGLE = "http://base.google.com/ns/1.0"
PAGE = 250  # products that Shopify gives at once
Links = tuple[str, Sequence[str]]  # of a product: its page, its pictures


def feed(store: Store, products: Sequence[tuple[Product, Links]]) -> bytes:
    """Return the products as RSS 2.0 with Google's attributes, an item for each size."""
    ET.register_namespace("g", GOOGLE)
    rss = ET.Element("rss", version="2.0")
    channel = ET.SubElement(rss, "channel")
    ET.SubElement(channel, "title").text = store.name
    for product, (page, pictures) in products:
        for size in product.sizes or ("",):
            item = ET.SubElement(channel, "item")
            ET.SubElement(item, "title").text = product.name
            ET.SubElement(item, "link").text = page
            for name, value in _attributes(store, product, size, pictures):
                ET.SubElement(item, f"{{{GOOGLE}}}{name}").text = value
    return bytes(ET.tostring(rss, encoding="utf-8", xml_declaration=True))


def _attributes(
    store: Store, product: Product, size: str, pictures: Sequence[str]
) -> Iterator[tuple[str, str]]:
    is_sold = product.sold_out or size in product.sold_sizes
    yield "id", f"{product.number}-{size}" if size else str(product.number)
    yield "item_group_id", str(product.number)
    yield "brand", product.brand or store.name
    yield "price", f"{product.price} {store.currency}"
    if product.sale:
        yield "sale_price", f"{product.sale} {store.currency}"
    yield "availability", "out of stock" if is_sold else "in stock"
    yield "color", product.colour
    yield "material", product.material
    if size:
        yield "size", size
    yield "product_type", " > ".join(_departments(store, product))
    yield "image_link", pictures[0]
    for picture in pictures[1:VIEWS]:
        yield "additional_image_link", picture


def _departments(store: Store, product: Product) -> list[str]:
    titles = {page.path: page.title for page in store.pages}
    return [titles[path] for path in product.listings[:1]]


def shopify(
    store: Store, products: Sequence[tuple[Product, Links]], number: int
) -> dict[str, object]:
    """Return a page of `/products.json` as Shopify gives it; `number` counts from 1."""
    listed = products[(number - 1) * PAGE : number * PAGE]
    return {"products": [_shopify_product(store, *product) for product in listed]}


def _shopify_product(store: Store, product: Product, links: Links) -> dict[str, object]:
    price = product.sale or product.price
    variants = [
        {
            "id": product.number * 100 + place,
            "option1": product.colour,
            "option2": size,
            "option3": product.material,
            "price": f"{price}.00",
            "compare_at_price": f"{product.price}.00" if product.sale else None,
            "available": not product.sold_out and size not in product.sold_sizes,
        }
        for place, size in enumerate(product.sizes or ("One size",))
    ]
    return {
        "id": product.number,
        "handle": product.slug,
        "title": product.name,
        "vendor": product.brand or store.name,
        "product_type": " > ".join(_departments(store, product)),
        "options": [{"name": name} for name in ("Colour", "Size", "Material")],
        "variants": variants,
        "images": [{"src": picture} for picture in links[1]],
    }
