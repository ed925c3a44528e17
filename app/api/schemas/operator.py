"""Runs, history and jobs on the wire."""

from __future__ import annotations

from app.api.schemas.parts import (
    NUMBER,
    TEXT,
    WHOLE,
    YES_NO,
    Schema,
    array,
    mapping,
    maybe,
    one_of,
    ref,
    thing,
)
from indexer.models.alert import TROUBLES
from indexer.models.run import KINDS, RESULTS

_COUNTERS = ("found", "new", "changed", "gone", "rejected")
_COUNTS: dict[str, Schema] = {
    **{f"{name}Count": WHOLE for name in _COUNTERS},
    "pagesDone": WHOLE,
    "pagesTotal": WHOLE,
}
_IDS = TEXT | {"description": "A JSON-encoded list of ids"}
_IMAGE = thing(href=maybe(TEXT), bucketLocation=maybe(TEXT), url=TEXT, name=TEXT, productId=WHOLE)
_SIDE = thing(price=maybe(NUMBER), soldOut=maybe(YES_NO), name=maybe(TEXT))

SCHEMAS: dict[str, Schema] = {
    "Process": thing(
        pid=WHOLE | {"description": "The run's id"},
        cmd=TEXT | {"description": "Ends in the log's path"},
        state=one_of("queued", "running"),
        kind=one_of(*KINDS),
        brandId=maybe(WHOLE),
        brand=maybe(TEXT),
        startTime=maybe(TEXT),
        elapsedSeconds=WHOLE,
        stopRequested=YES_NO,
        **_COUNTS,
    ),
    "HistoryRecord": thing(
        id=WHOLE,
        brandId=maybe(WHOLE),
        brandName=maybe(TEXT),
        kind=one_of(*KINDS),
        logfileName=TEXT,
        result=one_of(*RESULTS),
        failureReason=maybe(TEXT),
        newImageIds=_IDS,
        deletedImageIds=_IDS,
        foundImageIds=_IDS,
        foundGroupIds=_IDS,
        startTime=maybe(TEXT),
        endTime=maybe(TEXT),
        complete=YES_NO,
        acceptable=YES_NO | {"description": "`accept` would take it"},
        limitedTo=maybe(WHOLE)
        | {"description": "So many of the brand's pages were read; null: all"},
        coverage=maybe({"type": "object"}),
        failedPages=array(
            thing(pageUrl=TEXT, reason=TEXT, screenshotName=maybe(TEXT), htmlName=maybe(TEXT))
        ),
        **_COUNTS,
    ),
    "Acceptance": thing(
        runId=WHOLE,
        hides=WHOLE | {"description": "Products that accepting the run would hide"},
        adds=WHOLE | {"description": "New ones, and those that come back"},
        changes=WHOLE | {"description": "Known ones with any other value"},
        prices=WHOLE | {"description": "Known ones with another price"},
    ),
    "RunImages": thing(
        newImages=array(_IMAGE),
        deletedImages=array(_IMAGE),
        foundImages=array(_IMAGE),
        foundGroups=array(_IMAGE),
    ),
    "ComparedProduct": thing(
        ("before", "after"),
        productId=WHOLE,
        name=TEXT,
        href=maybe(TEXT),
        image=maybe(TEXT),
        currency=TEXT,
        price=maybe(NUMBER),
        soldOut=YES_NO,
        before=_SIDE,
        after=_SIDE,
    ),
    "Comparison": {
        "type": "object",
        "required": ["from", "to", "new", "gone", "changed", "counts"],
        "properties": {
            "from": ref("HistoryRecord"),
            "to": ref("HistoryRecord"),
            "new": array(ref("ComparedProduct")),
            "gone": array(ref("ComparedProduct")),
            "changed": array(ref("ComparedProduct")),
            "counts": mapping(WHOLE),
        },
    },
    "PreviewInput": {
        "type": "object",
        "required": ["brand", "pageUrl"],
        "properties": {
            "brand": {"type": "object", "description": "The fields of BrandInput"},
            "pageUrl": {"type": "string", "format": "uri"},
        },
    },
    "Alerts": thing(
        mailTo=maybe(TEXT),
        mailServer=YES_NO,
        webhookHost=maybe(TEXT),
        digestHour=WHOLE,
        timeZone=TEXT,
        shrinkPercent=WHOLE,
        off=maybe(TEXT) | {"description": "Why nobody is told; null: somebody is"},
        open=array(ref("Alert")),
        messages=array(ref("AlertMessage")),
    ),
    "Alert": thing(
        id=WHOLE,
        brandId=WHOLE,
        brand=TEXT,
        kind=one_of(*TROUBLES),
        words=TEXT,
        runId=maybe(WHOLE),
        since=TEXT,
    ),
    "AlertMessage": thing(
        id=WHOLE,
        kind=one_of("change", "digest", "test"),
        subject=TEXT,
        createdAt=TEXT,
        mail=one_of("off", "due", "sent", "kept"),
        webhook=one_of("off", "due", "sent", "failed"),
        webhookError=maybe(TEXT),
    ),
    "JobStarted": thing(jobId=TEXT),
    "Job": thing(
        id=TEXT,
        state=one_of("queued", "running", "finished", "failed"),
        message=maybe(TEXT),
        result={"description": "What the job found; null until it is finished"},
    ),
}
