"""A session at a full screen: the screen in this thread, the game in another."""

from __future__ import annotations

from functools import partial

from rulewright.cli.full_screen.display import FullDisplay
from rulewright.cli.full_screen.lines import ScreenTalk
from rulewright.cli.full_screen.table_app import TableApp
from rulewright.cli.table.session import Session

PATIENCE = 1.0
"""For how many seconds a game that is left may finish what it is doing, such as a bot that chooses."""
CLOSE = "The game is over. Enter closes the table."


def run(session: Session) -> None:
    """Play until the game is over and the screen is closed. Raises what the session raises, and KeyboardInterrupt on Ctrl-C."""
    app = app_for(session)
    app.run()
    app.talk.close()
    if app.thread is not None:
        app.thread.join(PATIENCE)
    if app.failure is not None:
        raise app.failure
    if session.state.is_terminal():
        assert isinstance(session.display, FullDisplay)
        session.display.printed().last_words(session.state)


def app_for(session: Session) -> TableApp:
    """The screen for a session."""
    assert isinstance(session.talk, ScreenTalk)
    return TableApp(session.talk, partial(play_on, session))


def play_on(session: Session) -> None:
    """Play, and leave the last table on the screen until somebody presses Enter."""
    session.run()
    while session.talk.ask(CLOSE).casefold().removeprefix("/") not in ("", "q", "quit", "exit"):
        session.talk.tell(CLOSE)
