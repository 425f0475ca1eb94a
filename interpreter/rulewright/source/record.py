"""Records, the classes of nodes in trees: frozen, and equal only to themselves.

    class Compare(Record):          node = Compare("<", left, right, span)
        sign: str                   node.sign == "<"; dataclasses.fields(node) are those four
        left: Expression            case Compare("<", left, right): ...
        right: Expression           node.sign = ">" raises FrozenInstanceError
        span: Span = field(repr=False)

Other code sees them as dataclasses. But `@dataclass(frozen=True)` compiles four functions for each class, which takes longer
than everything else in importing hundreds of classes; records inherit theirs, and their fields are described when somebody asks.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, ClassVar, NoReturn, cast, dataclass_transform

from rulewright.source.dataclass import describe


class _Counted:
    """What counts the fields of a class when the first record of it is made, and is then replaced by the number."""

    def __get__(self, instance: object, kind: type[Record]) -> int:
        all_in_order = -1 if any(each.kw_only for each in fields(kind)) else len(kind.__match_args__)
        kind._all_in_order = all_in_order
        return all_in_order


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
class Record:
    """The base class of records. A class that is declared with `kw_only=True` takes its own fields only by name."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    __match_args__: ClassVar[tuple[str, ...]]
    _all_in_order: ClassVar[int] = cast("int", _Counted())
    """The number of positional values of a whole record; -1 if a field is given only by name."""

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        if kw_only or not describe(cls):
            dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)

    def __init__(self, *values: Any, **named: Any) -> None:  # Any: of the types of the fields
        for name, value in zip(self.__match_args__, values, strict=False):
            _put(self, name, value)
        if named or len(values) != self._all_in_order:
            self._complete(len(values), named)

    def _complete(self, given: int, named: dict[str, Any]) -> None:  # Any: as above
        """Sets the fields that were not given by position: by name, or to their defaults."""
        if given > len(self.__match_args__):
            raise TypeError(
                f"{type(self).__name__} takes {len(self.__match_args__)} values in order, and {given} were given"
            )
        in_order = self.__match_args__[:given]
        for each in fields(self):
            if each.name in in_order:
                continue
            if each.name in named:
                value = named.pop(each.name)
            elif each.default is not MISSING:
                value = each.default
            elif each.default_factory is not MISSING:
                value = each.default_factory()
            else:
                raise TypeError(f"{type(self).__name__} needs a value for `{each.name}`")
            _put(self, each.name, value)
        if named:
            raise TypeError(f"{type(self).__name__} takes no `{next(iter(named))}`, or takes it once")

    def __repr__(self) -> str:
        shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
        return f"{type(self).__name__}({shown})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


_put = object.__setattr__
