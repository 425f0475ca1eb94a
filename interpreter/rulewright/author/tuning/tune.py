"""`tune`: finds the values of a game's knobs with which the wishes hold.

    found = tune("my-game", ["seat 1 wins in 32..35 %"], ["options.target=20..60 step 10"], players=3, games=20_000)
    found.answer.values                 {"options.target": 40}
    print(found.overlay("fairer-game"))

The same search as `rulewright tune`; see docs/how-to/tune-a-game.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from rulewright.author.tuning.file import NOTHING, read_file
from rulewright.author.tuning.opening import Base, Opener
from rulewright.author.tuning.page import to_html
from rulewright.author.tuning.report import as_json, report
from rulewright.author.tuning.turning import read_knobs
from rulewright.author.tuning.wishing import read_wishes
from rulewright.play.bots import refuse_unknown
from rulewright.play.figures.texts import aligned
from rulewright.play.running.reports import Reports
from rulewright.play.tuning.knobs import Setting, Value
from rulewright.play.tuning.searching import Answer, Found, WayName, search
from rulewright.play.tuning.trials import Conditions, Trial, Trials, seats_of
from rulewright.problems.quoting import counted, series
from rulewright.source.dataclass import dataclass
from rulewright.source.shown import Tabular

if TYPE_CHECKING:
    from concurrent.futures import Executor


Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with how far off the best setting is, in words, how many games were played, and how many there are at most; in the end with as many
as were needed."""
FOUND: Final = "Found by rulewright tune"
"""The beginning of the first comment of a house rule that was found."""


class Keeper(Protocol):
    """Keeps what a search has tried, for a later one that goes on from it."""

    def read(self, opener: Opener, conditions: Conditions) -> Mapping[Setting, Trial]:
        """What earlier searches have tried."""

    def write_if_due(self, trials: Trials) -> None:
        """Called after each setting that was tried."""


@dataclass(frozen=True, slots=True, repr=False)
class Tuned(Tabular):
    """The result of `tune`. Printed, it is the report of the command line."""

    found: Found
    opener: Opener

    @property
    def answer(self) -> Answer | None:
        """The best setting with a figure for each wish, from fresh games; None if no setting can be played."""
        return self.found.answer

    @property
    def holds(self) -> bool:
        """Whether all wishes hold, with 95 % confidence."""
        return self.answer is not None and self.answer.holds

    def overlay(self, name: str) -> str:
        """The answer as the text of a house rule with this name. House rules that the answer turns on are named in a comment, and are to
        be given too. Raises ValueError if there is no answer."""
        if self.answer is None:
            raise ValueError("there is no answer to write down")
        on = self.opener.rules_on(self.answer.setting)
        game = self.opener.book.game
        seats = counted(game.num_players, "player")
        who = series([f"`{name}`" for name in dict.fromkeys(self.found.trials.conditions.players)])
        comments = [
            f"{FOUND} in {counted(self.found.games, 'game')} of {seats}{f' who play by {who}' if who else ''}, for:",
            *(f"  {wish.text}" for wish in self.found.wishes),
            "All wishes hold." if self.holds else "Not all wishes hold.",
            *(f"Play it together with {rule}." for rule in on),
        ]
        return self.opener.text(self.answer.setting, name, [f"{game.title}, tuned for {seats}."], comments)

    def to_html(self, name: str = "tuned") -> str:
        """The report as one HTML page; `name` is that of the house rule."""
        return to_html(self.found, self.opener, self.overlay(name) if self.answer else "")

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return as_json(self.found, self.opener)

    def _in_short(self) -> str:
        wishes = "all wishes hold" if self.holds else "not all wishes hold" if self.answer else "no answer"
        return f" {self.opener.book.game.name}: {wishes}"

    def __str__(self) -> str:
        return "\n\n".join(
            "\n".join(each if isinstance(each, str) else aligned(each[0], *each[1]) for each in part)
            for part in report(self.found, self.opener)
        )


def tune(
    game: str,
    wishes: Sequence[str] = (),
    knobs: Sequence[str] = (),
    players: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Value] | None = None,
    overlays: Sequence[str] = (),
    bots: Sequence[str] = (),
    games: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    max_actions: int = 10_000,
    way: WayName | None = None,
    executor: Executor | None = None,
    engine: str = "auto",
    cache: bool = True,
    progress: Progress | None = None,
    kept: Keeper | None = None,
    file: str | None = None,
) -> Tuned:
    """Search for the values of the knobs with which the wishes hold, in at most `games` games (20,000). `bots` (random ones) play unless a wish
    names other players. `file` is a tuning file with more wishes and knobs, and with players, bots and games where they are not given here.
    `way` is `model` (needs the extra `tune`) or `halving`; by default what suits the number of settings. `kept` keeps what was
    tried, and has what an earlier search tried, from which this one goes on. `progress` is called with how far off the best setting is, how many games
    were played, and how many there are. KeyboardInterrupt ends the search with what is known.

    Raises WishError and KnobError (ValueErrors) for wishes and knobs that cannot be understood, TooFewGames (a ValueError), ValueError for bots that do not exist,
    RulebookError if the game itself, or the file, has mistakes."""
    reported = Reports(progress)
    asked = NOTHING if file is None else read_file(file)
    wishes, knobs, bots, games = asked.more(wishes, knobs, bots, games)
    base = Base(
        game,
        asked.players if players is None else players,
        variant,
        dict(options or {}),
        tuple(overlays),
        engine,
        cache,
    )
    if file is not None:
        asked.check(base.open().game, bots)
    space = read_knobs(knobs)
    opener = Opener(base, space)
    for bot in bots:
        refuse_unknown(opener.book.game, bot, files=True)
    seats_of(opener.book.game, bots)
    read = read_wishes(wishes, opener.book.game, bots)
    conditions = Conditions(seed, tuple(bots), max_actions, jobs, executor)
    before = kept.read(opener, conditions) if kept else None
    most = games

    def told(trials: Trials, played: int, off: str) -> None:
        if kept is not None:
            kept.write_if_due(trials)
        reported(off, played, max(most, played))

    found = search(space, read, opener, conditions, games, way, told, before)
    with suppress(KeyboardInterrupt):  # there is an answer, which a report does not take away
        reported.end()
    return Tuned(found, opener)
