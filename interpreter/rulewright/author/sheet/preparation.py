"""The first sections of a rule sheet: components, places and set-up.

places = Places(phrases)
places.components(), places.places(), places.set_up()
"""

from __future__ import annotations

import re

from rulewright.author.english import plain, sentence
from rulewright.author.phrases import sides as sheet_sides
from rulewright.author.phrases.vocabulary import written
from rulewright.author.report.tree import Block, Item
from rulewright.author.sheet.components import (
    board_drawing,
    board_item,
    money_items,
    one_for_each,
    piece_names,
    piece_sides,
)
from rulewright.author.sheet.owners import of_place, on_paper
from rulewright.author.sheet.scoring import Chapter, faces
from rulewright.checked.references import mentioned
from rulewright.expression import nodes as syntax
from rulewright.ir.layout import KindLayout
from rulewright.language import types
from rulewright.problems.quoting import series
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.footprints import footprint
from rulewright.rulebook.walking import all_effects

_SEEN = {"owner": "only the owner sees {them}", "team": "only the team sees {them}", "nobody": "face down"}
_ORDERS = {"shuffled": "shuffled", "kept": "kept in order"}


_PUT_BACK = re.compile(r"^Put (?:all|the) [^.]+ back as at the set-up\. ")
"""What a step that deals does first, and what the set-up has done already."""


