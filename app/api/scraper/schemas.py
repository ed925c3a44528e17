"""Runs, their history, jobs and alerts on the wire."""

from collections.abc import Mapping
from typing import Any

from marshmallow import fields, pre_load

from app.api.decisions.kinds import BY_NAME as DECISIONS
from app.api.declare import Answer, Input, Query, ValueOrObject
from app.api.declare.fields import BIG_MAX, INT_MAX, Choice, Id, Text, Website, WholeNumber
from app.api.declare.schema import one_of
from indexer.ingest.verdict.brand_limits import GATES
from indexer.models.incident import OF_NO_BRAND, TROUBLES
from indexer.models.message import CHANNELS
from indexer.models.run import KINDS, RESULTS
from indexer.notify.templates import OPERATOR_KINDS
from scrapers.web.turns import ANSWERS

A_TIME = "must be a time with its zone, such as 2026-01-31T12:00:00+02:00"
MAX_PAGE = 200  # records
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


class HistoryQuery(Query):
    """Which of the ended runs are listed, and in which order."""

    page = WholeNumber(1, 1_000_000, metadata={"description": "Counts from 1"})
    page_size = WholeNumber(1, MAX_PAGE, metadata={"description": "50 where absent"})
    brand_id = WholeNumber(1, INT_MAX, metadata={"description": "One brand's runs"})
    result = Choice(*RESULTS, metadata={"description": "Runs that ended so"})
    order = Choice(
        "failing",
        metadata={"description": "Each brand's latest run, those that did not succeed first"},
    )


class TrendQuery(Query):
    """How many runs are told of."""

    runs = WholeNumber(1, 500, metadata={"description": "60 where absent"})


class LimitInput(Input):
    """A limit of a gate for one brand; null: the usual one."""

    brand_id = Id(required=True)
    gate = Choice(*GATES, required=True)
    percent = WholeNumber(0, 1000, empty=None)
    reason = Text(MOST_REASON)


class LimitOfBrand(Answer):
    """A brand's own limit, who set it and why."""

    percent = fields.Integer()
    reason = fields.String()
    set_by = fields.String()
    set_at = fields.DateTime()


class GateLimit(Answer):
    """A gate's limit, usually and for the brand; `asks`: it was overruled so often that it asks."""

    gate = one_of(*GATES)
    words = fields.String()
    usual = fields.Integer()
    own = fields.Nested(LimitOfBrand, allow_none=True)
    overruled = fields.Integer()
    asks = fields.Boolean()


class TrendRun(Answer):
    """A run in a trend, with what it had to reach."""

    id = fields.Integer()
    result = one_of(*RESULTS)
    accepted = fields.Boolean()
    codes = fields.List(fields.String())
    start_time = fields.DateTime(allow_none=True)
    seconds = fields.Float(allow_none=True)
    found = fields.Integer()
    least_found = fields.Integer(allow_none=True)
    rejected = fields.Integer()
    pages_unread = fields.Integer()
    shares = fields.Dict(keys=fields.String(), values=fields.Float())
    least_shares = fields.Dict(keys=fields.String(), values=fields.Float())


class Trends(Answer):
    """How a brand's scrapes went, and its limits."""

    brand = fields.String()
    host = fields.String()
    runs = fields.List(fields.Nested(TrendRun))
    limits = fields.List(fields.Nested(GateLimit))


class HostsQuery(Query):
    """Which hosts are told of."""

    host = Text(metadata={"description": "One host; all where absent"})


class HostInput(ValueOrObject):
    """The host that is meant."""

    host = Text(required=True, allow_none=False)


class HostAnswers(Answer):
    """How often a host answered so."""

    answer = one_of(*ANSWERS)
    count = fields.Integer()


class Host(Answer):
    """What a host answered in 30 days, and until when it is left alone."""

    host = fields.String()
    answers = fields.List(fields.Nested(HostAnswers))
    asked = fields.Integer()
    refused = fields.Integer()
    left_alone_until = fields.DateTime(allow_none=True)


class MailsQuery(Query):
    """Which page of mails."""

    page = WholeNumber(1, 1_000_000, metadata={"description": "Counts from 1"})
    page_size = WholeNumber(1, MAX_PAGE, metadata={"description": "50 where absent"})


class Mail(Answer):
    """A mail that waits."""

    id = fields.Integer()
    kind = fields.String()
    recipient = fields.String()
    subject = fields.String()
    made_at = fields.DateTime()
    tries = fields.Integer()
    why = fields.String(allow_none=True, metadata={"description": "Why the last try failed"})
    readable = fields.Boolean(metadata={"description": "Its text may be read here"})


