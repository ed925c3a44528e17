"""Names as South African stores write them, and what the words say of the product."""

import pytest

from indexer.classify.colors import colors_of
from indexer.classify.product import Hints, classify
from indexer.reference import CategoryNode, categories


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Denim shirt dress with belt", "women/dresses/day-dresses"),
        ("Men's dress shirt", "men/tops/shirts"),
        ("Ladies' leather belt bag", "women/bags/crossbody-bags"),
        ("Set of 4 enamel mugs - rooibos", "home/kitchen/mugs"),
        ("Potjie pot No. 3", "outdoor/braai/potjies"),
        ("Karoo Merino Throw – Ochre", "home/textiles/throws"),
        ("Stainless steel braai tongs", "outdoor/braai/braai-tools"),
        ("Kettle braai", "outdoor/braai/braais"),
        ("Rug 160x230 cm", "home/textiles/rugs"),
        ("Mens Veldskoen in tan", "men/shoes/veldskoen"),
        ("Girls cozzie", "kids/swimwear/swimsuits"),
    ],
)
def test_the_last_phrase_before_a_qualifier_names_the_type(name: str, category: str) -> None:
    assert classify(name).category_slug == category


def test_a_garment_of_both_roots_without_a_gender_is_unisex() -> None:
    assert classify("Takkies").category_slug == "women/shoes/sneakers"
    assert classify("Takkies").unisex is True
    assert classify("Men's takkies").unisex is False


def test_jewellery_is_womens_unless_it_says_otherwise() -> None:
    assert classify("Glass bead necklace").category_slug == "women/jewellery/necklaces"
    assert classify("Glass bead necklace").unisex is False
    assert classify("Men's bead bracelet").category_slug == "men/jewellery/bracelets"
    assert classify("Unisex bead bracelet").unisex is True


def test_hints_choose_the_root() -> None:
    assert classify("Hoodie", Hints(gender="male")).category_slug == "men/tops/hoodies"
    assert classify("Hoodie", Hints(root="women/tops")).category_slug == "women/tops/hoodies"
    assert classify("Hoodie", Hints(gender="unisex")).unisex is True


def test_the_name_refines_the_stores_path_and_the_stores_leaf_wins_a_contradiction() -> None:
    path = "Men > Tops > Hoodies & Sweatshirts"
    assert classify("Frankie Sweatshirt", Hints(path)).category_slug == "men/tops/sweatshirts"
    jackets = Hints("Men > Tops > Jackets")
    assert classify("All-Weather Trainer", jackets).category_slug == "men/outerwear/jackets"


def test_men_have_no_bikinis_but_swimwear() -> None:
    assert classify("Bikini", Hints(gender="male")).category_slug == "men/swimwear"


def test_unknown_words_leave_the_category_open() -> None:
    assert classify("Zzyzx 3000").category_slug is None
    assert classify("").category_slug is None
    assert classify("Zzyzx", Hints(gender="female")).category_slug == "women"


@pytest.mark.parametrize(
    ("wording", "color"),
    [
        ("dark blue/white", "blue"),
        ("grey multicolor", "multi"),
        ("Midnight Blue", "blue"),
        ("red, green and yellow", "multi"),
        ("rose gold", "gold"),
        ("Bordeaux", "burgundy"),
        ("naartjie", "orange"),
        ("offwhite", "white"),
        ("swart", "black"),
        ("tristan", None),
        ("", None),
    ],
)
def test_the_first_colour_of_a_wording_is_the_products(wording: str, color: str | None) -> None:
    assert next(iter(colors_of(wording)), None) == color


@pytest.mark.parametrize(
    ("name", "color"),
    [
        ("Linen shirt in olive", "green"),
        ("Steel grey T-shirt", "grey"),
        ("Olive wood salad servers", "neutral"),
        ("Sun hat", None),
        ("Black and white striped tee", "black"),
    ],
)
def test_materials_count_as_colours_only_without_a_plain_colour(
    name: str, color: str | None
) -> None:
    assert classify(name).color_slug == color


@pytest.mark.parametrize(
    ("name", "colors"),
    [
        ("Dress w/ white collar", ()),
        ("Black Dress with White Collar", ("black",)),
        ("Dress with white and gold buttons", ()),
        ("Kurta Set with Palazzos & Pink Dupatta, Green", ("green",)),
        ("Navy Sneakers with White Sole", ("blue",)),
        ("Jacket with Gold Buttons Black", ("black",)),
        ("Cover for Grey Sofa", ()),
        ("Couch with 2 Cushions White 80 cm", ("white",)),
        ("Swimsuit with print in blue", ("blue",)),
    ],
)
def test_what_stands_with_a_type_does_not_colour_it(name: str, colors: tuple[str, ...]) -> None:
    assert classify(name).color_slugs == colors


def test_a_vague_word_behind_another_noun_is_a_type_of_its_own() -> None:
    assert classify("Motorcycle Cover Waterproof").category_slug is None
    assert classify("Cover Waterproof").category_slug == "home/furniture/covers"


