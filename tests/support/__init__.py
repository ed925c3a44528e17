"""Helpers of fixtures and tests: services, databases, browsers, stores."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.panel_numbers")  # what failed is shown with its values
