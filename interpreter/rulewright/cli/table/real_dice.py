"""Real dice and cards: what chance does is asked of the people at the table, and checked.

    Roll 5 scoring dice and type what they show: 1 2 4 3 3

Putting a whole pile in a random order is still done here, since nobody would type it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.cli.table.talk import Talk
from rulewright.ir import nodes as ir
from rulewright.problems.nearest import nearest
from rulewright.runtime.chance import use_index
from rulewright.runtime.executor import Chance, Luck
from rulewright.runtime.fixed import ChanceMismatch, find_in_pool
from rulewright.runtime.wording import Wording


@dataclass(frozen=True, slots=True)
class RealDice:
    """A source of chance that asks people. `otherwise` shuffles, and picks what has no pieces."""

    program: ir.Program
    talk: Talk
    otherwise: Chance

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        one, many = self.program.labels.kinds.get(kind, (kind, kind))
        told = f"{len(sides)} {many}" if len(sides) > 1 else f"the {one}" if pieces else f"1 {one}"
        order = ""
        if pieces and len(pieces) > 1:
            order = f" ({', '.join(Wording(self.program).piece(kind, piece) for piece in pieces)})"
        while True:
            typed = self.talk.ask(f"Roll {told}{order} and type what they show: ").replace(",", " ").split()
            faces = self._faces(kind, pieces, sides, typed)
            if faces is not None:
                return faces

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        layout = self.program.layout.kinds.get(kind)
        shuffles = ordered and count == len(pool) and count > 1
        if layout is None or shuffles or (layout.identical and layout.looks == 1):
            return self.otherwise.draw(luck, player, stream, kind, pool, count, ordered)
        use_index(luck, stream)
        one, many = self.program.labels.kinds.get(kind, (kind, kind))
        told = f"{count} {many}" if count > 1 else f"a {one}"
        while True:
            typed = self.talk.ask(f"Draw {told} and type which (commas between): ").split(",")
            found = self._pieces(kind, [name.strip() for name in typed if name.strip()], pool, count)
            if found is not None:
                return found

    def _faces(
        self, kind: str, pieces: tuple[int, ...], sides: Sequence[int], typed: Sequence[str]
    ) -> tuple[int, ...] | None:
        if len(typed) != len(sides):
            self.talk.say(f"  {len(sides)} results are needed, separated by spaces; you typed {len(typed)}.")
            return None
        wording = Wording(self.program)
        faces: list[int] = []
        for index, (word, count) in enumerate(zip(typed, sides, strict=True)):
            piece = pieces[index] if pieces else 0
            names = [wording.face(kind, face, piece) for face in range(count)]
            labels = [wording.face_label(kind, face, piece) for face in range(count)]
            if word not in names and word not in labels:
                near = nearest(word, names)
                hint = f" Did you mean `{near}`?" if near else f" It may show {', '.join(names)}."
                self.talk.say(
                    f"  `{word}` is not on a {self.program.labels.kinds.get(kind, (kind, kind))[0]}.{hint}"
                )
                return None
            faces.append(names.index(word) if word in names else labels.index(word))
        return tuple(faces)

    def _pieces(
        self, kind: str, typed: Sequence[str], pool: Sequence[int], count: int
    ) -> tuple[int, ...] | None:
        if len(typed) != count:
            self.talk.say(f"  {count} are drawn, with commas between; you typed {len(typed)}.")
            return None
        wanted: list[int] = []
        for name in typed:
            number = self._number(kind, name)
            if number is None:
                return None
            wanted.append(number)
        try:
            return find_in_pool(self.program, kind, wanted, pool)
        except ChanceMismatch as mismatch:
            self.talk.say(f"  {mismatch}.")
            return None

    def _number(self, kind: str, name: str) -> int | None:
        layout = self.program.layout.kinds[kind]
        if layout.identical:
            wording = Wording(self.program)
            looks = {wording.look(kind, look): look for look in range(layout.looks)}
            looks |= {wording.look(kind, look, printed=True): look for look in range(layout.looks)}
        else:
            looks = {
                text.casefold(): number
                for number, texts in enumerate(self.program.labels.pieces[kind])
                for text in texts
            }
        found = looks.get(name) if layout.identical else looks.get(name.casefold())
        if found is None:
            near = nearest(name, looks)
            self.talk.say(f"  There is no `{name}`." + (f" Did you mean `{near}`?" if near else ""))
        return found
