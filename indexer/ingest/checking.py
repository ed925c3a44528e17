"""A check of a brand's source by the other one: it keeps what it read, and publishes nothing."""

from indexer.ingest.gates.figures import Figures
from indexer.ingest.gates.gates import Verdict
from indexer.ingest.runs.working import Ending
from indexer.models.run import Reason

SHARE = 0.02  # of the products that both have may differ, and of each one's may be missing


def check_ending(
    figures: Figures, source: str, verdict: Verdict, failures: tuple[Reason, ...]
) -> Ending:
    if verdict.result == "failed":
        return Ending("failed", verdict.reasons)
    both = figures.both
    missing = (figures.items - both, figures.known - both)
    is_small = both > 0 and max(figures.prices, figures.stock, *missing) <= SHARE * both
    part = Reason("pages unread", "it was read in part")
    read = () if verdict.complete else (part, *failures)
    reasons = (Reason("sources differ", figures.difference(source)), *read)
    return Ending("success" if verdict.complete and is_small else "suspect", reasons)