@pytest.mark.parametrize("node", categories(), ids=lambda node: node.slug)
def test_every_categorys_own_words_lead_into_its_root(node: CategoryNode) -> None:
    for word in node.words:
        found = classify(word, Hints(root=node.slug)).category_slug
        assert found is not None, word
        assert found.split("/")[0] == node.slug.split("/")[0], word


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Mens Black & White T-shirt", "men/tops/t-shirts"),
        ("Women Pink Floral Print Fit & Flare Dress", "women/dresses"),
        ("Women's T-shirt bra", "women/underwear/bras"),
        ("Men's shirt & tie", "men/tops/shirts"),
        ("Cover for a corner sofa", "home/furniture/covers"),
        ("Cushion for chair, grey", "home/textiles/cushions"),
        ("Table top, white", "home/furniture/parts"),
        ("Table, outdoor, brown", "outdoor/garden/patio-furniture"),
        ("Shoe rack 4 tier", "home/furniture/hallway"),
        ("Watch strap", "women/accessories/watches"),
        ("Wardrobe 3 doors", "home/furniture/wardrobes"),
        ("Chino trousers men", "men/bottoms/trousers"),
        ("KIVIK, corner sofa, beige", "home/furniture/sofas"),
        ("Elephant print", "home/decor/wall-art"),
        ("Rusbank", "home/furniture/sofas"),
    ],
)
def test_the_head_noun_wins_through_joints_weak_words_and_turned_names(
    name: str, category: str
) -> None:
    assert classify(name).category_slug == category


def test_the_makers_name_is_no_part_of_the_type() -> None:
    name = "Sport Jeans Company Men Brown & Blue Sweater"
    assert classify(name, Hints(brand="Sport Jeans Company")).category_slug == "men/tops/jerseys"
    assert classify("Red Tape Men Shoes", Hints(brand="Red Tape")).color_slugs == ()
    assert classify("Boots", Hints(brand="Boots")).category_slug == "women/shoes/boots"


@pytest.mark.parametrize(
    ("name", "hints", "people", "audience", "root"),
    [
        ("Boys Blue T-shirt", Hints(), "boys", "kids", "kids"),
        ("T-shirt", Hints(gender="Girls"), "girls", "kids", "kids"),
        ("T-shirt", Hints(gender="male", age_group="kids"), "boys", "kids", "kids"),
        ("T-shirt", Hints(gender="male", age_group="adult"), "men", "adult", "men"),
        ("Romper", Hints(age_group="newborn"), "baby", "baby", "kids"),
        ("T-shirt", Hints("Kids > Boys > Tops"), "boys", "kids", "kids"),
        ("Girls night out top", Hints(gender="Women"), "women", "adult", "women"),
        ("Boyfriend jeans", Hints(), None, "adult", "women"),
        ("Baby blue shirt for him", Hints(), "men", "adult", "men"),
        ("Manshemp", Hints(gender="dames"), "women", "adult", "women"),
        ("Unisex kids hoodie", Hints(), "kids", "kids", "kids"),
    ],
)
def test_whom_it_is_for_comes_from_the_store_the_name_or_the_path(
    name: str, hints: Hints, people: str | None, audience: str, root: str
) -> None:
    kind = classify(name, hints)
    assert (kind.people, kind.audience) == (people, audience)
    assert (kind.category_slug or "").split("/")[0] == root


@pytest.mark.parametrize(
    ("wording", "colours"),
    [
        ("dark blue/white", ("blue", "white")),
        ("medium slate blue", ("blue",)),
        ("mottled blue", ("blue",)),
        ("blue mottled", ("blue",)),
        ("pale violet red", ("pink",)),
        ("black white", ("black", "white")),
        ("grey-beige", ("grey", "neutral")),
        ("White & Gold-Toned", ("white", "gold")),
        ("red, green and yellow", ("multi", "red", "green", "yellow")),
        ("grey multicolor", ("multi", "grey")),
        ("swart en wit", ("black", "white")),
        ("multi pack", ()),
        ("anthracite", ("grey",)),
        ("birch veneer", ("neutral",)),
        ("dark brown-black", ("brown", "black")),
        ("rose gold", ("gold",)),
        ("khaki", ("neutral",)),
        ("maroon", ("burgundy",)),
    ],
)
def test_all_colours_of_a_wording_are_kept(wording: str, colours: tuple[str, ...]) -> None:
    assert colors_of(wording) == colours


def test_what_only_children_have_is_for_children() -> None:
    assert (classify("School shirt").audience, classify("School shirt").people) == ("kids", "kids")
    assert classify("Babygrow, white").audience == "baby"
    assert classify("Shirt").audience == "adult"


@pytest.mark.parametrize(
    ("name", "colour"),
    [("Peach linen shirt", "orange"), ("Linen shirt", "neutral"), ("Oak table, black", "black")],
)
def test_a_material_is_a_colour_where_nothing_else_is(name: str, colour: str) -> None:
    assert classify(name).color_slug == colour
