"""Atom feeds (RFC 4287): the one writer of them. Whatever stores wrote in them is text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Response, render_template, request

TYPE = "application/atom+xml"
# What no XML document may hold, however it is written.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; `path` is that of its page, which with `mark` names it for good."""

    path: str
    title: str
    words: str
    at: datetime
    picture: str = ""
    mark: str = ""


def feed(title: str, own: str, page: str, entries: Sequence[Entry], site: str) -> Response:
    """Return a feed at the path `own` of what the path `page` shows, the newest first."""
    changed = max((entry.at for entry in entries), default=datetime(2020, 1, 1, tzinfo=UTC))
    written = render_template(
        "feed.xml",
        title=title,
        own=site + own,
        page=site + page,
        entries=entries,
        site=site,
        changed=changed,
    )
    response = Response(_ILLEGAL.sub("", written), mimetype=TYPE)
    response.cache_control.public = True
    response.cache_control.max_age = 900
    response.add_etag()
    response.make_conditional(request)
    return response
