"""Queries with prices."""

from __future__ import annotations

from dataclasses import replace

from tests.relevance.making.kind import Draft, described, whose, worded
from tests.relevance.making.sampler import Sampler
from tests.relevance.need import Need

SLACK = 1.2  # "R500 dress": up to it, or a little more
ABOUT = (0.7, 1.3)


def _coloured(s: Sampler) -> Need:
    """Return a need of a product type, every third one with a colour."""
    need = s.product_type()
    return (s.colour(need) if s.rng.random() < 0.33 else None) or need


def _written(s: Sampler, amount: int) -> str:
    """Write some amounts with a thousands separator."""
    if amount < 1000:
        return str(amount)
    return s.rng.choice((f"{amount}", f"{amount // 1000} {amount % 1000:03}", f"{amount:,}"))


def _checked(s: Sampler, text: str, need: Need) -> Draft:
    return (text, need) if s.fits(need) else None


def under(s: Sampler) -> Draft:
    need = _coloured(s)
    amount = s.amount(need, 0.25, 0.7)
    if amount is None:
        return None
    text = worded(s, "under", x=described(s, need), n=_written(s, amount))
    return _checked(s, text, replace(need, high=float(amount)))


def over(s: Sampler) -> Draft:
    need = _coloured(s)
    amount = s.amount(need, 0.3, 0.75)
    if amount is None:
        return None
    text = worded(s, "over", x=described(s, need), n=amount)
    return _checked(s, text, replace(need, low=float(amount)))


def between(s: Sampler) -> Draft:
    need = _coloured(s)
    low, high = s.amount(need, 0.15, 0.35), s.amount(need, 0.6, 0.85)
    if low is None or high is None or low >= high:
        return None
    text = worded(s, "between", x=described(s, need), a=low, n=high)
    return _checked(s, text, replace(need, low=float(low), high=float(high)))


def without_preposition(s: Sampler) -> Draft:
    need = s.product_type()
    amount = s.amount(need, 0.4, 0.8)
    if amount is None:
        return None
    text = worded(s, "bare", x=described(s, need), n=amount)
    return _checked(s, text, replace(need, high=amount * SLACK))


def about(s: Sampler) -> Draft:
    need = s.product_type()
    amount = s.amount(need, 0.3, 0.7)
    if amount is None:
        return None
    text = worded(s, "about", x=described(s, need), n=amount)
    return _checked(s, text, replace(need, low=amount * ABOUT[0], high=amount * ABOUT[1]))


def foreign_currency(s: Sampler) -> Draft:
    kind, currency = s.rng.choice((("euro", "EUR"), ("dollar", "USD")))
    need = s.product_type()
    amount = s.amount(need, 0.3, 0.7, currency)
    if amount is None:
        return None
    text = worded(s, kind, x=described(s, need), n=amount)
    return _checked(s, text, replace(need, high=float(amount), currency=currency))


def all_at_once(s: Sampler) -> Draft:
    """Gender, colour, product type and price: "women's black boots under R900"."""
    first = s.colour(s.product_type())
    need = s.gender(first) if first else None
    amount = s.amount(need, 0.4, 0.9) if need else None
    if need is None or amount is None:
        return None
    text = worded(s, "under", x=f"{whose(need.gender)} {described(s, need)}", n=amount)
    return _checked(s, text, replace(need, high=float(amount)))


def cheap(s: Sampler) -> Draft:
    need = _coloured(s)
    text = worded(s, "cheap", x=described(s, need))
    return _checked(s, text, replace(need, cheap=True))


KINDS = {
    "money: at most": under,
    "money: at least": over,
    "money: between": between,
    "money: an amount": without_preposition,
    "money: about": about,
    "money: euro and dollar": foreign_currency,
    "money: with all else": all_at_once,
    "money: cheap": cheap,
}