class MailText(Answer):
    """What a mail says."""

    text = fields.String()


class ComparisonQuery(Query):
    """Two runs of a brand."""

    earlier = WholeNumber(
        1, BIG_MAX, required=True, data_key="from", metadata={"description": "The earlier run"}
    )
    later = WholeNumber(
        1, BIG_MAX, required=True, data_key="to", metadata={"description": "The later run"}
    )


class ExportQuery(Query):
    """The form of a file."""

    form = Choice(*FORMATS, data_key="format", metadata={"description": "csv where absent"})


class Counts(Answer):
    """A run's counters."""

    found_count = fields.Integer()
    new_count = fields.Integer()
    changed_count = fields.Integer()
    gone_count = fields.Integer()
    rejected_count = fields.Integer()
    pages_done = fields.Integer()
    pages_total = fields.Integer()


class Process(Counts):
    """A run that waits or works."""

    pid = fields.Integer(attribute="id", metadata={"description": "The run's id"})
    cmd = fields.String(metadata={"description": "Ends in the log's path"})
    state = one_of("queued", "running")
    kind = one_of(*KINDS)
    source = fields.String(metadata={"description": "pages, feed, catalogue, or empty"})
    brand_id = fields.Integer(allow_none=True)
    brand = fields.String(attribute="shown_name", allow_none=True)
    start_time = fields.DateTime(allow_none=True)
    elapsed_seconds = fields.Integer()
    stop_requested = fields.Boolean()


class IdList(fields.Field[list[int]]):
    """Ids as spec §3 has them: a list, JSON-encoded as text."""

    def __init__(self) -> None:
        super().__init__(metadata={"type": "string", "description": "A JSON-encoded list of ids"})

    def _serialize(self, value: list[int] | None, *_: Any, **__: Any) -> str:
        return f"[{','.join(map(str, value or ()))}]"


class FailedPage(Answer):
    """A page that a run could not read, and what is kept of it."""

    page_url = fields.String()
    reason = fields.String()
    screenshot_name = fields.String(allow_none=True)
    html_name = fields.String(allow_none=True)


class FieldEffect(Answer):
    """What becomes of one field of the known products that a run met."""

    field = fields.String(metadata={"description": "Such as price, ordinaryPrice, image, category"})
    label = fields.String(metadata={"description": "Its name for people"})
    known = fields.Integer(metadata={"description": "Known products that the run met"})
    before = fields.Integer(metadata={"description": "Of those, how many had it"})
    after = fields.Integer(metadata={"description": "How many have it then"})
    lost = fields.Integer(metadata={"description": "Those that had it and have nothing then"})
    gained = fields.Integer(metadata={"description": "Those that had nothing"})
    changed = fields.Integer(metadata={"description": "Those that have another value"})


class HistoryRecord(Counts):
    """A run that has ended."""

    id = fields.Integer()
    brand_id = fields.Integer(allow_none=True)
    brand_name = fields.String(attribute="shown_name", allow_none=True)
    kind = one_of(*KINDS)
    source = fields.String(metadata={"description": "pages, feed, catalogue, or empty"})
    logfile_name = fields.String()
    result = one_of(*RESULTS)
    failure_reason = fields.String(allow_none=True)
    new_image_ids = IdList()
    deleted_image_ids = IdList()
    found_image_ids = IdList()
    found_group_ids = IdList()
    start_time = fields.DateTime(allow_none=True)
    end_time = fields.DateTime(allow_none=True)
    complete = fields.Boolean()
    acceptable = fields.Boolean(metadata={"description": "It can be decided to accept it"})
    limited_to = fields.Integer(
        allow_none=True,
        metadata={"description": "So many of the brand's pages were read; null: all"},
    )
    coverage = fields.Dict(allow_none=True, metadata={"additionalProperties": {"type": "number"}})
    failed_pages = fields.List(fields.Nested(FailedPage))
    field_changes = fields.List(fields.Nested(FieldEffect))
    losses = fields.List(
        fields.String(), metadata={"description": "A sentence for each field that products lost"}
    )
    held = fields.Boolean(metadata={"description": "What it read was not published, and is kept"})
    standing = fields.String(
        metadata={"description": "Why a suspect run can no longer be accepted; else empty"}
    )
    rejected_by = fields.String(allow_none=True)
    rejected_why = fields.String(allow_none=True)
    can_ask_again = fields.Boolean(
        metadata={"description": "`startFailedPages` can help: not the store forbids its pages"}
    )


