"""Structured data as stores write it, and what it says beside the selectors."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scrapers.browsing.dom import RawCard
from scrapers.pages.cards import with_structured
from scrapers.structured.check import checked
from scrapers.structured.markup import facts_of
from scrapers.structured.page import listed_of, own_of
from scrapers.structured.product import StructuredProduct, offered
from scrapers.structured.schema_org import documents, product_nodes, structured_product
from scrapers.values.offers import Price

EMPTY: dict[str, Any] = {
    "linked": [],
    "microdata": [],
    "openGraph": {},
    "written": None,
    "url": "https://s.example/p/vase?utm_source=x",
    "heading": "Vase",
    "currency": None,
    "language": "en",
    "inline": [],
    "printed": {"name": "", "prices": [], "pictures": [], "stock": [], "control": None},
}
OFFER = {"@type": "Offer", "price": "99.00", "priceCurrency": "ZAR"}
VASE = {"@context": "https://schema.org", "@type": "Product", "name": "Vase", "offers": OFFER}


def own(*linked: Any, **changes: Any) -> StructuredProduct | None:
    texts = [one if isinstance(one, str) else json.dumps(one) for one in linked]
    return own_of({**EMPTY, "linked": texts, **changes})


def told(*linked: Any, **changes: Any) -> StructuredProduct:
    """Return the page's own product; it must have one."""
    found = own(*linked, **changes)
    assert found is not None
    return found


