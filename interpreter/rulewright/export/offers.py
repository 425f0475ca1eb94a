"""The rules that a page offers: those of its game, each variant, and each house rule that was named for it.

offer = offered(book, ("double.overlay.yaml",))
[each.title for each in offer.rules]        ["As written", "Short game", "Double points"]
offer.to_json()                             with the texts of all, from which `bench` opens them again
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.checked.options import Setting
from rulewright.document import from_yaml
from rulewright.pipeline import Book
from rulewright.problems.problem import Problems, RulebookError
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source

AS_WRITTEN = "As written"
Opened = Callable[[int | None, str | None, Sequence[str]], Book]
"""Opens the game for a number of players (None: the usual one), with a variant and with house rules besides its own."""


class CannotOffer(ValueError):
    """The rules cannot be in one page; the message says why."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules: a variant, or a house rule, by the name of its file."""

    title: str
    about: str
    variant: str | None
    house_rule: str | None
    book: Book


@dataclass(frozen=True, slots=True)
class Offer:
    """All rules of a page, the first of which it begins with. `house_rules` are those that always hold, by the names of their files."""

    rules: tuple[Rules, ...]
    rulebook: str
    house_rules: tuple[str, ...]
    files: Mapping[str, str]
    settings: Mapping[str, Setting]
    """The options that were set for the page."""
    left_out: tuple[str, ...]
    """The variants that are not played with these options."""

    @property
    def title(self) -> str:
        return self.rules[0].book.rulebook.title

    def to_json(self) -> dict[str, Any]:
        """Plain data, which `bench` reads."""
        return {
            "rulebook": self.rulebook,
            "house_rules": list(self.house_rules),
            "files": dict(self.files),
            "settings": dict(self.settings),
            "rules": [
                {
                    "players": each.book.game.num_players,
                    "title": each.title,
                    "about": each.about,
                    "variant": each.variant,
                    "house_rule": each.house_rule,
                }
                for each in self.rules
            ],
        }


def offered(
    opened: Opened,
    players: int | None,
    variant: str | None,
    house_rules: Sequence[str],
    settings: Mapping[str, Setting],
) -> Offer:
    """The rules of a game at its table, beginning with the `variant` that was chosen for it. Raises RulebookError, and CannotOffer."""
    first = opened(players, variant, ())
    rules, left_out = [_rules(first, variant, None)], []
    for name in first.rulebook.variants if variant is None else ():
        try:
            rules.append(_rules(_seated(opened, first.game.num_players, name, ()), name, None))
        except RulebookError:
            if not settings:
                raise
            left_out.append(name)
    for path in house_rules:
        book = _seated(opened, first.game.num_players, variant, (path,))
        rules.append(_rules(book, variant, book.house_rules[-1]))
    files: dict[str, str] = {}
    for each in rules:
        texts = each.book.game.texts
        if texts is None:
            raise CannotOffer(
                "two different files of the game have the same name, and a page knows files by their names"
            )
        for name, text in texts.files.items():
            if files.setdefault(name, text) != text:
                raise CannotOffer(
                    f"two different files are called {name}, and a page knows files by their names"
                )
    texts = first.game.texts
    assert texts is not None
    return Offer(tuple(rules), texts.rulebook, texts.house_rules, files, settings, tuple(left_out))


def _seated(opened: Opened, players: int, variant: str | None, more: Sequence[str]) -> Book:
    """The game for this number of players; if it is not for as many, for its usual one."""
    try:
        return opened(players, variant, more)
    except RulebookError:
        return opened(None, variant, more)


def _rules(book: Book, variant: str | None, house_rule: Source | None) -> Rules:
    """The rules of a book, named after its house rule or its variant."""
    if house_rule is not None:
        tree = from_yaml.read(house_rule, Problems())
        named = "" if tree is None else tree.text("title") or tree.text("name")
        about = "" if tree is None else tree.text("about")
        texts = book.game.texts
        return Rules(
            named or "House rule",
            about or "",
            variant,
            None if texts is None else texts.house_rules[-1],
            book,
        )
    if variant is None:
        return Rules(AS_WRITTEN, book.rulebook.about.plain if book.rulebook.about else "", None, None, book)
    found = book.rulebook.variants.get(variant)
    title = found.title.plain if found is not None and found.title else variant.replace("_", " ")
    return Rules(title, found.about.plain if found is not None and found.about else "", variant, None, book)
