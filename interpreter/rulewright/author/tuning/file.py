"""Tuning files: wishes and knobs as a file, whose mistakes are reported with their places.

    tuning: 1
    want:
      - median rounds in 18..22
      - seat 1 wins in 48..52 %, weight 2
    knobs:
      options.target: 20..60 step 10
      tables.hi.rows.30: [8, 9, 10]
      short-evening.overlay.yaml: on or off
    bots: cautious
    games: 5000

Wishes and values of knobs are written as on the command line; values may also be a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from rulewright.author.tuning.turning import KnobError, read_knobs
from rulewright.author.tuning.wishing import WishError, read_wishes
from rulewright.document import library, nodes
from rulewright.document.from_yaml import read
from rulewright.game.game import Game
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problem, Problems, RulebookError
from rulewright.problems.quoting import series
from rulewright.source.text import Span

VERSION: Final = "1"
KEYS: Final = ("tuning", "want", "knobs", "bots", "games")
ON_OR_OFF: Final = "on or off"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a file asks for. `bots` and `games` are None where it says nothing of them."""

    wishes: tuple[tuple[str, Span], ...]
    knobs: tuple[tuple[str, Span], ...]
    bots: tuple[str, ...] | None
    games: int | None

    def check(self, game: Game, bots: tuple[str, ...]) -> None:
        """Raise RulebookError with all wishes and knobs that cannot be understood; `bots` play unless a wish says otherwise."""
        problems = Problems()
        for text, span in self.wishes:
            _try(problems, span, partial(read_wishes, [text], game, bots))
        for text, span in self.knobs:
            _try(problems, span, partial(read_knobs, [text]))
        _raise(problems)


def read_file(path: str) -> Asked:
    """The file at a path. Raises RulebookError for one that cannot be read, or has other keys or values."""
    problems = Problems()
    tree = read(library.demand(path), problems)
    if tree is None:
        raise RulebookError(problems.sorted())
    for entry in tree:
        if entry.key.text not in KEYS:
            near = nearest(entry.key.text, KEYS)
            help_ = (
                f"did you mean `{near}`?"
                if near
                else f"keys are {series([f'`{key}`' for key in KEYS], 'and')}"
            )
            problems.add(
                Problem(
                    "unknown-key", f"a tuning file has no key `{entry.key.text}`", entry.key.span, help=help_
                )
            )
    _check_version(tree, problems)
    asked = Asked(
        tuple(_wishes(tree.get("want"), problems)),
        tuple(_knobs(tree.get("knobs"), problems)),
        _bots(tree.get("bots"), problems),
        _games(tree.get("games"), problems),
    )
    _raise(problems)
    return asked


# ------------------------------------------------------------------------------------------------- private


def _check_version(tree: nodes.Mapping, problems: Problems) -> None:
    version = tree.get("tuning")
    if version is None:
        problems.add(Problem("missing-key", "a tuning file begins with `tuning: 1`", tree.span))
    elif not isinstance(version, nodes.Scalar) or version.text != VERSION:
        problems.add(
            Problem("wrong-version", f"`tuning` is {VERSION}, the version of these files", version.span)
        )


def _wishes(node: nodes.Node | None, problems: Problems) -> Iterator[tuple[str, Span]]:
    match node:
        case None:
            return
        case nodes.Scalar() if not node.is_null:
            yield node.text, node.span
        case nodes.Sequence():
            for item in node:
                if isinstance(item, nodes.Scalar) and not item.is_null:
                    yield item.text, item.span
                else:
                    _wrong(problems, item, "a wish is a text, such as `median rounds in 18..22`")
        case _:
            _wrong(problems, node, "`want` is a list of wishes, such as `- median rounds in 18..22`")


def _knobs(node: nodes.Node | None, problems: Problems) -> Iterator[tuple[str, Span]]:
    if node is None:
        return
    if not isinstance(node, nodes.Mapping):
        _wrong(problems, node, "`knobs` has a line for each knob, such as `options.target: 20..60 step 10`")
        return
    for entry in node:
        match entry.value:
            case nodes.Scalar(text=text) if text == ON_OR_OFF:
                yield entry.key.text, entry.key.span
            case nodes.Scalar(text=text) if text:
                yield f"{entry.key.text}={text}", entry.value.span
            case nodes.Sequence(items=items) if all(isinstance(item, nodes.Scalar) for item in items):
                values = ", ".join(item.text for item in items if isinstance(item, nodes.Scalar))
                yield f"{entry.key.text}={values}", entry.value.span
            case _:
                _wrong(
                    problems, entry.value,
                    f"a knob has a range, a list of values, or `{ON_OR_OFF}` for the file of a house rule",
                )  # fmt: skip


def _bots(node: nodes.Node | None, problems: Problems) -> tuple[str, ...] | None:
    match node:
        case None:
            return None
        case nodes.Scalar() if not node.is_null:
            return tuple(name.strip() for name in node.text.split(","))
        case nodes.Sequence(items=items) if items and all(isinstance(item, nodes.Scalar) for item in items):
            return tuple(item.text for item in items if isinstance(item, nodes.Scalar))
        case _:
            _wrong(problems, node, "`bots` is a name or a list of names, such as `cautious`")
            return None


def _games(node: nodes.Node | None, problems: Problems) -> int | None:
    if node is None:
        return None
    if isinstance(node, nodes.Scalar) and node.text.isdecimal() and 100 <= int(node.text[:10]) < 10**10:
        return int(node.text)
    _wrong(problems, node, "`games` is a whole number of 100 or more")
    return None


def _wrong(problems: Problems, node: nodes.Node, message: str) -> None:
    problems.add(Problem("wrong-shape", message, node.span))


def _try(problems: Problems, span: Span, reading: Callable[[], object]) -> None:
    try:
        reading()
    except (WishError, KnobError) as error:
        problems.add(Problem("wrong-value", str(error), span))


def _raise(problems: Problems) -> None:
    if problems.errors:
        raise RulebookError(problems.sorted())
