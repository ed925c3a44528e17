"""Runs, their history, jobs and alerts on the wire."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from marshmallow import fields, pre_load

from app.api.declare import Answer, Input, Query, ValueOrObject
from app.api.declare.fields import (
    BIG_MAX,
    INT_MAX,
    Choice,
    Day,
    Id,
    Paged,
    Text,
    Website,
    WholeNumber,
    about,
    one_of,
)
from app.api.scraper.kinds import BY_NAME as DECISIONS
from indexer import models
from indexer.ingest.gates.brand_limits import GATES
from indexer.models.incident import OF_NO_BRAND, TROUBLES
from indexer.models.message import CHANNELS
from indexer.models.run import KINDS, RESULTS
from indexer.notify.messages import OPERATOR_KINDS
from scrapers.web.rate_limiter import ANSWERS

A_TIME = "must be a time with its zone, such as 2026-01-31T12:00:00+02:00"
MAX_LOG_NAME = 300  # characters
MOST_REASON = 500  # characters
MOST_HOSTS = 500
FORMATS = {"csv": "text/csv", "jsonl": "application/jsonl"}


class BrandId(ValueOrObject):
    """The brand that is meant."""

    brand_id = Id(required=True)


class ChosenBrand(Id):
    """The brand that is meant, where there is one."""

    words = f"{Id.words}, or left out for all brands"


class OneOrAll(Input):
    """The brand that is meant; all without one."""

    brand_id = ChosenBrand()

    @pre_load
    def wrap(self, data: Any, **_: Any) -> Any:
        """Return the object that an id by itself, or an empty body, stands for."""
        return data if isinstance(data, Mapping) else {"brandId": data}


class RunId(ValueOrObject):
    """The run that is meant."""

    run_id = Id(BIG_MAX, required=True)


class ProcessId(ValueOrObject):
    """The run that is meant, by the number that the client calls its process."""

    pid = Id(BIG_MAX, required=True)


class LogName(ValueOrObject):
    """The log that is meant."""

    logfile_name = Text(MAX_LOG_NAME, required=True, allow_none=False)


class HistoryQuery(Paged):
    """Which of the ended runs are listed, and in which order."""

    brand_id = WholeNumber(1, INT_MAX, about="One brand's runs")
    result = Choice(*RESULTS, about="Runs that ended so")
    kind = Choice(*KINDS, about="Runs of this kind")
    since = Day(metadata={"description": "Runs that began on this day, or later"})
    until = Day(metadata={"description": "Runs that began on this day, or earlier"})
    order = Choice("failing", about="Each brand's latest run, those that did not succeed first")


class TrendQuery(Query):
    """How many runs are listed."""

    runs = WholeNumber(1, 500, about="60 where absent")


class LimitInput(Input):
    """A limit of a gate for one brand; null: the usual one."""

    brand_id = Id(required=True)
    gate = Choice(*GATES, required=True)
    percent = WholeNumber(0, 1000, empty=None)
    reason = Text(MOST_REASON)


class LimitOfBrand(Answer, of=models.BrandLimit, columns="percent reason set_by set_at"):
    """A brand's own limit, who set it and why."""


class GateLimit(Answer):
    """A gate's limit, usually and for the brand; `asks`: overruled often, so that it asks."""

    gate: str = one_of(*GATES)
    words: str
    usual: int
    own: LimitOfBrand | None
    overruled: int
    asks: bool


class TrendRun(Answer, of=models.ScrapeRun, columns="id start_time"):
    """A run in a trend, with what it had to reach."""

    result: str = one_of(*RESULTS)
    accepted: bool = about(attribute="is_accepted")
    codes: list[str]
    seconds: float | None
    found: int = about(attribute="found_count")
    least_found: int | None
    rejected: int = about(attribute="rejected_count")
    pages_unread: int
    shares: dict[str, float]
    least_shares: dict[str, float]


class Trends(Answer):
    """How a brand's scrapes went, and its limits."""

    brand: str
    host: str
    runs: list[TrendRun]
    limits: list[GateLimit]


class HostsQuery(Query):
    """Which hosts are listed."""

    host = Text(about="One host; all where absent")


class HostInput(ValueOrObject):
    """The host that is meant."""

    host = Text(required=True, allow_none=False)


class HostAnswers(Answer):
    """How often a host answered so."""

    answer: str = one_of(*ANSWERS)
    count: int


class Host(Answer):
    """What a host answered in 30 days, and until when it is left alone."""

    host: str
    answers: list[HostAnswers]
    asked: int
    refused: int
    left_alone_until: datetime | None


class Mail(Answer, of=models.Message, columns="id kind recipient subject made_at tries"):
    """A mail that waits."""

    why: str | None = about("Why the last try failed")
    readable: bool = about("Its text may be read here")


class MailText(Answer):
    """A mail's text."""

    text: str


class ComparisonQuery(Query):
    """Two runs of a brand."""

    earlier = WholeNumber(1, BIG_MAX, required=True, data_key="from", about="The earlier run")
    later = WholeNumber(1, BIG_MAX, required=True, data_key="to", about="The later run")


