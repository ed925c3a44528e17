"""Elasticsearch's users: one that may only read our indices, for searches, one that writes them.

Their names and passwords are those of SEARCH_URL and ELASTICSEARCH_URL, so that nothing can differ.
Analysts log in to Kibana as a third one, who reads there and changes nothing.
"""

from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from elasticsearch import Elasticsearch

from indexer.core.settings import Settings, SettingsError, addresses
from indexer.index.cluster.client import elasticsearch

READS = ["read", "view_index_metadata", "monitor"]
KIBANAS = "kibana_system"  # Elasticsearch has it; it only lacks a password
ANALYST = "winkel-analyst"
# Kibana's own privilege: dashboards and Discover in all spaces, without a change of any.
KIBANA_READS = {"application": "kibana-.kibana", "privileges": ["read"], "resources": ["*"]}


def make_accounts(
    settings: Settings, administrator: str, password: str, kibana: str = "", analyst: str = ""
) -> list[str]:
    """Make the users and their roles, or give them what is configured now; return their names.

    `kibana`, `analyst`: the passwords to give to Kibana's own user and to analysts; empty: neither.

    Raises SettingsError where an address names no user, or both the same, and ApiError where the
    administrator may not do it.
    """
    writer = _user(settings.elasticsearch_url, "ELASTICSEARCH_URL")
    reader = _user(settings.search_url, "SEARCH_URL")
    if reader[0] == writer[0]:
        raise SettingsError("SEARCH_URL must name another user than ELASTICSEARCH_URL.")
    client = elasticsearch(_as(settings.elasticsearch_url, administrator, password))
    _make(client, *reader, _role(settings, READS, ["monitor"]))
    _make(client, *writer, _role(settings, ["all"], ["monitor"]))
    made = [reader[0], writer[0]]
    if kibana:
        client.security.change_password(username=KIBANAS, password=kibana)
        made.append(KIBANAS)
    if analyst:
        role = _role(settings, ["read", "view_index_metadata"], [])
        _make(client, ANALYST, analyst, role | {"applications": [KIBANA_READS]})
        made.append(ANALYST)
    return made


def _user(cluster: str, variable: str) -> tuple[str, str]:
    for url in addresses(cluster):
        parts = urlsplit(url)
        if parts.username and parts.password:
            return unquote(parts.username), unquote(parts.password)
    raise SettingsError(f"{variable} names no user: http://user:password@host:9200.")


def _as(cluster: str, user: str, password: str) -> str:
    who = f"{quote(user, safe='')}:{quote(password, safe='')}@"
    parts = [urlsplit(url) for url in addresses(cluster)]
    return ",".join(
        urlunsplit(part._replace(netloc=who + part.netloc.rpartition("@")[2])) for part in parts
    )


def _role(settings: Settings, privileges: list[str], cluster: list[str]) -> dict[str, Any]:
    prefix = settings.index_prefix
    names = [prefix, f"{prefix}-*", f"{prefix}.*"]
    return {"cluster": cluster, "indices": [{"names": names, "privileges": privileges}]}


def _make(client: Elasticsearch, user: str, password: str, role: dict[str, Any]) -> None:
    client.security.put_role(name=user, **role)
    client.security.put_user(username=user, password=password, roles=[user])
