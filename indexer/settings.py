"""Every setting of the server side, read once from the environment."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from scrapers.browsing.addresses import Loopback

ROOT = Path(__file__).resolve().parent.parent
LOCAL = ROOT / ".local"


class SettingsError(ValueError):
    """An environment variable is unusable; the message names it and says what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The server's settings. Field comments name the environment variable each one is read from."""

    database_url: str  # DATABASE_URL, a SQLAlchemy URL of the psycopg driver
    elasticsearch_url: str  # ELASTICSEARCH_URL
    redis_url: str  # REDIS_URL
    index_prefix: str = "products"  # INDEX_PREFIX: the alias, and how index names start
    operator_token: str = ""  # OPERATOR_TOKEN: the bearer token of operator calls
    operator_tokens: str = ""  # OPERATOR_TOKENS: one each, name=token,name=token: edits are signed
    operator_open: bool = False  # OPERATOR_OPEN=1: no token, for a server bound to loopback
    bucket_location: str = str(LOCAL / "media")  # BUCKET_LOCATION: an fsspec URL
    log_dir: Path = LOCAL / "logs" / "scrape"  # LOG_DIR: one log file a run
    public_url: str = ""  # PUBLIC_URL: the site's own address, for links in pages and mails
    allow_loopback_stores: bool = False  # ALLOW_LOOPBACK_STORES=1: scrape the local demo stores
    # DEMO_STORES_MAP: the demo stores' addresses; their ports are the only ones of loopback that a
    # crawl reaches. None (ALLOW_LOOPBACK_STORES=any, for tests): every port.
    demo_stores_map: Path | None = LOCAL / "stores" / "map.json"
    rate_limits: bool = True  # RATE_LIMITS=0: no limits by address (benchmarks)
    trusted_proxies: int = 0  # TRUSTED_PROXIES: fronts whose X-Forwarded-For and -Proto are true
    geoip: bool = False  # GEOIP=1: look the visitor's country up from the address
    rates_url: str = (  # RATES_URL: the European Central Bank's daily file; empty: never fetched
        "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"
    )
    synonyms_mode: str = "inline"  # SYNONYMS_MODE: file (placed on the node), api or inline
    purge_after_days: int = 180  # PURGE_AFTER_DAYS: gone products are deleted after this
    click_retention_days: int = 365  # CLICK_RETENTION_DAYS: clicks, searches and views
    history_retention_days: int = 1095  # HISTORY_RETENTION_DAYS: runs and price moves, as events
    popularity_half_life_days: int = 30  # POPULARITY_HALF_LIFE_DAYS: a click's worth halves in it
    popular_window_days: int = 90  # POPULAR_WINDOW_DAYS: searches of so many days are counted
    popular_least_searches: int = 5  # POPULAR_LEAST_SEARCHES: of a text that is suggested
    popular_least_days: int = 3  # POPULAR_LEAST_DAYS: on so many days
    newsletter_retention_days: int = 30  # NEWSLETTER_RETENTION_DAYS: unconfirmed or left addresses
    search_timeout_ms: int = 2000  # SEARCH_TIMEOUT_MS: one search's time in Elasticsearch
    kept_answers_mb: int = 64  # KEPT_ANSWERS_MB: finished answers in a web process; 0: none
    search_techniques: str = ""  # SEARCH_TECHNIQUES: those of app.search.understand; empty: all
    job_timeout_s: int = 3600  # JOB_TIMEOUT_S: a scrape is killed after this
    gate_lost_percent: int = 20  # GATE_LOST_PERCENT: more products missing make a run suspect
    gate_price_percent: int = 50  # GATE_PRICE_PERCENT: more changed prices make a run suspect, …
    gate_price_size_percent: int = 10  # GATE_PRICE_SIZE_PERCENT: … changed by more in the median
    hide_after_runs: int = 1  # HIDE_AFTER_RUNS: complete runs without a product before it is hidden
    frontend_dir: Path = ROOT / "frontend" / "dist"  # FRONTEND_DIR: the built frontend
    smtp_url: str = ""  # SMTP_URL: smtp://user:password@host:587 (STARTTLS) or smtps://…
    mail_from: str = "newsletter@localhost"  # MAIL_FROM: the sender of the newsletter's mails
    mail_spool: Path = LOCAL / "mail"  # MAIL_SPOOL: mails that could not be sent, one file each
    schedule_timezone: str = "Africa/Johannesburg"  # SCHEDULE_TIMEZONE: of cron expressions
    alert_mail: str = ""  # ALERT_MAIL: who hears of brands in trouble, comma-separated; empty: off
    alert_webhook_url: str = ""  # ALERT_WEBHOOK_URL: gets the same as JSON by POST; empty: off
    alert_webhook_secret: str = ""  # ALERT_WEBHOOK_SECRET: the key that signs what is posted
    alert_shrink_percent: int = 20  # ALERT_SHRINK_PERCENT: fewer products than lately by this
    alert_digest_hour: int = 7  # ALERT_DIGEST_HOUR: of the daily digest, in SCHEDULE_TIMEZONE

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> Settings:
        """Read the settings; raises SettingsError naming the variable that is missing or wrong."""
        env = os.environ if env is None else env
        default: dict[str, Any] = {field.name: field.default for field in fields(cls)}
        return cls(
            database_url=_database_url(_required(env, "DATABASE_URL")),
            elasticsearch_url=_required(env, "ELASTICSEARCH_URL"),
            redis_url=_required(env, "REDIS_URL"),
            index_prefix=env.get("INDEX_PREFIX") or "products",
            operator_token=env.get("OPERATOR_TOKEN", ""),
            operator_tokens=_tokens(env, "OPERATOR_TOKENS"),
            operator_open=_flag(env, "OPERATOR_OPEN"),
            bucket_location=env.get("BUCKET_LOCATION") or str(default["bucket_location"]),
            log_dir=Path(env.get("LOG_DIR") or default["log_dir"]),
            public_url=env.get("PUBLIC_URL", "").rstrip("/"),
            allow_loopback_stores=_flag(env, "ALLOW_LOOPBACK_STORES") or _any_loopback(env),
            demo_stores_map=None
            if _any_loopback(env)
            else Path(env.get("DEMO_STORES_MAP") or default["demo_stores_map"]),
            rate_limits=env.get("RATE_LIMITS", "1") != "0",
            trusted_proxies=_integer(env, "TRUSTED_PROXIES", default["trusted_proxies"]),
            geoip=_flag(env, "GEOIP"),
            rates_url=env.get("RATES_URL", default["rates_url"]),
            synonyms_mode=_choice(env, "SYNONYMS_MODE", ("inline", "file", "api")),
            purge_after_days=_integer(env, "PURGE_AFTER_DAYS", default["purge_after_days"]),
            newsletter_retention_days=_integer(
                env, "NEWSLETTER_RETENTION_DAYS", default["newsletter_retention_days"]
            ),
            popularity_half_life_days=_days(
                env, "POPULARITY_HALF_LIFE_DAYS", default["popularity_half_life_days"]
            ),
            click_retention_days=_integer(
                env, "CLICK_RETENTION_DAYS", default["click_retention_days"]
            ),
            history_retention_days=_days(
                env, "HISTORY_RETENTION_DAYS", default["history_retention_days"]
            ),
            kept_answers_mb=_integer(env, "KEPT_ANSWERS_MB", default["kept_answers_mb"]),
            search_techniques=env.get("SEARCH_TECHNIQUES", ""),
            popular_window_days=_integer(
                env, "POPULAR_WINDOW_DAYS", default["popular_window_days"]
            ),
            popular_least_searches=_integer(
                env, "POPULAR_LEAST_SEARCHES", default["popular_least_searches"]
            ),
            popular_least_days=_integer(env, "POPULAR_LEAST_DAYS", default["popular_least_days"]),
            search_timeout_ms=_integer(env, "SEARCH_TIMEOUT_MS", default["search_timeout_ms"]),
            job_timeout_s=_integer(env, "JOB_TIMEOUT_S", default["job_timeout_s"]),
            gate_lost_percent=_integer(env, "GATE_LOST_PERCENT", default["gate_lost_percent"]),
            gate_price_percent=_integer(env, "GATE_PRICE_PERCENT", default["gate_price_percent"]),
            gate_price_size_percent=_integer(
                env, "GATE_PRICE_SIZE_PERCENT", default["gate_price_size_percent"]
            ),
            hide_after_runs=_at_least_one(env, "HIDE_AFTER_RUNS", default["hide_after_runs"]),
            frontend_dir=Path(env.get("FRONTEND_DIR") or default["frontend_dir"]),
            smtp_url=env.get("SMTP_URL", ""),
            mail_from=env.get("MAIL_FROM") or default["mail_from"],
            mail_spool=Path(env.get("MAIL_SPOOL") or default["mail_spool"]),
            schedule_timezone=_zone(env, "SCHEDULE_TIMEZONE", default["schedule_timezone"]),
            alert_mail=_addresses(env, "ALERT_MAIL"),
            alert_webhook_url=_http(env, "ALERT_WEBHOOK_URL"),
            alert_webhook_secret=_secret(env, "ALERT_WEBHOOK_SECRET", "ALERT_WEBHOOK_URL"),
            alert_shrink_percent=_bounded(env, "ALERT_SHRINK_PERCENT", default, (1, 99)),
            alert_digest_hour=_bounded(env, "ALERT_DIGEST_HOUR", default, (0, 23)),
        )

    def loopback(self) -> Loopback:
        """Return the loopback ports that crawls and picture fetches may reach, as they are now."""
        if not self.allow_loopback_stores or self.demo_stores_map is None:
            return self.allow_loopback_stores
        return _ports(self.demo_stores_map)


