"""The operator's calls of spec §7: what earlier runs did."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response, jsonify, request, send_file
from sqlalchemy import Select, func, select
from sqlalchemy.orm import aliased, joinedload, selectinload

from app.api.route import TEXT, answer, bare, parameter, route
from app.api.schemas.parts import array, ref
from app.api.scraper import AREA, asked_number, counts, named, plain, run_errors
from app.api.values import BIG_MAX, INT_MAX, bare_value, identity
from app.context import context
from app.errors import Conflict, Invalid, NotFound
from indexer.history.accept import accept_run, acceptable, effect_of_accepting
from indexer.history.compare import Comparison, ProductFacts, compare_runs
from indexer.history.images import RunImage, run_images
from indexer.models import ScrapeRun
from indexer.models.run import RESULTS
from indexer.runs import log_path
from indexer.runs.log import EVIDENCE_NAME, evidence_path

MAX_PAGE = 200
NUMBER = {"type": "integer", "minimum": 1}


@route(
    AREA,
    "GET",
    "/getHistory",
    operator=True,
    parameters=[
        parameter("page", NUMBER | {"maximum": 1_000_000}, "Counts from 1"),
        parameter("pageSize", NUMBER | {"maximum": MAX_PAGE}, "50 where absent"),
        parameter("brandId", NUMBER | {"maximum": INT_MAX}, "One brand's runs"),
        parameter("result", {"type": "string", "enum": list(RESULTS)}, "Runs that ended so"),
        parameter(
            "order",
            {"type": "string", "enum": ["failing"]},
            "`failing`: each brand's latest run, those that did not succeed first",
        ),
    ],
    response=answer(array(ref("HistoryRecord")))
    | {"headers": {"X-Total-Count": {"schema": {"type": "integer"}}}},
)
def history() -> Response:
    """List the runs that have ended, newest first, a page at a time

    The total is in the header `X-Total-Count`.
    """
    page = asked_number("page", 1, 1_000_000, 1)
    size = asked_number("pageSize", 1, MAX_PAGE, 50)
    wanted = _wanted()
    with context().session() as session:
        total = session.scalar(select(func.count()).select_from(wanted.subquery()))
        found = session.scalars(
            wanted.options(joinedload(ScrapeRun.brand), selectinload(ScrapeRun.failed_pages))
            .limit(size)
            .offset((page - 1) * size)
        ).all()
        taken = acceptable(session, found)
        made = jsonify([_record(run, run.id in taken) for run in found])
    made.headers["X-Total-Count"] = str(total)
    return made


def _wanted() -> Select[ScrapeRun]:
    order = request.args.get("order", "")
    if order not in {"", "failing"}:
        raise Invalid.field("order", "must be failing, or absent")
    query = select(ScrapeRun).where(ScrapeRun.state == "finished")
    if brand_id := asked_number("brandId", 1, INT_MAX, 0):
        query = query.where(ScrapeRun.brand_id == brand_id)
    if result := request.args.get("result", ""):
        if result not in RESULTS:
            raise Invalid.field("result", f"must be one of {', '.join(RESULTS)}")
        query = query.where(ScrapeRun.result == result)
    if not order:
        return query.order_by(ScrapeRun.start_time.desc().nulls_last(), ScrapeRun.id.desc())
    later = aliased(ScrapeRun)
    newer = select(later.id).where(
        later.brand_id == ScrapeRun.brand_id, later.state == "finished", later.id > ScrapeRun.id
    )
    return query.where(ScrapeRun.brand_id.is_not(None), ~newer.exists()).order_by(
        ScrapeRun.result == "success", ScrapeRun.id.desc()
    )


def _record(run: ScrapeRun, is_acceptable: bool = False) -> dict[str, Any]:
    return {
        "id": run.id,
        "brandId": run.brand_id,
        "brandName": run.brand.name if run.brand else run.brand_name or None,
        "kind": run.kind,
        "logfileName": run.logfile_name,
        "result": run.result,
        "failureReason": run.failure_reason,
        "newImageIds": id_list(run.new_image_ids),
        "deletedImageIds": id_list(run.deleted_image_ids),
        "foundImageIds": id_list(run.found_image_ids),
        "foundGroupIds": id_list(run.found_group_ids),
        "startTime": run.start_time.isoformat() if run.start_time else None,
        "endTime": run.end_time.isoformat() if run.end_time else None,
        "complete": run.complete,
        "acceptable": is_acceptable,
        "limitedTo": None if run.only_pages is None else len(run.only_pages),
        "coverage": run.coverage,
        "failedPages": [
            {
                "pageUrl": page.page_url,
                "reason": page.reason,
                "screenshotName": page.screenshot_name,
                "htmlName": page.html_name,
            }
            for page in run.failed_pages
        ],
        **counts(run),
    }


def id_list(ids: list[int]) -> str:
    """Return ids as spec §3 has them: a list, JSON-encoded as text."""
    return f"[{','.join(map(str, ids))}]"


@route(AREA, "GET", "/getHistoryLog/<int:run_id>", operator=True, response=TEXT)
def history_log(run_id: int) -> Response:
    """Show a run's whole log; its lines end in CRLF"""
    with context().session() as session:
        run = session.get(ScrapeRun, run_id) if 0 < run_id <= BIG_MAX else None
        if run is None:
            raise NotFound(f"There is no run {run_id}")
        name = run.logfile_name
    try:
        return send_file(named(log_path, name), mimetype="text/plain")
    except OSError as error:
        raise NotFound(f"The log of run {run_id} is not kept any more") from error


