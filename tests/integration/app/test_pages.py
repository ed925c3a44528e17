"""Everything outside /api: pages with their words and state inside, assets, media, docs."""

from __future__ import annotations

import gzip
import io
import json
import re
from pathlib import Path
from typing import Any

import brotli
import pytest
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import select

from app import create_app
from app.declared import DECLARED
from app.pages.document import BOOT, ROUTES, SEARCH_MODULES
from app.search.wire.address import requests_of
from indexer.catalogue.images import NARROW, PictureStore, thumbnail
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import Brand, Product
from tests.integration.app.fixtures import facts, inlined
from tests.support.data import rows
from tests.support.saved_store import a_picture

FRONTEND = Path(__file__).parents[3] / "frontend"
INDEX = """<!doctype html><html><head><title>Old</title>
<meta
  name="description"
  content="old"
/></head><body><div id="root"></div></body></html>"""


MANIFEST = {
    "index.html": {
        "file": "assets/index-abc123.js",
        "imports": ["_react.js"],
        "assets": ["assets/letters-1.woff2", "assets/drawing-1.svg"],
    },
    BOOT: {"file": "assets/boot-1.js", "imports": ["_react.js", "index.html"]},
    "_react.js": {"file": "assets/react-1.js"},
    "_shared.js": {"file": "assets/shared-1.js", "css": ["assets/shared-1.css"]},
    SEARCH_MODULES[-1]: {
        "file": "assets/SearchScreen-1.js",
        "imports": ["index.html", "_react.js", "_shared.js"],
        "css": ["assets/SearchScreen-1.css"],
    },
}


