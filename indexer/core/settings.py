"""Every setting of the server side, read once from the environment."""

import json
import os
import re
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from indexer.core.mail_addresses import AddressError, recipient, sender
from indexer.core.smtp import mail_server
from scrapers.web.addresses import Loopback

LEAST_PROCESSES, MOST_PROCESSES = 2, 4  # by themselves: each takes some 250 MB, of the app's 2 GB
AT_ONCE = 5  # calls of a process to one server: more at a time do not make two cores faster
SPARE_THREADS = 6


def cores() -> int:
    return len(os.sched_getaffinity(0))


def processes(machine_cores: int) -> int:
    """Return the web processes of a machine of so many cores where none are set."""
    return max(LEAST_PROCESSES, min(MOST_PROCESSES, machine_cores))


def waiting(at_once: int) -> int:
    """Return how many calls may wait for one of so many places: 8 for 5."""
    return -(-at_once * 8 // 5)


def catalogue_at_once(connections: int) -> int:
    """Return how many requests may use PostgreSQL at a time, 5 of 16; edits have the rest."""
    return max(1, connections * AT_ONCE // 16)


def threads(searches: int, connections: int) -> int:
    """Return the threads that a process needs: all that are in or wait for a server, and some."""
    catalogue = catalogue_at_once(connections)
    return searches + waiting(searches) + catalogue + waiting(catalogue) + SPARE_THREADS


ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"


class SettingsError(ValueError):
    """An environment variable is unusable; the message names it and the remedy."""


def _database_url(url: str) -> str:
    for prefix in ("postgresql://", "postgres://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + _server(url).removeprefix(prefix)
    return _server(url)


def _token(value: str) -> str:
    """Return a token as configured; wrong ones lock nobody out, so that it must not be guessed."""
    if value and len(value) < TOKEN_LENGTH:
        raise ValueError(f"must have at least {TOKEN_LENGTH} signs, such as `make env` makes")
    return value


def _named_tokens(value: str) -> str:
    """Return named tokens as configured; an error shows no token."""
    parts = [part.strip() for part in value.split(",") if part.strip()]
    for place, part in enumerate(parts, 1):
        if not re.fullmatch(r"[\w .@-]+=\S+", part):
            raise ValueError(f"must be name=token with commas; number {place} is not")
        _token(part.partition("=")[2])
    return ",".join(parts)


def _mail_addresses(value: str) -> str:
    written = []
    for part in filter(None, map(str.strip, value.split(","))):
        try:
            written.append(recipient(part, within=True).written)
        except AddressError as error:
            raise ValueError(f"must be mail addresses with commas: {part!r} {error}") from None
    return ", ".join(written)


def _mail_from(value: str) -> str:
    try:
        sender(value)
    except AddressError as error:
        raise ValueError(
            f"must be an address such as Winkel <news@shop.example>: it {error}"
        ) from None
    return value


def _http_url(value: str) -> str:
    parts = urlsplit(value.strip())
    if value.strip() and not (parts.scheme in {"http", "https"} and parts.hostname):
        raise ValueError(f"must be an http or https address, not {value!r}")
    return value.strip()


# Those of apprise's that are called by HTTP only, which passes the guard; no mail, no shell.
CHATS = (
    *("discord", "gchat", "gotify", "gotifys", "mmost", "mmosts", "ntfy", "ntfys", "pover"),
    *("rocket", "rockets", "slack", "tgram", "webex", "workflow", "workflows", "wxteams", "zulip"),
)


def _chats(value: str) -> str:
    """Return the addresses of chats; an error shows no token."""
    for place, url in enumerate(value.split(), 1):
        if url.partition("://")[0] not in CHATS or not url.partition("://")[2]:
            raise ValueError(
                f"must be addresses with blanks between, of {', '.join(CHATS)}; number {place} is"
                " none"
            )
    return " ".join(value.split())


def _cluster(value: str) -> str:
    """Return a cluster's addresses as given; an error shows no password."""
    for place, url in enumerate(addresses(value), 1):
        parts = _parts(url)
        if not (parts and parts.scheme in {"http", "https"} and parts.hostname and parts.port):
            raise ValueError(
                "must be addresses such as http://user:password@127.0.0.1:9200, with commas;"
                f" number {place} is none ({ENCODED})"
            )
    return value


def _server(value: str) -> str:
    """Return a server's address as given; an error shows no password."""
    if _parts(value) is None:
        raise ValueError(f"is no address that can be read ({ENCODED})")
    return value


def _parts(url: str) -> SplitResult | None:
    """Return an address's parts; None where a password has made others of them."""
    try:
        parts = urlsplit(url)
        behind = f"{parts.port}{parts.path}{parts.query}"
    except ValueError:
        return None
    return None if parts.fragment or "@" in behind else parts


def addresses(cluster: str) -> list[str]:
    """Return the addresses of ELASTICSEARCH_URL, one a node, each once."""
    return list(dict.fromkeys(url.strip() for url in cluster.split(",") if url.strip()))


def _location(value: str) -> str:
    """Return where files lie; of an address, only one whose package is installed."""
    scheme, separator, _ = value.partition("://")
    if separator:
        schemes = import_module("fsspec.registry").known_implementations  # it takes a while
        package = schemes.get(scheme, {}).get("class", "").partition(".")[0]
        if not package or find_spec(package) is None:
            raise ValueError(
                f"must be a folder or s3://bucket/folder: {scheme}:// is not read here"
            )
    return value


def _smtp_url(value: str) -> str:
    if value:
        mail_server(value)
    return value


def _time_zone(value: str) -> str:
    try:
        return ZoneInfo(value).key
    except (KeyError, ValueError, OSError) as error:
        raise ValueError(f"must be a time zone such as {SCHEDULE_ZONE}: {value!r}") from error


TOKEN_LENGTH = 16  # of an operator
ENCODED = "in a password, all but letters, digits and . _ ~ - is percent-encoded: %40 for @"
SCHEDULE_ZONE = "Africa/Johannesburg"
Count = Annotated[int, Field(ge=0)]
AtLeastOne = Annotated[int, Field(ge=1)]
Days = Annotated[int, Field(ge=1)]
Percent = Annotated[int, Field(ge=1, le=99)]


class Settings(BaseSettings):
    """The server's settings, each read from the variable of its name in capitals."""

    model_config = SettingsConfigDict(frozen=True, validate_default=False)

    database_url: Annotated[str, AfterValidator(_database_url)]  # psycopg's, in SQLAlchemy's form
    # One address, or one a node with commas: what a node does not answer another does.
    elasticsearch_url: Annotated[str, AfterValidator(_cluster)]
    redis_url: Annotated[str, AfterValidator(_server)]
    # The same cluster as another user, who may only read, for searches; empty: ELASTICSEARCH_URL.
    search_url: Annotated[str, AfterValidator(_cluster)] = ""
    index_prefix: str = "products"  # the alias, and how index names start
    # The bearer token of operator calls, of 16 signs or more.
    operator_token: Annotated[str, AfterValidator(_token)] = ""
    # One each, name=token,name=token: edits are signed.
    operator_tokens: Annotated[str, AfterValidator(_named_tokens)] = ""
    operator_open: bool = False  # no token, for a server bound to loopback
    # Of pictures: a folder or an fsspec URL; a bucket's are public.
    bucket_location: Annotated[str, AfterValidator(_location)] = str(LOCAL / "media")
    # Of screenshots and HTML of pages that a run could not read: as well, and no public one.
    evidence_location: Annotated[str, AfterValidator(_location)] = str(
        LOCAL / "logs" / "scrape" / "evidence"
    )
    # Who may read /metrics from another machine, as a bearer token; on this one nobody needs it.
    metrics_token: str = ""
    # The site's own address, for links in pages and mails.
    public_url: Annotated[str, AfterValidator(lambda url: url.rstrip("/"))] = ""
    allow_loopback_stores: bool = False  # scrape the local demo stores
    # The demo stores' addresses; their ports are the only ones of loopback that a crawl reaches.
    # None (ALLOW_LOOPBACK_STORES=any, for tests): every port.
    demo_stores_map: Path | None = LOCAL / "stores" / "map.json"
    rate_limits: bool = True  # by address; off for benchmarks
    trusted_proxies: Count = 0  # fronts whose X-Forwarded-For and -Proto are true
    geoip: bool = False  # look the visitor's country up from the address
    # The European Central Bank's daily file; empty: never fetched.
    rates_url: str = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"
    purge_after_days: Count = 180  # gone products are deleted after this
    click_retention_days: Count = 365  # clicks, searches, views and visitors' alerts
    history_retention_days: Days = 1095  # runs and prices, as events
    popularity_half_life_days: Days = 30  # a click's worth halves in it
    popular_window_days: Count = 90  # searches of so many days are counted
    popular_least_searches: Count = 5  # of a text that is suggested
    popular_least_days: Count = 3  # on so many days
    newsletter_retention_days: Count = 30  # unconfirmed or left addresses, and unconfirmed alerts
    # Of the API on a machine; 0: as many as cores, from 2 to 4 (docs/scaling.md, "Cores").
    web_processes: Count = 0
    searches_at_once: AtLeastOne = AT_ONCE  # that a process has Elasticsearch do
    database_connections: Annotated[int, Field(ge=4)] = 16  # of a process to PostgreSQL, at most
    web_threads: Count = 0  # of a process; 0: as many as the two before need, 32
    index_shards: AtLeastOne = 1  # of the products' index, from its next rebuild on
    index_replicas: Count = 1  # its copies where there are nodes for them, from then on
    # What was mailed is remembered for so long, without its text; what waits longer is given up.
    message_retention_days: Days = 30
    search_timeout_ms: Count = 2000  # one search's time in Elasticsearch
    kept_answers_mb: Count = 64  # finished answers in a web process; 0: none
    job_timeout_s: Count = 3600  # a scrape is killed after this
    # What a job that reads a store may need above an idle worker; 0: a quarter of the machine's
    # memory, 1024 at least. Its browser may take twice as much.
    job_memory_mb: Count = 0
    gate_lost_percent: Count = 20  # more products missing make a run suspect
    gate_price_percent: Count = 50  # more changed prices make a run suspect, …
    gate_price_size_percent: Count = 10  # … changed by more in the median
    gate_not_understood_percent: Count = 5  # more values of a field not understood make it suspect
    gate_shared_percent: Count = 5  # more cards with another one's identity make a run suspect
    gate_sold_out_percent: Count = 50  # more products sold out at once make a run suspect
    hide_after_runs: AtLeastOne = 1  # complete runs without a product before it is hidden
    frontend_dir: Path = ROOT / "frontend" / "dist"  # the built frontend
    # smtp://user:password@host:587 (by STARTTLS) or smtps://…:465. The server's certificate is
    # verified, by the authorities of SSL_CERT_FILE where that is set (a private one). Without TLS
    # only a relay on loopback (smtp://localhost:25) gets mail, and no password. What cannot be sent
    # so waits in PostgreSQL, and /scraper?tab=alerts shows why.
    smtp_url: Annotated[str, AfterValidator(_smtp_url)] = ""
    # The sender of all mails, perhaps with a name: Winkel <news@shop.example>.
    mail_from: Annotated[str, AfterValidator(_mail_from)] = "newsletter@localhost"
    schedule_timezone: Annotated[str, AfterValidator(_time_zone)] = SCHEDULE_ZONE  # of cron
    # Who is notified of brands in trouble, comma-separated; empty: nobody.
    alert_mail: Annotated[str, AfterValidator(_mail_addresses)] = ""
    # Gets the same as JSON by POST; empty: nobody.
    alert_webhook_url: Annotated[str, AfterValidator(_http_url)] = ""
    # The key that signs what is posted.
    alert_webhook_secret: Annotated[str, Field(validate_default=True)] = ""
    # Chats that are written to, as apprise names them (discord://id/token, slack://…), with blanks
    # between; empty: none.
    alert_chats: Annotated[str, AfterValidator(_chats)] = ""
    # Called each minute (GET) while worker, outbox and index are well: a service outside, public,
    # that raises an alarm when it has not been called for some minutes.
    deadman_url: Annotated[str, AfterValidator(_http_url)] = ""
    # A backup is made so often, and missed where the last whole one is a quarter older; 0: none is.
    backup_every_hours: Count = 0
    alert_shrink_percent: Percent = 20  # fewer products than lately by this
    # Of the daily digest, in SCHEDULE_TIMEZONE.
    alert_digest_hour: Annotated[int, Field(ge=0, le=23)] = 7

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the library's signature
        init_settings: PydanticBaseSettingsSource,
        *_others: PydanticBaseSettingsSource,
        **_sources: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take only the arguments: the environment is read by `from_env` alone."""
        return (init_settings,)

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> Self:
        """Read the settings; raises SettingsError naming the variable that is missing or wrong.

        A variable that is empty counts as not set, but for RATES_URL.
        """
        source = EnvSettingsSource(cls)
        if env is not None:
            source.env_vars = {name.lower(): value for name, value in env.items()}
        values = source()
        present = {name: value for name, value in values.items() if value or name == "rates_url"}
        if present.get("allow_loopback_stores") == "any":
            present["demo_stores_map"] = None
        try:
            return cls(**present)
        except ValidationError as error:
            raise SettingsError(_sentence(error.errors()[0])) from None  # its words show secrets

    @field_validator("allow_loopback_stores", mode="before")
    @classmethod
    def _any_is_yes(cls, value: Any) -> Any:
        return True if value == "any" else value

    @field_validator("web_threads")
    @classmethod
    def _enough(cls, value: int, info: ValidationInfo) -> int:
        searches, connections = info.data["searches_at_once"], info.data["database_connections"]
        if value and value < (least := threads(searches, connections)):
            raise ValueError(
                f"must be at least {least} with SEARCHES_AT_ONCE={searches} and"
                f" DATABASE_CONNECTIONS={connections}, or 0"
            )
        return value

    @field_validator("alert_webhook_secret")
    @classmethod
    def _signs(cls, value: str, info: ValidationInfo) -> str:
        if info.data.get("alert_webhook_url") and not value:
            raise ValueError("is not set: with ALERT_WEBHOOK_URL it signs what is posted")
        return value

    @property
    def processes(self) -> int:
        """Return how many processes answer requests on this machine."""
        return self.web_processes or processes(cores())

    @property
    def threads(self) -> int:
        """Return how many threads each of them has."""
        return self.web_threads or threads(self.searches_at_once, self.database_connections)

    def but(self, **changes: Any) -> Self:
        """Return these settings with some changed; raises TypeError for a name that is none."""
        if unknown := changes.keys() - type(self).model_fields:
            raise TypeError(f"There is no setting {', '.join(sorted(unknown))}.")
        return self.model_copy(update=changes)

    def loopback(self) -> Loopback:
        """Return the loopback ports that crawls and picture fetches may reach, as they are now."""
        if not self.allow_loopback_stores or self.demo_stores_map is None:
            return self.allow_loopback_stores
        return _ports(self.demo_stores_map)


_SENTENCES = {
    "missing": "{name} is not set. `make run` sets it; otherwise export {name}.",
    "value_error": "{name} {error}.",
    "greater_than_equal": "{name} must be at least {ge}, not {input}.",
    "less_than_equal": "{name} must be at most {le}, not {input}.",
    "int_parsing": "{name} must be a whole number, not {input!r}.",
    "bool_parsing": "{name} must be 1 or 0, not {input!r}.",
}


def _sentence(error: Mapping[str, Any]) -> str:
    """Return what is wrong with a variable, by its name; pydantic's words where we have none."""
    words = _SENTENCES.get(error["type"], "{name}: {msg}.")
    return words.format(
        **error.get("ctx", {}),
        name=str(error["loc"][0]).upper(),
        input=error["input"],
        msg=error["msg"],
    )


def _ports(path: Path) -> frozenset[int]:
    """Return the ports of a map of addresses; none where it is not there, or not whole."""
    try:
        addresses = json.loads(path.read_text(encoding="utf-8")).values()
        ports = {urlsplit(address).port for address in addresses}
    except (OSError, ValueError, AttributeError):
        return frozenset()
    return frozenset(port for port in ports if port)
