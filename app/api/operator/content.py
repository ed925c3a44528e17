"""What operators correct by hand: take-downs, products, offers of one thing, synonyms."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import case, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.api.declare import Answer, Area, Input
from app.api.declare.fields import BIG_MAX, Flag, Id, Message, With, about, by_id, chosen_id
from app.api.operator import schemas
from app.live.context import context
from app.search.wire.address import text_search
from app.web.access import note, operator_name
from app.web.errors import Invalid, NotFound
from indexer.catalogue import takedowns
from indexer.catalogue.audit import Subject
from indexer.catalogue.outbox import enqueue, hold_with_siblings
from indexer.index.writer import announce_change
from indexer.language.words.entries import fold_words
from indexer.models import Brand, Category, Color, OfferEdge, Product, Synonym, TakeDown
from indexer.offers.matching import decide as decide_on

TAKEDOWNS = Area("takeDowns", "takeDowns", "Products and domains that stay hidden")
INLINE_WRITES = 5000  # the rest is written by the periodic job
MOST = 1000  # that are listed


@TAKEDOWNS.get("", operator=True)
@TAKEDOWNS.response(schemas.TakeDown(many=True))
def take_downs() -> list[With]:
    """List the take-downs, newest first, each with what it hides"""
    with context().session() as session:
        rows = session.scalars(select(TakeDown).order_by(TakeDown.id.desc()).limit(MOST)).all()
        return _shown(session, *rows)


def _shown(session: Session, *rows: TakeDown) -> list[With]:
    """Return take-downs with what each hides."""
    return [
        With(
            row,
            product=product.name if product else "",
            product_id=product.id if product else None,
            hides=count,
        )
        for row, (count, product) in zip(rows, takedowns.count_hidden(session, rows), strict=True)
    ]


@TAKEDOWNS.post("", operator=True)
@TAKEDOWNS.arguments(
    schemas.TakeDownInput, example={"domain": "fakes.example", "reason": "Court order 12/26"}
)
@TAKEDOWNS.response(schemas.TakenDown)
def take_down(product_id: int | None = None, domain: str = "", reason: str = "") -> With:
    """Hide a product (`productId`) or everything of a domain (`domain`), at once and for good"""
    services = context()
    with services.session() as session:
        if product_id is not None:
            row = takedowns.take_down_product(session, product_id, reason)
        else:
            row = takedowns.take_down_domain(session, domain, reason)
        (shown,) = _shown(session, row)
        facts = {"reason": row.reason, "products hidden": shown.hides}
        note(session, "taken down", _subject(shown), None, facts)
    return With(shown, message=f"Taken down{services.written(INLINE_WRITES)}")


def _subject(shown: With) -> Subject:
    return Subject("take-down", shown.id, shown.domain or shown.product or shown.group_key)


@TAKEDOWNS.post("/<int:take_down_id>", operator=True)
@TAKEDOWNS.arguments(schemas.TakeDownReason, example={"reason": "Court order 12/26"})
@TAKEDOWNS.response(Message)
def edit(take_down_id: int, reason: str) -> dict[str, str]:
    """Change the reason of a take-down"""
    with context().session() as session:
        row = by_id(session, TakeDown, take_down_id, "take-down")
        before, row.reason = row.reason, reason
        if before != reason:
            (shown,) = _shown(session, row)
            note(session, "edited", _subject(shown), {"reason": before}, {"reason": reason})
    return {"message": "The reason is kept"}


@TAKEDOWNS.delete("/<int:take_down_id>", operator=True)
@TAKEDOWNS.response(Message)
def lift(take_down_id: int) -> dict[str, str]:
    """End a take-down; what no other covers is shown again"""
    services = context()
    with services.session() as session:
        row = by_id(session, TakeDown, take_down_id, "take-down")
        (shown,) = _shown(session, row)
        takedowns.lift(session, row.id)
        facts = {"reason": row.reason, "products hidden": shown.hides}
        note(session, "ended", _subject(shown), facts, None)
    return {"message": f"The take-down has ended{services.written(INLINE_WRITES)}"}


CURATION = Area("curation", "images", "What operators set on products by hand")
CURATED = ("curated_category_id", "curated_color_id", "curated_unisex", "curated_switch_order")
Values = Mapping[str, Any]  # as schemas.ImageSave reads them


@CURATION.post("/save", operator=True)
@CURATION.arguments(
    schemas.ImageSave,
    as_kwargs=False,
    example={"brandId": 1, "groupKey": "kc-102", "finalCategoryId": 9, "unisex": True},
)
@CURATION.text("Saved Linen dress")
def save(sent: Values) -> str:
    """Set a product's category, colour, unisex or image order by hand

    The product is named by `productId`, or by `brandId` and `groupKey`. Entries of `images` that
    carry a category or colour of their own set it for that image alone. The change can be searched
    at once, and no scrape or classification undoes it.
    """
    services = context()
    with services.session() as session:
        product = _product(session, sent)
        before = _curation_of(product)
        _curate(session, product, sent)
        _curate_images(session, product, sent.get("images") or ())
        enqueue(session, [product.id], offers=False)
        is_changed = _note(session, product, before)
        name = product.name
    opening = (
        f"Saved {name}" if is_changed else f"Nothing was changed: {name} was like that already"
    )
    return f"{opening}{services.written()}"


def _curation_of(product: Product) -> dict[str, Any]:
    """Return what is set by hand on a product and its images."""
    own = {name: getattr(product, name) for name in CURATED}
    for image in product.images:
        shown = {"category": image.curated_category_id, "colour": image.curated_color_id}
        own |= {f"{part} of image {image.id}": value for part, value in shown.items()}
    return own


def _note(session: Session, product: Product, before: dict[str, Any]) -> bool:
    after = _curation_of(product)
    changed = [name for name, value in after.items() if before.get(name) != value]
    if changed:
        subject = Subject("product", product.id, product.name)
        old, new = ({name: side.get(name) for name in changed} for side in (before, after))
        note(session, "set by hand", subject, old, new)
    return bool(changed)


def _product(session: Session, sent: Values) -> Product:
    if sent.get("product_id") is not None:
        wanted = Product.id == sent["product_id"]
    else:
        first: Values = next(iter(sent.get("images") or ()), {})
        brand_id = sent.get("brand_id", first.get("brand_id"))
        if brand_id is None:
            raise Invalid.field("brandId", "must be an id, a whole number above 0")
        key = sent.get("group_key") or first.get("group_key", "")
        wanted = (Product.brand_id == brand_id) & (Product.group_key == key)
    product_id = session.scalar(select(Product.id).where(wanted))
    if product_id is not None:
        hold_with_siblings(session, product_id)
    product = session.scalar(select(Product).where(wanted).with_for_update())
    if product is None:
        raise NotFound("There is no such product")
    return product


def _curate(session: Session, product: Product, sent: Values) -> None:
    """Set what was sent: an absent name stays as it is, null takes the hand-set value off."""
    if "final_category_id" in sent:
        category = sent["final_category_id"]
        product.curated_category_id = chosen_id(session, Category, category, "finalCategoryId")
    if "final_color_id" in sent:
        product.curated_color_id = chosen_id(session, Color, sent["final_color_id"], "finalColorId")
    if "unisex" in sent:
        product.curated_unisex = sent["unisex"]
    if "switch_order" in sent:
        product.curated_switch_order = sent["switch_order"]


def _curate_images(session: Session, product: Product, entries: Iterable[Values]) -> None:
    by_url = {
        url: image
        for image in product.images
        for url in (image.image_url, image.calculated_url or image.image_url)
    }
    for entry in entries:
        if not entry.keys() & {"curated_category_id", "curated_color_id"}:
            continue
        image = by_url.get(entry.get("image_url", ""))
        if image is None:
            raise Invalid.field("imageUrl", "is no picture of this product")
        if "curated_category_id" in entry:
            category = entry["curated_category_id"]
            image.curated_category_id = chosen_id(session, Category, category, "curatedCategoryId")
        if "curated_color_id" in entry:
            color = entry["curated_color_id"]
            image.curated_color_id = chosen_id(session, Color, color, "curatedColorId")


OFFERS = Area("offers", "offers", "Which products of several stores are one thing, and why")
MOST_OFFERS = 200


class OfferReason(Answer, of=OfferEdge, columns="score evidence decided_by decided_at"):
    """Another store's product, and what joins it with this one."""

    product_id: int
    name: str
    brand: str
    is_same: bool = about("it is shown as the same thing now")
    rule: str = about("gtin, mpn, name and picture, person")
    joins: bool = about("the evidence shows that it is the same")


