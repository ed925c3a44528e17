"""Names as South African stores write them, and what the words say of the product."""

import pytest

from indexer.classify.product import Hints, classify
from indexer.reference import CategoryNode, categories


@pytest.mark.parametrize("node", categories(), ids=lambda node: node.slug)
def test_every_categorys_own_words_lead_into_its_root(node: CategoryNode) -> None:
    for word in node.words:
        found = classify(word, Hints(root=node.slug)).category_slug
        assert found is not None, word
        assert found.split("/")[0] == node.slug.split("/")[0], word
