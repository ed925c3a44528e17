"""Names as South African stores write them, and what the words say of the product."""

import pytest

from indexer.language import CategoryNode, categories
from indexer.language.classify.product import Hints, classify
from tests.support.category_words import category_words


@pytest.mark.parametrize("node", categories(), ids=lambda node: node.slug)
def test_every_categorys_own_words_lead_into_its_root(node: CategoryNode) -> None:
    for word in category_words().get(node.slug, ()):
        found = classify(word, Hints(root=node.slug)).category_slug
        assert found is not None, word
        assert found.split("/")[0] == node.slug.split("/")[0], word