@pytest.fixture(scope="module")
def site(shop_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """The site with a small build and bucket of its own."""
    build = tmp_path_factory.mktemp("dist")
    (build / "assets").mkdir()
    (build / "index.html").write_text(INDEX)
    (build / "assets" / "index-abc123.js").write_text("console.log('x');\n" * 500)
    (build / "robots-are-fine.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (build / ".vite").mkdir()
    (build / ".vite" / "manifest.json").write_text(json.dumps(MANIFEST))
    media = tmp_path_factory.mktemp("media")
    (media / "favicons").mkdir()
    (media / "favicons" / "1.png").write_bytes(b"\x89PNG not really")
    (media / "notes.txt").write_text("secret")
    own = shop_settings.but(frontend_dir=build, bucket_location=str(media))
    return create_app(own.but(public_url="https://winkel.example")).test_client()


def test_home_has_the_landing_inside_and_nothing_of_it_leaves_the_script(site: FlaskClient) -> None:
    text = site.get("/").text
    within = inlined(text)
    assert (within["countryCode"], within["devMode"]) == ("", False)
    assert [len(c["hits"]) for c in within["landing"]["carousels"]] == [10, 10, 10, 10]
    first = [hit["images"][0]["url"] for hit in within["landing"]["carousels"][0]["hits"][:2]]
    assert re.findall('as="image" fetchpriority="high" href="([^"]+)"', text) == first
    assert "<Outlet>" not in text
    assert text.count("<title>") == text.count('name="description"') == 1


def test_a_results_address_carries_its_own_words_and_no_landing(site: FlaskClient) -> None:
    text = site.get("/?q=%3Cb%3Elinen&category=women/dresses&colour=red&page=2").text
    assert "<title>&lt;b&gt;linen, Dresses, Red – Winkel</title>" in text
    assert 'property="og:title" content="&lt;b&gt;linen, Dresses, Red – Winkel"' in text
    assert "landing" not in inlined(text)


BROWSER = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36"}


def test_a_results_address_has_its_answer_and_the_filters_inside(site: FlaskClient) -> None:
    answer = site.get("/?category=women&colour=red", headers=BROWSER)
    within = inlined(answer.text)
    assert (within["search"]["currency"], within["search"]["countryCode"]) == ("ZAR", "")
    asked = requests_of([("category", "women"), ("colour", "red")], "")
    sent = site.post("/api/search", json=asked).json
    assert sent is not None
    results = within["search"]["answer"]["results"]
    assert [row["nbHits"] for row in results] == [row["nbHits"] for row in sent["results"]]
    assert [row["facets"] for row in results] == [row["facets"] for row in sent["results"]]
    assert len(results) == 3
    assert results[0]["hits"]
    assert within["filters"] == site.get("/api/filters").json
    hits = results[0]["hits"]
    section = [hit for hit in hits if hit["brand"] == hits[0]["brand"]]
    first = [hit["images"][0]["url"] for hit in section[:2] if "images" in hit]
    assert re.findall('as="image" fetchpriority="high" href="([^"]+)"', answer.text) == first


def test_programs_that_read_pages_cause_no_search(site: FlaskClient) -> None:
    bot = {"User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)"}
    answer = site.get("/?q=dress", headers=bot)
    assert "search" not in inlined(answer.text)
    assert "<title>dress – Winkel</title>" in answer.text


def test_an_address_that_cannot_be_searched_is_a_page_all_the_same(site: FlaskClient) -> None:
    many = "&".join(f"brand={number}" for number in range(600))
    answer = site.get(f"/?{many}&saOnly=perhaps", headers=BROWSER)
    assert answer.status_code == 200
    assert "search" not in inlined(answer.text)


def test_a_pages_own_script_loads_with_the_page_and_nothing_twice(site: FlaskClient) -> None:
    text = site.get("/?q=linen").text
    assert re.findall(r'modulepreload" crossorigin href="([^"]+)"', text) == [
        "/assets/boot-1.js",
        "/assets/SearchScreen-1.js",
        "/assets/shared-1.js",
    ]
    assert re.findall(r'stylesheet" crossorigin href="([^"]+)"', text) == [
        "/assets/SearchScreen-1.css",
        "/assets/shared-1.css",
    ]
    home = site.get("/").text
    assert re.findall(r'modulepreload" crossorigin href="([^"]+)"', home) == ["/assets/boot-1.js"]
    fonts = re.findall('rel="preload" as="font" type="font/woff2" crossorigin href="(.+?)"', home)
    assert fonts == ["/assets/letters-1.woff2"]


@pytest.mark.parametrize("path", [path for path in ROUTES if path != "/"])
def test_every_route_has_its_title_and_address(site: FlaskClient, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 200
    assert f"<title>{ROUTES[path].title}</title>" in answer.text
    assert f'<link rel="canonical" href="https://winkel.example{path}">' in answer.text


def test_the_frontends_routes_have_their_words_and_no_others_do() -> None:
    source = (FRONTEND / "src/app/routes.tsx").read_text()
    screens = set(re.findall(r'"(/[^"]*|\*)": lazyScreen', source))
    words = set(DECLARED["pages"]) - {"/", "/blog"}  # the index, and a redirection to the list
    assert {path.partition(":")[0] for path in screens} == words


def test_an_unknown_page_and_style_are_404_and_a_known_style_is_named(site: FlaskClient) -> None:
    for path in ("/nothing", "/style/999", "/style/x", "/index.php"):
        answer = site.get(path)
        assert answer.status_code == 404, path
        assert '<div id="root">' in answer.text
        assert 'content="noindex"' in answer.text
    assert "<title>Minimal – Winkel</title>" in site.get("/style/1").text


def test_hashed_assets_are_kept_for_ever_and_compressed(site: FlaskClient) -> None:
    path = "/assets/index-abc123.js"
    uncompressed = site.get(path)
    for accepted, decode in (("br", brotli.decompress), ("br;q=0, gzip", gzip.decompress)):
        answer = site.get(path, headers={"Accept-Encoding": accepted})
        assert answer.headers["Content-Encoding"] == accepted.rpartition(" ")[2]
        assert decode(answer.data) == uncompressed.data
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        again = {"If-None-Match": answer.headers["ETag"], "Accept-Encoding": accepted}
        assert site.get(path, headers=again).status_code == 304
    plain = site.get("/robots-are-fine.svg")
    assert plain.headers["Cache-Control"] == "public, max-age=3600"
    assert site.get("/assets/gone-123.js").status_code == 404


@pytest.mark.parametrize("path", rows("unserved_paths"))
def test_nothing_but_pictures_and_the_build_is_served(site: FlaskClient, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code in {308, 404}
    assert "secret" not in answer.text


def test_a_thumbnail_from_before_there_were_narrow_ones_gets_its_copy(
    shop_settings: Settings, tmp_path: Path
) -> None:
    store = PictureStore(str(tmp_path))
    api = create_app(shop_settings.but(bucket_location=str(tmp_path)))
    name = f"ab/ab{'0' * 62}"
    store.write(name[3:], thumbnail(a_picture(900, 1200))[0])
    for _ in range(2):  # made, then read
        answer = api.test_client().get(f"/media/{name}-320.webp")
        with Image.open(io.BytesIO(answer.data)) as narrow:
            assert (answer.mimetype, narrow.format, narrow.width) == ("image/webp", "WEBP", NARROW)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000"
        assert store.files.has(f"{name}-320.webp")
    store.write("cd" + "0" * 62, b"no picture")
    for other in (f"cd/cd{'0' * 62}-320", f"ef/ef{'0' * 62}-320", f"cd/ab{'0' * 62}-320"):
        assert api.test_client().get(f"/media/{other}.webp").status_code == 404


def test_the_api_page_is_served_from_here_alone(site: FlaskClient) -> None:
    text = site.get("/api/docs").text
    assert not re.search(r'(?:src|href)="(?!/)', text)
    for asset in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert site.get(asset).status_code == 200


def test_without_a_build_the_page_says_what_to_do(shop_settings: Settings, tmp_path: Path) -> None:
    api = create_app(shop_settings.but(frontend_dir=tmp_path)).test_client()
    answer = api.get("/")
    assert answer.status_code == 503
    assert "make run" in answer.text


def test_a_page_asked_for_in_other_letters_leads_to_its_one_address(site: FlaskClient) -> None:
    answer = site.get("/About?ref=x")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/about?ref=x")
    assert site.get("/Nothing").status_code == 404
    assert site.get("/STYLE/1").headers["Location"] == "/style/1"
    assert site.get("/style/abc").status_code == 404


def _product(shop_settings: Settings, *conditions: Any) -> Product:
    with session_scope(shop_settings.database_url) as session:
        query = select(Product).join(Brand, Brand.id == Product.brand_id)
        found = session.scalars(query.where(Brand.is_active, *conditions).order_by(Product.id))
        product = found.first()
        assert product is not None
        return product


def test_a_products_page_has_its_words_picture_and_offer_for_those_that_run_no_script(
    site: FlaskClient, shop_settings: Settings
) -> None:
    shown = (Product.gone_at.is_(None), ~Product.blocked, Product.price.is_not(None))
    hostile = Brand.name == "H&M <Outlet>"
    product = _product(shop_settings, *shown, hostile, Product.images.any())
    moved = site.get(f"/product/another-name-{product.id}?from=there")
    assert moved.status_code == 301
    path = moved.headers["Location"].partition("?")[0]
    answer = site.get(path, headers={"User-Agent": "Googlebot"})
    assert answer.status_code == 200
    assert f"<title>{product.name}, H&amp;M &lt;Outlet&gt; – Winkel</title>" in answer.text
    assert f'<link rel="canonical" href="https://winkel.example{path}">' in answer.text
    assert '<meta property="og:type" content="product">' in answer.text
    assert re.search(r'<meta property="og:image" content="https://h-and-m.example/', answer.text)
    told = facts(answer.text)["Product"]
    assert told["name"] == product.name
    assert told["offers"]["price"] == str(product.price)
    assert told["offers"]["priceCurrency"] == "ZAR"
    assert told["url"] == f"https://winkel.example{path}"
    assert "<Outlet>" not in answer.text
    assert inlined(answer.text)["product"]["view"]["product"]["productId"] == product.id


def test_a_product_that_is_gone_answers_410_with_what_is_like_it(
    site: FlaskClient, shop_settings: Settings
) -> None:
    product = _product(shop_settings, Product.gone_at.is_not(None), ~Product.blocked)
    answer = site.get(f"/product/{product.id}", follow_redirects=True)
    assert answer.status_code == 410
    assert '<meta name="robots" content="noindex">' in answer.text
    assert "offers" not in facts(answer.text)["Product"]
    within = inlined(answer.text)["product"]["view"]
    assert within["gone"]
    assert within["similar"]


def test_a_product_that_was_taken_down_answers_410_without_a_word_of_it(
    site: FlaskClient, shop_settings: Settings
) -> None:
    product = _product(shop_settings, Product.blocked)
    answer = site.get(f"/product/{product.id}")
    assert answer.status_code == 410
    assert "product" not in inlined(answer.text)
    assert product.name not in answer.text


@pytest.mark.parametrize(
    "path", ["/product", "/product/", "/product/dress", "/product/dress-9999999"]
)
def test_a_products_address_without_a_product_is_not_found(site: FlaskClient, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 404
    assert '<meta name="robots" content="noindex">' in answer.text
