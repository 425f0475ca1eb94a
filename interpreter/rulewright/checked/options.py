"""The values that somebody sets for options: from the typed text to a value of the language."""

from __future__ import annotations

from operator import index

from rulewright.checked.bindings import Fixed
from rulewright.checked.context import Context
from rulewright.checked.declarations import lookup
from rulewright.checked.infer import within
from rulewright.checked.messages.declarations import expected
from rulewright.language.literals import literal
from rulewright.language.types import Boolean, Enum, Integer, Optional, Player, Team, Type
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problem
from rulewright.source.dataclass import dataclass
from rulewright.source.text import TYPED_SETTINGS, Source, Span

Setting = int | bool | str | None


@dataclass(frozen=True, slots=True)
class Slip:
    """A problem with a setting, wherever the setting is written."""

    code: str
    message: str
    help: str


def apply_settings(c: Context, settings: dict[str, Setting]) -> None:
    """Apply settings; unknown options and values that do not fit are problems."""
    for name, raw in settings.items():
        slip = slip_in(c, name, raw)
        if slip is not None:
            text = f"{name}={literal(raw)}"
            span = Span(Source(TYPED_SETTINGS, text), 0, len(text))
            c.problems.add(Problem(slip.code, slip.message, span, help=slip.help))
        elif not c.book.options[name].fixed:
            c.settings[name], _ = _read(raw, lookup.option(c, name)[0])
    for name in c.settings:
        c.options.pop(name, None)


def slip_in(c: Context, name: str, raw: Setting) -> Slip | None:
    """The problem with a setting; None if it can be applied. A fixed option can be set to its own value."""
    declared = c.book.options.get(name)
    if declared is None:
        near = nearest(name, list(c.book.options))
        known = ", ".join(f"`{option}`" for option in c.book.options)
        said = f"its options are {known}" if known else "it has no options"
        helped = f"did you mean `{near}`?" if near else said
        return Slip("unknown-option", f"`{c.book.name}` has no option `{name}`", helped)
    type_, default = lookup.option(c, name)
    value, fits = _read(raw, type_)
    if declared.fixed:
        if fits and value == default:
            return None
        return Slip("fixed-option", f"the option `{name}` is fixed here and cannot be set", "")
    if not fits or not within(value, type_):
        return Slip("wrong-setting", f"`{name}` cannot be `{literal(raw)}`", f"it is {expected(type_)}")
    return None


def written(value: Fixed, type_: Type) -> Setting:
    """A value as people write it."""
    match type_:
        case Optional():
            return None if value is None else written(value, type_.of)
        case Enum() if isinstance(value, int):
            return type_.members[value]
        case Player() | Team() if isinstance(value, int):
            return value + 1
        case _:
            return value if isinstance(value, (int, bool)) or value is None else str(value)


def _read(raw: Setting, type_: Type) -> tuple[Fixed, bool]:
    if isinstance(type_, Optional):
        given = raw is not None and not (isinstance(raw, str) and raw == "none")
        return _read(raw, type_.of) if given else (None, True)
    if isinstance(type_, Boolean):
        if isinstance(raw, bool):
            return raw, True
        return raw == "true", isinstance(raw, str) and raw in ("true", "false")
    if isinstance(type_, Enum):
        return (
            (type_.members.index(raw), True) if isinstance(raw, str) and raw in type_.members else (0, False)
        )
    if isinstance(raw, bool) or raw is None:
        return 0, False
    number = _whole(raw)
    if number is None:
        return 0, False
    if isinstance(type_, (Player, Team)):
        return number - 1, 1 <= number <= type_.count
    return number, isinstance(type_, Integer)


def _whole(raw: object) -> int | None:
    """A whole number from a text or from any number of Python, 50.0 included; None for anything else."""
    try:
        if isinstance(raw, str):
            return int(raw)
        return int(raw) if isinstance(raw, float) and raw.is_integer() else index(raw)  # type: ignore[arg-type]  # asked here
    except (ValueError, TypeError):
        return None
