"""`dataclass`, as that of Python, with methods that are written when they are first called.

    @dataclass(frozen=True, slots=True)
    class Table:                            Table(3) writes `__init__`; `__eq__` and `__hash__` wait until tables are compared
        players: int

Python compiles up to six functions for each class as soon as it is imported.  With several hundred classes, of which a command uses a
part, that was half of the time in which a command starts.  What the decorator takes, what the methods do and what `fields`, `replace` and
a type checker see is the same.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator, Mapping
from inspect import get_annotations
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def replace(instance, /, **changes):
        """As that of Python, in a third of the time: for what is called thousands of times. All fields are given to `__init__`."""
        kind = instance.__class__
        write = _REPLACING.get(kind)
        if write is None:
            write = _REPLACING[kind] = _write_replacing(kind)
        return write(instance, changes)

    def dataclass(
        cls=None,
        /,
        *,
        init=True,
        repr=True,
        eq=True,
        order=False,
        frozen=False,
        kw_only=False,
        slots=False,
        weakref_slot=False,
    ):
        """The decorator, with those flags of Python's that this program uses."""

        def decorate(kind):
            return _decorated(kind, init, repr, eq, order, frozen, kw_only, slots, weakref_slot)

        return decorate if cls is None else decorate(cls)


_MISSING = dataclasses.MISSING


class _NotGiven:
    """In the place of a value that was not given and is made then; in signatures it looks like that of Python."""

    def __repr__(self) -> str:
        return "<factory>"


_NOT_GIVEN = _NotGiven()
_ORDERS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def _decorated(
    kind: type,
    init: bool,
    repr: bool,
    eq: bool,
    order: bool,
    frozen: bool,
    kw_only: bool,
    slots: bool,
    weakref_slot: bool,
) -> type:
    own = set(kind.__dict__)
    _document(kind)
    if kw_only or weakref_slot or not _is_plain(kind):
        kind = dataclasses.dataclass(
            init=False, repr=False, eq=False, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot
        )(kind)
    else:
        kind = _with_fields(kind, slots)

    def enter(name: str, value: object) -> None:
        if name not in own:
            setattr(kind, name, value)

    if init:
        enter("__init__", _Later(kind, "__init__", _write_initial_frozen if frozen else _write_initial))
    if repr:
        enter("__repr__", _repr)
    if eq:
        enter("__eq__", _Later(kind, "__eq__", _write_equal))
        if "__hash__" not in own or (
            "__eq__" in own and kind.__hash__ is None
        ):  # Python enters None with `__eq__`
            hashed: object = _Later(kind, "__hash__", _write_hash) if frozen else None
            setattr(kind, "__hash__", hashed)  # noqa: B010 (mypy knows methods of classes only as functions)
    if order:
        for name in _ORDERS:
            enter(name, _Later(kind, name, _write_order))
    if frozen:
        enter("__setattr__", _refuse_setting)
        enter("__delattr__", _refuse_deleting)
        if slots:
            enter("__getstate__", _state)
            enter("__setstate__", _set_state)
    return kind


def describe(kind: type) -> bool:
    """Enters what Python knows about the fields of a class, without any method, if all fields are its own; whether they are."""
    _document(kind)
    if not _is_plain(kind):
        return False
    _with_fields(kind, slots=False)
    return True


def _document(kind: type) -> None:
    if kind.__doc__ is None:  # otherwise Python writes one with the signature, which takes long
        kind.__doc__ = f"{kind.__name__}({', '.join(get_annotations(kind))})"


def _is_plain(kind: type) -> bool:
    """Whether all fields are its own, and each annotation is that of a field: then these can wait."""
    return not any("__dataclass_fields__" in vars(base) for base in kind.__mro__[1:]) and not any(
        not isinstance(each, str) or each.startswith(_NO_FIELDS) for each in get_annotations(kind).values()
    )