def blocks(name: str) -> dict[str, str]:
    """Return a file's texts by the names that stand behind ==."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return dict(part.split("\n", 1) for part in text.split("\n== ")[1:])


LINKED = blocks("linked.txt") | {
    "a name in two languages": json.dumps(
        VASE
        | {
            "name": [
                {"@value": "Vaas", "@language": "af"},
                {"@value": "Vase", "@language": "en-ZA"},
            ]
        }
    ),
    "a byte order mark": "\ufeff" + json.dumps(VASE),
    "spaces of other widths": json.dumps(VASE, indent=1).replace("\n", "\n\u00a0"),
}


@pytest.mark.parametrize("name", LINKED)
def test_a_product_is_found_whatever_a_theme_makes_of_its_json(name: str) -> None:
    found = told(LINKED[name])
    assert (found.name, found.price, found.currency) == ("Vase", Decimal("99.00"), "ZAR")


def test_a_code_without_quotes_keeps_its_zero() -> None:
    (document,) = documents([LINKED["unquoted code"]])
    assert document["gtin12"] == "012345678912"


def test_an_error_in_the_prices_place_is_no_price() -> None:
    structured = told(LINKED["paragraphs"].replace('"99.00"', "Liquid error: divided by 0"))
    assert structured.price is None


@pytest.mark.parametrize("price", ["", "0", "0.00", None])
def test_a_second_block_fills_what_the_first_leaves_empty(price: str | None) -> None:
    structured = told(VASE | {"offers": OFFER | {"price": price}, "brand": "Kuier"}, VASE)
    assert (structured.price, structured.brand) == (Decimal("99.00"), "Kuier")


def test_a_node_for_each_size_is_a_variant_of_one_product() -> None:
    def size(number: int, price: str, stock: str) -> dict[str, Any]:
        offer = OFFER | {"price": price, "availability": f"https://schema.org/{stock}"}
        return VASE | {"sku": f"V-{number}", "size": f"{number}", "offers": offer}

    structured = told(
        [size(1, "79", "OutOfStock"), size(2, "99", "InStock"), size(3, "89", "InStock")]
    )
    assert (structured.price, structured.sold_out) == (Decimal(89), False)
    assert [variant.sku for variant in structured.variants] == ["V-1", "V-2", "V-3"]


def test_a_sale_in_open_graph_has_its_ordinary_price() -> None:
    tags = {"product:price:amount": ["1,299.00"], "product:sale_price:amount": ["899.00"]}
    structured = told(openGraph={**tags, "product:price:currency": ["ZAR"]})
    assert (structured.price, structured.ordinary) == (Decimal("899.00"), Decimal("1299.00"))


@pytest.mark.parametrize(
    ("price", "sale", "read"),
    [
        (("499", "ZAR"), ("20", "USD"), ("499", None)),
        (("499 27", "ZAR USD"), ("", ""), ("499", None)),
        (("27 499", "USD ZAR"), ("299", "ZAR"), ("299", "499")),
        (("27 499", "USD ZAR EUR"), ("", ""), (None, None)),
    ],
)
def test_open_graphs_amounts_go_with_their_own_currencies(
    price: tuple[str, str], sale: tuple[str, str], read: tuple[str | None, str | None]
) -> None:
    tags = {
        f"product:{name}:{part}": text.split()
        for name, texts in (("price", price), ("sale_price", sale))
        for part, text in zip(("amount", "currency"), texts, strict=True)
    }
    structured = told(openGraph={"og:type": ["product"], "og:title": ["Vase"], **tags})
    found = (structured.price, structured.ordinary)
    assert found == tuple(None if one is None else Decimal(one) for one in read)


@pytest.mark.parametrize(
    "struck",
    [
        "<del><i itemprop=price>R199</i></del>",
        '<span class="old-price" itemprop="price">R199</span>',
        '<span style="text-decoration: line-through" itemprop="price">R199</span>',
        '<s itemprop="price" content="199">R199</s>',
        '<span aria-label="Original price" itemprop="price">R199</span>',
    ],
)
def test_of_two_prices_in_microdata_the_struck_one_was_before(struck: str) -> None:
    page = """<h1>Vase</h1><div itemscope itemtype="https://schema.org/Product">
        <b itemprop="name">Vase</b><div itemprop="offers" itemscope>
        <meta itemprop="priceCurrency" content="ZAR">{}</div></div>"""
    for form in (f"{struck} <b itemprop=price>R149</b>", f"<b itemprop=price>R149</b> {struck}"):
        facts = facts_of(page.format(form).encode(), EMPTY["url"])
        structured = own_of(facts) if facts else None
        assert structured is not None
        assert (structured.price, structured.ordinary) == (Decimal(149), Decimal(199))
    facts = facts_of(page.format(struck).encode(), EMPTY["url"])
    assert facts is not None
    assert told(microdata=facts["microdata"]).price == 199


HEAD = '<h1>Vase</h1><script type="{}">{}</script>'


@pytest.mark.parametrize(
    "kind",
    ["application/ld+json; charset=utf-8", "Application/LD+JSON", ' application/ld+json;x="y"'],
)
def test_a_scripts_type_may_have_parameters(kind: str) -> None:
    page = HEAD.format(kind.replace('"', "&quot;"), json.dumps(VASE))
    facts = facts_of(page.encode(), EMPTY["url"])
    assert facts is not None
    assert own_of(facts) == own(VASE)


def test_an_empty_attribute_leaves_the_price_that_is_printed() -> None:
    page = """<h1>Vase</h1><div itemscope itemtype="https://schema.org/Product">
        <b itemprop="name">Vase</b><div itemprop="offers" itemscope>
        <meta itemprop="priceCurrency" content="ZAR">
        <span itemprop="price" content="">R 349,00</span></div></div>"""
    facts = facts_of(page.encode(), EMPTY["url"])
    structured = own_of(facts) if facts else None
    assert structured is not None
    assert structured.price == Decimal("349.00")


@pytest.mark.parametrize(
    ("changes", "is_taken"),
    [
        ({"name": "Another thing", "url": "/p/other"}, False),
        ({"name": "Another thing"}, False),
        ({"name": "Blue glass vase", "url": "/collections/all/products/vase"}, True),
        ({"name": None, "url": "/p/other"}, False),
        ({"name": None}, True),
    ],
)
def test_the_only_product_of_a_page_may_be_another_one(
    changes: dict[str, Any], is_taken: bool
) -> None:
    assert (own(VASE | changes) is not None) is is_taken


def test_nodes_that_refer_to_one_another_end() -> None:
    ring = [
        {"@type": "Product", "@id": "#a", "name": "Vase", "offers": [{"@id": "#b"}] * 9},
        {"@id": "#b", "@type": "Offer", "price": "5", "offers": {"@id": "#b"}},
    ]
    structured = told({"@graph": ring})
    assert structured.price == 5


@pytest.mark.parametrize(
    ("availability", "sold_out", "unknown"),
    [
        ("https://schema.org/OutOfStock", True, None),
        ("http://schema.org/Instock", False, None),
        ("Reserved", True, None),
        ("ask us", None, "ask us"),
        (None, None, None),
    ],
)
def test_a_stock_that_is_not_understood_is_no_stock(
    availability: str | None, sold_out: bool | None, unknown: str | None
) -> None:
    structured = told(VASE | {"offers": OFFER | {"availability": availability}})
    assert (structured.sold_out, structured.unknown_stock) == (sold_out, unknown)
    tags = {"og:type": ["product"], "product:availability": [availability or ""]}
    tagged = own(openGraph=tags)
    assert tagged is not None
    assert (tagged.sold_out, tagged.unknown_stock) == (sold_out, unknown)


@pytest.mark.parametrize("text", ["", "{", "null", "[[[", '"x"', "{}", "[" * 3000, '{"@type": 3}'])
def test_what_is_no_json_tells_nothing(text: str) -> None:
    assert own(text) is None


OFFERS = [
    line.split("\t")
    for line in Path(__file__).with_name("offers.tsv").read_text(encoding="utf-8").splitlines()[1:]
]


@pytest.mark.parametrize(("price", "ordinary", "sold_out", "offers"), OFFERS)
def test_offers_tell_price_and_stock(price: str, ordinary: str, sold_out: str, offers: str) -> None:
    structured = structured_product(VASE | {"offers": json.loads(offers)}, "JSON-LD")
    read = (structured.price, structured.ordinary)
    assert read == tuple(None if one == "-" else Decimal(one) for one in (price, ordinary))
    if sold_out != "-":
        assert structured.sold_out is (sold_out == "yes")


def test_related_products_are_not_the_pages_own() -> None:
    other = VASE | {"name": "Bowl", "url": "/p/bowl"}
    structured = told([other, VASE | {"url": "/p/vase", "isRelatedTo": [other]}])
    assert structured.name == "Vase"
    assert own([other, other | {"name": "Jug", "url": "/p/jug"}]) is None


@pytest.mark.parametrize(
    ("sizes", "kept"), [([("M", None), ("L", False)], ("M",)), ([("L", False)], ("L",))]
)
def test_only_sizes_that_are_said_to_be_gone_are_left_out(
    sizes: list[tuple[str, bool | None]], kept: tuple[str, ...]
) -> None:
    assert offered(sizes) == kept


def test_sources_fill_each_other_and_amounts_stay_with_their_currency() -> None:
    structured = told(
        VASE,
        openGraph={
            "product:price:amount": ["5"],
            "product:price:currency": ["USD"],
            "product:color": ["Sand"],
        },
    )
    assert (structured.price, structured.currency) == (Decimal("99.00"), "ZAR")
    assert structured.color == "Sand"


def test_a_lists_products_are_known_by_their_links() -> None:
    items = [{"@type": "ListItem", "item": VASE | {"url": "/p/vase?utm_source=list"}}]
    found = listed_of({**EMPTY, "linked": [json.dumps({"itemListElement": items})]})
    assert list(found) == ["https://s.example/p/vase"]


def test_products_of_one_link_but_for_its_parameters_stay_apart() -> None:
    nodes = [VASE | {"name": name, "url": f"/item?ref={name}"} for name in ("A1", "B2")]
    found = listed_of({**EMPTY, "linked": [json.dumps(node) for node in nodes]})
    cards = (RawCard(href=f"/item?ref={name}") for name in ("A1", "B2", "C3"))
    read = [with_structured(card, found, "https://s.example/").structured for card in cards]
    assert [product and product.name for product in read] == ["A1", "B2", None]


def test_private_addresses_are_no_links() -> None:
    node = VASE | {"url": "http://169.254.169.254/p"}
    assert listed_of({**EMPTY, "linked": [json.dumps(node)]}) == {}


STRUCTURED = StructuredProduct(
    "JSON-LD", name="Vase", price=Decimal(450), prices=(Decimal(450),), currency="ZAR"
)


def test_a_price_that_structured_data_contradicts_is_taken_from_there_and_told() -> None:
    found = checked(Price(Decimal("2.50")), "Vase", None, "ZAR", STRUCTURED)
    assert found.reading.value == 450
    assert found.disagreements == ("the price reads 2.50 ZAR, JSON-LD tells 450 ZAR",)


@pytest.mark.parametrize(
    ("reading", "structured"),
    [
        (Price(Decimal("450.00")), STRUCTURED),
        (Price(Decimal("449.99")), STRUCTURED),
        (Price(None), STRUCTURED),
        (Price(Decimal(8000)), StructuredProduct("JSON-LD", price=Decimal(450), currency="USD")),
        (Price(Decimal(8000)), StructuredProduct("WooCommerce", price=Decimal(450))),
        (
            Price(Decimal(500)),
            StructuredProduct("JSON-LD", price=Decimal(450), prices=(Decimal(450), Decimal(500))),
        ),
    ],
)
def test_what_does_not_contradict_is_no_disagreement(
    reading: Price, structured: StructuredProduct
) -> None:
    found = checked(reading, "A vase", None, "ZAR", structured)
    assert found.disagreements == ()
    assert found.reading.value == (reading.value or Decimal(450))


def test_names_that_share_no_word_and_stock_that_differs_are_told() -> None:
    structured = StructuredProduct("microdata", name="Blue jug", sold_out=False)
    found = checked(Price(None), "Add to cart", True, "ZAR", structured)
    assert found.sold_out
    assert len(found.disagreements) == 2


def test_a_document_is_not_followed_forever() -> None:
    deep: Any = VASE
    for _ in range(50):
        deep = {"x": deep}
    assert list(product_nodes(deep)) == []
    assert list(documents(["{" * 50_000])) == []
    assert list(documents(['{"' * 20_000, '[{"a":' * 9_000, '{"a" ' * 9_000])) == []
