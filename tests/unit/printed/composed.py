"""Product pages composed of themes' ways to lay them out, forms of prices, marks and distractors.

The themes follow the stock themes of platforms, written anew: their elements and class names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

NAME = "Blue Linen Apron"
IN, OUT = True, False


@dataclass(frozen=True, slots=True)
class Form:
    """A price's markup: the price and the ordinary price that are to be read."""

    label: str
    markup: str
    price: Decimal
    ordinary: Decimal | None = None

    @property
    def currency(self) -> str | None:
        """Return the currency that it is printed in; None where no sign says it."""
        return "ZAR" if "R" in self.markup else None


@dataclass(frozen=True, slots=True)
class Stock:
    """What says whether it can be bought: a line above the button, and the button."""

    label: str
    line: str
    button: str
    available: bool | None


def _form(label: str, markup: str, price: str, ordinary: str | None = None) -> Form:
    return Form(label, markup, Decimal(price), Decimal(ordinary) if ordinary else None)


FORMS = (
    _form("plain", '<span class="price">R 499.00</span>', "499"),
    _form("no class", "<b>R 499,00</b>", "499"),
    _form("code behind", '<span class="product-price">499 ZAR</span>', "499"),
    _form("bare in a price", '<span class="price"><i>1 299.00</i></span>', "1299"),
    _form(
        "del and ins",
        '<p class="price"><del><span class="amount"><bdi><span>R</span>799.00</bdi></span></del>'
        ' <ins><span class="amount"><bdi><span>R</span>499.00</bdi></span></ins></p>',
        "499",
        "799",
    ),
    _form(
        "old and new in siblings",
        '<div class="prices"><span class="old-price">R799</span><span class="new-price">R499</span>'
        "</div>",
        "499",
        "799",
    ),
    _form(
        "line-through in a style",
        '<div class="cost"><span style="text-decoration: line-through">R 799</span>'
        "<span>R 499</span></div>",
        "499",
        "799",
    ),
    _form("cents raised", '<span class="price">R 499<sup>95</sup></span>', "499.95"),
    _form(
        "cents apart",
        '<div class="price">R<span>499</span><span class="cents">95</span></div>',
        "499.95",
    ),
    _form("range", '<p class="price"><span>R 499.00</span> – <span>R 899.00</span></p>', "499"),
    _form("from", '<div class="price">From <span class="money">R 499.00</span></div>', "499"),
    _form("label before", '<div class="row">Price: <strong>R 499.00</strong></div>', "499"),
    _form(
        "tax beside",
        '<div class="price">R 499.00</div><div class="price-tax">Ex Tax: R 433.91</div>',
        "499",
    ),
    _form(
        "instalments beside",
        '<div class="price">R 499.00</div><p class="payflex">or 4 x R 124.75 interest-free</p>',
        "499",
    ),
    _form(
        "saving beside",
        '<div class="price-box"><span class="special">R 499.00</span> '
        '<span class="was">Was R 799.00</span> <span class="saving">You save R 300.00</span></div>',
        "499",
        "799",
    ),
    _form(
        "in a heading",
        '<h4 class="single-price">R 499.00</h4>',
        "499",
    ),
    _form(
        "for screen readers too",
        '<span class="a-price"><span class="a-offscreen">R 499.00</span>'
        '<span aria-hidden="true"><span>R</span><span>499</span><span class="fraction">00</span>'
        "</span></span>",
        "499",
    ),
)