def _ports(path: Path) -> frozenset[int]:
    """Return the ports of a map of addresses; none where it is not there, or not whole."""
    try:
        addresses = json.loads(path.read_text(encoding="utf-8")).values()
        ports = {urlsplit(address).port for address in addresses}
    except (OSError, ValueError, AttributeError):
        return frozenset()
    return frozenset(port for port in ports if port)


def _any_loopback(env: Mapping[str, str]) -> bool:
    return env.get("ALLOW_LOOPBACK_STORES", "") == "any"


def _required(env: Mapping[str, str], name: str) -> str:
    value = env.get(name, "")
    if not value:
        raise SettingsError(f"{name} is not set. `make run` sets it; otherwise export {name}.")
    return value


def _database_url(url: str) -> str:
    for plain in ("postgresql://", "postgres://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url


def _flag(env: Mapping[str, str], name: str) -> bool:
    return env.get(name, "").lower() in {"1", "true", "yes", "on"}


def _integer(env: Mapping[str, str], name: str, default: int) -> int:
    text = env.get(name) or str(default)
    if not text.isascii() or not text.isdigit():
        raise SettingsError(f"{name} must be a whole number, not {text!r}.")
    return int(text)


def _at_least_one(env: Mapping[str, str], name: str, default: int) -> int:
    value = _integer(env, name, default)
    if not value:
        raise SettingsError(f"{name} must be at least 1.")
    return value


def _days(env: Mapping[str, str], name: str, default: int) -> int:
    value = _integer(env, name, default)
    if not value:
        raise SettingsError(f"{name} must be at least one day.")
    return value


def _bounded(
    env: Mapping[str, str], name: str, default: Mapping[str, Any], bounds: tuple[int, int]
) -> int:
    value = _integer(env, name, default[name.lower()])
    if not bounds[0] <= value <= bounds[1]:
        raise SettingsError(f"{name} must be from {bounds[0]} to {bounds[1]}, not {value}.")
    return value


def _zone(env: Mapping[str, str], name: str, default: str) -> str:
    value = env.get(name) or default
    try:
        return ZoneInfo(value).key
    except (KeyError, ValueError, OSError) as error:
        raise SettingsError(f"{name} must be a time zone such as {default}: {value!r}.") from error


def _tokens(env: Mapping[str, str], name: str) -> str:
    """Return named tokens as they were given; an error shows no token."""
    parts = [part.strip() for part in env.get(name, "").split(",") if part.strip()]
    for place, part in enumerate(parts, 1):
        if not re.fullmatch(r"[\w .@-]+=\S+", part):
            raise SettingsError(f"{name} must be name=token with commas; number {place} is not.")
    return ",".join(parts)


def _addresses(env: Mapping[str, str], name: str) -> str:
    found = [part.strip() for part in env.get(name, "").split(",") if part.strip()]
    for address in found:
        if not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", address):
            raise SettingsError(f"{name} must be mail addresses with commas, not {address!r}.")
    return ", ".join(found)


def _http(env: Mapping[str, str], name: str) -> str:
    value = env.get(name, "").strip()
    parts = urlsplit(value)
    if value and not (parts.scheme in {"http", "https"} and parts.hostname):
        raise SettingsError(f"{name} must be an http or https address, not {value!r}.")
    return value


def _secret(env: Mapping[str, str], name: str, needed_by: str) -> str:
    if env.get(needed_by, "").strip() and not env.get(name):
        raise SettingsError(f"{name} is not set: with {needed_by} it signs what is posted.")
    return env.get(name, "")


def _choice(env: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    value = env.get(name) or choices[0]
    if value not in choices:
        raise SettingsError(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value