class OfferDecision(Input):
    """Two products of two stores: one thing, or not; null takes a decision back."""

    product_id = Id(BIG_MAX, required=True)
    other_id = Id(BIG_MAX, required=True)
    is_one = Flag(empty=None, required=True)


@OFFERS.get("/<int:product_id>", operator=True)
@OFFERS.response(OfferReason(many=True))
def offers(product_id: int) -> list[With]:
    """List whom a product is one thing with, or would be but for one reason, the surest first"""
    edge = OfferEdge
    other = case((edge.a == product_id, edge.b), else_=edge.a)
    query = (
        select(edge, Product.name, Product.id, Product.thing_id, Brand.name.label("brand"))
        .join(Product, Product.id == other)
        .join(Brand, Brand.id == Product.brand_id)
        .where(or_(edge.a == product_id, edge.b == product_id))
        .order_by(edge.score.desc(), Product.id)
    )
    with context().session() as session:
        thing = by_id(session, Product, product_id, "product").thing_id
        return [_reason(row, thing) for row in session.execute(query.limit(MOST_OFFERS))]


def _reason(row: Any, thing: int | None) -> With:
    is_same = thing is not None and row.thing_id == thing
    return With(row.OfferEdge, product_id=row.id, name=row.name, brand=row.brand, is_same=is_same)


