"""All decisions, in the order in which they are shown; pages, mails, keys and the API read it."""

from app.api.decisions.configuring import AGAIN, MOVED, SUGGEST, TIME
from app.api.decisions.kind import Case, Done, Inputs
from app.api.decisions.publishing import ACCEPT, ACKNOWLEDGE, MUTE, REJECT, SAME
from app.errors import Conflict, Invalid

KINDS = (MOVED, SAME, ACCEPT, REJECT, SUGGEST, TIME, AGAIN, ACKNOWLEDGE, MUTE)
BY_NAME = {kind.name: kind for kind in KINDS}


def decide(case: Case, name: str, inputs: Inputs) -> Done:
    """Do a decision that is offered; return what was or is to be done. Raises Conflict, Invalid."""
    kind = BY_NAME[name]
    refusal = kind.refusal(case)
    if refusal != "":
        raise Conflict(refusal or f"{kind.label} is no answer to this")
    if kind.needs and not getattr(inputs, kind.needs):
        raise Invalid.field(kind.needs, "is missing")
    return kind.do(case, inputs)


def undo(case: Case, name: str) -> Done:
    """Take a decision back, where data allows; return what was done. Raises Conflict."""
    kind = BY_NAME[name]
    if kind.undo is None or not kind.is_done(case):
        raise Conflict(f"There is no “{kind.label}” to undo")
    return kind.undo(case)
