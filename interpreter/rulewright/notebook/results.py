"""Results as outputs of cells: from the words and tables that the command line prints, too.

page_of(simulate(game, 1000))           a `Page` with a title, sentences and tables
"""

from __future__ import annotations

from functools import singledispatch

from rulewright.author.advice.hint import Hint
from rulewright.author.advice.worths import change_text, difference_text, unit_of
from rulewright.author.comparison import verdict as effects
from rulewright.author.health.glances import glances
from rulewright.author.testing.checking import Checked
from rulewright.author.tuning import report as tuning
from rulewright.author.tuning.tune import Tuned
from rulewright.game.game import Game, State
from rulewright.language.literals import literal
from rulewright.notebook import tables
from rulewright.notebook.page import Block, Glance, Glances, Literally, Page, Section, Table, of_parts
from rulewright.play.advising.review import Decision, Review
from rulewright.play.advising.valuing import Estimate
from rulewright.play.comparing import result as comparing
from rulewright.play.comparing.figures import RULES
from rulewright.play.comparing.result import Comparison
from rulewright.play.figures import simulation
from rulewright.play.figures.simulation import Simulation
from rulewright.play.health import report as healthy
from rulewright.play.health.results import Health
from rulewright.play.health.verdict import alarms, verdict
from rulewright.play.solve import Solved
from rulewright.play.solving.answers import Answer, MoveWorth, Worth
from rulewright.problems import rendering
from rulewright.problems.quoting import counted
from rulewright.scene.records import Scene

MOST_PROBLEMS = 20
"""The most problems that an output shows."""
WIDE = 100
"""The columns of their lines."""
MOST_MOVES = 30
"""The same for moves of an answer."""


@singledispatch
def page_of(shown: object) -> Page:
    """The output for an object of this package."""
    raise TypeError(f"a notebook shows nothing of {type(shown).__name__}")


@page_of.register
def _(shown: State) -> Page:
    return tables.page(tables.scene(shown))


@page_of.register
def _(shown: Scene) -> Page:
    return tables.page(shown)


@page_of.register
def _(shown: Game) -> Page:
    variant = f", variant {shown.variant}" if shown.variant else ""
    rules = f", with {', '.join(shown.overlays)}" if shown.overlays else ""
    rows = [(f"`{name}`", literal(value)) for name, value in shown.options.items()]
    return Page(
        shown.title,
        f"{shown.name}: {counted(shown.num_players, 'player')}{variant}{rules}",
        blocks=[Table(("option", "value"), rows)] if rows else [],
    )


@page_of.register
def _(shown: Checked) -> Page:
    found = [
        Literally(rendering.render(each, columns=WIDE), each.severity == "error")
        for each in shown[:MOST_PROBLEMS]
    ]
    more = [f"and {len(shown) - MOST_PROBLEMS} more"] if len(shown) > MOST_PROBLEMS else []
    summary = rendering.summary(shown)
    return Page(summary[0].upper() + summary[1:], blocks=[*found, *more])


@page_of.register
def _(shown: Simulation) -> Page:
    first, *others = simulation.report(shown)
    head, *cautions = (each for each in first if isinstance(each, str))
    title, _, played = head.partition(": ")
    return Page(title, played, cautions, of_parts([each for part in others for each in part], ("wins",)))


@page_of.register
def _(shown: Comparison) -> Page:
    sides = [("A", comparing.called(shown.a, shown.b)), ("B", comparing.called(shown.b, shown.a))]
    blocks: list[Block] = [Table((), sides), *comparing.cautions(shown)] if shown.games else []
    for name, rows in comparing.sections(shown):
        cells = [(effects.label(line.name), a, b, line.words) for line, a, b in rows]
        section = Table(("", "A", "B", "B against A"), cells)
        blocks.append(Section(name.capitalize(), [section], is_open=name != RULES))
    blocks += [Section("How to read this", list(comparing.how_to_read(shown)))] if shown.games else []
    lead = effects.verdict(shown) if shown.games else list(comparing.cautions(shown))
    return Page(
        f"{shown.a.title}: what the change does", comparing.heading(shown), lead, blocks, verdict=True
    )


