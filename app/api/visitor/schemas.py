"""Clicks, views, the newsletter and alerts on the wire."""

import re
from datetime import datetime
from typing import Any

from marshmallow import EXCLUDE, ValidationError, fields
from marshmallow.validate import Regexp

from app.api.declare import Answer, Input
from app.api.declare.fields import (
    BIG_MAX,
    Choice,
    Flag,
    Id,
    Line,
    Message,
    Text,
    WholeNumber,
    about,
    one_of,
)
from app.api.search.hits import CountryCode
from app.api.visitor.alert_rows import DIGESTS
from app.search.filters import CURRENCIES, MAX_TEXT, RESULT_WINDOW
from app.web.visitors import SEARCH_ID
from indexer.core.mail_addresses import AddressError, recipient
from indexer.models import VisitorAlert
from indexer.models.visitor_alert import ALERT_KINDS, LEAST_PERCENT, MOST_PERCENT
from scrapers.values.sizes import LONGEST

MAX_KEY = 2000  # characters
MAX_ID = 64
MAX_TOKEN = 100
MAX_SEARCH = 4000  # characters of an address's query
MOST_AMOUNT = 10**9
MOST_SNOOZE_DAYS = 365
LIST = re.compile(r"[A-Za-z0-9-]{16,64}", re.ASCII)
VIEW_KINDS = ("details", "quick", "colour", "alert")


class MailAddress(Text):
    """An address that mail can be sent to."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        try:
            return recipient(super()._deserialize(value, *args, **kwargs)).written
        except AddressError as error:
            raise ValidationError(["invalidEmail", str(error)]) from None


class AlertAddress(MailAddress):
    """The same, or nothing: a token stands for it."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        return super()._deserialize(value, *args, **kwargs) if value else ""


class SearchNumber(Text):
    """The id of a search, as a browser gives it, or nothing."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        number = super()._deserialize(value, *args, **kwargs)
        if number and not SEARCH_ID.fullmatch(number):
            raise ValidationError("must be the id of a search, 16 to 64 letters and digits")
        return number


class Interaction(Input):
    """What a visitor did, and where it came from: the search, its text, the place in it from 1."""

    class Meta:
        """A further field of an older version's page is no reason to lose the click."""

        unknown = EXCLUDE

    brand_id = Id(empty=None)
    group_key = Text(MAX_KEY)
    search_id = SearchNumber(MAX_ID)
    position = WholeNumber(1, RESULT_WINDOW, empty=None)
    query = Text(MAX_TEXT)


class Click(Interaction):
    """A click."""

    href = Text(about='An address, or what was done ("Go to page 2")')


class ItemView(Interaction):
    """A product that was looked at."""

    brand_id = Id(required=True)
    group_key = Text(MAX_KEY, required=True, allow_none=False)
    kind = Choice(*VIEW_KINDS)


class Saved(Answer):
    """It is noted."""

    saved = fields.Boolean()


class Subscription(Input):
    """An address for the newsletter."""

    email = MailAddress(254, required=True, allow_none=False, metadata={"format": "email"})


class Amount(fields.Decimal):
    """An amount of money above 0, to the cent."""

    words = "must be an amount above 0, such as 499 or 499.50"

    def __init__(self, **kwargs: Any) -> None:
        words: dict[str, Any] = {
            "invalid": self.words,
            "special": self.words,
            "too_large": self.words,
        }
        super().__init__(places=2, allow_none=True, error_messages=words, **kwargs)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool):
            raise self.make_error("invalid")
        amount = super()._deserialize(value, *args, **kwargs)
        if not 0 < amount <= MOST_AMOUNT:
            raise self.make_error("invalid")
        return amount


class AlertToken(Input):
    """Who is asking: an address, by the token of its mails' links."""

    token = Text(MAX_TOKEN, required=True, allow_none=False)


class NewAlert(Input):
    """An alert: of a product, or of what is new in a search."""

    email = AlertAddress(254, metadata={"format": "email"})
    token = Text(MAX_TOKEN, about="In the address's place: that of its mails' links")
    kind = Choice(*ALERT_KINDS, required=True)
    product_id = Id(BIG_MAX, empty=None)
    amount = Amount(metadata={"description": "Of `below` and `under`: the price must be lower"})
    percent = WholeNumber(
        LEAST_PERCENT,
        MOST_PERCENT,
        empty=None,
        about="Of `drop` and `rise`: at least, from the price of now",
    )
    size = Line(LONGEST, about="Of a product: this size alone")
    anywhere = Flag(about="Of `below`, in any size: at any store that sells the same thing")
    search = Text(MAX_SEARCH, about="Of `search` and `under`: its address's query, `?q=linen`")
    name = Line(MAX_SEARCH)
    currency = Choice(*CURRENCIES)
    country_code = CountryCode()
    digest = Choice(*DIGESTS, about="How often mails may come")


class AlertChange(AlertToken):
    """The changes; an absent field stays."""

    id_ = Id(BIG_MAX, data_key="id", empty=None)
    amount = Amount()
    snooze = WholeNumber(
        0, MOST_SNOOZE_DAYS, empty=None, about="Days without a mail of the alert; 0: none"
    )
    digest = Choice(*DIGESTS)


class AlertRemoval(AlertToken):
    """Which alert goes; without an id all."""

    id_ = Id(BIG_MAX, data_key="id", empty=None)


class SharedList(Input):
    """A shared list, by the name that its link has."""

    list_ = Text(
        MAX_ID,
        data_key="list",
        required=True,
        allow_none=False,
        validate=[Regexp(LIST, error="must be 16 to 64 letters, digits and dashes")],
    )


class ListMark(SharedList):
    """Whether a product of it is bought."""

    product_id = Id(BIG_MAX, required=True)
    bought = Flag(required=True, allow_none=False)


class Bought(Answer):
    """What is bought of a shared list."""

    product_ids: list[int]


class AlertSet(Message):
    """What became of an alert."""

    confirmed: bool = about("Without it a mail requests it")


class OwnAlert(Answer, of=VisitorAlert, columns="id percent size"):
    """An alert as its owner sees it."""

    kind: str = one_of(*ALERT_KINDS)
    name: str = about("Of the product, or the search")
    store: str | None
    path: str = about("Where the site shows it")
    amount: float | None
    anywhere: bool = about("At any store that sells the same thing")
    currency: str = one_of(*CURRENCIES)
    confirmed: bool
    snoozed_until: datetime | None = about("No mail of it before")
    met: bool | None = about("It is as it is wished; null: not looked at yet")


class OwnAlerts(Answer):
    """The alerts of an address, the newest first."""

    email: str
    digest: str = one_of(*DIGESTS)
    refused: bool = about("The address's server has refused our mails: it gets no more")
    alerts: list[OwnAlert]
