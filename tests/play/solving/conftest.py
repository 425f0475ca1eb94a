"""Solving a game goes through all of its positions, so quick code pays."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def usual(optimised: None) -> None:
    """Optimise as for everybody."""
