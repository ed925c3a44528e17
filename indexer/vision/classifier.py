"""From a product and its picture to evidence."""

from dataclasses import asdict, dataclass
from typing import Any

from indexer.vision.reading import kind_of, read_colors
from indexer.vision.scene import scene_of

# What a picture is marked with that was looked at: under a new version it is looked at again.
MARK = "pixels 1"
REUSED = 3  # products of a shop that may have one picture; shared by more it is no evidence


@dataclass(frozen=True, slots=True)
class ClassifierInput:
    """A product as a classifier gets it: name, its category's slug, our copy of its picture.

    `shared_by`: how many products of the shop have this very picture.
    """

    name: str
    category: str | None
    picture: bytes
    shared_by: int = 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found. `colors`: slugs, the main one first; empty where it abstains.

    `annotation`: what is kept of it with the picture (spec §3).
    """

    colors: tuple[str, ...] = ()
    confidence: float | None = None
    is_plain: bool | None = None
    annotation: dict[str, Any] | None = None


def look_at_pixels(seen: ClassifierInput) -> Evidence:
    """Return the pixels' attributes; a picture that many products share is evidence of none."""
    if seen.shared_by > REUSED:
        return Evidence(annotation={"sharedBy": seen.shared_by})
    reading = read_colors(scene_of(seen.picture), kind_of(seen.category))
    plain = None if reading.is_patterned is None else not reading.is_patterned
    names = {"is_patterned": "patterned", "is_plain_ground": "plainGround"}
    kept = {names.get(name, name): value for name, value in asdict(reading).items()}
    return Evidence(reading.colors, reading.confidence, plain, kept)
