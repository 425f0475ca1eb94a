"""What can be played at a server, and new tables: the games of the catalogue, and the header of a new game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.document import from_yaml
from rulewright.game.game import Game
from rulewright.game.history import texts as recorded
from rulewright.language.players import LEVELS
from rulewright.pipeline import Book, bundled_games, open_book
from rulewright.play.bots import bot_names, refuse_unknown
from rulewright.problems.problem import Problems
from rulewright.rulebook.nodes import Option, Text
from rulewright.scene.looks import Looks
from rulewright.serve.worker.opening import Games, Order, opened
from rulewright.serve.worker.positions import Request
from rulewright.serve.worker.refusals import Answer, Refused
from rulewright.source.text import Source
from rulewright.source.texts import Texts

UPLOADED = "rulebook.yaml"
"""How messages call a rulebook that somebody sent."""
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
OPTION = re.compile(r"<(\w+)>")


def catalogue(request: Request) -> Answer:
    """The games that a server offers, by their names or paths (none: the bundled ones), each with its texts. Raises RulebookError for
    one that cannot be played."""
    names: Sequence[str] = request["games"] or bundled_games()
    return {"games": [_offer(open_book(name)) for name in names]}


def describe(request: Request) -> Answer:
    """What can be chosen for a game of texts that somebody sent. Raises RulebookError."""
    return described(opened(_order({**request, "players": None, "variant": None, "options": {}})))


def _offer(book: Book) -> Answer:
    game = book.game
    if game.texts is None:
        raise Refused(f"the texts of {game.name} are not known: two different files of it have the same name")
    return {**described(book), "texts": recorded.to_json(game.texts)}


def described(book: Book) -> Answer:
    """What can be chosen for a game: the number of players, options, a variant, and bots."""
    rulebook, game = book.rulebook, book.game
    return {
        "name": game.name,
        "title": _title(book),
        "about": rulebook.about.plain if rulebook.about else "",
        "players": list(rulebook.players),
        "options": [_option(book, each) for each in rulebook.options.values() if not each.fixed],
        "variants": [
            {"name": each.id, "title": each.title.plain if each.title else each.id.replace("_", " "),
             "about": each.about.plain if each.about else ""}
            for each in rulebook.variants.values()
        ],
        "bots": [{"name": name, "about": _bot(book, name)} for name in bot_names(game)],
        "dice": any(kind.form == "die" for kind in Looks(game.program, ()).kinds()),
    }  # fmt: skip


def _title(book: Book) -> str:
    """The title of a game, with the house rules that change it: `A game (a house rule)`."""
    added = [each for source in book.house_rules if (each := _called(source))]
    return f"{book.rulebook.title} ({', '.join(added)})" if added else book.rulebook.title


def _called(source: Source) -> str:
    """The title of a file, or else its name."""
    tree = from_yaml.read(source, Problems())
    return "" if tree is None else tree.text("title") or tree.text("name") or ""


def _words(book: Book, text: Text) -> str:
    """A text whose placeholders are the values of options: `10 points` for `<five_points> points`."""
    return OPTION.sub(lambda found: str(book.game.options.get(found[1], found[0])), text.plain)


def _bot(book: Book, name: str) -> str:
    strategy = book.rulebook.strategies.get(name)
    if strategy is not None:
        return strategy.about.plain if strategy.about else ""
    return {
        "random": "Takes any legal move.", "greedy": "Looks one step ahead.", "rollouts": "Tries out each move in many games.",
        "mcts": "Looks several moves ahead, in many games.", LEVELS[0]: "Looks ahead, and errs often.",
        LEVELS[-1]: "Looks ahead for longest, and takes what it finds best.",
        **dict.fromkeys(LEVELS[1:-1], "Looks ahead further, and errs less."),
    }.get(name, "")  # fmt: skip


def _option(book: Book, option: Option) -> Answer:
    told: Answer = {
        "name": option.id,
        "label": option.label.plain if option.label else option.id.replace("_", " "),
        "about": _words(book, option.about) if option.about else "",
        "default": book.game.options.get(option.id),
        "type": "text",
    }
    if option.one_of:
        choices = [
            {"id": each.id, "label": _words(book, each.text) if each.text else each.id.replace("_", " ")}
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
    begun = _begun(book.game, request["seed"])
    seats = [book.game.wording.seat(seat) for seat in range(book.game.num_players)]
    for name in request["bots"]:
        try:
            refuse_unknown(book.game, name)
        except ValueError as error:
            raise Refused(f"{error}.") from None
    return {**begun, "title": _title(book), "game": book.game.name, "seats": seats}


def again(games: Games, request: Request) -> Answer:
    """A new game with the rules of a table that was opened before: its header, and whose turn it is."""
    return _begun(games.of_record(request["header"]), request["seed"])


def _begun(game: Game, seed: int) -> Answer:
    state = game.new_initial_state(seed)
    header = state.record(texts=True)
    for key in ("steps", "result"):
        del header[key]
    return {"header": header, "to_act": state.current_player(), "over": state.is_terminal()}


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
