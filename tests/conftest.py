"""`python -m pytest tests/golden tests/author tests/corpus --update` writes the golden texts anew; read the diff before it is committed."""

import signal

import pytest

pytest_plugins = ["pytester"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", default=False, help="write the golden texts anew")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether the files are to be written instead of compared."""
    return bool(request.config.getoption("--update", default=False))


def pytest_configure() -> None:
    """A job in the background of a script ignores Ctrl-C, and so would every command that the tests interrupt."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