class Places(Chapter):
    """Writes these sections for one table."""

    def components(self) -> list[Block]:
        """The section `You need`: boards, pieces, pencil and paper, money; then drawings of boards, and tables of faces and sides."""
        kinds = [kind for kind in self.rulebook.kinds.values() if kind.id in self.program.layout.kinds]
        worded = {kind.id for kind in kinds if self.phrases.sheet(kind) is not None}
        grids = [faces(self.phrases, kind) for kind in kinds if kind.id not in worded]
        grids += [piece_sides(self.phrases, kind) for kind in kinds]
        kinds = [kind for kind in kinds if self.phrases.sheet(kind) != ""]
        written = self.written_down()
        paper = (
            [Item("pencil and paper", f"to write down {on_paper(self.phrases, written)}")] if written else []
        )
        boards = [board for board in self.rulebook.boards.values() if self.phrases.sheet(board) != ""]
        return [
            *(board_item(self.phrases, board) for board in boards),
            *map(self._component, kinds),
            *paper,
            *money_items(self.phrases, self._kept()),
            *(board_drawing(self.phrases, b) for b in boards if not isinstance(b.shape, rules.Unbounded)),
            *(grid for grid in grids if grid is not None),
        ]

    def written_down(self) -> list[rules.Variable]:
        """The variables that people need pencil and paper for."""
        return [v for v in self._kept() if v.per and not v.denominations and self._is_for_people(v)]

    def _kept(self) -> list[rules.Variable]:
        """The variables that people keep track of, and for which the sheet prints something."""
        kept = (v for v in self.rulebook.variables.values() if self.words.is_kept(v))
        return [v for v in kept if self.phrases.sheet(v) != ""]

    def _is_for_people(self, variable: rules.Variable) -> bool:
        """Whether players write a variable down: it has an `about`, or an end of the game uses it. Others are internal to the rules."""
        return variable.about is not None or variable.id in mentioned(self.rulebook.ends)

    def _component(self, kind: rules.Kind) -> Item:
        layout = self.program.layout.kinds[kind.id]
        shown = ""
        if isinstance(kind.faces, tuple):
            names = dict.fromkeys(name for _, name in self.program.labels.faces.get(kind.id, ()))
            shown = f"with the faces {', '.join(names)}"
        elif kind.faces is not None:
            each = "" if self.words.single(kind.id) else "each "
            shown = f"{each}numbered {self._numbered_faces(kind, layout)}"
        count = layout.pieces // (layout.owners if layout.owned_by else 1)
        square = "square " if sheet_sides.square(self.program, kind.id) else ""
        amount = f"{count} {square}{self.words.kind(kind.id, count)}"
        if layout.unlimited:
            amount = self.words.kind(kind.id)
        per = f" for each {layout.owned_by.removesuffix('s')}" if layout.owned_by else ""
        enough = "as many as needed" if layout.unlimited else ""
        about = self.phrases.text(kind.about)
        sides = sheet_sides.shown(self.program, kind.id)
        distinct = one_for_each(self.phrases, kind)
        listed = piece_names(self.phrases, kind)
        said = "; ".join(part for part in (enough, shown, distinct, sides, about) if part)
        if own := self.phrases.sheet(kind):
            return Item(amount + per, own)
        return Item(amount + per, said, (listed,) if listed else ())

    def _numbered_faces(self, kind: rules.Kind, layout: KindLayout) -> str:
        """The range of numbered faces, `1 to 6`; if pieces differ, of each: `1 to 6 (blue die), 2 to 7 (red die)`."""
        assert kind.faces is not None
        assert not isinstance(kind.faces, tuple)
        if layout.face_low is None or len(set(layout.face_low)) == 1:
            return self.phrases.domain(kind.faces).removeprefix("a number from ")
        sides = layout.sides or (layout.faces,) * layout.pieces
        names = (label for _, label in self.program.labels.pieces[kind.id])
        found = zip(layout.face_low, sides, names, strict=True)
        return ", ".join(f"{low} to {low + many - 1} ({name})" for low, many, name in found)

    def places(self) -> list[Block]:
        """The section `Places`: the zones, with their size and visibility."""
        return [
            Item(self.words.name(zone) + self._zone_size(zone), self._zone_text(zone))
            for zone in self.rulebook.zones.values()
            if self.words.possible.lies(zone) and self.phrases.sheet(zone) != ""
        ]

    def _zone_size(self, zone: rules.Zone) -> str:
        kind = self.program.layout.kinds.get(zone.holds.text)
        if kind is None or zone.size is None:
            return ""
        size = next((place.size for place in kind.places if place.zone == zone.id), kind.pieces)
        return f" (at most {self.words.amount(str(size), kind.name)})" if size < kind.pieces else ""

    def _zone_text(self, zone: rules.Zone) -> str:
        """What a place is for, whose it is, who sees it, and whether the order of its pieces matters."""
        if own := self.phrases.sheet(zone):
            return own
        about, kind = self.phrases.text(zone.about), zone.holds.text
        seen = _SEEN.get(zone.seen_by, "").format(them="it" if self.words.single(kind) else "them")
        hidden = (zone.seen_by, zone.order) == ("nobody", "shuffled")
        how = [part for part in (seen, _ORDERS.get(zone.order, "")) if part]
        how = ["shuffled, face down"] if hidden else how
        if about:
            return "; ".join(filter(None, (about, of_place(self.phrases, zone, about), *how)))
        if zone.per is None:
            return ", ".join((self.words.kind_here(kind), *how))
        if written(zone.per) == "players":
            owner = "your" if self.program.players == 1 else "each player's"
            return "; ".join((f"{owner} {self.words.kind_here(kind).removeprefix('the ')}", *how))
        return "; ".join(filter(None, (self.words.kind_here(kind), of_place(self.phrases, zone, ""), *how)))

    def set_up(self) -> list[Block]:
        """The section `Set-up`: teams, the pieces in each zone, what is done at the start, and who begins."""
        blocks: list[Block] = [self._teams()] if self.rulebook.team_count is not None else []
        begun = self._returned()
        for zone in sorted(self.rulebook.zones.values(), key=lambda zone: zone.start == "rest"):
            words = self._zone_start(zone)
            known = self.is_only_place(zone) or zone.holds.text in begun
            if words and self.phrases.sheet(zone) != "" and not known:
                blocks.append(Item(self.words.name(zone), words))
        said = _PUT_BACK.sub("", self.sayings.sentences(self._laid_out()))
        if said:
            blocks.append(said)
        if self.program.players > 1 and (who := self._begins()):
            blocks.append(sentence(who))
        return blocks

    def is_only_place(self, zone: rules.Zone) -> bool:
        """Whether pieces of a kind never lie anywhere else than in a zone that all players share, as dice that are only rolled."""
        kind = self.program.layout.kinds.get(zone.holds.text)
        alone = kind is not None and {place.zone for place in kind.places} == {zone.id}
        return alone and zone.start == "all" and zone.per is None and zone.seen_by == "all"

    def _returned(self) -> set[str]:
        """The kinds of pieces that return to their places whenever a turn begins, if words of the author say so."""
        steps = (self.rulebook.steps.get(footprint(each).step or "") for each in self.rulebook.turns.begin)
        worded = [step for step in steps if step is not None and (step.about or step.sheet)]
        found = [footprint(each) for step in worded for each in all_effects(self.rulebook, step.do)]
        return {written(pieces) for each in found if each.brings_back for pieces in each.pieces}

    def needless(self) -> list[rules.Zone]:
        """The zones of which nobody needs to read, unless another sentence mentions them."""
        zones = self.rulebook.zones.values()
        return [
            zone for zone in zones if zone.about is None and zone.sheet is None and self.is_only_place(zone)
        ]

    def _laid_out(self) -> rules.Effects:
        """The effects of the set-up, without a final `go` to the first phase, which needs no words."""
        setup = self.rulebook.setup
        first = next(iter(self.rulebook.phases), "")
        goes_on = bool(setup) and isinstance(setup[-1], rules.Go) and setup[-1].phase == first
        return setup[:-1] if goes_on else setup

    def _begins(self) -> str:
        """Who begins: the `about` of the turns, the player they start with, or else whom the players choose."""
        turns, book = self.rulebook.turns, self.rulebook
        if turns.about is not None:
            return self.phrases.text(turns.about)
        if book.seats and turns.first is None:
            return f"{plain(book.seats[0].id)} begins"
        if turns.first is not None:
            first = self.words.constant(turns.first)
            if first is None or book.seats or not isinstance(first[1], types.Player):
                return f"{self.phrases.phrase(turns.first)} begins"
            option = book.options.get(written(turns.first))
            if option is not None and option.about is not None:
                return f"agree on {self.phrases.text(option.about)}"
        elif self._chooses_who_begins():
            return ""
        return "agree on who begins"

    def _chooses_who_begins(self) -> bool:
        """Whether the rules give somebody the first turn before anybody acts."""
        automatic = [effect for phase in self.rulebook.phases.values() for effect in phase.automatic or ()]
        before = all_effects(self.rulebook, (*self.rulebook.setup, *automatic))
        return any(footprint(effect).note == "turn_of" for effect in before)

    def _teams(self) -> str:
        """The teams at this table, `with 4 players there are 2 teams: seats 1 and 3; seats 2 and 4`."""
        of = self.program.teams
        together = [[seat + 1 for seat, team in enumerate(of) if team == each] for each in range(max(of) + 1)]
        several = len(self.rulebook.players) > 1
        when = f"with {self.program.players} players " if several else ""
        if all(len(seats) == 1 for seats in together):
            return sentence(f"{when}everybody plays alone")
        told = [
            f"player{'s' if len(seats) > 1 else ''} {series(list(map(str, seats)))}" for seats in together
        ]
        return sentence(f"{when}there are {len(together)} teams: {'; '.join(told)}")

    def _zone_start(self, zone: rules.Zone) -> str:
        each = " each" if zone.per is not None else ""
        if zone.start is None:
            return ""
        if zone.start == "all":
            kind = self.program.layout.kinds.get(zone.holds.text)
            if kind is not None and kind.pieces == 1:
                return f"the {self.words.kind(zone.holds.text, 1)}"
            own = self._own_pieces(zone)
            if own is not None:
                return self.words.amount(self.phrases.phrase(own), zone.holds.text) + each
            return f"all {self.words.kind(zone.holds.text)}{each}"
        if zone.start == "rest":
            return f"all other {self.words.kind(zone.holds.text)}"
        return self.words.amount(self.phrases.phrase(zone.start), zone.holds.text) + each

    def _own_pieces(self, zone: rules.Zone) -> syntax.Expression | None:
        """The number of pieces that each owner of a zone starts with; None if the owners of zone and pieces differ."""
        held = zone.holds.text
        kind, layout = self.rulebook.kinds.get(held), self.program.layout.kinds.get(held)
        if kind is None or layout is None or not isinstance(zone.per, syntax.Name):
            return None
        return kind.count if zone.per.text == layout.owned_by else None
