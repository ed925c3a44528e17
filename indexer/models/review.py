"""What waits for a person's decision about its colour, and what was decided."""

from sqlalchemy import REAL, ForeignKey, Integer
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, Created, part_of

# Words alone are right nine times of ten; where the picture names the same colour it is surer,
# where it names another one less. Without words it is the picture's own. An index (0044) is over
# these texts.
_WORDS = "0.9"
_SEEN = "least(greatest(pictured_confidence, 0.01), 0.99)"
_ALIKE = f"(0.5 + {_SEEN} / 2)"  # two of sixteen colours are seldom alike by chance
CONFIDENCE = (
    f"(CASE WHEN classified_color_ids IS NULL THEN {_SEEN}"
    f" WHEN pictured_color_ids IS NULL THEN {_WORDS}"
    " WHEN pictured_color_ids && classified_color_ids"
    f" THEN {_WORDS} * {_ALIKE} / ({_WORDS} * {_ALIKE} + (1 - {_WORDS}) * (1 - {_ALIKE}))"
    f" ELSE {_WORDS} * (1 - {_ALIKE}) / ({_WORDS} * (1 - {_ALIKE}) + (1 - {_WORDS}) * {_ALIKE})"
    " END)"
)
OPEN = (
    "pictured_confidence IS NOT NULL AND curated_color_id IS NULL AND page_color_id IS NULL"
    " AND gone_at IS NULL AND NOT blocked"
)


class ColorDecision(Base):
    """A person's word on a product's colour. `color_id` None: it cannot be seen, or none fits.

    `said_ids`: the classifiers' answers, words before pictures, and how sure they were.
    """

    __tablename__ = "color_decision"

    id: Mapped[BigId]
    product_id: Mapped[int] = part_of("product.id", index=True)
    color_id: Mapped[int | None] = mapped_column(ForeignKey("color.id"))
    said_ids: Mapped[list[int]] = mapped_column(ARRAY(Integer))
    confidence: Mapped[float] = mapped_column(REAL)
    classifier: Mapped[str]
    decided_by: Mapped[str]
    decided_at: Mapped[Created] = mapped_column(index=True)
