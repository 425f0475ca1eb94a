"""`python -m pytest tests/golden tests/author tests/corpus --update` writes the golden texts anew; read the diff before it is committed."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from rulewright.cli.main import ALLOCATED_BEFORE_A_LOOK
from tests import tiers
from tests.levels import USUAL, at_level

pytest_plugins = ["pytester"]
settings.register_profile(
    "unhurried", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # a machine may be busy
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", default=False, help="write the golden texts anew")
    tiers.add_option(parser)


@pytest.fixture(scope="session", autouse=True)
def own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Machine code is kept for these tests alone, by all of their processes, and bytecode by the commands that they run; a pipe is as wide as by default."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", os.fspath(shared / "cache"))
        patch.delenv("RULEWRIGHT_NO_CACHE", raising=False)
        patch.delenv("COLUMNS", raising=False)
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def as_written() -> Iterator[None]:
    """Machine code is as we write it, which LLVM makes in a tenth of the time: most tests play a few games with the code that they make.
    What LLVM makes of it is held by the tests of `native`, and by those that ask for `optimised`."""
    with at_level(0):
        yield


@pytest.fixture(scope="module")
def optimised() -> Iterator[None]:
    """Machine code as everybody gets it, to the end of the module: for tests of what LLVM makes, and for those that play so much that
    quick code pays."""
    with at_level(USUAL):
        yield


@pytest.fixture
def unoptimised() -> Iterator[None]:
    """The same as everywhere else, for tests of `native`: of one module at many tables, with a few games each. What LLVM makes of the text
    that all modules share is compared with the reference by `test_agree`."""
    with at_level(0):
        yield


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether the files are to be written instead of compared."""
    return bool(request.config.getoption("--update", default=False))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tiers.select(config, items)


def pytest_configure(config: pytest.Config) -> None:
    """A job in the background of a script ignores Ctrl-C, and so would every command that the tests interrupt."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    tiers.configure(config)
    gc.disable()


def pytest_collection_finish() -> None:
    """What was collected stays until the end: a fifth of the time went into looking whether it is garbage."""
    gc.freeze()
    gc.set_threshold(ALLOCATED_BEFORE_A_LOOK, 20, 20)
    gc.enable()
