"""The games of settings: the rulebook with its knobs turned.

Options are set at the table, which is quick; house rules are added, and every other knob is a house rule of its own, on top of all others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from rulewright import pipeline
from rulewright.author.tuning.house_rule import overlay_text, parts_of
from rulewright.author.tuning.turning import KnobError, is_house_rule
from rulewright.document import library, nodes
from rulewright.document.files import Files
from rulewright.game.game import Game
from rulewright.language.literals import literal
from rulewright.play.tuning.knobs import Knob, Setting, Space, Value
from rulewright.play.tuning.searching import TODAY
from rulewright.play.tuning.trials import Unplayable
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import RulebookError
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source

TUNED = "tuned.overlay.yaml"
MOST_BOOKS = 20
"""The number of rulebooks that are kept open."""


@dataclass(frozen=True, slots=True)
class Base:
    """The game that is tuned, with its table and the house rules that it has already."""

    game: str
    players: int | None = None
    variant: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    overlays: tuple[str, ...] = ()
    engine: str = "auto"
    cache: bool = True

    def open(self, files: Files = library, more: Sequence[str] = ()) -> pipeline.Book:
        """The rulebook at its table, with more house rules. Raises RulebookError."""
        return pipeline.open_source(
            files.demand(self.game), self.players, self.variant, self.options, [*self.overlays, *more],
            self.engine, self.cache, files,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _WithText:
    """The files of this machine, and one text."""

    text: str

    def find(self, name: str, asking: Source | None = None) -> Source | None:
        """See `document.files.Files`."""
        return Source(TUNED, self.text) if name == TUNED else library.find(name, asking)

    def demand(self, name: str) -> Source:
        return Source(TUNED, self.text) if name == TUNED else library.demand(name)

    def names(self, asking: Source | None = None) -> list[str]:
        return library.names(asking)


class Opener:
    """Opens the games of settings. Raises RulebookError if the game itself has mistakes."""

    def __init__(self, base: Base, space: Space) -> None:
        self.base, self.space = base, space
        self.book = base.open()
        self._books: dict[tuple[tuple[str, Value], ...], pipeline.Book] = {(): self.book}
        self._options = [knob.name for knob in space.knobs if option_of(knob) in self.book.rulebook.options]
        for knob in space.knobs:
            self._check(knob)

    def __call__(self, setting: Setting) -> Game:
        """The game of a setting. Raises Unplayable, with the first problem of its rulebook."""
        if setting == TODAY:
            return self.book.game
        values = self.space.values(setting)
        options = {parts_of(name)[1]: values.pop(name) for name in self._options}
        try:
            book = self._opened(values)
            return book.at(self.base.players, self.base.variant, {**self.base.options, **options}).game
        except RulebookError as error:
            raise Unplayable(_first(error)) from error

    def opened(self, setting: Setting) -> pipeline.Book:
        """The rulebook with the house rule of a setting, and the house rules that the setting turns on. Raises RulebookError."""
        own = [] if all(map(is_house_rule, self.space.knobs)) else [TUNED]
        return self.base.open(_WithText(self.text(setting, "tuned")), [*self.rules_on(setting), *own])

    def text(
        self, setting: Setting, name: str, about: Sequence[str] = (), comments: Sequence[str] = ()
    ) -> str:
        """A setting as the text of a house rule. House rules that are on are not in it: `rules_on` lists them."""
        values = {
            knob.name: knob.values[place]
            for knob, place in zip(self.space.knobs, setting, strict=True)
            if not is_house_rule(knob)
        }
        return overlay_text(name, self.book.game.name, values, about, comments)

    def rules_on(self, setting: Setting) -> list[str]:
        """The files of the house rules that a setting turns on."""
        values = self.space.values(setting)
        return [knob.name for knob in self.space.knobs if is_house_rule(knob) and values[knob.name]]

    def now(self, knob: Knob) -> str:
        """The value that a knob has today, as text."""
        if is_house_rule(knob):
            return "off"
        option = option_of(knob)
        if option in self.book.program.options:
            return literal(self.book.program.options[option])
        found: nodes.Node | None = self.book.tree
        for part in parts_of(knob.name):
            found = found.get(part) if isinstance(found, nodes.Mapping) else None
        return found.text if isinstance(found, nodes.Scalar) else "?"

    # ------------------------------------------------------------------------------------------------- private

    def _opened(self, values: Mapping[str, Value]) -> pipeline.Book:
        key = tuple(values.items())
        book = self._books.get(key)
        if book is None:
            on = [knob.name for knob in self.space.knobs if is_house_rule(knob) and values[knob.name]]
            turned = {
                knob.name: values[knob.name]
                for knob in self.space.knobs
                if knob.name in values and not is_house_rule(knob)
            }
            text = overlay_text("tuned", self.book.game.name, turned)
            book = self.base.open(_WithText(text), [*on, TUNED] if turned else on)
            if len(self._books) > MOST_BOOKS:
                del self._books[next(key for key in self._books if key)]
            self._books[key] = book
        return book

    def _check(self, knob: Knob) -> None:
        """Refuse a knob none of whose values can be played while all others stay as they are."""
        option = option_of(knob)
        if option is not None and option not in self.book.rulebook.options:
            near = nearest(option, self.book.rulebook.options)
            guess = f"; did you mean `options.{near}`?" if near else ""
            raise KnobError(knob.name, f"there is no option `{option}`{guess}")
        if knob.name in self.book.rulebook.options:
            raise KnobError(knob.name, f"an option is named by its path: `options.{knob.name}`")
        if option in self.base.options:
            raise KnobError(knob.name, "this option is set for all games (--set), and cannot be a knob too")
        problems: list[RulebookError] = []
        for value in knob.values:
            try:
                self._alone(knob, value)
            except RulebookError as error:
                problems.append(error)
            else:
                return
        raise KnobError(knob.name, f"none of its values can be played: {_first(problems[0])}")

    def _alone(self, knob: Knob, value: Value) -> None:
        option = option_of(knob)
        if option is not None:
            self.book.at(self.base.players, self.base.variant, {**self.base.options, option: value})
        elif is_house_rule(knob):
            self.base.open(more=[knob.name])
        else:
            text = overlay_text("tuned", self.book.game.name, {knob.name: value})
            self.base.open(_WithText(text), [TUNED])


def option_of(knob: Knob) -> str | None:
    """The option that a knob sets, as `options.target` or `options.target.default`; None if it is no option."""
    parts = parts_of(knob.name)
    if parts[0] != "options" or len(parts) not in (2, 3) or (len(parts) == 3 and parts[2] != "default"):
        return None
    return parts[1]


def _first(error: RulebookError) -> str:
    first = error.problems[0]
    more = len(error.problems) - 1
    return f"{first.message}" + (f" (and {more} more)" if more else "")