class DecidedBrand(Answer):
    """The brand of a run or an alert."""

    id = fields.Integer()
    name = fields.String()
    website = fields.String()


class RunImage(Answer):
    """A picture of a run's product."""

    href = fields.String(allow_none=True)
    bucket_location = fields.String(allow_none=True)
    url = fields.String()
    name = fields.String()
    product_id = fields.Integer()


class RunImages(Answer):
    """A run's pictures, at most 500 of each kind."""

    new_images = fields.List(fields.Nested(RunImage), attribute="new")
    deleted_images = fields.List(fields.Nested(RunImage), attribute="deleted")
    found_images = fields.List(fields.Nested(RunImage), attribute="found")
    found_groups = fields.List(fields.Nested(RunImage), attribute="groups")


class ComparedValues(Answer):
    """What a run knew of a product."""

    OPTIONAL = frozenset({"currency", "ordinary_price", "image", "brand"})

    price = fields.Float(allow_none=True, dump_default=None)
    price_known = fields.Boolean(
        dump_default=True, metadata={"description": "false: what it read was not understood"}
    )
    sold_out = fields.Boolean(
        allow_none=True,
        dump_default=None,
        metadata={"description": "null: what it read was not understood"},
    )
    name = fields.String(allow_none=True, dump_default=None)
    href = fields.String(
        allow_none=True,
        dump_default=None,
        metadata={"description": "The link, without what does not name the product"},
    )
    currency = fields.String(allow_none=True, dump_default=None)
    ordinary_price = fields.Float(allow_none=True, dump_default=None)
    image = fields.String(allow_none=True, dump_default=None)
    brand = fields.String(allow_none=True, dump_default=None)


class ComparedProduct(Answer):
    """A product that is not the same in two runs."""

    OPTIONAL = frozenset({"before", "after", "origin", "origin_before"})

    product_id = fields.Integer(allow_none=True)
    name = fields.String()
    href = fields.String(allow_none=True)
    image = fields.String(allow_none=True)
    currency = fields.String()
    price = fields.Float(allow_none=True)
    sold_out = fields.Boolean(allow_none=True)
    origin = fields.String(
        metadata={"description": "Where the price stood; absent where it is not known"}
    )
    before = fields.Nested(ComparedValues)
    after = fields.Nested(ComparedValues)
    origin_before = fields.String(
        metadata={"description": "Of the earlier price, where it is known"}
    )


class ComparedField(Answer):
    """What became of one field of the products that both runs have."""

    field = fields.String(metadata={"description": "Such as price, soldOut, href"})
    label = fields.String(metadata={"description": "Its name for people"})
    count = fields.Integer(metadata={"description": "Products of which it is another"})
    lost = fields.Integer(metadata={"description": "Of those, how many have nothing any more"})
    gained = fields.Integer(metadata={"description": "How many had nothing"})
    samples = fields.List(fields.Nested(ComparedProduct))


class Comparison(Answer):
    """What became other between two runs."""

    from_ = fields.Nested(HistoryRecord, attribute="earlier")
    to = fields.Nested(HistoryRecord, attribute="later")
    new = fields.List(fields.Nested(ComparedProduct))
    gone = fields.List(fields.Nested(ComparedProduct))
    changed = fields.List(fields.Nested(ComparedProduct))
    counts = fields.Dict(values=fields.Integer())
    by_field = fields.List(fields.Nested(ComparedField))


class JobStarted(Answer):
    """A job that an operator waits for."""

    job_id = fields.String(attribute="id")


class Job(Answer):
    """How far a job is."""

    id = fields.String()
    state = one_of("queued", "running", "finished", "failed")
    message = fields.String(allow_none=True)
    result = fields.Raw(
        allow_none=True, metadata={"description": "What the job found; null until it is finished"}
    )


class Alert(Answer):
    """A trouble that has not ended: a brand's, or the index's or the worker's (no `brandId`)."""

    id = fields.Integer()
    brand_id = fields.Integer(allow_none=True)
    brand = fields.String()
    kind = one_of(*TROUBLES, *OF_NO_BRAND)
    words = fields.String()
    run_id = fields.Integer(allow_none=True)
    since = fields.DateTime(attribute="opened_at")
    closed_at = fields.DateTime(allow_none=True)
    changes = fields.List(
        fields.String(), metadata={"description": "What a held run read otherwise, by field"}
    )
    acknowledged_at = fields.DateTime(allow_none=True)
    acknowledged_by = fields.String(allow_none=True)
    muted_until = fields.DateTime(allow_none=True)
    muted_by = fields.String(allow_none=True)


