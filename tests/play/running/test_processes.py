"""Games shared out among processes."""

from __future__ import annotations

from rulewright.play.running.processes import LONGEST, shares


def test_first_results_come_soon_and_every_game_is_played_once() -> None:
    for games, jobs in ((1, 1), (7, 2), (5000, 2), (333, 4)):
        given = list(shares(games, jobs))
        assert [number for share in given for number in share] == list(range(games))
        assert all(len(share) == 1 for share in given[:jobs])
        assert max(map(len, given)) <= LONGEST