BUY = '<button type="submit" name="add">Add to cart</button>'
STOCKS = (
    Stock("a button", "", BUY, IN),
    Stock("a link", "", '<a class="btn" href="#">Buy now</a>', IN),
    Stock("an input", "", '<input type="submit" value="Add to basket">', IN),
    Stock("a foreign button", "", '<button class="btn-add-to-cart">Lisää heti</button>', IN),
    Stock("Afrikaans", "", "<button>Voeg by mandjie</button>", IN),
    Stock("in stock", '<p class="stock in-stock">12 in stock</p>', BUY, IN),
    Stock("label", "<li>Availability: In Stock</li>", BUY, IN),
    Stock("few left", "<p>Only 3 left</p>", BUY, IN),
    Stock("sold out button", "", '<button type="submit" disabled>Sold out</button>', OUT),
    Stock("out of stock line", '<p class="stock out-of-stock">Out of stock</p>', "", OUT),
    Stock("both", "<p>Out of stock</p>", "<button disabled>Add to cart</button>", OUT),
    Stock("notify", "", "<button>Notify me when available</button>", OUT),
    Stock("soon", '<span class="availability">In stock soon</span>', "", OUT),
    Stock("no longer", "<div>This item is sold out</div>", "", OUT),
    Stock("waits for a size", "", "<button disabled>Add to cart</button>", None),
    Stock(
        "a hidden mark",
        '<p class="sold-out" style="display:none">Sold out</p>',
        BUY,
        IN,
    ),
    Stock(
        "a size sold out",
        "<select><option>S - sold out</option><option>M</option></select>",
        BUY,
        IN,
    ),
    Stock("a contradiction", '<p class="stock">Out of stock</p>', BUY, None),
)


def _woocommerce(price: str, line: str, button: str) -> str:
    return f"""<body class="single-product"><div id="primary"><main>
    <div class="product product_cat-accessories">
    <div class="woocommerce-product-gallery"><a href="/i/apron.jpg"><img src="/i/apron.jpg"></a>
    </div>
    <div class="summary entry-summary"><h1 class="product_title entry-title">{NAME}</h1>{price}
    <div class="woocommerce-product-details__short-description"><p>Washed at 30 degrees.</p></div>
    {line}<form class="cart" method="post"><input type="number" name="quantity" value="1">{button}
    </form><div class="product_meta">SKU: LA-199</div></div></div>"""


def _shopify(price: str, line: str, button: str) -> str:
    return f"""<main id="MainContent"><section class="product"><div class="grid">
    <div class="product__media-wrapper"><img src="/i/apron.jpg"></div>
    <div class="product__info-wrapper"><product-info><p class="product__text">Kuier</p>
    <div class="product__title"><h1>{NAME}</h1></div><div class="price-slot">{price}</div>{line}
    <form action="/cart/add" method="post">{button}</form></product-info></div></div></section>"""


def _magento(price: str, line: str, button: str) -> str:
    return f"""<main id="maincontent"><div class="columns"><div class="product-info-main">
    <div class="page-title-wrapper product"><h1 class="page-title">
    <span class="base">{NAME}</span></h1>
    </div><div class="product-info-price">{price}<div class="product-info-stock-sku">{line}</div>
    </div>
    <div class="product-add-form"><form id="product_addtocart_form"><input name="qty" value="1">
    {button}</form></div></div><div class="product media"><img src="/i/apron.jpg"></div></div>"""


def _opencart(price: str, line: str, button: str) -> str:
    return f"""<div id="product-product" class="container"><ul class="breadcrumb"><li>Home</li></ul>
    <div class="row"><div class="col-sm-8"><a href="/i/apron.jpg"><img src="/i/apron.jpg"></a></div>
    <div class="col-sm-4"><h1>{NAME}</h1><ul class="list-unstyled">
    <li>Product Code: 42</li>{line}</ul>
    <ul class="list-unstyled"><li><h2>{price}</h2></li></ul><div id="product">
    <input name="quantity" value="1">{button}</div></div></div>"""


def _prestashop(price: str, line: str, button: str) -> str:
    return f"""<section id="main"><div class="row product-container"><div class="col-md-6">
    <div class="images-container"><img src="/i/apron.jpg"></div></div><div class="col-md-6">
    <h1 class="h1">{NAME}</h1><div class="product-prices">{price}</div>
    <div class="product-information"><form id="add-to-cart-or-refresh"><span>Quantity</span>
    <input name="qty" value="1">{button}<span id="product-availability">{line}</span></form></div>
    </div></div>"""


def _bigcommerce(price: str, line: str, button: str) -> str:
    return f"""<div class="body"><div class="productView"><section class="productView-images">
    <img src="/i/apron.jpg"></section><section class="productView-details"><div>
    <h1 class="productView-title">{NAME}</h1><div class="productView-price">{price}</div>
    </div>{line}
    </section><section class="productView-options"><form>{button}</form></section></div>"""


