"""Two tiers of tests: the quick one, which holds every rule of every game within two minutes, and the thorough one with all the rest.

    pytest                      the quick tier
    pytest --tier thorough      the rest
    pytest --tier all           both
    pytest tests/native         whatever is named is run whole

`thorough.txt` lists the test functions that take long, by their path.  A number after one is the step between its cases that stay
in the quick tier (each game has a few), and a second one the case that is the first of these, if it is not the first of all.  A new test is
quick until it is listed:

    pytest --tier all --durations=0 --junitxml=times.xml && python -m tests.tiers times.xml

writes the list anew: what takes longer than `LONGEST` seconds in all goes there, and what `KEPT` names keeps a part.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

LIST = Path(__file__).with_name("thorough.txt")
LONGEST = 0.4
"""Seconds that all cases of a test function may take together in the quick tier."""
WHOLE = 1
"""Every case stays."""
SECOND = 1
"""Of all tables the second is quicker than the first: compiling backgammon takes long."""
Part = int | tuple[int, int]
"""The step between cases, or that and the number of the first of them."""

KEPT: dict[str, Part] = {
    "tests/adapters/test_pytest_plugin.py::test_a_sound_rulebook_passes_its_check_examples_and_promises": WHOLE,
    "tests/author/formatting/test_formatted.py::test_bundled_files_are_formatted": 9,
    "tests/author/sheet/test_golden.py::test_the_sheet_answers_what_a_stranger_asks": 5,
    "tests/author/sheet/test_golden.py::test_the_sheet_reads_as_written_down": (8, 4),
    "tests/author/sheet/test_golden.py::test_the_sheet_speaks_no_code": (8, 4),
    "tests/cli/assistants/test_tasks.py::test_the_checks_notice_another_game": (6, 2),
    "tests/cli/assistants/test_tasks.py::test_the_scripted_author_writes_the_game": (6, 2),
    "tests/cli/drawing/test_every_game.py::test_every_line_fits_the_terminal": 6,
    "tests/cli/full_screen/test_screens.py::test_every_table_shows_what_can_be_touched_within_the_width": 40,
    "tests/cli/simulating/test_checkpoint.py::test_a_comparison_that_was_stopped_ends_with_the_same_figures": 16,
    "tests/cli/simulating/test_checkpoint.py::test_parts_that_are_joined_are_the_whole": 2,
    "tests/corpus/test_corpus.py::test_an_author_reads_what_is_written_down": WHOLE,
    "tests/corpus/test_corpus.py::test_what_is_said_is_what_the_lines_expect": WHOLE,
    "tests/docs/test_docs.py::test_blocks_hold": 500,
    "tests/formats/test_formats.py::test_a_record_leads_to_the_same_position": 4,
    "tests/formats/test_formats.py::test_a_saved_state_goes_on": 4,
    "tests/formats/test_formats.py::test_a_seed_keeps_its_luck": 4,
    "tests/formats/test_formats.py::test_output_keeps_its_names": 3,
    "tests/fuzz/test_bombs.py::test_no_bomb_goes_off": 48,
    "tests/game/history/test_texts.py::test_a_record_with_texts_replays_without_any_file": 4,
    "tests/game/knowledge/test_drawings.py::test_what_spectators_cannot_tell_apart_is_drawn_alike": 4,
    "tests/game/test_directions.py::test_a_direction_that_only_another_board_has_is_not_there": 3,
    "tests/game/test_every_type.py::test_results_of_chance_can_be_given_again": 2,
    "tests/game/test_explained_later.py::test_details_that_were_shed_are_the_same_when_they_are_there_again": 47,
    "tests/game/test_explained_later.py::test_whatever_is_asked_and_whenever_the_answers_are_the_same": (
        36,
        SECOND,
    ),
    "tests/game/test_explicit_chance.py::test_chance_nodes_lead_to_the_outcomes_of_an_action_with_the_same_probabilities": (
        18,
        SECOND,
    ),
    "tests/game/test_explicit_chance.py::test_random_games_are_the_same_on_both_engines_and_their_records_replay": (
        18,
        SECOND,
    ),
    "tests/game/test_given_cells.py::test_every_cell_has_a_name_and_a_range": 4,
    "tests/game/test_given_cells.py::test_random_cells_are_refused_or_can_be_played": 3,
    "tests/games/test_every_outcome.py::test_outcomes_are_what_sampling_leads_to": 18,
    "tests/games/test_examples.py::test_the_examples_come_true": WHOLE,
    "tests/games/test_examples.py::test_the_examples_of_house_rules_come_true": 18,
    "tests/games/test_promises.py::test_ids_are_the_same_on_both_engines": (30, SECOND),
    "tests/games/test_promises.py::test_seeded_games_keep_every_promise": (80, SECOND),
    "tests/games/test_strategies.py::test_strategies_hold_with_every_option": 6,
    "tests/golden/test_golden.py::test_the_game_plays_as_written_down": 3,
    "tests/golden/test_traces.py::test_traces_are_as_written_down": WHOLE,
    "tests/native/choices/test_preferred.py::test_a_game_is_the_same": (9, SECOND),
    "tests/native/driver/test_executor.py::test_kept_code_of_another_luck_is_made_anew": 3,
    "tests/native/flow/test_order_of_play.py::test_games_are_those_of_the_reference": 5,
    "tests/native/gpu/test_kernels.py::test_the_assembler_takes_the_kernels_of_a_game": 8,
    "tests/native/modules/test_continued.py::test_games_go_on_as_with_the_reference": (40, SECOND),
    "tests/native/modules/test_measured_games.py::test_what_is_measured_is_the_same": (60, SECOND),
    "tests/native/modules/test_totals.py::test_totals_are_those_of_the_rows": (60, SECOND),
    "tests/native/test_agree.py::test_the_same_cells_luck_choices_and_standings": (22, SECOND),
    "tests/native/test_fallbacks.py::test_bundled_games_fall_back_at_no_table": (60, SECOND),
    "tests/oracles/outside/test_outside.py::test_a_game_is_the_same_on_both_sides": 2,
    "tests/oracles/test_agreement.py::test_engine_and_oracle_agree": 40,
    "tests/oracles/test_crib_ino.py::test_engine_and_oracle_agree_however_one_plays": 9,
    "tests/paper/test_pages.py::test_a_pdf_has_all_words_of_the_rules_and_all_marks_of_the_pieces": 3,
    "tests/paper/test_pages.py::test_boards_are_to_scale_and_no_space_is_cut_off": 12,
    "tests/paper/test_pages.py::test_every_piece_is_printed_as_often_as_there_are_pieces": 12,
    "tests/play/test_own_bots.py::test_classes_and_functions_make_bots": 6,
    "tests/proofs/test_soundness.py::test_games_of_bundled_rulebooks_keep_to_what_is_claimed": (18, SECOND),
    "tests/proofs/test_soundness.py::test_what_is_proved_of_an_effect_by_its_footprint_alone_holds_in_play": 2,
    "tests/scene/test_scene.py::test_a_spectator_sees_a_scene_without_moves": 12,
    "tests/scene/test_scene.py::test_moves_are_the_legal_ones_and_touches_tell_them_apart": 12,
    "tests/scene/test_scene.py::test_what_a_viewer_cannot_tell_apart_is_the_same_scene": 12,
    "tests/serve/browser/test_games.py::test_two_browsers_play_a_whole_game": 7,
    "tests/serve/test_tables.py::test_two_people_play_a_server_that_is_killed_and_no_move_is_lost": WHOLE,
}
"""What the quick tier is for, however long it takes: one case in so many of it stays."""


def add_option(parser: pytest.Parser) -> None:
    """Let `--tier` say which tests are run."""
    parser.addoption(
        "--tier", choices=("quick", "thorough", "all"), default=None,
        help="which tests are run: quick (as is usual), thorough (the rest), all (as is usual where tests are named)",
    )  # fmt: skip


def configure(config: pytest.Config) -> None:
    """Settle the tier, so that every worker has the same."""
    if config.option.tier is None:
        named = (
            config.args_source is pytest.Config.ArgsSource.ARGS
            or config.option.keyword
            or config.getoption("lf", default=False)
        )
        config.option.tier = "all" if named else "quick"


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of the other tier."""
    tier = config.option.tier
    if tier == "all":
        return
    parts, seen = listed(LIST.read_text(encoding="utf-8")), defaultdict[str, int](int)
    chosen, others = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        function = item.nodeid.partition("[")[0]
        number = seen[function]
        seen[function] += 1
        step, first = parts.get(function, (WHOLE, 0))
        quick = step != 0 and number % step == first
        (chosen if quick == (tier == "quick") else others).append(item)
    items[:] = chosen
    config.hook.pytest_deselected(items=others)


