"""What search engines find: the sitemap, and what pages say to those that run no script."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from lxml import etree
from sqlalchemy import select

from app import create_app
from app.pages import feeds as sitemap
from app.pages.document import ROUTES
from app.pages.seo import is_listed
from app.product.related import product_path
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Brand, Product
from tests.integration.app.fixtures import facts, inlined
from tests.support.data import rows

SITE = "https://winkel.example"
BOT = {"User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)"}
NOWHERE = "127.0.0.1:9"


@pytest.fixture(scope="module")
def built(shop_settings: Settings, bare_build: Path) -> Settings:
    return shop_settings.but(frontend_dir=bare_build, public_url=SITE)


@pytest.fixture(scope="module")
def site(built: Settings) -> FlaskClient:
    return create_app(built).test_client()


def entries(site: FlaskClient, path: str) -> dict[str, str]:
    """Return the paths that a sitemap lists, with when they changed."""
    answer = site.get(path)
    assert answer.status_code == 200, answer.text
    found = {}
    for entry in etree.fromstring(answer.data):
        address, *changed = [item.text or "" for item in entry]
        assert address.startswith(SITE)
        found[address.removeprefix(SITE)] = "".join(changed)
    return found


def test_the_sitemap_lists_each_product_that_visitors_find_and_when_it_changed(
    site: FlaskClient, built: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sitemap, "PART", 50)
    with session_scope(built.database_url) as session:
        shown = session.scalars(select(Product).join(Brand).where(Brand.is_active)).all()
        expected = {
            product_path(product.name, product.id): product.updated_at.astimezone(UTC)
            for product in shown
            if product.gone_at is None and not product.blocked
        }
    parts = entries(site, "/sitemap.xml")
    del parts["/sitemap/pages.xml"]
    listed = {part: entries(site, part) for part in parts}
    assert len(parts) > 5
    assert max(map(len, listed.values())) <= 50
    assert {part: max(rows.values()) for part, rows in listed.items()} == parts
    assert {path: at for rows in listed.values() for path, at in rows.items()} == {
        path: at.isoformat(timespec="seconds") for path, at in expected.items()
    }
    for nothing in ("products-9999", "products-0", "brands", "products-1x"):
        assert site.get(f"/sitemap/{nothing}.xml").status_code == 404
    assert f"Sitemap: {SITE}/sitemap.xml" in site.get("/robots.txt").text


def test_every_address_of_the_sitemap_is_a_page_and_its_own_canonical_one(
    site: FlaskClient,
) -> None:
    pages = entries(site, "/sitemap/pages.xml")
    assert {path for path, meta in ROUTES.items() if meta.listed and is_listed(path)} < set(pages)
    assert "/?category=women/dresses" in pages
    assert "/brand/veld-mall" in pages
    assert not {"/scraper", "/brand/closed-shop"} & set(pages)
    products = [*entries(site, "/sitemap/products-1.xml")]
    for path in [*pages, *products[::20]]:
        answer = site.get(path, headers=BOT)
        assert answer.status_code == 200, path
        assert f'<link rel="canonical" href="{SITE}{path}">' in answer.text
        assert '"noindex"' not in answer.text, path


def test_without_the_servers_there_is_no_sitemap_and_no_empty_category(built: Settings) -> None:
    no_database = built.but(database_url=f"postgresql+psycopg://nobody@{NOWHERE}/nothing")
    no_search = built.but(elasticsearch_url=f"http://{NOWHERE}", search_url="")
    wrong = {
        no_database: ("/sitemap.xml", "/sitemap/pages.xml", "/sitemap/products-1.xml"),
        no_search: ("/sitemap/pages.xml", "/?category=women", "/brand/veld-mall"),
    }
    for settings, paths in wrong.items():
        away = create_app(settings).test_client()
        assert {path: away.get(path, headers=BOT).status_code for path in paths} == dict.fromkeys(
            paths, 503
        )


def test_a_categorys_page_lists_its_products_and_the_way_to_it(site: FlaskClient) -> None:
    text = site.get("/?category=women/dresses", headers=BOT).text
    said = facts(text)
    listed = said["ItemList"]["itemListElement"]
    assert said["ItemList"]["numberOfItems"] >= len(listed) > 5
    assert {row["url"].removeprefix(SITE) for row in listed} <= {
        *entries(site, "/sitemap/products-1.xml")
    }
    way = [(row["name"], row["item"]) for row in said["BreadcrumbList"]["itemListElement"]]
    assert way == [
        ("Winkel", f"{SITE}/"),
        ("Women", f"{SITE}/?category=women"),
        ("Dresses", f"{SITE}/?category=women/dresses"),
    ]


@pytest.mark.parametrize(("asked", "address", "listed"), rows("results_addresses"))
def test_results_have_one_address_and_only_those_of_one_category_or_brand_are_listed(
    site: FlaskClient, asked: str, address: str, listed: bool
) -> None:
    text = site.get(f"/?{asked}", headers=BOT).text.replace("&amp;", "&")
    assert f'<link rel="canonical" href="{SITE}/?{address}">' in text
    assert ('<meta name="robots" content="noindex">' not in text) is listed
    assert ("ItemList" in facts(text)) is listed


def test_a_brands_page_tells_its_story_and_has_its_products_inside(
    site: FlaskClient, built: Settings
) -> None:
    answer = site.get("/brand/h-and-m", headers=BOT)
    assert "<title>H&amp;M &lt;Outlet&gt; – Winkel</title>" in answer.text
    assert "<Outlet>" not in answer.text
    said = facts(answer.text)
    store = said["OnlineStore"]
    assert store["name"] == "H&M <Outlet>"
    assert store["sameAs"] == ["https://h-and-m.example"]
    assert store["description"].startswith(
        "H&M <Outlet> is a store that ships from United Kingdom. "
        "It delivers to United Kingdom and United States. "
    )
    assert (
        store["description"].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        in answer.text
    )
    about = inlined(answer.text)["brand"]["about"]
    with session_scope(built.database_url) as session:
        own = select(Product).join(Brand).where(Brand.slug == "h-and-m")
        shown = own.where(Product.gone_at.is_(None), ~Product.blocked)
        newest = session.scalars(shown.order_by(Product.created_at.desc(), Product.id)).all()
    assert about["products"] == said["ItemList"]["numberOfItems"] == len(newest)
    assert {hit["productId"] for hit in about["hits"]} == {row.id for row in newest[:24]}
    assert len(about["styles"]) == 2
    assert about == site.get("/api/brands/about/h-and-m").json
    abroad = site.get("/api/brands/about/h-and-m?countryCode=FR").json  # where it does not deliver
    assert abroad is not None
    assert [hit["productId"] for hit in abroad["hits"]] == [h["productId"] for h in about["hits"]]


@pytest.mark.parametrize("path", ["/brand", "/brand/", "/brand/nobody", "/brand/closed-shop"])
def test_a_brand_that_visitors_do_not_see_has_no_page(site: FlaskClient, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 404
    assert '<meta name="robots" content="noindex">' in answer.text


def test_a_brands_page_has_one_address(site: FlaskClient) -> None:
    for other in ("/brand/Veld-Mall", "/brand/veld-mall/"):
        moved = site.get(other)
        assert (moved.status_code, moved.headers["Location"]) == (301, "/brand/veld-mall")