@page_of.register
def _(shown: Health) -> Page:
    about = {each.about for each in alarms(shown)}
    large = [Glance(each.name, each.value, each.words, each.alarm) for each in glances(shown, about)]
    title, _, played = healthy.heading(shown).partition(": ")
    sections = [
        Section(name[0].upper() + name[1:], of_parts(content)) for name, content in healthy.report(shown)
    ]
    return Page(title, played, verdict(shown), [Glances(large), *sections], verdict=True)


@page_of.register
def _(shown: Tuned) -> Page:
    _, lead, *parts = tuning.report(shown.found, shown.opener)
    title, _, played = tuning.heading(shown.found, shown.opener).partition(": ")
    sentences = [each for each in lead if isinstance(each, str)]
    blocks = of_parts([each for part in parts for each in part])
    rule = [Section("The house rule", [Literally(shown.overlay("tuned"))])] if shown.answer else []
    return Page(f"{title}: tuned", played, sentences, [*blocks, *rule], verdict=True)


@page_of.register
def _(shown: Solved) -> Page:
    game, answer = shown.game, shown.answer
    seats = [(game.wording.seat(seat), _worth(worth)) for seat, worth in enumerate(answer.worths)]
    unit = "in points" if game.utility == "points" else "1 for a win, -1 for a loss"
    worths = Table(("", "worth"), seats)
    return Page(
        f"{game.title}: solved",
        f"what it is worth with best play, {unit}",
        blocks=[worths, *_moves(game, answer)],
    )


def _moves(game: Game, answer: Answer) -> list[Block]:
    if answer.player is None or not answer.moves:
        return []
    shares = any(each.share is not None for each in answer.moves)
    rows = [_move(each, shares) for each in answer.moves[:MOST_MOVES]]
    more = [f"and {len(answer.moves) - MOST_MOVES} more"] if len(answer.moves) > MOST_MOVES else []
    headings = ("move", "worth", *(["how often"] if shares else []), "")
    return [Section(f"Moves of {game.wording.seat(answer.player)}", [Table(headings, rows), *more], True)]


def _move(each: MoveWorth, shares: bool) -> tuple[str, ...]:
    often = [f"{100 * float(each.share or 0):.1f} %"] if shares else []
    return (each.action, _worth(each.worth), *often, "best" if each.best else "")


def _worth(worth: Worth) -> str:
    exact = worth.exact
    if exact is not None and exact.denominator == 1:
        return f"{exact.numerator}"
    error = f" ± {worth.error:.2g}" if worth.error else ""
    return f"{worth.value:.6g}{error}"


@page_of.register
def _(shown: Review) -> Page:
    measure = shown.measure
    seats = len(shown.ended or (shown.lucks[0].gains if shown.lucks else ())) or 1 + max(
        (each.player for each in shown.decisions), default=0
    )
    rows = []
    for seat in range(seats):
        lost = difference_text(measure, Estimate((shown.lost(seat),)), plain=True)
        luck = change_text(measure, shown.luck(seat)) if shown.lucks else "-"
        rows.append((f"seat {seat + 1}", lost, str(shown.mistakes(seat)), luck))
    blocks: list[Block] = [Table(("", "gave away", "clear mistakes", "luck gave"), rows)]
    turning = [_turning(shown, each) for each in shown.turning_points]
    if turning:
        blocks.append(
            Section("Turning points", [Table(("step", "seat", "move", "better", "gave away"), turning)], True)
        )
    lead = [] if turning else ["No decision gave anything away by more than luck would explain."]
    return Page(f"Review of {counted(shown.steps, 'step')}", f"in {unit_of(measure)}", lead, blocks)


def _turning(of: Review, each: Decision) -> tuple[str, ...]:
    assert each.judged is not None  # a turning point is a mistake, which was judged
    lost = difference_text(of.measure, each.judged.lost)
    return f"{each.step}", f"{each.player + 1}", each.move, each.better, lost


@page_of.register
def _(shown: Hint) -> Page:
    rows = [(each.words, each.told(shown.measure)) for each in shown.moves] if shown.basis else []
    blocks: list[Block] = [Table(("move", unit_of(shown.measure)), rows)] if rows else []
    return Page("A hint", shown.basis.strip("()"), [shown.why] if shown.why else [], blocks)
