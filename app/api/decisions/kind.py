"""A decision as data: when it is offered, what comes of it, the doing and the undoing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.api.decisions.case import Case, Inputs
from app.errors import Conflict
from indexer.models import Brand, Incident, ScrapeRun

# What was done, or what is to be done once the case's own transaction has ended.
Done = str | Callable[[], str]
NOTHING = "The shop window stays as it is: nothing of this run is published"


@dataclass(frozen=True, slots=True)
class Before:
    """What a decision would do: sentences, and the shop window's figures as products.

    `proposed`: what its inputs begin with.
    """

    lines: Sequence[str]
    appear: int = 0
    vanish: int = 0
    reprice: int = 0
    change: int = 0
    alerts: int = 0  # visitors' alerts of prices and stock that would be mailed
    proposed: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kind:
    """A decision. `refusal` says why it is not to be had: "" it is, None it makes no sense here."""

    name: str
    label: str
    key: str  # on the keyboard
    refusal: Callable[[Case], str | None]
    before: Callable[[Case], Before]
    do: Callable[[Case, Inputs], Done]
    needs: str = ""  # the input that it cannot do without
    undo: Callable[[Case], Done] | None = None
    is_done: Callable[[Case], bool] = lambda _: False


def run_of(case: Case) -> ScrapeRun:
    """Return the run that is decided; raises Conflict."""
    if case.run is None:
        raise Conflict("No run shows this")
    return case.run


def brand_of(case: Case) -> Brand:
    """Return the brand of what is decided; raises Conflict."""
    if case.brand is None:
        raise Conflict("Its brand is no more")
    return case.brand


def alert_of(case: Case) -> Incident:
    """Return the alert that is decided; raises Conflict."""
    if case.alert is None:
        raise Conflict("There is no alert of it")
    return case.alert
