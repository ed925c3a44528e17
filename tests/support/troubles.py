"""Ten stores that each get into a trouble of their own: a good run, the trouble, a good run.

They answer over HTTP and are read by plain crawls; all else of a run is the product's own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal

from indexer.core.settings import Settings
from tests.support.own_store import CARD, OwnStore, store_without_index
from tests.support.saved_store import Answer, missing, serving
from tests.support.shelf import Goods, cards

PRODUCTS = 40
CHALLENGE = b"<title>Just a moment...</title><p>Checking your browser before you go on."
FORBIDDEN = Answer(b"User-agent: *\nDisallow: /\n", content_type="text/plain")
LEAST_PAGE_S = 5  # the least that a page may be given


def shelf(base: str = "") -> list[Goods]:
    """Return the forty products of a store."""
    return [
        Goods(n, f"Linen dress {n}", Decimal(349 + n), f"{base}/p/dress-{n}", f"/i/{n}.jpg")
        for n in range(PRODUCTS)
    ]


@dataclass
class Troubled:
    """A store, and what it is about to get into."""

    name: str
    store: OwnStore
    trouble: Callable[[Troubled], None]
    elsewhere: str = ""  # its other address, and what it answers there
    there: dict[str, Answer] = field(default_factory=dict)
    gate: threading.Event = field(default_factory=threading.Event)

    def be_good(self) -> None:
        """Show all goods, at once, to everybody."""
        self.gate.set()
        self.store.gates.clear()
        self.store.answers = {"/list": cards(shelf())}

    def answer_there(self, path: str) -> Answer:
        """Answer at the other address."""
        return self.there.get(path) or missing(path)

    def be_troubled(self) -> None:
        """Show what the trouble is."""
        self.trouble(self)

    def shows(self, goods: list[Goods], tag: str = "article") -> None:
        self.store.answers["/list"] = cards(goods, tag=tag)


def _markup(one: Troubled) -> None:
    one.shows(shelf(), "section")


def _half(one: Troubled) -> None:
    one.shows(shelf()[: PRODUCTS // 2])


def _tenfold(one: Troubled) -> None:
    one.shows([replace(goods, price=goods.price * 10) for goods in shelf() if goods.price])


def _priceless(one: Troubled) -> None:
    one.shows([replace(goods, price=None) for goods in shelf()])


def _busy(one: Troubled) -> None:
    one.store.answers["/list"] = Answer(b"later", 503)


def _robots(one: Troubled) -> None:
    one.store.answers["/robots.txt"] = FORBIDDEN


def _challenge(one: Troubled) -> None:
    one.store.answers["/list"] = Answer(CHALLENGE)


def _slow(one: Troubled) -> None:
    one.store.change(page_time_budget=LEAST_PAGE_S)
    one.gate = threading.Event()
    one.store.gates["/robots.txt"] = one.gate


def _renamed(one: Troubled) -> None:
    one.shows(
        [
            replace(goods, link=f"/goods/{n}-new", picture=f"/new/{n}-other.jpg")
            for n, goods in enumerate(shelf())
        ]
    )


def _moved(one: Troubled) -> None:
    led = (("Location", f"{one.elsewhere}/list"),)
    one.store.answers["/list"] = Answer(b"", 302, headers=led)
    one.there["/list"] = cards(shelf())


TROUBLES: dict[str, Callable[[Troubled], None]] = {
    "markup": _markup,
    "half": _half,
    "tenfold": _tenfold,
    "priceless": _priceless,
    "busy": _busy,
    "robots": _robots,
    "challenge": _challenge,
    "slow": _slow,
    "renamed": _renamed,
    "moved": _moved,
}


@contextmanager
def troubled_stores(settings: Settings, *names: str) -> Iterator[dict[str, Troubled]]:
    """Serve the stores of these names, or all, each with its brand."""
    with ExitStack() as served:
        stores = {}
        for name in names or TROUBLES:
            how = CARD | {"next_button_selector": ""}
            store = served.enter_context(store_without_index(settings, "/list", slug=name, **how))
            one = Troubled(name, store, TROUBLES[name])
            one.elsewhere = served.enter_context(serving(one.answer_there))
            one.be_good()
            served.callback(one.be_good)  # whoever waits at its gate goes on
            stores[name] = one
        yield stores
