"""Real dice and cards: what chance does is asked of the people at the table, and checked.

    Ann, roll 5 scoring dice and type what they show: 1 2 4 3 3

Instead of a result, `undo` calls the move off, `help` explains, `quit` stops. Putting a whole pile in a random order is still done here, since nobody would type it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.cli.table.talk import Left, Talk
from rulewright.ir import nodes as ir
from rulewright.problems.nearest import nearest
from rulewright.runtime.chance import use_index
from rulewright.runtime.executor import Chance, Luck
from rulewright.runtime.fixed import ChanceMismatch, find_in_pool
from rulewright.runtime.wording import Wording

HELP = """\
  Type {result}.
  undo            call the move off that led to this
  quit            stop (the game is kept as it was before this move)"""


class CalledOff(Exception):
    """The move that chance was asked for is not to be made."""


@dataclass(slots=True)
class RealDice:
    """A source of chance that asks people. `otherwise` shuffles, and picks what has no pieces. `begun` is false
    during the set-up, which nobody can call off."""

    program: ir.Program
    talk: Talk
    otherwise: Chance
    names: Sequence[str]
    begun: bool = False

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        one, many = self.program.labels.kinds.get(kind, (kind, kind))
        told = f"{len(sides)} {many}" if len(sides) > 1 else f"the {one}" if pieces else f"1 {one}"
        order = ""
        if pieces and len(pieces) > 1:
            order = f" ({', '.join(Wording(self.program).piece(kind, piece) for piece in pieces)})"
        asked = self._to(player, f"roll {told}{order}{self._shows(kind, pieces, sides)} and type what ")
        asked += "they show: " if len(sides) > 1 else "it shows: "
        result = f"what {told} show, with spaces between" if len(sides) > 1 else f"what the {one} shows"
        while True:
            words = self._ask(asked, result).replace(",", " ").split()
            faces = self._faces(kind, pieces, sides, self._results(kind, words))
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
        result = f"which {told} were drawn, with commas between" if count > 1 else f"which {one} was drawn"
        asked = self._to(player, f"draw {told} and type which{' (commas between)' if count > 1 else ''}: ")
        while True:
            typed = self._ask(asked, result).split(",")
            found = self._pieces(kind, [name.strip() for name in typed if name.strip()], pool, count)
            if found is not None:
                return found

    def _to(self, player: int, text: str) -> str:
        """A request to a player, or to everybody."""
        if 0 <= player < len(self.names):
            return f"{self.names[player]}, {text}"
        return text[:1].upper() + text[1:]

    def _shows(self, kind: str, pieces: tuple[int, ...], sides: Sequence[int]) -> str:
        """The faces, where they have names."""
        if self.program.layout.kinds[kind].face_low is not None:
            return ""
        named = []
        for id_, label in self.program.labels.faces.get(kind, ())[: max(sides)]:
            named.append(id_ if label.casefold() in (id_, id_.replace("_", " ")) else f"{id_} {label}")
        return "" if all(name.isdigit() for name in named) else f" [{', '.join(named)}]"

    def _ask(self, asked: str, result: str) -> str:
        """What somebody typed that is a result; raises CalledOff or Left for the words that are none."""
        while True:
            line = self.talk.ask(asked)
            match line.casefold().removeprefix("/"):
                case "":
                    continue
                case "undo" | "cancel":
                    if self.begun:
                        raise CalledOff
                    self.talk.say("  Nobody has moved yet: this belongs to the set-up.")
                case "help" | "?":
                    self.talk.say(HELP.format(result=result))
                case "quit" | "q" | "exit":
                    raise Left
                case _:
                    return line

    def _results(self, kind: str, words: Sequence[str]) -> list[str]:
        """The words, those together that are the label of one face: `3 Lo`."""
        labels = {tuple(label.casefold().split()) for _, label in self.program.labels.faces.get(kind, ())}
        results: list[str] = []
        at = 0
        while at < len(words):
            length = next(
                (
                    n
                    for n in range(len(words) - at, 1, -1)
                    if tuple(w.casefold() for w in words[at : at + n]) in labels
                ),
                1,
            )
            results.append(" ".join(words[at : at + length]))
            at += length
        return results

    def _faces(
        self, kind: str, pieces: tuple[int, ...], sides: Sequence[int], typed: Sequence[str]
    ) -> tuple[int, ...] | None:
        if len(typed) != len(sides):
            needed = (
                f"{len(sides)} results are needed, separated by spaces"
                if len(sides) > 1
                else "1 result is needed"
            )
            self.talk.tell(f"{needed}; you typed {len(typed)}. (`help` says what else can be typed.)")
            return None
        wording = Wording(self.program)
        faces: list[int] = []
        for index, (word, count) in enumerate(zip(typed, sides, strict=True)):
            piece = pieces[index] if pieces else 0
            names = [wording.face(kind, face, piece).casefold() for face in range(count)]
            labels = [wording.face_label(kind, face, piece).casefold() for face in range(count)]
            word = word.casefold()
            if word not in names and word not in labels:
                near = nearest(word, names)
                hint = f" Did you mean `{near}`?" if near else f" It may show {', '.join(names)}."
                self.talk.tell(
                    f"`{word}` is not on a {self.program.labels.kinds.get(kind, (kind, kind))[0]}.{hint}"
                )
                return None
            faces.append(names.index(word) if word in names else labels.index(word))
        return tuple(faces)

    def _pieces(
        self, kind: str, typed: Sequence[str], pool: Sequence[int], count: int
    ) -> tuple[int, ...] | None:
        if len(typed) != count:
            drawn = f"{count} are drawn, with commas between" if count > 1 else "1 is drawn"
            self.talk.tell(f"{drawn}; you typed {len(typed)}.")
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
