"""A vision service as a classifier: Vertex AI's `predict`, or what answers as it does.

Off until VISION_URL is set. It is asked through the guard, as whatever is foreign.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import Any

from indexer.core.settings import Settings
from indexer.language.classify.colors import colors_of
from indexer.vision.classifier import Classifier, Evidence, Seen
from scrapers.browsing.guard import Guard
from scrapers.errors import PageError
from scrapers.options import USER_AGENT
from scrapers.polite.body import copied
from scrapers.polite.exchange import Deadline, Limits, ask

TIMEOUT_S = 20.0
MOST_BYTES = 200_000
MOST_LABELS = 20
GOOD = range(200, 300)


def service_of(settings: Settings) -> Classifier | None:
    """Return the service that is set; another address or model is another version."""
    if not settings.vision_url:
        return None
    version = sha256(settings.vision_url.encode()).hexdigest()[:8]
    return Classifier("service", version, partial(_look, settings))


def _look(settings: Settings, seen: Seen) -> Evidence:
    """Return what the service says; raises OSError where it does not answer as it should."""
    try:
        return evidence_in(json.loads(_predict(settings, seen.picture)))
    except (PageError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise OSError(f"the vision service did not answer: {error}") from error


def evidence_in(answer: Mapping[str, Any]) -> Evidence:
    """Return the evidence in an answer to `predict`: labels, the surest first.

    A label that names a colour, as words do, gives it. Raises LookupError, TypeError and ValueError
    where it is no such answer.
    """
    (prediction,) = answer["predictions"]
    pairs = zip(prediction["displayNames"], prediction["confidences"], strict=True)
    labels = [(str(name)[:200], round(float(sure), 3)) for name, sure in pairs][:MOST_LABELS]
    named = [(sure, colors_of(name)[:1]) for name, sure in labels if 0 <= sure <= 1]
    sure, color = max((each for each in named if each[1]), default=(None, ()))
    kept = {"labels": [{"name": name, "confidence": sure} for name, sure in labels]}
    return Evidence(color, sure, None, {"vertex_classification": kept})


def _predict(settings: Settings, picture: bytes) -> bytes:
    body = {
        "instances": [{"content": base64.b64encode(picture).decode()}],
        "parameters": {"confidenceThreshold": 0.1, "maxPredictions": MOST_LABELS},
    }
    headers = {"User-Agent": USER_AGENT, "Content-Type": "application/json"}
    if settings.vision_token:
        headers["Authorization"] = f"Bearer {settings.vision_token}"
    limits, into = Limits(Deadline(TIMEOUT_S), TIMEOUT_S), io.BytesIO()
    posted = json.dumps(body).encode()
    with (
        Guard(settings.loopback()) as guard,
        ask(settings.vision_url, guard.url, limits, headers, posted) as answer,
    ):
        if answer.status not in GOOD:
            raise ValueError(f"it answered {answer.status}")
        copied(answer, into, MOST_BYTES, MOST_BYTES)
    return into.getvalue()
