"""Many stores by their addresses: a list that is worked off, whoever looks on."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from marshmallow import ValidationError, fields
from marshmallow.validate import Length
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.access import note, operator_name
from app.api.brands.adding import brand_of
from app.api.declare import Answer, Area, Input
from app.api.declare.fields import Id, by_id, website_refusal
from app.api.declare.schema import Message, With, about, one_of
from app.context import context
from indexer.catalogue.audit import Subject
from indexer.ingest.schedule.due import BETWEEN, timetable_of
from indexer.ingest.schedule.timetable import schedule_text
from indexer.ingest.sources.judged import TODO, judged
from indexer.ingest.sources.listed import (
    Listed,
    list_stores,
    look_again,
    plan,
    queue_looks,
    site_key,
)
from indexer.models import Brand, ListedStore
from indexer.models.listed_store import LISTED_STATES, NEEDS

AREA = Area("listed_stores", "brands/stores", "Stores that are added by a list of addresses")
MOST = 500  # stores of a list
SHOWN = 2000
SHOWN_WRONG = 5


class StoreList(Input):
    """The stores of a list."""

    addresses = fields.List(
        fields.String(),
        required=True,
        error_messages={"invalid": "must be a list of addresses"},
        validate=Length(1, MOST, error=f"must be 1 to {MOST} addresses"),
        metadata={"description": "As people type them; a domain alone is one"},
    )


class StoreIds(Input):
    """Stores of the list."""

    ids = fields.List(
        Id(), required=True, error_messages={"invalid": "must be a list of stores' ids"}
    )


class KnownStore(Answer):
    """A store that is a brand already."""

    site: str
    brand_id: int
    name: str
    is_archived: bool


class StorePlan(Answer):
    """What listing these stores would do."""

    waiting: int = about("So many are looked at")
    again: int = about("So many of those were on the list before")
    known: list[KnownStore]
    wrong: list[str] = about("Lines that are no address")
    between: str = about("When they are read each night")
    time_zone: str


class LookedAt(Answer):
    """A place of a store that was looked at, and what it has, or why it gives nothing."""

    source: str
    label: str
    address: str
    state: str
    products: int
    problem: str
    proposed: bool


class ListedStoreRow(Answer):
    """A store of the list."""

    id: int
    site: str
    website: str
    state: str = one_of(*LISTED_STATES)
    reason: str
    todo: str = about("What a person is needed for")
    added_by: str
    brand_id: int | None
    brand: str = about("Its brand's name; empty: it is none")
    schedule: str = about("When its brand is read")
    source: str = about("What it is read from; empty: none")
    products: int
    sources: list[LookedAt]
    created_at: datetime
    looked_at: datetime | None


class StoreRows(Answer):
    """The list, and when its stores are read."""

    stores: list[ListedStoreRow]
    between: str
    time_zone: str


class StoreForm(Answer):
    """What was worked out of a store, as the brand form takes it."""

    values: dict[str, Any]


EXAMPLE = {"addresses": ["karoo-cotton.example", "https://shop.fynbos.example"]}


@AREA.post("/plan", operator=True)
@AREA.arguments(StoreList, example=EXAMPLE)
@AREA.response(StorePlan)
def plan_stores(addresses: list[str]) -> dict[str, Any]:
    """Tell what listing stores would do, before it is done"""
    good, wrong = _read(addresses)
    with context().session() as session:
        planned = plan(session, good)
        return {
            "waiting": planned.waiting,
            "again": planned.again,
            "known": [
                {
                    "site": site,
                    "brand_id": brand.id,
                    "name": brand.name,
                    "is_archived": brand.is_archived,
                }
                for site, brand in planned.known.items()
            ],
            "wrong": wrong,
            **_nights(),
        }


def _read(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the addresses of a list, each site once, and what is no address."""
    good: dict[str, str] = {}
    wrong = []
    for line in map(str.strip, lines):
        address = line if "://" in line else f"https://{line}"
        if website_refusal(address) is not None or "." not in site_key(address):
            wrong.append(line)
        else:
            good.setdefault(site_key(address), address)
    return [*good.values()], wrong


