"""`review`: colours that the classifiers are least sure of, for a person to decide, one a key."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import Row, select, text
from sqlalchemy.orm import Session

from app.api.declare import Answer, Area, Input, Query
from app.api.declare.fields import BIG_MAX, Id, WholeNumber, With, about, by_id, chosen_id
from app.live.context import context
from app.web.access import note, operator_name
from indexer.catalogue.audit import Subject
from indexer.catalogue.outbox import enqueue, hold_with_siblings
from indexer.models import Color, ColorDecision, Product, ProductImage
from indexer.models.product import COLOR_CONFIDENCE, COLOR_OPEN

AREA = Area("review", "review", "Colours that people decide, the least sure first")
MOST = 50  # products at a time
ALTERNATIVES = 5
WEEKS = 26
LEAST = 0.01  # a share that is worth a word
Colors = Mapping[str, tuple[int, str]]  # id and name by slug


class ReviewQuery(Query):
    """How many products."""

    size = WholeNumber(1, MOST, load_default=20)


class Alternative(Answer):
    """A colour that it may be."""

    color_id: int
    chance: float | None = about("by the picture, 0 to 1; null: words name it")


class Doubt(Answer):
    """A product whose colour is to be decided."""

    product_id: int
    name: str
    brand: str
    href: str | None
    image: str | None
    color_ids: list[int] = about("as visitors see it")
    confidence: float
    reason: str
    alternatives: list[Alternative]
    clicks: int


class Accuracy(Answer):
    """What was decided in a week on a classifier's colours."""

    week: date
    classifier: str
    decided: int
    right: int
    expected: float = about("the share that should have been right")


class Review(Answer):
    """What is to be decided next, and how right the classifiers were so far."""

    items: list[Doubt]
    accuracy: list[Accuracy]


class ColorDecisionInput(Input):
    """A product's colour; null: it cannot be seen, or none fits."""

    product_id = Id(BIG_MAX, required=True)
    color_id = Id(empty=None)


class Decided(Answer):
    """A decision, by which it is undone."""

    id: int
    message: str


class ColorDecisionId(Input):
    """The decision that is meant."""

    id = Id(BIG_MAX, required=True)


_ACCURACY = text("""
SELECT date_trunc('week', decided_at)::date AS week, classifier, count(*) AS decided,
       count(*) FILTER (WHERE color_id = said_ids[1]) AS "right", avg(confidence) AS expected
  FROM color_decision
 WHERE color_id IS NOT NULL AND decided_at > now() - make_interval(weeks => :weeks)
 GROUP BY 1, 2 ORDER BY 1 DESC, 2
""")
# In the order of `ix_product_review`.
_DOUBTS = text(f"""
SELECT p.id, p.name, p.href, b.name AS brand, p.popularity, doubt.confidence, i.annotation, i.image,
       p.classified_color_ids AS worded, p.pictured_color_ids AS pictured
  FROM (SELECT id, {COLOR_CONFIDENCE} AS confidence
          FROM product
         WHERE {COLOR_OPEN} AND brand_id IN (SELECT id FROM brand WHERE is_active)
           AND NOT EXISTS (SELECT FROM color_decision d WHERE d.product_id = product.id)
         ORDER BY floor({COLOR_CONFIDENCE} * 10), popularity DESC, id LIMIT :size) doubt
  JOIN product p USING (id) JOIN brand b ON b.id = p.brand_id
  JOIN LATERAL (
       SELECT annotation, coalesce(calculated_url, image_url) AS image FROM product_image
        WHERE product_id = p.id AND gone_at IS NULL ORDER BY position, id LIMIT 1) i ON true
 ORDER BY floor(doubt.confidence * 10), p.popularity DESC, p.id
""")  # noqa: S608 - of our own texts


@AREA.get("", operator=True)
@AREA.query(ReviewQuery)
@AREA.response(Review)
def review(size: int) -> dict[str, Any]:
    """List products whose colour is least sure, those with most clicks first of them"""
    services = context()
    with services.session() as session:
        rows = session.execute(_DOUBTS, {"size": size}).all()
        accuracy = [row._asdict() for row in session.execute(_ACCURACY, {"weeks": WEEKS})]
    colors = {color.slug: (color.id, color.name) for color in services.reference.colors}
    return {"items": [doubt(row, colors) for row in rows], "accuracy": accuracy}