class UndoneDecision(Input):
    """The decision that is taken back."""

    run_id = Id(BIG_MAX, empty=None)
    alert_id = Id(BIG_MAX, empty=None)
    kind = Choice(*DECISIONS, required=True)


class DecisionInput(UndoneDecision):
    """A decision, with what its kind needs."""

    reason = Text(1_000, metadata={"description": "Of `reject`"})
    website = Website(metadata={"description": "Of `moved`: where the shop is now"})
    until = fields.AwareDateTime(
        metadata={"description": "Of `mute`, with its zone"},
        error_messages=dict.fromkeys(("invalid", "invalid_awareness"), A_TIME),
    )
    seconds = WholeNumber(5, 3_600, metadata={"description": "Of `time`: for one page"})
    brand = fields.Dict(
        metadata={
            "description": "Of `suggest`: the brand's fields, as `brands/add` takes them",
            "additionalProperties": True,
        }
    )


class DecisionChoice(Answer):
    """A decision: what it would do, or why it is not to be had, and whether it was taken."""

    kind = one_of(*DECISIONS)
    label = fields.String()
    key = fields.String(metadata={"description": "On the keyboard"})
    needs = fields.String(metadata={"description": "The input that it cannot do without, or empty"})
    refusal = fields.String(metadata={"description": "Why it is not to be had; empty: it is"})
    lines = fields.List(fields.String(), metadata={"description": "What it would do"})
    appear = fields.Integer(metadata={"description": "Products that would appear"})
    vanish = fields.Integer(metadata={"description": "Products that would vanish"})
    reprice = fields.Integer(metadata={"description": "Products that would cost something else"})
    change = fields.Integer(metadata={"description": "Known products that would change"})
    alerts = fields.Integer(
        metadata={"description": "Visitors' alerts of price and stock that would be mailed"}
    )
    proposed = fields.Dict(metadata={"description": "What its inputs begin with"})
    undoable = fields.Boolean(metadata={"description": "It was taken, and can be undone"})


class TakenDecision(Answer):
    """What an operator did to the run or the alert."""

    actor = fields.String()
    action = fields.String()
    at = fields.DateTime()
    after = fields.Dict(allow_none=True)


class Decisions(Answer):
    """What there is to decide, what was read, and what was decided."""

    brand = fields.Nested(DecidedBrand, allow_none=True)
    run = fields.Nested(HistoryRecord, allow_none=True)
    alert = fields.Nested(Alert, allow_none=True)
    cause = fields.String(metadata={"description": "Such as robots.txt, too slow, values"})
    standing = fields.String(
        metadata={"description": "Why the run can no longer be accepted; empty: it can"}
    )
    comparison = fields.Nested(
        Comparison,
        allow_none=True,
        metadata={"description": "Of a held run, with the last good one before it"},
    )
    choices = fields.List(fields.Nested(DecisionChoice))
    taken = fields.List(fields.Nested(TakenDecision))


class AlertMessage(Answer):
    """A message to operators on one way, and what became of it."""

    id = fields.Integer()
    kind = one_of(*OPERATOR_KINDS)
    channel = one_of(*CHANNELS)
    recipient = fields.String(metadata={"description": "The mail's address, or a chat's name"})
    subject = fields.String()
    created_at = fields.DateTime(attribute="made_at")
    state = one_of("waiting", "sent", "gave up")
    why = fields.String(
        allow_none=True, metadata={"description": "Why the last try failed, or it was given up"}
    )


class Alerts(Answer):
    """Where alerts go, what is open, and what went out."""

    mail_to = fields.String(allow_none=True)
    mail_server = fields.Boolean()
    mails_waiting = fields.Integer(metadata={"description": "All mails, the newsletter's too"})
    mail_error = fields.String(
        allow_none=True, metadata={"description": "Why they wait, by the last try"}
    )
    mails_given_up = fields.Integer(
        metadata={"description": "As far back as messages are kept (MESSAGE_RETENTION_DAYS)"}
    )
    given_up_error = fields.String(
        allow_none=True, metadata={"description": "Why the last of them was"}
    )
    webhook_host = fields.String(allow_none=True)
    chats = fields.List(fields.String(), metadata={"description": "Their names, as messages say"})
    digest_hour = fields.Integer(attribute="alert_digest_hour")
    time_zone = fields.String(attribute="schedule_timezone")
    shrink_percent = fields.Integer(attribute="alert_shrink_percent")
    off = fields.String(
        allow_none=True, metadata={"description": "Why nobody is told; null: somebody is"}
    )
    open = fields.List(fields.Nested(Alert))
    messages = fields.List(fields.Nested(AlertMessage))
