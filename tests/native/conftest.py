"""The tests of machine code hold what LLVM makes of it, unless one says that it is `unoptimised`."""

import pytest


@pytest.fixture(autouse=True)
def usual(optimised: None) -> None:
    """Optimise as for everybody."""
