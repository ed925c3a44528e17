"""The stores' pages, without a browser: lists, details, pictures, and what control changes."""

import json
import re
import threading
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from lxml import html

from dev.stores.catalogue.make import load_stores
from dev.stores.pictures import PictureFiles
from dev.stores.site import StoreSite, address_of, page_of
from tests.support.store_control import Fault, StoreControl

SLUGS = list(load_stores())
Open = Callable[[str], tuple[StoreControl, FlaskClient]]


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    def open_store(slug: str) -> tuple[StoreControl, FlaskClient]:
        control = StoreControl(load_stores()[slug])
        return control, StoreSite(control, PictureFiles(tmp_path)).application().test_client()

    return open_store


def _paths(client: FlaskClient, url: str) -> set[str]:
    answer = client.get(url)
    assert answer.status_code == 200
    return {link.partition("#")[0] for link in re.findall(r'href="([^"]+)"', answer.text)}


def _listed(control: StoreControl, client: FlaskClient, kind: str = "") -> set[str]:
    """Addresses of all products that the store's lists show, page by page."""
    shown: set[str] = set()
    for listing in control.store.pages:
        last = page_of(control.store, control.products(), listing, 1).pages
        for number in range(1, last + 1):
            shown |= _paths(client, f"{kind}{listing.path}?page={number}")
    wanted = {address_of(control.store, product) for product in control.store.products}
    return {link.replace("&amp;", "&") for link in shown} & wanted


@pytest.mark.parametrize("slug", SLUGS)
def test_its_lists_show_every_product(opened: Open, slug: str) -> None:
    control, client = opened(slug)
    kind = "/embed" if slug == "prairie-protea" else ""
    assert len(_listed(control, client, kind)) == len(control.store.products)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_product_has_a_page_with_its_name_price_and_pictures(opened: Open, slug: str) -> None:
    control, client = opened(slug)
    for product in control.store.products[::9]:
        answer = client.get(address_of(control.store, product))
        assert answer.status_code == 200
        page = html.fromstring(answer.text)
        assert product.name in page.text_content()
        pictures = page.xpath(f"//img[contains(@src, '/{product.number}-')]/@src")
        assert len(pictures) == 3


@pytest.mark.parametrize("slug", SLUGS)
def test_home_delivery_and_icon_answer(opened: Open, slug: str) -> None:
    control, client = opened(slug)
    assert control.store.name.split()[0] in html.fromstring(client.get("/").text).text_content()
    countries = html.fromstring(client.get("/shipping").text).xpath("//*[@class='countries']/li")
    assert tuple(node.text for node in countries) == control.store.countries
    assert client.get("/favicon.png").data.startswith(b"\x89PNG")


def test_pictures_are_served_as_the_store_serves_them(opened: Open) -> None:
    control, client = opened("karoo-cotton")
    number = control.store.products[0].number
    answer = client.get(f"/media/600x800/{number}-2.jpg?v=1762")
    assert answer.mimetype == "image/jpeg"
    assert answer.data.startswith(b"\xff\xd8")
    for wrong in ("600x800/1-1.jpg", f"9x9/{number}-1.jpg", f"600x800/{number}-1.webp"):
        assert client.get(f"/media/{wrong}").status_code == 404


def test_linked_data_tells_the_price_and_survives_quotes(opened: Open) -> None:
    control, client = opened("karoo-cotton")
    product = control.store.products[0]
    control.rename(product.number, "</script><b>6'4\" & more")
    page = html.fromstring(client.get(address_of(control.store, product)).text)
    data = json.loads(page.xpath("//script[@type='application/ld+json']")[0].text)
    assert data["name"] == "</script><b>6'4\" & more"
    assert Decimal(data["offers"]["price"]) == product.price


def test_removed_products_are_gone_and_come_back(opened: Open) -> None:
    control, client = opened("hadeda-and-wren")
    product = control.store.products[3]
    address = address_of(control.store, product)
    control.remove(product.number)
    assert address not in _listed(control, client)
    assert client.get(address).status_code == 404
    control.bring_back(product.number)
    assert address in _listed(control, client)


def test_only_the_first_products_are_shown_when_asked(opened: Open) -> None:
    control, client = opened("marula-market")
    control.keep_first(5)
    assert len(_listed(control, client)) == 5


def test_prices_names_and_stock_change_on_the_page(opened: Open) -> None:
    control, client = opened("marula-market")
    product = next(p for p in control.store.products if not p.sold_out)
    control.reprice(product.number, Decimal(5000), Decimal(1234))
    control.rename(product.number, "A <b>new</b> name")
    control.sell_out(product.number)
    text = html.fromstring(client.get(address_of(control.store, product)).text).text_content()
    assert "R5,000.00" in text
    assert "Now R1,234.00" in text
    assert "A <b>new</b> name" in text
    assert "Sold out" in text


def test_a_share_of_the_prices_can_be_dropped(opened: Open) -> None:
    control, _ = opened("karoo-cotton")
    control.drop_prices(0.3)
    without = [product for product in control.products() if product.price is None]
    assert len(without) == round(128 * 0.3)


def test_reset_undoes_everything(opened: Open) -> None:
    control, client = opened("karoo-cotton")
    control.remove(control.store.products[0].number)
    control.drop_prices(1)
    control.fail(Fault(500))
    control.robots = Fault(503)
    control.reset()
    assert tuple(control.products()) == control.store.products
    assert client.get("/").status_code == 200
    assert "Disallow: /cart" in client.get("/robots.txt").text


def test_a_fault_is_answered_as_often_as_asked_and_only_there(opened: Open) -> None:
    control, client = opened("karoo-cotton")
    control.fail(Fault(429, headers=(("Retry-After", "7"),), path="/women", times=2))
    assert client.get("/men/shirts").status_code == 200
    for _ in range(2):
        answer = client.get("/women/dresses")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "7")
    assert client.get("/women/dresses").status_code == 200


def test_faults_spare_robots_and_pictures(opened: Open) -> None:
    control, client = opened("karoo-cotton")
    control.fail(Fault(500))
    assert client.get("/women/dresses").status_code == 500
    assert client.get("/robots.txt").status_code == 200
    assert client.get("/favicon.png").status_code == 200
    control.robots = Fault(503)
    assert client.get("/robots.txt").status_code == 503


def test_visits_are_noted_with_their_query(opened: Open) -> None:
    control, client = opened("karoo-cotton")
    client.get("/women/dresses?page=2")
    client.get("/robots.txt")
    assert list(control.visits) == ["/women/dresses?page=2"]


def test_a_held_store_answers_when_released(opened: Open) -> None:
    control, client = opened("karoo-cotton")
    control.hold()
    answered = threading.Event()

    def visit() -> None:
        client.get("/women/dresses")
        answered.set()

    visitor = threading.Thread(target=visit, daemon=True)
    visitor.start()
    while not control.visits and visitor.is_alive():  # until the request has arrived
        visitor.join(0.01)
    assert not answered.is_set()
    control.release()
    visitor.join(10)
    assert answered.is_set()
