"""Magento 2: GraphQL by POST and GET, addresses that end in .html, and its sitemap."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.storefronts.graphql import GraphQLError, answered
from tests.storefronts.person import Storefront, urlset
from tests.storefronts.serving import Answer, Asked, as_json
from tests.storefronts.truth import COLOURS, FEET, LETTERS, THINGS, Product, Tile

Row = dict[str, Any]
SIZES = (*LETTERS, *FEET)


@dataclass
class Magento(Storefront):
    """A Magento store; `kept` are its products as GraphQL has them, where pages differ."""

    graphql: bool = True  # False: a firewall's page with 403
    cap: int = 0  # products that paging reaches; its last page is answered again and again; 0: all
    kept: tuple[Product, ...] = ()

    @property
    def cheap(self) -> bool:
        return self.graphql and not self.held

    product_path = "/{}.html"
    list_path = "/{}.html"

    def __post_init__(self) -> None:
        self.mapped = True
        self.kept = self.kept or self.products
        self.head += (
            '<script type="text/x-magento-init">{"*":{"Magento_Ui/js/core/app":{}}}</script>'
            "<script>var BASE_URL = '{base}/'; var require = {'baseUrl': '{base}/static/version17"
            "/frontend/Magento/luma/en_US'};</script>"
        )

    def special(self, asked: Asked) -> Answer | None:
        if asked.path == "/sitemap.xml":
            lists = [asked.base + self.list_path.format(name) for name in THINGS]
            pages = [asked.base + self.path(one) for one in self.products]
            images = ["" for _ in lists] + [asked.base + p.tiles[0].picture for p in self.products]
            return urlset([*lists, *pages], images)
        if asked.path.rstrip("/") != "/graphql":
            return None
        if not self.graphql:
            return Answer(b"<!doctype html><title>Attention Required!</title><h1>Blocked</h1>", 403)
        try:
            if asked.method == "POST":
                sent = json.loads(asked.body)
            else:
                given = asked.query.get("variables") or "{}"
                sent = {"query": asked.query.get("query"), "variables": json.loads(given)}
        except ValueError:
            return as_json({"errors": [{"message": "Unable to unserialize value."}]}, 400)
        if not sent.get("query"):
            return as_json({"errors": [{"message": "Syntax Error: Unexpected <EOF>"}]})
        return as_json(answered(sent["query"], sent.get("variables") or {}, self._root(asked.base)))

    def _root(self, base: str) -> Row:
        config = {
            "__typename": "StoreConfig",
            "store_code": "default",
            "store_name": self.name,
            "locale": "en_ZA",
            "timezone": "Africa/Johannesburg",
            "weight_unit": "kgs",
            "base_url": f"{base}/",
            "secure_base_url": f"{base}/",
            "base_link_url": f"{base}/",
            "base_media_url": f"{base}/media/",
            "secure_base_media_url": f"{base}/media/",
            "base_currency_code": self.currency,
            "default_display_currency_code": self.currency,
            "product_url_suffix": ".html",
            "category_url_suffix": ".html",
            "root_category_id": 2,
            "root_category_uid": "Mg==",
            "catalog_default_sort_by": "position",
            "grid_per_page": 12,
        }
        currency = {"base_currency_code": self.currency, "exchange_rates": []}
        currency |= {"default_display_currency_code": self.currency}
        children = [self._category(place, name) for place, name in enumerate(THINGS, 3)]
        top = self._category(2, "") | {"name": "Default Category", "children": children}
        return {
            "__typename": "Query",
            "storeConfig": config,
            "currency": currency | {"available_currency_codes": [self.currency]},
            "products": lambda args: self._products(args, base),
            "categoryList": lambda _: [top],
            "categories": lambda _: {"items": [top], "total_count": 1},
        }

    def _category(self, number: int, name: str) -> Row:
        return {
            "__typename": "CategoryTree",
            "id": number,
            "uid": f"uid-{number}",
            "name": name.title(),
            "url_key": name,
            "url_path": name,
            "url_suffix": ".html",
            "level": 2 if name else 1,
            "product_count": len(self.shelf(name)) if name else len(self.products),
            "children_count": "0" if name else str(len(THINGS)),
            "children": [],
        }

    def _chosen(self, args: Row) -> Sequence[Product]:
        """The products that a filter lets through; filters by price let all through."""
        if "search" not in args and "filter" not in args:
            raise GraphQLError("'search' or 'filter' input argument is required.")
        wanted = args.get("filter") or {}
        rows: Sequence[Product] = self.kept
        asked = {**(wanted.get("category_id") or {}), **(wanted.get("category_uid") or {})}
        if asked:
            known = {str(place): name for place, name in enumerate(THINGS, 3)}
            one_of = [str(n).removeprefix("uid-") for n in asked.get("in", [asked.get("eq")])]
            names = {known[n] for n in one_of if n in known}
            is_root = {"2", "Mg=="} & set(one_of)
            rows = rows if is_root else [one for one in rows if one.department in names]
        if "url_key" in wanted:
            keys = wanted["url_key"].get("in", [wanted["url_key"].get("eq")])
            rows = [one for one in rows if one.handle in keys]
        if "sku" in wanted:
            keys = wanted["sku"].get("in", [wanted["sku"].get("eq")])
            rows = [one for one in rows if str(one.number) in keys]
        return rows

    def _products(self, args: Row, base: str) -> Row:
        rows = self._chosen(args)
        size, page = args.get("pageSize", 20), args.get("currentPage", 1)
        if size < 1 or page < 1:
            raise GraphQLError("pageSize and currentPage value must be greater than 0.")
        if size > 300:
            raise GraphQLError("Maximum pageSize is 300")
        pages = -(-len(rows) // size)
        if page > pages > 0 and not self.cap:
            raise GraphQLError(
                f"currentPage value {page} specified is greater than the {pages} page(s) available."
            )
        at = min(page, max(1, self.cap // size)) if self.cap else page
        shown = rows[(at - 1) * size : at * size][: self.cap or None]
        return {
            "__typename": "Products",
            "total_count": len(rows),
            "page_info": {"current_page": page, "page_size": size, "total_pages": pages},
            "items": [self._product(one, base) for one in shown],
            "sort_fields": {"default": "position", "options": []},
            "aggregations": [],
        }

    def _price(self, tiles: Sequence[Tile]) -> Row:
        def end(tile: Tile) -> Row:
            usual = tile.was or tile.price
            off = float(usual - tile.price)
            money = {"currency": self.currency}
            return {
                "regular_price": {"value": float(usual), **money},
                "final_price": {"value": float(tile.price), **money},
                "discount": {"amount_off": off, "percent_off": round(off / float(usual) * 100, 2)},
            }

        ordered = sorted(tiles, key=lambda tile: tile.price)
        return {"minimum_price": end(ordered[0]), "maximum_price": end(ordered[-1])}

    def _common(self, one: Product, tiles: Sequence[Tile], base: str, left: bool) -> Row:
        gallery = [
            {
                "__typename": "ProductImage",
                "url": base + tile.picture,
                "label": one.title,
                "position": place,
                "disabled": False,
            }
            for place, tile in enumerate(tiles)
        ]
        words = {"html": f"<p>{one.words}</p>"}
        return {
            "name": one.title,
            "stock_status": "IN_STOCK" if left else "OUT_OF_STOCK",
            "only_x_left_in_stock": None,
            "price_range": self._price(tiles),
            "special_price": float(tiles[0].price) if tiles[0].was else None,
            "price_tiers": [],
            "media_gallery": gallery,
            **dict.fromkeys(("image", "small_image", "thumbnail"), gallery[0]),
            "description": words,
            "short_description": words,
            "meta_title": one.title,
            "manufacturer": None,
            "country_of_manufacture": "ZA",
            "new_from_date": None,
            "url_suffix": ".html",
            "url_rewrites": [{"url": self.path(one).lstrip("/"), "parameters": []}],
        }

    def _product(self, one: Product, base: str) -> Row:
        varies = one.coloured or bool(one.tiles[0].sizes)
        left = any(tile.in_stock for tile in one.tiles)
        place = list(THINGS).index(one.department) + 3
        made = self._common(one, one.tiles, base, left) | {
            "__typename": "ConfigurableProduct" if varies else "SimpleProduct",
            "type_id": "configurable" if varies else "simple",
            "id": one.number,
            "uid": f"uid-{one.number}",
            "sku": str(one.number),
            "url_key": one.handle,
            "url_path": None,
            "canonical_url": self.path(one).lstrip("/"),
            "categories": [self._category(place, one.department)],
        }
        if not varies:
            return made
        pairs = [(tile, size, left) for tile in one.tiles for size, left in tile.offers]
        variants = [self._variant(one, *pair, base) for pair in pairs]
        options: dict[str, dict[str, Row]] = {}
        for variant in variants:
            for choice in variant["attributes"]:
                value = choice | {"store_label": choice["label"], "default_label": choice["label"]}
                options.setdefault(choice["code"], {})[choice["label"]] = value
        made["variants"] = variants
        made["configurable_options"] = [
            {
                "id": place,
                "uid": f"o{place}",
                "attribute_code": code,
                "label": code.title(),
                "position": place,
                "values": list(values.values()),
            }
            for place, (code, values) in enumerate(options.items())
        ]
        return made

    def _variant(self, one: Product, tile: Tile, size: str, left: bool, base: str) -> Row:
        number = one.number_of(tile, size)
        chosen = {"color": tile.colour, "size": size}
        known = {"color": COLOURS, "size": SIZES}
        attributes = [
            {"code": code, "label": label, "uid": f"{code}-{label}"}
            | {"value_index": 50 + known[code].index(label)}
            for code, label in chosen.items()
            if label
        ]
        values = {row["code"]: row["value_index"] for row in attributes}
        product = self._common(one, [tile], base, left) | {
            "__typename": "SimpleProduct",
            "id": number,
            "uid": f"uid-{number}",
            "sku": f"{one.number}-{tile.colour}-{size}",
            "name": "-".join(filter(None, (one.title, size, tile.colour))),
            "url_key": f"{one.handle}-{number}",
            "color": values.get("color"),
            "size": values.get("size"),
        }
        return {"__typename": "ConfigurableVariant", "product": product, "attributes": attributes}
