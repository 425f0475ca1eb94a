"""A bot that plays on at random after every legal action, many times, and takes the one that turned out best.

    bot = RolloutsBot(games=1000)
    bot.begin(seed=7)
    bot.choose(state, player)

The games are shared out by sequential halving (Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits", 2013): all
actions get some, the better half of them as many together, and so on, until one is left.  Games after different actions have the same
luck, and players at random who choose by the same words, so that what differs between them is what the action does.

What counts is winning, and beside it how far one is ahead, in units of how much that differs from game to game: there is more to
be learnt from it long before the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from rulewright.game.action import Action
from rulewright.game.continued import play_on
from rulewright.game.game import Game
from rulewright.game.state import State
from rulewright.ir.layout import ROUND
from rulewright.play.lookahead import luck_of, values, views_of
from rulewright.runtime.continued import Until
from rulewright.runtime.executor import Position
from rulewright.runtime.words import seed_of

GAMES = 1000
"""Games that are played on for a choice."""
VIEWS = 16
"""Positions that are played on from where something is hidden."""


class RolloutsBot:
    """Takes the action that turns out best when the game is played on at random."""

    def __init__(self, seed: int = 0, games: int = GAMES, views=VIEWS, lam=1.0, horizon=None, least=4) -> None:
        self._games = games
        self.views, self.lam, self.horizon, self.least = views, lam, horizon, least
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self._random = Random(f"rollouts bot {seed}")

    def choose(self, state: State, player: int) -> Action:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        seed = self._random.getrandbits(53)
        views = views_of(state, player, (seed_of(seed, number) for number in range(self.views)))
        left = list(range(len(actions)))
        if views:
            left = _Trial(self, state.game, player, views, seed).best_of(left)
        return actions[self._random.choice(left)]


class _Trial:
    def __init__(self, bot, game, player, views, seed):
        self.bot, self.game, self.player, self.views, self.seed = bot, game, player, views, seed
        self.won, self.ahead, self.played = {}, {}, 0
        self.next = bot.views
        self.leads = []
        r = views[0].cells[ROUND]
        self.until = Until(rounds=None if bot.horizon is None else r + bot.horizon)

    def best_of(self, left):
        stages = (len(left) - 1).bit_length()
        for stage in range(stages):
            each = max(self.bot.least, self.bot._games // (stages * len(left)))
            self.play(left, each)
            ranked = sorted(left, key=self.score(), reverse=True)
            keep = (len(left) + 1) // 2
            key = self.score()
            if stage == stages - 1:
                return [f for f in ranked if key(f) == key(ranked[0])]
            left = ranked[:keep]
        return left

    def score(self):
        n = len(self.leads)
        mean = sum(self.leads) / n
        spread = sum(abs(x - mean) for x in self.leads) / n
        lam = self.bot.lam / spread if spread else 0
        return lambda f: self.won[f] + lam * self.ahead[f]

    def play(self, left, each):
        views = self.views
        self.leads = []
        for k, view in enumerate(views):
            n = each // len(views) + (k < each % len(views))
            if not n: continue
            luck = luck_of(self.seed, self.next, n); self.next += n
            vals = values(self.game, play_on(self.game, view, left, luck, self.until), self.player)
            for i, f in enumerate(left):
                part = vals[i * n:(i + 1) * n]
                self.won[f] = self.won.get(f, 0) + sum(v[0] for v in part)
                if len(part[0]) > 1:
                    self.ahead[f] = self.ahead.get(f, 0) + sum(v[1] for v in part)
                else: self.ahead[f] = 0
            self.leads += [v[1] if len(v)>1 else 0 for v in vals]
