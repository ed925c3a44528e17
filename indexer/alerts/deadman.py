"""Tells somebody outside that all is well; who hears nothing for a while knows that it is not.

No machine of ours can tell that all of them are gone.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from indexer.alerts.site import why_not_well
from indexer.notify.post import PostError, call
from indexer.settings import Settings

log = logging.getLogger(__name__)


def say_well(settings: Settings) -> bool:
    """Call DEADMAN_URL while worker, outbox and index are well; return whether it took the call."""
    if not settings.deadman_url:
        return False
    if trouble := why_not_well(settings, datetime.now(UTC)):
        log.warning("DEADMAN_URL is not called: %s", trouble)
        return False
    try:
        call(settings.deadman_url, settings.loopback())
    except PostError as error:
        log.warning("DEADMAN_URL did not take the call: %s", error)
        return False
    return True