def _with_fields(kind: type, slots: bool) -> type:
    """The class with its fields, which are described when somebody asks for them; with `slots` a new class, as Python makes it."""
    given = get_annotations(kind)
    known = {"__module__": kind.__module__, "__annotations__": given}
    known |= {name: vars(kind)[name] for name in given if name in vars(kind)}
    if slots:
        body = {
            name: each for name, each in vars(kind).items() if name not in given and name not in _OF_ITSELF
        }
        above = {name for base in kind.__mro__[1:-1] for name in vars(base).get("__slots__", ())}
        body["__slots__"] = tuple(name for name in given if name not in above)
        kind = type(kind)(kind.__name__, kind.__bases__, body)
    else:
        for name, value in known.items():
            if isinstance(value, dataclasses.Field):
                if value.default is _MISSING:
                    delattr(kind, name)
                else:
                    setattr(kind, name, value.default)
    described: dict[str, object] = {
        **{name: _Described(kind, known, name) for name in ("__dataclass_fields__", "__match_args__")},
        "__dataclass_params__": _PARAMETERS,
    }
    for name in described.keys() - vars(kind).keys():
        setattr(kind, name, described[name])
    return kind


_NO_FIELDS = (
    "ClassVar",
    "typing.ClassVar",
    "InitVar",
    "dataclasses.InitVar",
    "KW_ONLY",
    "dataclasses.KW_ONLY",
)
_OF_ITSELF = ("__dict__", "__weakref__")


@dataclasses.dataclass(init=False, repr=False, eq=False)
class _Sample:
    """A class whose parameters all plain ones have, and whose field is one as all of theirs."""

    field: int


_PARAMETERS = _Sample.__dataclass_params__  # type: ignore[attr-defined]  # every dataclass has them
_FIELD = _Sample.__dataclass_fields__["field"]._field_type  # type: ignore[attr-defined]  # as above


class _Described:
    """What Python knows about the fields of a class, which is found out when it is first asked for, and then takes this one's place."""

    __slots__ = ("_kind", "_known", "_name")

    def __init__(self, kind: type, known: dict[str, Any], name: str) -> None:  # Any: the body of a class
        self._kind, self._known, self._name = kind, known, name

    def __get__(self, instance: object, owner: type | None = None) -> Any:  # Any: fields or their names
        fields = {
            name: _field(name, type_, self._known) for name, type_ in self._known["__annotations__"].items()
        }
        in_order = tuple(name for name, each in fields.items() if each.init and not each.kw_only)
        found: object = fields if self._name == "__dataclass_fields__" else in_order
        setattr(self._kind, self._name, found)
        return found


def _field(
    name: str, type_: str, known: Mapping[str, Any]
) -> Any:  # Any: a field, with what Python knows of it
    """A field of a plain class, as Python describes it, which looks at much more before it does."""
    value = known.get(name, _MISSING)
    each: Any = value if isinstance(value, dataclasses.Field) else dataclasses.field(default=value)
    if each.default.__class__.__hash__ is None:
        raise ValueError(
            f"mutable default {type(each.default)} for field {name} is not allowed: use default_factory"
        )
    each.name, each.type, each._field_type = name, type_, _FIELD
    if each.kw_only is _MISSING:
        each.kw_only = False
    return each


class _Later:
    """A method of a class, which is written when it is first asked for, and then takes this one's place."""

    __slots__ = ("_kind", "_name", "_write")

    def __init__(self, kind: type, name: str, write: Callable[[type, str], Any]) -> None:  # Any: a method
        self._kind, self._name, self._write = kind, name, write

    def __get__(self, instance: object, owner: type | None = None) -> Any:  # Any: a method
        method = self._write(self._kind, self._name)
        method.__qualname__ = f"{self._kind.__qualname__}.{self._name}"
        setattr(self._kind, self._name, method)
        return method.__get__(instance, owner)


def _write_initial_frozen(kind: type, name: str) -> Any:  # Any: a method
    return _initial(kind, "_set_{0}(self, {1})")


def _write_initial(kind: type, name: str) -> Any:  # Any: a method
    return _initial(kind, "self.{0} = {1}")


