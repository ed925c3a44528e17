"""An amount read again from its certificate, by the reader that had read it."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from scrapers.values.certificate import NUMBER, PRINTED, Certificate
from scrapers.values.offers import price, to_cents
from scrapers.values.price.money import read_money
from scrapers.values.price.price_text import untagged
from scrapers.values.price.prices import CurrencyMismatchError, read_price


def read_again(certificate: Certificate, currency: str) -> Decimal | None:
    """Return the price that the certificate's text is read as now; None for none.

    `currency`: the price's own.
    """
    text = certificate.text
    try:
        if certificate.reader == PRINTED:
            printed = read_price(untagged(text), currency).value
            return None if printed is None else to_cents(printed)
        value = Decimal(text) if certificate.reader == NUMBER else text
    except (CurrencyMismatchError, InvalidOperation):
        return None
    read = price(read_money(value, currency).value or (), currency).value
    return None if read is None else to_cents(read.scaleb(-certificate.digits))