def doubt(row: Row[Any], colors: Colors) -> With:
    """Return a product to decide on, with why it is in doubt and what else it may be."""
    found = row.annotation or {}
    worded = row.worded or ()
    likely = [(id_, None) for id_ in worded] + [
        (colors[slug][0], chance)
        for slug, chance in _highest(found.get("chances"), colors)
        if colors[slug][0] not in worded
    ]
    return With(
        row,
        product_id=row.id,
        color_ids=row.worded or row.pictured or [],
        confidence=round(row.confidence, 2),
        reason=reason(row, colors),
        alternatives=[{"color_id": id_, "chance": each} for id_, each in likely[:ALTERNATIVES]],
        clicks=row.popularity,
    )


def _highest(values: Mapping[str, float] | None, colors: Colors) -> list[tuple[str, float]]:
    """Return known colours by what PostgreSQL kept of them, in no order, the highest first."""
    known = [each for each in (values or {}).items() if each[0] in colors and each[1] >= LEAST]
    return sorted(known, key=lambda each: -each[1])


def reason(row: Row[Any], colors: Colors) -> str:
    """Return why it is in doubt: the words, the picture, and what it shows."""
    names = dict(colors.values())
    found = row.annotation or {}
    words = " and ".join(names[id_] for id_ in row.worded or ()) or "no colour"
    picture = " and ".join(names[id_] for id_ in row.pictured or ()) or "none for sure"
    shares = ", ".join(
        f"{colors[slug][1].lower()} {share:.0%}"
        for slug, share in _highest(found.get("shares"), colors)
    )
    parts = [f"Words: {words}. Picture: {picture}" + (f" ({shares})." if shares else ".")]
    if "sharedBy" in found:
        parts = [f"Words: {words}. The shop shows this picture for many products."]
    if found.get("plainGround") is False:
        parts.append("Its ground is not plain.")
    return " ".join(parts)


@AREA.post("", operator=True)
@AREA.arguments(ColorDecisionInput, example={"productId": 1, "colorId": 6})
@AREA.response(Decided)
def decide(product_id: int, color_id: int | None = None) -> dict[str, Any]:
    """Decide a product's colour, which no scrape or classification undoes"""
    services, who = context(), operator_name()
    with services.session() as session:
        hold_with_siblings(session, product_id)
        product = by_id(session, Product, product_id, "product")
        color = chosen_id(session, Color, color_id, "colorId")
        decision = _decision(session, product, color, who)
        before = product.curated_color_id
        if color is not None:
            product.curated_color_id = color
            enqueue(session, [product_id], offers=False)
        _note(session, "decided the colour of", product, before)
        session.flush()
        number, name = decision.id, product.name
    return {"id": number, "message": f"Decided {name}{services.written(refresh=False)}"}


def _decision(session: Session, product: Product, color: int | None, who: str) -> ColorDecision:
    sure = select(text(COLOR_CONFIDENCE)).select_from(Product).where(Product.id == product.id)
    by = select(ProductImage.annotated_by).where(
        ProductImage.product_id == product.id, ProductImage.annotated_by.is_not(None)
    )
    decision = ColorDecision(
        product_id=product.id,
        color_id=color,
        said_ids=product.classified_color_ids or product.pictured_color_ids or [],
        confidence=session.scalar(sure) or 0.0,
        classifier="words" if product.classified_color_ids else session.scalar(by.limit(1)) or "",
        decided_by=who,
    )
    session.add(decision)
    return decision


def _note(session: Session, action: str, product: Product, before: int | None) -> None:
    after = {"curated_color_id": product.curated_color_id}
    subject = Subject("product", product.id, product.name)
    note(session, action, subject, {"curated_color_id": before}, after)


@AREA.post("/undo", operator=True)
@AREA.arguments(ColorDecisionId, example={"id": 1})
@AREA.text("Undone: Linen dress")
def undo(id: int) -> str:
    """Take a decision back, with the colour that it set"""
    services = context()
    with services.session() as session:
        decision = by_id(session, ColorDecision, id, "decision")
        hold_with_siblings(session, decision.product_id)
        product = session.get_one(Product, decision.product_id)
        before = product.curated_color_id
        if decision.color_id is not None and product.curated_color_id == decision.color_id:
            product.curated_color_id = None
            enqueue(session, [product.id], offers=False)
        session.delete(decision)
        _note(session, "undid the colour of", product, before)
        name = product.name
    return f"Undone: {name}{services.written(refresh=False)}"