def _initial(kind: type, setting: str) -> Any:  # Any: a method
    """`__init__`: sets each field by a line like `setting`."""
    in_order: list[str] = []
    by_name: list[str] = []
    lines: list[str] = []
    given: dict[str, object] = {"_missing": _NOT_GIVEN}
    this = "self" if "self" not in kind.__dataclass_fields__ else "_this"  # type: ignore[attr-defined]  # every dataclass has them
    annotations: dict[str, Any] = {}  # Any: of any field
    for each in dataclasses.fields(kind):
        name, value = each.name, each.name
        if each.default_factory is not _MISSING:
            given[f"_make_{name}"] = each.default_factory
            value = f"_make_{name}() if {name} is _missing else {name}" if each.init else f"_make_{name}()"
        elif each.default is not _MISSING:
            given[f"_usual_{name}"] = each.default
            value = name if each.init else f"_usual_{name}"
        elif not each.init:
            continue
        if each.init:
            annotations[name] = each.type
            usual = "" if each.default is _MISSING else f"=_usual_{name}"
            usual = "=_missing" if each.default_factory is not _MISSING else usual
            (by_name if each.kw_only else in_order).append(f"{name}{usual}")
        given[f"_set_{name}"] = _setter(kind, name)
        lines.append(setting.format(name, value).replace("self", this, 1))
    if hasattr(kind, "__post_init__"):
        lines.append(f"{this}.__post_init__()")
    taken = [this, *in_order, *(["*", *by_name] if by_name else [])]
    method = _written(kind, "__init__", taken, lines or ["pass"], given)
    method.__annotations__ = {**annotations, "return": None}
    return method


_REPLACING: dict[type, Callable[[Any, dict[str, object]], Any]] = {}  # Any: an instance


def _write_replacing(kind: type) -> Any:  # Any: a function
    fields = [each for each in dataclasses.fields(kind) if each.init]
    given = [
        f"{f'{each.name}=' if each.kw_only else ''}pop('{each.name}', self.{each.name})" for each in fields
    ]
    lines = [
        "pop = changes.pop",
        f"made = self.__class__({', '.join(sorted(given, key=lambda each: not each.startswith('pop')))})",
        "if changes:",
        "    raise TypeError(f'{self.__class__.__name__} takes no {next(iter(changes))!r}')",
        "return made",
    ]
    return _written(kind, "replaced", ["self", "changes"], lines)


def _setter(kind: type, name: str) -> Callable[[Any, object], None]:  # Any: an instance
    """What sets a field of a frozen instance."""
    slot = getattr(kind, name, None)
    if isinstance(slot, _SLOT):
        setter: Callable[[Any, object], None] = slot.__set__
        return setter
    return lambda instance, value: object.__setattr__(instance, name, value)


def _write_equal(kind: type, name: str) -> Any:  # Any: a method
    return _written(kind, name, ["self", "other"], _comparing(kind, "=="))


def _write_order(kind: type, name: str) -> Any:  # Any: a method
    return _written(kind, name, ["self", "other"], _comparing(kind, _ORDERS[name]))


def _comparing(kind: type, sign: str) -> list[str]:
    compared = [each.name for each in dataclasses.fields(kind) if each.compare]
    return [
        "if other.__class__ is self.__class__:",
        f"    return {_values('self', compared)} {sign} {_values('other', compared)}",
        "return NotImplemented",
    ]


def _write_hash(kind: type, name: str) -> Any:  # Any: a method
    hashed = [
        each.name for each in dataclasses.fields(kind) if (each.compare if each.hash is None else each.hash)
    ]
    return _written(kind, name, ["self"], [f"return hash({_values('self', hashed)})"])


def _values(of: str, names: list[str]) -> str:
    return f"({''.join(f'{of}.{name}, ' for name in names)})"


def _written(
    kind: type, name: str, taken: list[str], lines: list[str], given: dict[str, object] | None = None
) -> Any:  # Any: a method
    """A function with these parameters and lines, in the module of the class."""
    given = given or {}
    body = "\n".join(f"  {line}" for line in lines)
    text = f"def make({', '.join(given)}):\n def {name}({', '.join(taken)}):\n{body}\n return {name}"
    made: dict[str, Any] = {}  # Any: a function
    exec(text, vars(sys.modules[kind.__module__]), made)  # names of fields alone, as Python itself does it
    return made["make"](**given)


@recursive_repr()
def _repr(self: Any) -> str:  # Any: an instance of a class that was decorated
    return f"{type(self).__qualname__}({', '.join(_shown(self))})"


def _shown(instance: Any) -> Iterator[str]:  # Any: as above
    for each in dataclasses.fields(instance):
        if each.repr:
            yield f"{each.name}={getattr(instance, each.name)!r}"


def _refuse_setting(self: object, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:  # Any: an instance of a class that was decorated
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:  # Any: as above
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


class _Slotted:
    __slots__ = ("slot",)


_SLOT = type(_Slotted.slot)  # type: ignore[attr-defined]  # a slot is there, and mypy asks for an annotation
