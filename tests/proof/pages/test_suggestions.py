"""The suggestion alone, on stores that were written for it and on three live ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from scrapers.browsing.browser import Browser
from scrapers.crawl import crawl
from scrapers.events import PageDone
from scrapers.product import Product
from scrapers.suggest.suggestion import Suggestion, suggest
from tests.support.data import rows
from tests.support.saved_store import Answer, pages, serving
from tests.support.shared_browser import SharedBrowsers
from tests.support.suggested import Suggested, real_pages, saved_pages, suggested

CASES = {case.name: case for case in [*saved_pages(), *real_pages()]}
PLATFORMS = dict(rows("suggested_platforms"))
REAL = {"bijenkorf", "michelson", "jarana"}


@pytest.fixture(scope="module")
def browser(browsers: SharedBrowsers) -> Iterator[Browser]:
    with browsers.lent() as opened:
        yield opened


Learnt = Callable[[str], Suggested]


@pytest.fixture(scope="module")
def learnt(browser: Browser) -> Learnt:
    """What the suggestion makes of a store, asked once: a page takes up to a minute."""
    return cache(lambda name: suggested(CASES[name], browser))


def proposed(learnt: Learnt, name: str) -> Suggestion:
    """Return the proposal for a store; it must have one."""
    found = learnt(name)
    assert found.proposal is not None, found.summary()
    return found.proposal


@pytest.mark.parametrize("name", CASES)
def test_the_suggestion_alone_reads_a_store_and_knows_its_platform(
    name: str, learnt: Learnt
) -> None:
    found = learnt(name)
    assert found.right >= 0.95 * found.total, found.summary()
    assert found.paging_right is not False, found.summary()
    assert not found.false_more
    foreign = [line for line in found.wrong if line.startswith("    read")]
    assert len(foreign) <= 0.05 * found.total, found.summary()
    if name in REAL:
        return  # what these were made with is not ours to say
    proposal = proposed(learnt, name)
    assert proposal.platform == PLATFORMS.get(name)
    recognised = f"Recognised platform: {proposal.platform}"
    assert (recognised in proposal.evidence()) == (proposal.platform is not None)


@pytest.mark.parametrize(
    ("card", "link"),
    [
        ('<a href="/p/{n}"><img src="/i/{n}.jpg"></a><h3>Dress {n}</h3>', "a[href]:has(img)"),
        ('<img src="/i/{n}.jpg"><h3><a href="/p/{n}">Dress {n}</a></h3>', "a[href]"),
    ],
)
def test_a_products_gallery_is_proposed_with_the_link_that_leads_to_it(
    browser: Browser, card: str, link: str
) -> None:
    cards = "".join(
        f'<li class="tile">{card.format(n=n)}<b>R {n}99.00</b></li>' for n in range(1, 6)
    )
    listing = Answer(f"<!doctype html><ul>{cards}</ul>".encode())
    pictures = "".join(f'<img src="/i/1-{n}.jpg">' for n in range(4))
    logos = '<footer class="media"><img src="/visa.png"><img src="/eft.png"></footer>'
    detail = Answer(
        f'<!doctype html><h1>Dress</h1><div class="gallery">{pictures}</div>{logos}'.encode()
    )
    with serving(lambda path: listing if path == "/list" else detail) as base:
        found = suggest(f"{base}/list", browser, lambda _: None)
        assert browser.driver.current_url == f"{base}/list"
        assert len(browser.driver.window_handles) == 1
        events = list(crawl(found.config, browser, lambda _: None, lambda: False))
    assert found.config.detail_image_node_path == "div.gallery img"
    assert not found.config.scroll_delay
    assert found.config.detail_selector == link
    assert any("opens each product's own page" in line for line in found.evidence())
    items = [event for event in events if isinstance(event, Product)]
    assert [len(item.images) for item in items] == [5] * 5
    (leads,) = [field for field in found.fields if field.name == "detail_selector"]
    assert leads.samples == tuple(f"{base}/p/{n}" for n in range(1, 4))
    assert leads.confidence == 1
    (gallery,) = [field for field in found.fields if field.name == "detail_image_node_path"]
    assert gallery.samples == ("/i/1-0.jpg", "/i/1-1.jpg", "/i/1-2.jpg")


def test_a_previous_link_that_looks_like_the_next_one_is_not_followed(browser: Browser) -> None:
    """Both are `a.btn` around a drawing: only their words part them, on the second page."""

    def listing(*names: str, pager: str) -> bytes:
        cards = "".join(
            f'<li class="tile"><a href="/p/{name}"><img src="/i/{name}.jpg"></a>'
            f"<h3>Dress {name}</h3><b>R 199.00</b></li>"
            for name in names
        )
        return f"<!doctype html><ul>{cards}</ul><nav>{pager}</nav>".encode()

    def link(page: int, words: str) -> str:
        return f'<a class="btn" href="/{page}"><svg></svg><span class="hide">{words}</span></a>'

    files = {
        "1": listing("a", "b", "c", pager=f"Page 1 of 2 {link(2, 'Next page')}"),
        "2": listing("d", "e", "f", pager=f"{link(1, 'Previous page')} Page 2 of 2"),
    }
    with serving(pages(files)) as base:
        found = suggest(f"{base}/1", browser, lambda _: None)
        assert found.config.next_button_text == "Next page"
        events = list(crawl(found.config, browser, lambda _: None, lambda: False))
    assert [event.name for event in events if isinstance(event, Product)] == [
        f"Dress {name}" for name in "abcdef"
    ]
    assert [event.states for event in events if isinstance(event, PageDone)] == [2]