def listed(text: str) -> dict[str, tuple[int, int]]:
    """By test function, one case in how many stays in the quick tier, and the number of the first; one in 0 is none."""
    lines = (line.split() for line in text.splitlines() if line.strip() and not line.startswith("#"))
    found: dict[str, tuple[int, int]] = {}
    for name, *numbers in lines:
        step, first, *_ = *map(int, numbers), 0, 0
        found[name] = step, first
    return found


def long_ones(times: Iterable[tuple[str, float]]) -> Iterator[str]:
    """The lines of the list, from the seconds of each case by its function."""
    taken = defaultdict[str, float](float)
    for function, seconds in times:
        taken[function] += seconds
    for function, seconds in sorted(taken.items()):
        if seconds > LONGEST and KEPT.get(function, 0) != WHOLE:
            yield " ".join([function, *map(str, _numbers(KEPT.get(function, ())))])


def _numbers(part: Part | tuple[()]) -> Sequence[int]:
    return (part,) if isinstance(part, int) else part


def _times(report: Path) -> Iterator[tuple[str, float]]:
    for case in ElementTree.parse(report).iter("testcase"):
        module, name = case.attrib["classname"], case.attrib["name"]
        yield f"{module.replace('.', '/')}.py::{name.partition('[')[0]}", float(case.attrib["time"])


if __name__ == "__main__":
    HEAD = "# Test functions of the thorough tier, see tests/tiers.py; behind some, one case in how many is quick.\n"
    LIST.write_text(HEAD + "\n".join(long_ones(_times(Path(sys.argv[1])))) + "\n", encoding="utf-8")
