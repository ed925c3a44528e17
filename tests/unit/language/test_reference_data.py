"""What ships as reference data holds together (spec §3, §9)."""

from indexer.language import categories, category_lists, colors
from indexer.language.tree import read

SPEC_COLOURS = """White Black Grey Red Green Blue Yellow Brown Purple Orange Neutral Gold Multi
Silver Pink Burgundy"""
# The four of spec §2.3, and Kids.
ROOTS = ["Home", "Outdoor", "Women", "Men", "Kids"]
SPEC_LISTS = ["Home", "Outdoor", "Women", "Men", "Jackets", "Shorts", "Swim", "Hoodies", "T-shirts"]


def test_the_sixteen_colours_stand_in_the_specs_order() -> None:
    assert [color.name for color in colors()] == SPEC_COLOURS.split()


def test_the_tree_has_its_roots_and_parents_come_first() -> None:
    seen: set[str] = set()
    for node in categories():
        assert node.parent is None or node.parent in seen
        assert node.slug not in seen
        seen.add(node.slug)
    assert [n.name for n in categories() if n.parent is None] == ROOTS
    assert len(seen) >= 120


def test_the_named_lists_point_to_existing_categories() -> None:
    slugs = {node.slug for node in categories()}
    assert list(category_lists()) == SPEC_LISTS
    for members in category_lists().values():
        assert set(members) <= slugs


def test_countries_are_all_of_iso_3166_and_south_africa_is_among_them() -> None:
    countries = {row["iso"]: row for row in read("countries.json")}
    assert len(countries) == 249
    assert countries["ZA"]["nicename"] == "South Africa"
    assert [iso for iso, row in countries.items() if row.get("hasProxy")] == ["GB", "US"]


def test_there_are_at_least_twelve_styles_each_with_its_picture() -> None:
    styles = read("styles.json")
    assert len(styles) >= 12
    assert len({row["image"] for row in styles}) == len(styles)
