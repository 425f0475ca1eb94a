"""The tests of machine code hold what LLVM makes of it, unless one says that it is `unoptimised`."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def usual(optimised: None) -> None:
    """Optimise as for everybody."""
