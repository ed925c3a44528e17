"""Some products are sold by two demo stores, which give the same number for them."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from dev.stores.catalogue import load_stores
from dev.stores.pictures import PictureFiles
from dev.stores.site import ServedStore, StoreSite
from scrapers.values.identifiers import GTIN, identifiers_of


def test_each_number_is_sound_and_one_products_of_two_stores_that_serve_it(tmp_path: Path) -> None:
    sold = defaultdict(list)
    for slug, store in load_stores().items():
        site = StoreSite(ServedStore(store), PictureFiles(tmp_path)).application().test_client()
        for product in store.products:
            if not product.gtin:
                continue
            sold[product.gtin].append(slug)
            kinds = [one.kind for one in identifiers_of({"gtin": product.gtin})]
            assert kinds == [GTIN]
            pages = ["/feed.xml"] if store.offers else list(product.listings)
            kind = "/embed" if slug == "prairie-protea" else ""
            served = [
                site.get(f"{kind}{page}?page={number}").text
                for page in pages
                for number in range(1, 9)
            ]
            assert any(re.search(rf"gtin(13)?\W+{product.gtin}", text) for text in served)
    assert len(sold) == 3
    assert all(len(stores) == len(set(stores)) == 2 for stores in sold.values())