@OFFERS.post("", operator=True)
@OFFERS.arguments(OfferDecision, example={"productId": 1, "otherId": 2, "isOne": False})
@OFFERS.text("Parted Linen dress and Linen dress")
def decide(product_id: int, other_id: int, is_one: bool | None) -> str:
    """Decide that two stores' products are one thing, or not, which no matching undoes"""
    services, did = context(), {True: "joined", False: "parted", None: "took back"}[is_one]
    with services.session() as session:
        one = by_id(session, Product, product_id, "product")
        other = by_id(session, Product, other_id, "product")
        if one.brand_id == other.brand_id:
            raise Invalid.field("otherId", "must be another store's product")
        decide_on(session, one.id, other.id, is_one, operator_name())
        what = {"other": other.id, "name": other.name}
        note(session, f"{did} the offers of", Subject("product", one.id, one.name), None, what)
        names = f"{one.name} and {other.name}"
    return f"{did.capitalize()} {names}{services.written()}"


SYNONYMS = Area("synonyms", "insights/synonyms", "What words are read as others, for operators")
MOST_SYNONYMS = 5000  # that are listed
_WORDS = re.compile(r"[^\W_]+(?:[ '&-]+[^\W_]+){0,49}")


@SYNONYMS.get("", operator=True)
@SYNONYMS.response(schemas.Synonym(many=True))
def listed() -> Sequence[Synonym]:
    """List the synonyms, the newest first"""
    with context().session() as session:
        newest = select(Synonym).order_by(Synonym.created_at.desc(), Synonym.words)
        return session.scalars(newest.limit(MOST_SYNONYMS)).all()


@SYNONYMS.post("", operator=True)
@SYNONYMS.arguments(schemas.SynonymInput, example={"words": "smockie", "means": "dress"})
@SYNONYMS.response(schemas.SynonymAdded)
def synonyms(words: str, means: str) -> dict[str, str]:
    """Have some words read as others in every search, from now on

    Words that have a meaning already get the new one.
    """
    services = context()
    with services.session() as session:
        words, means, before = _add_synonym(session, words, means, operator_name())
        if before != means:
            action = "added" if before is None else "edited"
            old = None if before is None else {"means": before}
            note(session, action, _synonyms_subject(words), old, {"means": means})
    announce_change(services.settings)
    return {"words": words, "means": means, "href": text_search(words)}


def _add_synonym(session: Session, words: str, means: str, who: str) -> tuple[str, str, str | None]:
    """Keep a synonym, or change what its words mean.

    Returns both as kept, and what the words meant before. Raises Invalid.
    """
    words, means = _folded(words, "words"), _folded(means, "means")
    if words == means:
        raise Invalid.field("means", "must be other words")
    held = session.get(Synonym, words, with_for_update=True)
    before = held.means if held else None
    row = insert(Synonym).values(words=words, means=means, added_by=who)
    changed = {"means": row.excluded.means, "added_by": row.excluded.added_by}
    session.execute(row.on_conflict_do_update(index_elements=["words"], set_=changed))
    return words, means, before


def _folded(text: str, field: str) -> str:
    """Return words in small letters; raises Invalid."""
    words = fold_words(text)
    if not _WORDS.fullmatch(words):
        raise Invalid.field(field, "must be words of letters and digits")
    return words


@SYNONYMS.post("/remove", operator=True)
@SYNONYMS.arguments(schemas.SynonymWords, example={"words": "smockie"})
@SYNONYMS.response(Message)
def remove(words: str) -> dict[str, str]:
    """Take a synonym back: its words are read as themselves again"""
    services = context()
    with services.session() as session:
        row = session.get(Synonym, words, with_for_update=True)
        if row is None:
            raise NotFound(f"“{words[:100]}” is no synonym")
        note(session, "removed", _synonyms_subject(words), {"means": row.means}, None)
        session.delete(row)
    announce_change(services.settings)
    return {"message": f"“{words}” is read as itself again"}


def _synonyms_subject(words: str) -> Subject:
    return Subject("synonym", words, f"“{words}”")
