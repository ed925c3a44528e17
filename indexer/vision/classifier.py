"""What a classifier of pictures is: a name, a version, and a function from a product and its
picture to evidence.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from indexer.vision.reading import Reading, kind_of, read_colors
from indexer.vision.scene import scene_of

REUSED = 3  # products of a shop that may have one picture; of more it says nothing of any


@dataclass(frozen=True, slots=True)
class Seen:
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


@dataclass(frozen=True, slots=True)
class Classifier:
    """A way of looking at pictures."""

    name: str
    version: str
    look: Callable[[Seen], Evidence]

    @property
    def mark(self) -> str:
        """Return what a picture is marked with that it has looked at: a new version looks again."""
        return f"{self.name} {self.version}"


def look_at_pixels(seen: Seen) -> Evidence:
    """Return what the pixels say; a picture that many products share is evidence of none."""
    if seen.shared_by > REUSED:
        return Evidence(annotation={"sharedBy": seen.shared_by})
    reading = read_colors(scene_of(seen.picture), kind_of(seen.category))
    plain = None if reading.is_patterned is None else not reading.is_patterned
    return Evidence(reading.colors, reading.confidence, plain, _kept(reading))


def _kept(reading: Reading) -> dict[str, Any]:
    names = {"is_patterned": "patterned", "is_plain_ground": "plainGround"}
    return {names.get(name, name): value for name, value in asdict(reading).items()}


PIXELS = Classifier("pixels", "1", look_at_pixels)
