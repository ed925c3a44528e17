"""What the writing of a batch did."""

from dataclasses import dataclass, field

from indexer.ingest.verdict.fields import FieldCount


@dataclass(slots=True)
class Outcome:
    """Ids of the batch's products, and what becomes of known ones' fields."""

    new: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)  # among the known ones, with new content
    returned: list[int] = field(default_factory=list)
    priced: list[int] = field(default_factory=list)  # among all, with a price read
    odd: list[str] = field(default_factory=list)  # new products whose price is held back
    carried: FieldCount = field(default_factory=FieldCount)