@route(AREA, "GET", "/download/<path:name>", operator=True, response=TEXT)
def download(name: str) -> Response:
    """Download a run's log, or the screenshot or HTML kept of a failed page"""
    find = evidence_path if EVIDENCE_NAME.fullmatch(name) else log_path
    path = named(find, name)
    kind = "text/plain" if path.suffix == ".log" else "application/octet-stream"
    try:
        return send_file(path, mimetype=kind, as_attachment=True, download_name=path.name)
    except OSError as error:
        raise NotFound("There is no such file") from error


@route(
    AREA,
    "GET",
    "/getHistoryImages/<int:run_id>",
    operator=True,
    response=answer(ref("RunImages")),
)
def history_images(run_id: int) -> Response:
    """List a run's new, deleted and found images and found groups, at most 500 of each"""
    with context().session() as session:
        run = session.get(ScrapeRun, run_id) if 0 < run_id <= BIG_MAX else None
        if run is None:
            raise NotFound(f"There is no run {run_id}")
        grids = run_images(session, run)
        return jsonify(
            {
                "newImages": [_thumbnail(image) for image in grids.new],
                "deletedImages": [_thumbnail(image) for image in grids.deleted],
                "foundImages": [_thumbnail(image) for image in grids.found],
                "foundGroups": [_thumbnail(image) for image in grids.groups],
            }
        )


def _thumbnail(image: RunImage) -> dict[str, Any]:
    return {
        "href": image.href,
        "bucketLocation": image.bucket_location,
        "url": image.url,
        "name": image.name,
        "productId": image.product_id,
    }


@route(
    AREA,
    "POST",
    "/accept",
    operator=True,
    request=bare("runId", {"type": ["integer", "string"]}, 812),
    response=TEXT,
)
def accept() -> Response:
    """Accept a suspect run: the store really is as it was read

    Possible for the last run of its brand. What it holds is published; what a complete run did
    not see is hidden, and later runs are compared with it.
    """
    run_id = identity(bare_value("runId"), "runId")
    with run_errors():
        outcome = accept_run(context().settings, run_id)
    hidden = len(outcome.gone)
    return plain(
        f"Run {run_id} accepted: {hidden} product{' is' if hidden == 1 else 's are'} hidden"
    )


@route(
    AREA,
    "GET",
    "/acceptance/<int:run_id>",
    operator=True,
    response=answer(ref("Acceptance")),
)
def acceptance(run_id: int) -> Response:
    """Tell what accepting a suspect run would do, before it is done

    Answers 409 where `accept` would refuse.
    """
    with context().session() as session, run_errors():
        effect = effect_of_accepting(session, min(run_id, BIG_MAX))
    return jsonify({"runId": run_id} | asdict(effect))


@route(
    AREA,
    "GET",
    "/compareRuns",
    operator=True,
    parameters=[
        parameter("from", NUMBER, "The earlier run") | {"required": True},
        parameter("to", NUMBER, "The later run") | {"required": True},
    ],
    response=answer(ref("Comparison")),
)
def compare() -> Response:
    """Compare two runs of a brand: what came, what went, which prices, stock and names changed"""
    earlier = asked_number("from", 1, BIG_MAX, 0)
    later = asked_number("to", 1, BIG_MAX, 0)
    with context().session() as session, run_errors():
        return jsonify(_comparison(compare_runs(session, earlier, later)))


def _comparison(found: Comparison) -> dict[str, Any]:
    for run in (found.earlier, found.later):
        if run.state != "finished":
            raise Conflict(f"Run {run.id} has not ended yet.")
    return {
        "from": _record(found.earlier),
        "to": _record(found.later),
        "new": [_facts(product) for product in found.new],
        "gone": [_facts(product) for product in found.gone],
        "changed": [_facts(product) for product in found.changed],
        "counts": dict(found.counts),
    }


def _facts(product: ProductFacts) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "productId": product.product_id,
        "name": product.name,
        "href": product.href,
        "image": product.image,
        "currency": product.currency,
        "price": product.price,
        "soldOut": product.sold_out,
    }
    for side, values in (("before", product.before), ("after", product.after)):
        if values is not None:
            shown[side] = {
                "price": values.get("price"),
                "soldOut": values.get("sold_out"),
                "name": values.get("name"),
            }
    return shown