def _nights() -> dict[str, str]:
    return {"between": BETWEEN, "time_zone": context().settings.schedule_timezone}


@AREA.post("", operator=True)
@AREA.arguments(StoreList, example=EXAMPLE)
@AREA.response(Message)
def add_stores(addresses: list[str]) -> dict[str, str]:
    """List stores: each is looked at, added, read at once and then every night

    The list is worked off by the worker, whether its page is open or not. What cannot be added by
    itself stays in the list with its reason.
    """
    good, wrong = _read(addresses)
    if wrong:
        shown = ", ".join(wrong[:SHOWN_WRONG])
        raise ValidationError({"addresses": [f"no address of a store: {shown}"]})
    services = context()
    with services.session() as session:
        listed = list_stores(session, good, operator_name())
        sites = {"stores": [site_key(address) for address in good]}
        note(session, "listed", Subject("stores", "", _stores(len(good))), None, sites)
    queue_looks(services.settings)
    return {"message": _says(listed)}


def _stores(count: int) -> str:
    return "1 store" if count == 1 else f"{count} stores"


def _says(listed: Listed) -> str:
    known = f"; {len(listed.known)} brands already" if listed.known else ""
    return f"{_stores(listed.waiting)} on the list, looked at one after another{known}"


@AREA.get("", operator=True)
@AREA.response(StoreRows)
def stores() -> dict[str, Any]:
    """List the stores of the list, those that need a person first"""
    with context().session() as session:
        rows = session.execute(
            select(ListedStore, Brand)
            .outerjoin(Brand, Brand.id == ListedStore.brand_id)
            .order_by(ListedStore.state != NEEDS, ListedStore.id.desc())
            .limit(SHOWN)
        ).all()
    return {"stores": [_row(row, brand) for row, brand in rows], **_nights()}


def _row(row: ListedStore, brand: Brand | None) -> With:
    found = row.found or {}
    source = judged(found).source or {}
    return With(
        row,
        brand=brand.name if brand else "",
        schedule=schedule_text(timetable_of(brand, context().settings)) if brand else "",
        todo=TODO.get(row.need, ""),
        source=source.get("label", ""),
        products=source.get("products", 0),
        sources=found.get("sources", ()),
    )


@AREA.get("/<int:store_id>", operator=True)
@AREA.response(StoreForm)
def store_form(store_id: int) -> dict[str, Any]:
    """Show what was worked out of a store, for the form of its brand"""
    with context().session() as session:
        return {"values": brand_of(session, by_id(session, ListedStore, store_id, "store"))}


@AREA.post("/again", operator=True)
@AREA.arguments(StoreIds, example={"ids": [3]})
@AREA.response(Message)
def look_again_at(ids: list[int]) -> dict[str, str]:
    """Look at stores that need a person once more"""
    services = context()
    with services.session() as session:
        rows = _rows(session, ids)
        for row in rows:
            look_again(row, operator_name())
        _note(session, "looked at again", rows)
    queue_looks(services.settings)
    return {"message": f"{_stores(len(rows))} looked at again"}


@AREA.post("/forget", operator=True)
@AREA.arguments(StoreIds, example={"ids": [3]})
@AREA.response(Message)
def forget(ids: list[int]) -> dict[str, str]:
    """Take stores off the list that need a person; brands stay as they are"""
    with context().session() as session:
        rows = _rows(session, ids)
        _note(session, "taken off the list", rows)
        session.execute(delete(ListedStore).where(ListedStore.id.in_([row.id for row in rows])))
    return {"message": f"{_stores(len(rows))} taken off the list"}


def _rows(session: Session, ids: Sequence[int]) -> Sequence[ListedStore]:
    """Return those that need a person, or are done: not those that are worked on."""
    wanted = ListedStore.id.in_(ids) & ListedStore.state.in_((NEEDS, "added", "known"))
    return session.scalars(select(ListedStore).where(wanted).with_for_update()).all()


def _note(session: Session, action: str, rows: Sequence[ListedStore]) -> None:
    if rows:
        sites = {"stores": [row.site for row in rows]}
        note(session, action, Subject("stores", "", _stores(len(rows))), sites, None)
