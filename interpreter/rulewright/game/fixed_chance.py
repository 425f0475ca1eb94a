"""Given results of chance, in words: for programs that referee real dice or test a particular roll.

    game.fixed_chance(rolled={"dice": [6, 5, 3, 3, 2], "luck": ["up"]}, drawn={"cards": ["ten of hearts"]})

Results that are not given come from the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import SupportsIndex, TypeVar

from rulewright.ir.layout import KindLayout
from rulewright.problems.nearest import nearest
from rulewright.problems.quoting import quoted, shown
from rulewright.runtime.chance.fixed import ChanceMismatch, Fixed
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.labels import Wording
from rulewright.runtime.whole_numbers import whole

Face = SupportsIndex | str
Rolled = Mapping[str, Iterable[Face] | Mapping[str, Face]]
Drawn = Mapping[str, Iterable[str]]


def fixed(wording: Wording, rolled: Rolled | None, drawn: Drawn | None) -> Fixed:
    """A source of chance with these results, by kind. Faces are numbers, ids or labels, in the order rolled, or a
    mapping by piece where pieces can be told apart; pieces are named as people type them. ChanceMismatch for names that
    the game does not have, TypeError for other types of values."""
    faces: dict[str, list[int]] = {}
    by_piece: dict[str, dict[int, int]] = {}
    for name, given in _by_kind("rolled", rolled).items():
        kind = _kind(wording, name)
        if isinstance(given, Mapping):
            numbers = {_piece(wording, kind, _name(piece)): face for piece, face in given.items()}
            by_piece[name] = {piece: _face(wording, kind, face, piece) for piece, face in numbers.items()}
        else:
            faces[name] = [_face(wording, kind, face, 0) for face in _few(name, given)]
    taken = {
        name: [_look(wording, _kind(wording, name), _name(piece)) for piece in _few(name, given)]
        for name, given in _by_kind("drawn", drawn).items()
    }
    return Fixed(wording.program, Sampled(wording.program.streams), faces, taken, by_piece)


Results = TypeVar("Results")
Given = TypeVar("Given")
MOST_GIVEN = 100_000
"""The most results of one kind; the iterable that gives them may be endless."""


def _by_kind(parameter: str, results: Mapping[str, Results] | None) -> Mapping[str, Results]:
    """Results by kind of pieces. TypeError for a text: it is a sequence of letters, which is never meant."""
    if results is None:
        return {}
    if not isinstance(results, Mapping):
        raise TypeError(f"`{parameter}` maps kinds of pieces to their results, but this is {shown(results)}")
    for kind, each in results.items():
        if not isinstance(kind, str):
            raise TypeError(f"`{parameter}` names kinds of pieces, but {shown(kind)} is not a name")
        if isinstance(each, str) or not isinstance(each, Iterable):
            raise TypeError(
                f"the results of {kind} are a list, such as [{shown(each)}], but this is {shown(each)}"
            )
    return results


def _few(kind: str, given: Iterable[Given]) -> list[Given]:
    """The results of a kind as a list. ChanceMismatch for more than `MOST_GIVEN`."""
    few = list(islice(given, MOST_GIVEN + 1))
    if len(few) > MOST_GIVEN:
        raise ChanceMismatch(f"more than {MOST_GIVEN:,} results of {kind} are given", kind)
    return few


def _name(piece: object) -> str:
    if not isinstance(piece, str):
        raise TypeError(f"a piece is named by a text, but this is {shown(piece)}")
    return piece


def _kind(wording: Wording, name: str) -> KindLayout:
    kinds = wording.program.layout.kinds
    if name not in kinds:
        near = nearest(name, list(kinds))
        raise ChanceMismatch(
            f"there is no kind of pieces called {quoted(name)}"
            + (f"; did you mean `{near}`?" if near else "")
        )
    return kinds[name]


def _face(wording: Wording, kind: KindLayout, face: Face, piece: int) -> int:
    """The index of a face from its number, id or label."""
    if isinstance(face, bool) or not (isinstance(face, str) or whole(face) is not None):
        raise TypeError(f"a face is a number or a text, but this is {shown(face)}")
    text = (face if isinstance(face, str) else shown(whole(face))).strip().casefold()
    for index in range(kind.faces):
        if text in (
            wording.face(kind.name, index, piece).casefold(),
            wording.face_label(kind.name, index, piece).casefold(),
        ):
            return index
    names = ", ".join(wording.face(kind.name, index, piece) for index in range(kind.faces))
    raise ChanceMismatch(
        f"{quoted(text)} is not a face of {kind.name}; they are {names}"
        if names
        else f"{kind.name} have no faces"
    )


def _piece(wording: Wording, kind: KindLayout, name: str) -> int:
    """The number of a piece that can be told apart."""
    if kind.identical:
        raise ChanceMismatch(f"the {kind.name} cannot be told apart: give a list")
    names = [wording.piece(kind.name, number) for number in range(kind.pieces)]
    printed = [label for _, label in wording.program.labels.pieces[kind.name]]
    for known in (names, printed):
        if name in known:
            return known.index(name)
    near = nearest(name, names)
    raise ChanceMismatch(
        f"there is no {quoted(name)} among the {kind.name}" + (f"; did you mean `{near}`?" if near else "")
    )


def _look(wording: Wording, kind: KindLayout, name: str) -> int:
    """The number of a drawn piece; for identical pieces any number with that look."""
    if not kind.identical:
        return _piece(wording, kind, name)
    return _face(wording, kind, name, 0) + 1 if kind.faces else 0
