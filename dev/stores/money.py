"""The formats of prices in the stores."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class _Style:
    prefix: str
    thousands: str
    point: str
    places: int


_STYLES = {
    "rand-comma": _Style("R\u00a0", "\u00a0", ",", 2),
    "rand-dot": _Style("R", ",", ".", 2),
    "rand-short": _Style("R", " ", ".", 0),
    "code": _Style("ZAR ", ",", ".", 2),
    "pound": _Style("£", ",", ".", 2),
    "dollar": _Style("$", ",", ".", 2),
}


def printed(amount: Decimal, style: str) -> str:
    """Return the amount as text, such as ``R 1 299,00``, ``R1,299.00``, ``R899`` or ``£45.00``.

    Raises:
        KeyError: no such style.
    """
    rule = _STYLES[style]
    text = f"{amount:,.{rule.places}f}"
    rands, _, cents = text.partition(".")
    return rule.prefix + rands.replace(",", rule.thousands) + (rule.point + cents if cents else "")