class ExportQuery(Query):
    """The form of a file."""

    form = Choice(*FORMATS, data_key="format", about="csv where absent")


class Counts(
    Answer,
    of=models.ScrapeRun,
    columns="found_count new_count changed_count gone_count rejected_count pages_done pages_total",
):
    """A run's counters."""


class Process(Counts, of=models.ScrapeRun, columns="brand_id start_time stop_requested"):
    """A run that waits or works."""

    pid: int = about("The run's id", attribute="id")
    cmd: str = about("Ends in the log's path")
    state: str = one_of("queued", "running")
    kind: str = one_of(*KINDS)
    source: str = about("pages, feed, catalogue, or empty")
    brand: str | None = about(attribute="shown_name")
    elapsed_seconds: int


class IdList(fields.Field[list[int]]):
    """Ids as spec §3 has them: a list, JSON-encoded as text."""

    def __init__(self) -> None:
        super().__init__(metadata={"type": "string", "description": "A JSON-encoded list of ids"})

    def _serialize(self, value: list[int] | None, *_: Any, **__: Any) -> str:
        return f"[{','.join(map(str, value or ()))}]"


class FailedPage(Answer, of=models.FailedPage, columns="page_url reason screenshot_name html_name"):
    """A page that a run could not read, and what is kept of it."""


class FieldEffect(Answer):
    """What becomes of one field of the known products that a run met."""

    field: str = about("Such as price, ordinaryPrice, image, category")
    label: str = about("Its name for people")
    known: int = about("Known products that the run met")
    before: int = about("Of those, how many had it")
    after: int = about("How many have it then")
    lost: int = about("Those that had it and have nothing then")
    gained: int = about("Those that had nothing")
    changed: int = about("Those that have another value")


class HistoryRecord(
    Counts,
    of=models.ScrapeRun,
    columns="id brand_id logfile_name failure_reason start_time end_time complete rejected_by",
):
    """A run that has ended."""

    brand_name: str | None = about(attribute="shown_name")
    kind: str = one_of(*KINDS)
    source: str = about("pages, feed, catalogue, or empty")
    result: str = one_of(*RESULTS)
    new_image_ids: Any = IdList()
    deleted_image_ids: Any = IdList()
    found_image_ids: Any = IdList()
    found_group_ids: Any = IdList()
    acceptable: bool = about("It can be decided to accept it")
    limited_to: int | None = about("So many of the brand's pages were read; null: all")
    coverage: dict[str, Any] | None = about(additionalProperties={"type": "number"})
    failed_pages: list[FailedPage]
    field_changes: list[FieldEffect]
    losses: list[str] = about("A sentence for each field that products lost")
    rejected_why: str | None
    held: bool = about("What it read was not published, and is kept")
    standing: str = about("Why a suspect run can no longer be accepted; else empty")
    can_ask_again: bool = about("`startFailedPages` can help: not the store forbids its pages")


class DecidedBrand(Answer, of=models.Brand, columns="id name website"):
    """The brand of a run or an alert."""


class RunImage(Answer):
    """A picture of a run's product."""

    href: str | None
    bucket_location: str | None
    url: str
    name: str
    product_id: int


class RunImages(Answer):
    """A run's pictures, at most 500 of each kind."""

    new_images: list[RunImage] = about(attribute="new")
    deleted_images: list[RunImage] = about(attribute="deleted")
    found_images: list[RunImage] = about(attribute="found")
    found_groups: list[RunImage] = about(attribute="groups")


class ComparedValues(Answer):
    """A run's record of a product."""

    OPTIONAL = frozenset({"currency", "ordinary_price", "image", "brand"})

    price: float | None = about(dump_default=None)
    price_known: bool = about("false: what it read was not understood", dump_default=True)
    sold_out: bool | None = about("null: what it read was not understood", dump_default=None)
    name: str | None = about(dump_default=None)
    href: str | None = about("The link, without what does not name the product", dump_default=None)
    currency: str | None = about(dump_default=None)
    ordinary_price: float | None = about(dump_default=None)
    image: str | None = about(dump_default=None)
    brand: str | None = about(dump_default=None)


class ComparedProduct(Answer):
    """A product that is not the same in two runs."""

    OPTIONAL = frozenset({"before", "after", "origin", "origin_before", "price_words"})

    product_id: int | None
    name: str
    href: str | None
    image: str | None
    currency: str
    price: float | None
    sold_out: bool | None
    origin: str = about("Where the price stood; absent where it is not known")
    before: ComparedValues
    after: ComparedValues
    origin_before: str = about("Of the earlier price, where it is known")
    price_words: str = about("How much more or less the price is: 100 times as much")


class ComparedField(Answer):
    """What became of one field of the products that both runs have."""

    field: str = about("Such as price, soldOut, href")
    label: str = about("Its name for people")
    count: int = about("Products of which it is another")
    lost: int = about("Of those, how many have nothing any more")
    gained: int = about("How many had nothing")
    misread: bool = about("Prices so many times as high or as low that they are none")
    samples: list[ComparedProduct]


