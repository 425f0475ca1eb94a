"""A twin, played on both sides at once: nothing may differ.

    play(named("pig"), seed=7)         what happened in the game; Disagreement if the sides differ

We choose at random, and the other side is told.  Chance is decided by neither: one of its results is drawn for both.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from random import Random

import rulewright as rw
from tests.oracles.outside.twins import CHANCE, LEFT_OUT, OVER, Key, Other, Twin

NEAR = 1e-9


class Disagreement(AssertionError):
    """The sides differ; the message has what both say, and the moves that lead there."""


def play(twin: Twin, seed: int, game: rw.Game | None = None) -> Counter[str]:
    """One random game; how often each action was done, and how it ended.  Raises Disagreement."""
    return _Both(twin, seed, game or twin.load()).played()


class _Both:
    """Both sides of a game, and what has happened in it."""

    def __init__(self, twin: Twin, seed: int, game: rw.Game) -> None:
        self.twin = twin
        self.seed = seed
        self.random = Random(f"outside {seed}")
        self.ours = game.new_initial_state(seed, explicit_chance=twin.dealt is None)
        self.theirs = twin.open()
        self.told: list[str] = []
        self.done: Counter[str] = Counter()

    def played(self) -> Counter[str]:
        while len(self.told) < self.twin.most:
            self._what_only_they_have()
            if self.twin.left(self.ours, self.theirs):
                break
            turn = self._turn()
            self._same("the turn", turn, self.theirs.turn())
            if turn == OVER:
                self._over()
                return self.done
            if turn == CHANCE:
                self._chance()
            elif self.twin.theirs:
                self._step()
            else:
                self._whole_turn()
        self.done["left unfinished"] += 1
        return self.done

    def _turn(self) -> int:
        """Whose turn it is on our side, in their numbers."""
        if self.ours.is_chance_node():
            return CHANCE
        seat = self.ours.current_player()
        return OVER if seat is None else self.twin.player(seat)

    # ------------------------------------------------------------------------------------------------ actions

    def _step(self) -> None:
        """One action, if the legal ones are the same."""
        assert self.twin.theirs
        theirs, legal = self.theirs.legal(), self.ours.legal_actions()
        keys = [(action, self.twin.theirs(self.ours, action)) for action in legal]
        keys = [(action, key) for action, key in keys if key != LEFT_OUT]
        mapped = [_number(key, theirs) for _, key in keys if key is not None]
        if mapped or not keys:
            self._legal(mapped, theirs)
        action, key = self.random.choice(keys)
        self._do(action)
        if key is not None:
            self.theirs.apply(_known(_number(key, theirs)))

    def _legal(self, mapped: Sequence[Key], theirs: Mapping[int, str]) -> None:
        only_ours = sorted(_words(key, theirs) for key in set(mapped) - set(theirs))
        only_theirs = sorted(_words(key, theirs) for key in set(theirs) - set(mapped))
        twice = sorted(_words(key, theirs) for key, times in Counter(mapped).items() if times > 1)
        self._same("legal on one side alone", only_ours, only_theirs)
        self._same("one action for several of ours", twice, [])

    def _do(self, action: rw.Action) -> None:
        self.told.append(str(action))
        self.done[action.name] += 1
        self.ours.apply_action(action)

    def _what_only_they_have(self) -> None:
        """Steps of theirs that are no decision, and deals that they are told."""
        while (turn := self.theirs.turn()) != OVER:
            if self.twin.dealt and turn == CHANCE:
                for key in self.twin.dealt(self.ours, self.theirs):
                    possible = {number: text for number, (text, _) in self.theirs.chance().items()}
                    number = _number(key, possible)
                    self._same("dealt and possible", number in possible, True)
                    self.theirs.apply(_known(number))
            elif turn != CHANCE and self.twin.alone.issuperset(self.theirs.legal().values()):
                (number,) = self.theirs.legal()
                self.theirs.apply(number)
            else:
                return

    # ------------------------------------------------------------------------------------------------- chance

    def _chance(self) -> None:
        """One result of chance, if their probabilities are the same."""
        theirs = self.theirs.chance()
        texts = {number: text for number, (text, _) in theirs.items()}
        here: defaultdict[Key, list[int]] = defaultdict(list)
        likely: defaultdict[str, float] = defaultdict(float)
        for number, probability in self.ours.chance_ids():
            key = _number(self.twin.chance(self.ours.chance_text(number)), texts)
            here[key].append(number)
            likely[_words(key, texts)] += float(probability)
        there = dict(theirs.values())
        self._same("results of chance", sorted(likely), sorted(there))
        off = {text: (likely[text], there[text]) for text in there if abs(likely[text] - there[text]) > NEAR}
        self._same("probabilities that differ", off, {})
        key = self.random.choice(list(here))
        number = self.random.choice(here[key])
        self.told.append(self.ours.chance_text(number))
        self.ours.apply_action(number)
        self.theirs.apply(_known(key))

    # ------------------------------------------------------------------------------------------------ positions

    def _whole_turn(self) -> None:
        """A turn, if all turns lead to the same positions: each side goes through its own steps to the end of the turn."""
        assert self.twin.positions
        position_of_ours, position_of_theirs = self.twin.positions
        ours: dict[Hashable, tuple[rw.State, list[rw.Action]]] = {}
        for state, actions in _turns_of_ours(self.ours, [], set()):
            ours.setdefault(position_of_ours(state), (state, actions))
        theirs = {position_of_theirs(other): other for other in _turns_of_theirs(self.theirs)}
        self._same("reached on one side alone", _lacking(ours, theirs), _lacking(theirs, ours))
        reached = self.random.choice(list(ours))
        self.ours, actions = ours[reached]
        self.theirs = theirs[reached]
        self.told += map(str, actions)
        self.done.update(action.name for action in actions)

    # ------------------------------------------------------------------------------------------------- the end

    def _over(self) -> None:
        ours = dict(enumerate(self.twin.returns(self.ours)))
        here = {self.twin.player(seat): points for seat, points in ours.items()}
        there = dict(enumerate(self.theirs.returns()))
        apart = {
            seat: (points, there.get(seat))
            for seat, points in here.items()
            if abs(points - there.get(seat, float("inf"))) > NEAR
        }
        self._same("returns that differ", apart, {})
        self.done[f"ended by {self.ours.observation(None)['ended_by']}"] += 1

    def _same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise Disagreement(
                f"{self.twin}, seed {self.seed}, {what}: we have {ours!r}, they have {theirs!r}\n"
                f"after {'; '.join(self.told)}\n{self.ours}\n{self.theirs}"
            )


def _turns_of_ours(
    state: rw.State, actions: list[rw.Action], seen: set[rw.State]
) -> Iterator[tuple[rw.State, list[rw.Action]]]:
    """Where each way through the rest of a turn leads; a position that was `seen` in this turn leads nowhere else."""
    player = state.current_player()
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        if after in seen:
            continue
        seen.add(after)
        if player == after.current_player():
            yield from _turns_of_ours(after, [*actions, action], seen)
        else:
            yield after, [*actions, action]


def _turns_of_theirs(other: Other) -> Iterator[Other]:
    for number in other.legal():
        after = other.copy()
        after.apply(number)
        if after.turn() == other.turn():
            yield from _turns_of_theirs(after)
        else:
            yield after


def _number(key: Key, texts: Mapping[int, str]) -> Key:
    """The number of what has this text, or the text itself if nothing has."""
    if isinstance(key, int):
        return key
    return next((number for number, text in texts.items() if text == key), key)


def _known(key: Key) -> int:
    assert isinstance(key, int), "it was compared with theirs"
    return key


def _words(key: Key, texts: Mapping[int, str]) -> str:
    return texts.get(key, str(key)) if isinstance(key, int) else key


def _lacking(some: Collection[Hashable], others: Collection[Hashable]) -> list[str]:
    return sorted(str(one) for one in some if one not in others)
