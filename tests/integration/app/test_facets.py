"""Each facet's values and counts are those that counting by hand gives."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.integration.app.brute import Row, counted, matching
from tests.integration.app.fixtures import search
from tests.support.data import rows as table

ESCAPED = r"\-D"  # a leading minus would leave it out
CHOSEN: list[dict[str, list[str]]] = table("facet_choices")


@pytest.mark.parametrize("chosen", CHOSEN, ids=str)
def test_each_facet_counts_what_the_other_choices_leave(
    api: FlaskClient, rows: list[Row], chosen: dict[str, list[str]]
) -> None:
    sent = [[f"{name}:{one.replace('-D', ESCAPED)}" for one in chosen[name]] for name in chosen]
    found = search(api, "", facets=["*"], facetFilters=sent)["facets"]
    expected = {
        name: counted(matching(rows, chosen, without=name), name) for name in rows[0].values
    }
    assert {name: found[name] for name in expected} == expected