class Comparison(Answer):
    """What became other between two runs."""

    from_: HistoryRecord = about(attribute="earlier")
    to: HistoryRecord = about(attribute="later")
    new: list[ComparedProduct]
    gone: list[ComparedProduct]
    changed: list[ComparedProduct]
    counts: dict[str, int]
    by_field: list[ComparedField]


class JobStarted(Answer):
    """A job that an operator waits for."""

    job_id: str = about(attribute="id")


class Job(Answer):
    """How far a job is."""

    id: str
    state: str = one_of("queued", "running", "finished", "failed")
    message: str | None
    result: Any | None = about("What the job found; null until it is finished")


class Alert(
    Answer,
    of=models.Incident,
    columns="id brand_id words run_id closed_at acknowledged_at acknowledged_by muted_until",
):
    """A trouble that has not ended: a brand's, or the index's or the worker's (no `brandId`)."""

    brand: str
    muted_by: str | None
    kind: str = one_of(*TROUBLES, *OF_NO_BRAND)
    since: datetime = about(attribute="opened_at")
    changes: list[str] = about("What a held run read otherwise, by field")


class UndoneDecision(Input):
    """The decision that is taken back."""

    run_id = Id(BIG_MAX, empty=None)
    alert_id = Id(BIG_MAX, empty=None)
    kind = Choice(*DECISIONS, required=True)


class DecisionInput(UndoneDecision):
    """A decision, with what its kind needs."""

    reason = Text(1_000, about="Of `reject`")
    website = Website(about="Of `moved`: where the shop is now")
    until = fields.AwareDateTime(
        metadata={"description": "Of `mute`, with its zone"},
        error_messages=dict.fromkeys(("invalid", "invalid_awareness"), A_TIME),
    )
    seconds = WholeNumber(5, 3_600, about="Of `time`: for one page")
    brand = fields.Dict(
        metadata={
            "description": "Of `suggest`: the brand's fields, as `brands/add` takes them",
            "additionalProperties": True,
        }
    )


class DecisionChoice(Answer):
    """A decision: what it would do, or why it is not to be had, and whether it was taken."""

    kind: str = one_of(*DECISIONS, attribute="name")
    label: str
    key: str = about("On the keyboard")
    needs: str = about("The input that it cannot do without, or empty")
    refusal: str = about("Why it is not to be had; empty: it is")
    lines: list[str] = about("What it would do", attribute="before.lines")
    appear: int = about("Products that would appear", attribute="before.effect.adds")
    vanish: int = about("Products that would vanish", attribute="before.effect.hides")
    reprice: int = about(
        "Products that would cost something else", attribute="before.effect.prices"
    )
    change: int = about("Known products that would change", attribute="before.effect.changes")
    alerts: int = about(
        "Visitors' alerts of price and stock that would be mailed", attribute="before.effect.alerts"
    )
    proposed: dict[str, Any] = about("What its inputs begin with", attribute="before.proposed")
    undoable: bool = about("It was taken, and can be undone")


class TakenDecision(Answer, of=models.OperatorAction, columns="actor action at after"):
    """What an operator did to the run or the alert."""


class Decisions(Answer):
    """What there is to decide, what was read, and what was decided."""

    brand: DecidedBrand | None
    run: HistoryRecord | None
    alert: Alert | None
    cause: str = about("Such as robots.txt, too slow, values")
    standing: str = about("Why the run can no longer be accepted; empty: it can")
    comparison: Comparison | None = about("Of a held run, with the last good one before it")
    choices: list[DecisionChoice]
    taken: list[TakenDecision]


class AlertMessage(Answer, of=models.Message, columns="id subject"):
    """A message to operators on one way, and what became of it."""

    kind: str = one_of(*OPERATOR_KINDS)
    channel: str = one_of(*CHANNELS)
    recipient: str = about("The mail's address, or a chat's name")
    created_at: datetime = about(attribute="made_at")
    state: str = one_of("waiting", "sent", "gave up")
    why: str | None = about("Why the last try failed, or it was given up")


class Alerts(Answer):
    """Where alerts go, what is open, and what went out."""

    mail_to: str | None
    mail_server: bool
    mails_waiting: int = about("All mails, the newsletter's too")
    mail_error: str | None = about("Why they wait, by the last try")
    mails_given_up: int = about("As far back as messages are kept (MESSAGE_RETENTION_DAYS)")
    given_up_error: str | None = about("Why the last of them was")
    webhook_host: str | None
    chats: list[str] = about("Their names, as in messages")
    digest_hour: int = about(attribute="alert_digest_hour")
    time_zone: str = about(attribute="schedule_timezone")
    shrink_percent: int = about(attribute="alert_shrink_percent")
    off: str | None = about("Why alerts are off; null: they are on")
    open: list[Alert]
    messages: list[AlertMessage]
