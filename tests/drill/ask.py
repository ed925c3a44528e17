"""What searches find, asked by whichever version's folder this runs in: JSON in, JSON out.

Run as a file, with that folder as the working one: `python …/ask.py < questions.json`.
"""

import json
import sys

sys.path.insert(0, "")

from app import create_app
from app.api.search.calls import answer_all
from app.context import context
from app.search.wire.instantsearch import parse
from indexer.settings import Settings


def main() -> None:
    """Print what each question (order, text) finds: how many, and the first ids."""
    questions = json.load(sys.stdin)
    patient = {"kept_answers_mb": 0, "rate_limits": False, "search_timeout_ms": 60_000}
    app = create_app(Settings.from_env().but(**patient))
    found = []
    with app.test_request_context():
        for start in range(0, len(questions), 10):
            asked = [
                {"indexName": index, "params": {"query": said, "hitsPerPage": 24}}
                for index, said in questions[start : start + 10]
            ]
            for result in answer_all(parse(asked)).value["results"]:
                ids = [str(hit["objectID"]) for hit in result["hits"]]
                found.append([result["nbHits"], ids])
        context().changes.close()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
