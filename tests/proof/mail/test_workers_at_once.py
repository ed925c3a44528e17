"""Several workers that look, write and send at once give each visitor one mail."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from indexer.notify.crossing import look_at_runs
from indexer.notify.messages import mail_crossings
from indexer.notify.sender import send_due
from tests.integration.visitor_alerts.test_mails import Shop, shop

__all__ = ["shop"]


def test_two_workers_at_once_tell_it_once(shop: Shop) -> None:
    for number in range(5):
        shop.ask(email=f"a{number}@example.org")
    shop.scrape(shop.priced("300"))
    with ThreadPoolExecutor(4) as pool:
        crossed = list(pool.map(look_at_runs, [shop.settings] * 4))
        made = list(pool.map(mail_crossings, [shop.settings] * 4))
        sent = list(pool.map(send_due, [shop.settings] * 4))
    assert (sum(crossed), sum(made), sum(sent), len(shop.box.mails)) == (5, 5, 5, 5)
