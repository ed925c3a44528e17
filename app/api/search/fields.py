"""Fields that searches share with the image queries; `app.search.wire.response` reads them."""

from typing import Any

from marshmallow import fields

from app.api.declare.fields import EMPTY
from app.search.filters import CURRENCIES, DEFAULT_CURRENCY
from app.search.wire.response import country_of, currency_of

COUNTRY = "^([A-Za-z]{2})?$"


class CurrencyCode(fields.String):
    """The visitor's currency; nothing is the shop's own."""

    def __init__(self) -> None:
        words = {"enum": [*CURRENCIES], "description": "The visitor's currency", "example": "ZAR"}
        super().__init__(metadata=words)

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Read a value; raises Invalid."""
        return super().deserialize(DEFAULT_CURRENCY if value in EMPTY else value, *args, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return currency_of(value)


class CountryCode(fields.String):
    """The visitor's country, empty for all."""

    def __init__(self) -> None:
        description = "The visitor's country; where absent the Country-Code header counts"
        super().__init__(metadata={"pattern": COUNTRY, "description": description, "example": "ZA"})

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return country_of(value)
