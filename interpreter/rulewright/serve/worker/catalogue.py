"""What can be played at a server, and new tables: the games of the catalogue, and the header of a new game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.game.history import texts as recorded
from rulewright.pipeline import Book, bundled_games, open_book
from rulewright.play.bots import bot_names, refuse_unknown
from rulewright.rulebook.nodes import Option
from rulewright.serve.worker.opening import Order, opened
from rulewright.serve.worker.positions import Request
from rulewright.serve.worker.refusals import Answer, Refused
from rulewright.source.texts import Texts

UPLOADED = "rulebook.yaml"
"""How messages call a rulebook that somebody sent."""
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


def catalogue(request: Request) -> Answer:
    """The games that a server offers, by their names or paths (none: the bundled ones), each with its texts. Raises RulebookError for
    one that cannot be played."""
    names: Sequence[str] = request["games"] or bundled_games()
    return {"games": [_offer(open_book(name)) for name in names]}


def _offer(book: Book) -> Answer:
    rulebook, game = book.rulebook, book.game
    if game.texts is None:
        raise Refused(f"the texts of {game.name} are not known: two different files of it have the same name")
    return {
        "name": game.name,
        "title": rulebook.title,
        "about": rulebook.about.plain if rulebook.about else "",
        "players": list(rulebook.players),
        "options": [_option(book, each) for each in rulebook.options.values() if not each.fixed],
        "variants": [
            {"name": each.id, "title": each.title.plain if each.title else each.id.replace("_", " "),
             "about": each.about.plain if each.about else ""}
            for each in rulebook.variants.values()
        ],
        "bots": [{"name": name, "about": _bot(book, name)} for name in bot_names(game)],
        "texts": recorded.to_json(game.texts),
    }  # fmt: skip


def _bot(book: Book, name: str) -> str:
    strategy = book.rulebook.strategies.get(name)
    if strategy is not None:
        return strategy.about.plain if strategy.about else ""
    return {
        "random": "Takes any legal move.", "greedy": "Looks one step ahead.", "rollouts": "Tries out each move in many games.",
    }.get(name, "")  # fmt: skip


def _option(book: Book, option: Option) -> Answer:
    told: Answer = {
        "name": option.id,
        "label": option.label.plain if option.label else option.id.replace("_", " "),
        "about": option.about.plain if option.about else "",
        "default": book.game.options.get(option.id),
        "type": "text",
    }
    if option.one_of:
        choices = [
            {"id": each.id, "label": each.text.plain if each.text else each.id.replace("_", " ")}
            for each in option.one_of
        ]
        return {**told, "type": "choice", "choices": choices}
    written = option.type.span.text if option.type else ""
    found = RANGE.fullmatch(written.strip())
    if found:
        return {**told, "type": "number", "low": int(found[1]), "high": int(found[2])}
    if isinstance(told["default"], bool):
        return {**told, "type": "flag"}
    return told


def create(request: Request) -> Answer:
    """A new game, of a game of the catalogue or of a rulebook that somebody sent: its header (the record without steps), and what
    the server has to know of it. Raises RulebookError."""
    book = opened(_order(request))
    state = book.game.new_initial_state(request["seed"])
    header = state.record(texts=True)
    for key in ("steps", "result"):
        del header[key]
    seats = [book.game.wording.seat(seat) for seat in range(book.game.num_players)]
    for name in request["bots"]:
        try:
            refuse_unknown(book.game, name)
        except ValueError as error:
            raise Refused(f"{error}.") from None
    return {"header": header, "title": book.rulebook.title, "game": book.game.name, "seats": seats,
            "to_act": state.current_player(), "over": state.is_terminal()}  # fmt: skip


def _order(request: Request) -> Order:
    offered, rulebook = request["texts"], request["rulebook"]
    files: dict[str, str] = dict(offered["files"]) if offered else {UPLOADED: rulebook}
    house_rules = [
        f"house-rules{f'-{number}' if number > 1 else ''}.yaml"
        for number in range(1, len(request["house_rules"]) + 1)
    ]
    files |= dict(zip(house_rules, request["house_rules"], strict=True))
    texts = Texts(offered["rulebook"] if offered else UPLOADED, tuple(house_rules), files)
    return Order(
        texts,
        request["players"],
        request["variant"],
        request["options"],
        cache=bool(offered and not house_rules),
    )
