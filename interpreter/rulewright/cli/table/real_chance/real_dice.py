"""Real dice and cards: the results of chance are typed by the people at the table, and checked.

    Ann, roll 5 scoring dice and type what they show: 1 2 4 3 3
    Ann, draw 6 cards for Bob's hand and type which (commas between): card 1, card 17, ...

Instead of a result, `undo` calls the move off (in the set-up and in the move of a bot it takes back what was typed
last), `help` explains, `quit` stops. Shuffling a whole pile is still done here, since nobody would type its order.

Faces(program, "hilo").listed(0, 6)        "1 Hi, 2 Hi, 3 Hi, 1 Lo, 2 Lo, 3 Lo"
Faces(program, "dice").listed(0, 6)        "1 to 6"
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from rulewright.author.english import noun
from rulewright.cli.table.console import Left, Talk
from rulewright.cli.table.real_chance.partial_step import SoFar, Tried
from rulewright.ir import nodes as ir
from rulewright.problems.nearest import nearest
from rulewright.runtime.chance.fixed import ChanceMismatch, NotInPool, find_in_pool
from rulewright.runtime.chance.sampled import use_index
from rulewright.runtime.executor import Chance, Luck
from rulewright.runtime.labels import Wording
from rulewright.scene.looks import Looks
from rulewright.source.dataclass import dataclass

HELP = """\
  Type {result}.
  undo            {undo}
  quit            {quit}"""
OF_A_MOVE = {
    "undo": "call the move off that led to this",
    "quit": "stop (the game is kept as it was before this move)",
}
OF_A_BOT = OF_A_MOVE | {"undo": "take back what was typed last, with what followed from it"}
OF_THE_SET_UP = {"undo": "take back what was typed last", "quit": "stop"}


class CalledOff(Exception):
    """Raised when a player calls off the move that needs a result of chance."""


class TakenBack(Exception):
    """Raised when the last result of the set-up is taken back: the set-up must be run again."""


@dataclass(slots=True)
class RealDice:
    """A source of chance that asks people. `otherwise` is the source for shuffles and for draws without pieces. `begun` is
    false during the set-up, whose results are taken back one by one."""

    program: ir.Program
    talk: Talk
    otherwise: Chance
    names: Sequence[str]
    begun: bool = False
    tried: Tried | None = None
    """A trial of the current step."""
    cells: Sequence[int] = ()
    """The position before the move; empty during the set-up."""
    so_far: SoFar = field(default_factory=SoFar)
    """The results of the current step."""
    bots_move: str = ""
    """The current move if a bot makes it, which is printed before the first question."""
    announced: bool = False

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        return self.so_far.repeated() or self.so_far.add(self._rolled(player, kind, pieces, sides), True)

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        layout = self.program.layout.kinds.get(kind)
        shuffles = ordered and count == len(pool) and count > 1
        if layout is None or shuffles or (layout.identical and layout.looks == 1):
            drawn = self.otherwise.draw(luck, player, stream, kind, pool, count, ordered)
            return self.so_far.repeated() or self.so_far.add(drawn, False)
        use_index(luck, stream)
        return self.so_far.repeated() or self.so_far.add(self._drawn(player, kind, pool, count), True)

    def _rolled(
        self, player: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int]
    ) -> tuple[int, ...]:
        faces, many = Faces(self.program, kind), len(sides) > 1
        told = faces.counted(pieces, len(sides))
        shows = f" [{faces.listed(0, max(sides))}]" if faces.named else ""
        order = f"in this order: {faces.of(pieces)}" if many and pieces else ""
        asked = self._to(player, f"roll {told}{shows} and type what {'they show' if many else 'it shows'}")
        asked += f" ({order}): " if order else ": "
        result = f"what {told} show, with spaces between" if many else f"what {told} shows"
        result += f", {order}" if order else ""
        while True:
            line = self._ask(asked, result)
            results = faces.results(line) if many else [" ".join(line.split())]
            found = self._faces(faces, pieces, sides, results)
            if found is not None:
                return found

    def _drawn(self, player: int, kind: str, pool: Sequence[int], count: int) -> tuple[int, ...]:
        words = self.program.labels.kinds.get(kind, (kind, kind))
        told = f"{count} {words[1]}" if count > 1 else f"a {noun(words, 1)}"
        result = (
            f"which {told} were drawn, with commas between"
            if count > 1
            else f"which {noun(words, 1)} was drawn"
        )
        where = self._where(kind)
        asked = self._to(
            player, f"draw {told}{where} and type which{' (commas between)' if count > 1 else ''}: "
        )
        while True:
            typed = self._ask(asked, result).split(",")
            found = self._pieces(kind, [name.strip() for name in typed if name.strip()], pool, count)
            if found is not None:
                return found

    def _where(self, kind: str) -> str:
        """` for Bob's hand`, if a trial of the step shows where the cards go."""
        event = self.so_far.next_event(self.tried, self.otherwise) if self.tried is not None else None
        if event is None or event.what != "drawn" or event.kind != kind:
            return ""
        return f" for {self._place(kind, event.places[-1])}"

    def _place(self, kind: str, code: int) -> str:
        layout = self.program.layout.kinds[kind]
        named = Looks(self.program, self.names).place(layout, code)
        return named if layout.places[code].owner is not None else f"the {named}"

    def _to(self, player: int, text: str) -> str:
        """A request to a player, or to everybody."""
        if 0 <= player < len(self.names):
            return f"{self.names[player]}, {text}"
        return text[:1].upper() + text[1:]

    def _ask(self, asked: str, result: str) -> str:
        """Ask until a result is typed. Raises CalledOff, TakenBack or Left for the commands `undo` and `quit`."""
        self._announce()
        while True:
            line = self.talk.ask(asked)
            match line.casefold().removeprefix("/"):
                case "":
                    continue
                case "undo" | "cancel":
                    if self.begun:
                        raise CalledOff
                    if self.so_far.take_back():
                        raise TakenBack
                    self.talk.say("  Nothing has been typed yet.")
                case "help" | "?":
                    self.talk.say(HELP.format(result=result, **self._words()))
                case "quit" | "q" | "exit":
                    raise Left
                case _:
                    return line

    def _announce(self) -> None:
        if self.bots_move and not self.announced:
            self.talk.tell(self.bots_move)
        self.announced = True

    def _words(self) -> dict[str, str]:
        """The help on `undo` and `quit` at this question."""
        if not self.begun:
            return OF_THE_SET_UP
        return OF_A_BOT if self.bots_move else OF_A_MOVE

    def _faces(
        self, faces: Faces, pieces: tuple[int, ...], sides: Sequence[int], typed: Sequence[str]
    ) -> tuple[int, ...] | None:
        if len(typed) != len(sides):
            self.talk.tell(
                f"{len(sides)} results are needed, separated by spaces; you typed {len(typed)}. "
                "(`help` says what else can be typed.)"
            )
            return None
        found: list[int] = []
        for index, (word, count) in enumerate(zip(typed, sides, strict=True)):
            piece = pieces[index] if pieces else 0
            face = faces.find(word, piece, count)
            if face is None:
                self.talk.tell(faces.not_on_it(word, piece, count, bool(pieces)))
                return None
            found.append(face)
        return tuple(found)

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
            openly = self._openly(kind, mismatch.not_in_pool) if mismatch.not_in_pool is not None else ""
            self.talk.say(f"  {mismatch}{openly}.")
            return None

    def _openly(self, kind: str, mismatch: NotInPool) -> str:
        """`; it lies in Ann's hand`, for a piece in a place that everybody sees; else empty."""
        layout, cells = self.program.layout.kinds[kind], self.cells
        if layout.identical or not cells:
            return ""
        code = cells[layout.where + mismatch.piece]
        drawn_from = {cells[layout.where + piece] for piece in mismatch.pool}
        if layout.places[code].seen_by != "all" or code in drawn_from:
            return ""
        return f"; it lies in {self._place(kind, code)}"

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


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of one kind of dice."""

    program: ir.Program
    kind: str

    @property
    def named(self) -> bool:
        """Whether the faces have names, which must be listed before people can type them."""
        labels = self.program.labels.faces.get(self.kind, ())
        return self.program.layout.kinds[self.kind].face_low is None and not all(
            id_.isdigit() for id_, _ in labels
        )

    def listed(self, piece: int, count: int) -> str:
        """The faces of a die as they can be typed; a label that is a symbol follows its word."""
        if self.program.layout.kinds[self.kind].face_low is not None and count > 1:
            wording = Wording(self.program)
            return f"{wording.face(self.kind, 0, piece)} to {wording.face(self.kind, count - 1, piece)}"
        return ", ".join(
            label if label.isascii() else f"{id_} {label}" for id_, label in self._texts(piece, count)
        )

    def find(self, word: str, piece: int, count: int) -> int | None:
        """The index of the face that a word means."""
        texts = [(id_.casefold(), label.casefold()) for id_, label in self._texts(piece, count)]
        return next((face for face, each in enumerate(texts) if word.casefold() in each), None)

    def results(self, line: str) -> list[str]:
        """The results in a line: its words, with labels of several words kept together (`3 Lo`)."""
        words = line.replace(",", " ").split()
        labels = {
            tuple(label.casefold().split()) for _, label in self.program.labels.faces.get(self.kind, ())
        }
        results: list[str] = []
        while words:
            lengths = (
                n for n in range(len(words), 1, -1) if tuple(w.casefold() for w in words[:n]) in labels
            )
            length = next(lengths, 1)
            results.append(" ".join(words[:length]))
            del words[:length]
        return results

    def not_on_it(self, word: str, piece: int, count: int, named: bool) -> str:
        """The message for a word that is no face of a die; with `named` it names the piece."""
        near = nearest(word, [text for each in self._texts(piece, count) for text in each])
        hint = f"Did you mean `{near}`?" if near else f"It may show {self.listed(piece, count)}."
        if named:
            return f"{self.program.labels.pieces[self.kind][piece][1]}: `{word}` is not on it. {hint}"
        one = noun(self.program.labels.kinds.get(self.kind, (self.kind, self.kind)), 1)
        article = "an" if one[:1].casefold() in "aeiou" else "a"
        return f"`{word}` is not on {article} {one}. {hint}"

    def counted(self, pieces: Sequence[int], count: int) -> str:
        """Dice in a question: `5 scoring dice`, `1 Hi/Lo die`, `the blue die`."""
        words = self.program.labels.kinds.get(self.kind, (self.kind, self.kind))
        if len(pieces) == 1 and self.program.layout.kinds[self.kind].pieces > 1:
            return f"the {self.program.labels.pieces[self.kind][pieces[0]][1]}"
        return f"{count} {noun(words, count)}" if count > 1 or not pieces else f"the {noun(words, 1)}"

    def of(self, pieces: Sequence[int]) -> str:
        """The names of distinguishable dice, as they are typed."""
        return ", ".join(Wording(self.program).piece(self.kind, piece) for piece in pieces)

    def _texts(self, piece: int, count: int) -> list[tuple[str, str]]:
        wording = Wording(self.program)
        return [
            (wording.face(self.kind, face, piece), wording.face_label(self.kind, face, piece))
            for face in range(count)
        ]