def _template(price: str, line: str, button: str) -> str:
    """A bought theme: the page's title is in a banner, the name a heading of lower rank."""
    return f"""<div class="banner"><h1>Product details</h1></div><div class="shop-area">
    <div class="row">
    <div class="col-lg-5"><img src="/i/apron.jpg"></div><div class="col-lg-7">
    <div class="product-details-content quickview-content"><h2>{NAME}</h2>
    <div class="pricing-meta">{price}</div><p>A fine thing for cooks.</p>{line}
    <div class="cart-wrap"><input name="qtybutton" value="1">{button}</div></div></div></div>
    </div>"""


def _table(price: str, line: str, button: str) -> str:
    """An old shop, laid out by tables."""
    return f"""<table><tr><td><img src="/i/apron.jpg"></td><td><h1>{NAME}</h1><br>{price}<br>{line}
    <form action="/basket">{button}</form></td></tr></table>"""


THEMES: tuple[Callable[[str, str, str], str], ...] = (
    *(_woocommerce, _shopify, _magento, _opencart, _prestashop, _bigcommerce, _template, _table),
)

CARDS = "".join(
    f'<li class="card"><a href="/p/{n}"><img src="/i/{n}.jpg"><h3>Thing {n}</h3></a>'
    f'<span class="price">R {n}9.00</span><button>Add to cart</button></li>'
    for n in range(1, 5)
)
DISTRACTORS = {
    "nothing": ("", ""),
    "related": ("", f"<section><h2>You may also like</h2><ul>{CARDS}</ul></section>"),
    "bestsellers ahead": (f"<div class='top'><ul>{CARDS}</ul></div>", ""),
    "one related": (
        "",
        '<div class="pair"><a href="/p/7"><img src="/i/7.jpg"></a><h4>Goes with</h4>'
        '<span class="price">R 12.00</span></div>',
    ),
    "basket": (
        '<header><h1 class="logo">Kuier</h1><div class="mini-cart"><a href="/cart">Cart (2) '
        '<span class="amount">R 1 100.00</span></a></div></header>',
        "",
    ),
    "delivery": (
        '<div class="bar">Free delivery on orders over R 450</div>',
        "<p>Delivery: R 60.00 in two days</p>",
    ),
    "quick view": (
        "",
        '<div class="modal fade"><h2>Another Apron</h2><span class="price">R 88.00</span>'
        "<button>Add to cart</button></div>",
    ),
    "reviews": (
        "",
        '<div class="reviews"><h3>2 reviews</h3><p>R 9 000 elsewhere. Sold out there!</p></div>',
    ),
    "templates": (
        '<template><span class="price">R 1.00</span></template>',
        '<noscript><p class="price">R 2.00</p></noscript><div hidden><b>R 3.00</b></div>',
    ),
    "menu": ('<nav><a href="/sale">Under R 100</a><a href="/soon">Coming soon</a></nav>', ""),
}
TITLES = (f"{NAME} | Kuier", f"Buy {NAME} online - Kuier", f"Kuier: {NAME}", "Kuier")


@dataclass(frozen=True, slots=True)
class Composed:
    """A page and what is to be read of it."""

    label: str
    html: str
    form: Form
    stock: Stock


def pages() -> Iterator[Composed]:
    """Yield pages: each theme with each form, each mark and each distractor, in turns."""
    names = list(DISTRACTORS)
    for number, (theme, form, stock) in enumerate(product(THEMES, FORMS, STOCKS)):
        beside = names[number % len(names)]
        ahead, behind = DISTRACTORS[beside]
        title = TITLES[number // 3 % len(TITLES)]
        body = theme(form.markup, stock.line, stock.button)
        page = f"<!doctype html><html lang='en-ZA'><title>{title}</title>{ahead}{body}{behind}"
        label = f"{theme.__name__[1:]}, {form.label}, {stock.label}, {beside}, {title}"
        yield Composed(label, page, form, stock)
