"""What the product says of prices, beside an SQL that counts the same from the rows at once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from sqlalchemy import select, text

from app.product.stored import load_product
from app.product.view import money_in
from app.product.words import Now, words_of
from indexer.catalogue.rates import refresh_rates
from indexer.db import session_scope
from indexer.models import Product
from indexer.settings import Settings
from tests.integration.app.product.histories import TODAY, store
from tests.support.bounds import bounded

SENTENCES = (Path(__file__).parent / "sentences.sql").read_text(encoding="utf-8")
SIGNS = {"ZAR": "R\u00a0", "EUR": "€", "USD": "$"}
HISTORIES = bounded(10_000, 300)
Said = tuple[str | None, tuple[str, ...]]
NOTHING: Said = (None, ())


def test_every_sentence_and_number_is_that_of_the_rows(
    settings: Settings, clean_database: str
) -> None:
    with session_scope(clean_database) as session:
        rates = refresh_rates(session, "")
        store(session, HISTORIES, seed=20_260_601)
    said: dict[tuple[str, int], Said] = {}
    with session_scope(clean_database) as session:
        for id_ in session.scalars(select(Product.id).order_by(Product.id)):
            product = load_product(session, id_, TODAY)
            assert product is not None
            now = Now(TODAY, product.price, product.ordinary)
            for currency in SIGNS:
                money = money_in(currency, product.currency, rates)
                words = words_of(product.days, now, money)
                said[currency, id_] = (words.price, words.was)
        counted = {
            (currency, row.id): (row.price, tuple(row.was))
            for currency, sign in SIGNS.items()
            for row in session.execute(
                text(SENTENCES), {"today": TODAY, "currency": currency, "sign": sign}
            )
        }
    differing = {
        key: (words, counted.get(key, NOTHING))
        for key, words in said.items()
        if words != counted.get(key, NOTHING)
    }
    assert not differing, (len(differing), list(differing.items())[:5])
    _assert_varied([*said.values()])


def _assert_varied(said: list[Said]) -> None:
    """Each kind of sentence was compared, and often."""
    prices = [price for price, _ in said if price]
    kinds = Counter("asked" if "asked" in price else price.split()[0] for price in prices)
    assert min(kinds[kind] for kind in ("Lowest", "The", "asked")) > len(said) / 30, kinds
    assert len(prices) < len(said) * 3 / 4
    was = [line for _, lines in said for line in lines]
    assert sum("days before" in line for line in was) > len(said) / 30
