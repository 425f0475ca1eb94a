"""What is exported is made as for everybody."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def usual(optimised: None) -> None:
    """Optimise as for everybody."""
