"""What searches find, asked by whichever version's folder this runs in: JSON in, JSON out.

Run as a file, with that folder as the working one: `python …/ask.py < questions.json`. It knows of
a version only what all of them keep: its application, its settings and its search's address.
"""

import json
import os
import sys

sys.path.insert(0, "")

from app import create_app

try:
    from indexer.core.settings import Settings
except ModuleNotFoundError:  # a version in which they stood elsewhere
    from indexer.settings import Settings  # type: ignore[import-not-found, no-redef]

PATIENT = {"kept_answers_mb": 0, "rate_limits": False, "search_timeout_ms": 60_000}


def main() -> None:
    """Print what each question (order, text) finds: how many, and the first ids."""
    questions = json.load(sys.stdin)
    visitor, found = create_app(Settings.from_env().but(**PATIENT)).test_client(), []
    for start in range(0, len(questions), 10):
        asked = [
            {"indexName": index, "params": {"query": said, "hitsPerPage": 24}}
            for index, said in questions[start : start + 10]
        ]
        for result in visitor.post("/api/search", json=asked).get_json()["results"]:
            ids = [str(hit["objectID"]) for hit in result["hits"]]
            found.append([result["nbHits"], ids])
    json.dump(found, sys.stdout)
    sys.stdout.flush()
    os._exit(0)  # whatever threads a version has


if __name__ == "__main__":
    main()
