"""Text in which every access to memory by index is looked at: for tests, which hand native code whatever cells may hold.

    code = Guarded(size_of)
    code.element(scores, "i32", index)        ->      an index beyond the size is noted in @strayed, and 0 is used instead

`size_of` says how many elements lie at an address, None where that is not known; memory that a function asks for itself
is known here.  Nothing jumps, so the code is otherwise what it is without guards.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.native.assembly import Assembly, Operand, Type, constant

MODULE_LINES = (
    "@strayed = internal global i32 0",
    """define i32 @"rulewright.strayed"() nounwind {
entry:
  %far = load i32, ptr @strayed
  store i32 0, ptr @strayed
  ret i32 %far
}""",
)
"""What a guarded module has beside its functions: the note, and a function that gives it back and wipes it."""


class Guarded(Assembly):
    """An `Assembly` that looks at indices."""

    def __init__(self, size_of: Callable[[str], int | None]) -> None:
        super().__init__()
        self._size_of = size_of
        self._asked_for: dict[str, int | str] = {}
        self._within: dict[str, tuple[Operand, Operand, Operand]] = {}
        """Of an address inside a row: where the row begins, which element it is, and how many there are."""

    def allocate(self, type: Type, count: int | str = 1) -> Operand:
        address = super().allocate(type, count)
        self._asked_for[address.text] = count
        return address

    def element(self, address: Operand, type: Type, index: Operand) -> Operand:
        begun, before, size = self._row(address)
        if size is None or index.type != "i32":
            return super().element(address, type, index)
        place = self.add(before, index)
        if place.known is None or size.known is None or not 0 <= place.known <= size.known:
            inside = self.result("i1", f"icmp ule {place}, {size.text}")
            self._note(inside)
            place = self.select(inside, place, constant(0))
        found = super().element(begun, type, place)
        self._within[found.text] = begun, place, size
        return found

    def load(self, type: Type, address: Operand) -> Operand:
        return super().load(type, self._inside(address))

    def store(self, value: Operand, address: Operand) -> None:
        super().store(value, self._inside(address))

    def _inside(self, address: Operand) -> Operand:
        """An address that is read or written; the end of a row, which may be named, is not."""
        known = self._within.get(address.text)
        if known is None:
            return address
        begun, place, size = known
        if place.known is not None and size.known is not None and place.known < size.known:
            return address
        inside = self.result("i1", f"icmp ult {place}, {size.text}")
        self._note(inside)
        return self.select(inside, address, begun)

    def replace(self, word: str, text: str) -> None:
        super().replace(word, text)
        self._asked_for = {name: text if size == word else size for name, size in self._asked_for.items()}
        known = Operand("i32", text)
        for name, (begun, place, size) in self._within.items():
            if size.text == word:
                self._within[name] = begun, place, known

    def _row(self, address: Operand) -> tuple[Operand, Operand, Operand | None]:
        known = self._within.get(address.text)
        if known is not None:
            return known
        size = self._asked_for.get(address.text, self._size_of(address.text))
        return address, constant(0), None if size is None else Operand("i32", str(size))

    def _note(self, inside: Operand) -> None:
        outside = self.widen(self.opposite(inside), "i32")
        note = Operand("ptr", "@strayed")
        self.store(self.binary("or", self.load("i32", note), outside), note)
