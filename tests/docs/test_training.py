"""The programs that learn, for less time than they need to be good."""

import runpy
from pathlib import Path

import rulewright as rw

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"


def test_a_network_learns_connect_four() -> None:
    program = runpy.run_path(str(EXAMPLES / "connect_four_network.py"))
    game = rw.load("connect-four", engine="native")
    network = program["learn"](game, 600, seed=1)
    assert program["measure"](game, network, "greedy", 60) > 0.6


def test_a_table_learns_cinq_o() -> None:
    program = runpy.run_path(str(EXAMPLES / "cinq_o_table.py"))
    game = rw.load("cinq-o", players=2, engine="native")
    table = program["learn"](game, 600, seed=1)
    assert program["measure"](game, table, "greedy", 40) > 0.7
