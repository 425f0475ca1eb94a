"""`python -m pytest tests/golden tests/author tests/corpus --update` writes the golden texts anew; read the diff before it is committed."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest

from rulewright.cli.main import ALLOCATED_BEFORE_A_LOOK
from rulewright.native.driver import machine
from tests import tiers

pytest_plugins = ["pytester"]


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


@pytest.fixture
def unoptimised(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Machine code as we write it, which LLVM makes in a tenth of the time. For tests of one module at many tables that play a few games
    each; what LLVM makes of the text that all modules share is compared with the reference by `test_agree` and `test_promises`."""
    monkeypatch.setattr(machine, "LEVEL", 0)
    machine.host.cache_clear()
    yield
    machine.host.cache_clear()


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
