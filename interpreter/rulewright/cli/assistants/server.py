"""The server: what an assistant can ask for, as tools, resources and prompts of the Model Context Protocol.

    server = make_server(desk)      tools `validate`, `fix`, `simulate`, `new_game` ...; `serve_stdio` runs it

The descriptions of the tools are what an assistant reads before it asks, so each says what goes in, and what to do with the answer.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from rulewright.cli.assistants.desk import Desk, Json, Refused
from rulewright.cli.assistants.manual import explained, looked_up, page
from rulewright.cli.common.exit_status import FINE
from rulewright.document import library
from rulewright.document.bundled import schemas_folder

INSTRUCTIONS: Final = """\
Rulewright turns a rulebook in YAML into a game that can be checked, played, simulated and tested.

To write a rulebook: read the resource rulewright://language first (the whole language on a page). Write the text, then call `validate`
until it is fine: each problem has a place, a code and what to do; `explain` has a page for each code, and `fix` makes the corrections
that are certain. Then call `test`, which plays the rulebook's own examples and random games against its promises, read `rules`
as a stranger would, and play a few moves with `new_game` and `play`. `look_up` searches the manual. `format` puts the text into its
canonical form at the end.

A change of an existing game is a house rule (`extends: NAME`), which is validated like a rulebook; `diff` says what it changes, and
`compare` what that does to the game.

Rulebooks are given as whole texts, or by the names of bundled games, which `games` lists and `show` prints.
"""

FEW_GAMES: Final = 100
"""As many games take less time by the reference engine than machine code takes to be made for all tables."""

Rulebook = Annotated[
    str, Field(description="The whole text of a rulebook or house rule, or the name of a bundled one.")
]
HouseRules = Annotated[
    Sequence[str],
    Field(description="Texts or bundled names of house rules (overlays) to apply, in this order."),
]
OtherFiles = Annotated[
    Sequence[str],
    Field(description="Texts of other files that these extend or use: games, overlays, fragments."),
]
Players = Annotated[int | None, Field(description="How many play; by default the fewest.", ge=1, le=100)]
Variant = Annotated[str | None, Field(description="A variant of the rulebook, by its id.")]
Options = Annotated[
    dict[str, int | bool | str] | None,
    Field(description="Options of the table with their values, e.g. {'target': 50}."),
]
Games = Annotated[int, Field(description="How many games.", ge=1, le=20_000)]
Seed = Annotated[int, Field(description="Fixes the luck.", ge=0)]
Bots = Annotated[
    str,
    Field(
        description="Who plays: `random`, `greedy`, a strategy of the rulebook, `level:1` to `level:6`, or one for each seat with commas."
    ),
]


def make_server(desk: Desk) -> MCPServer[Any]:
    """A server whose requests are carried out at a desk."""
    server: MCPServer[Any] = MCPServer(
        "rulewright", title="Rulewright", instructions=INSTRUCTIONS, log_level="WARNING"
    )
    _checking(server, desk)
    _measuring(server, desk)
    _playing(server, desk)
    _reading(server, desk)
    _resources(server)
    _prompts(server)
    return server


def serve_stdio() -> int:
    """Serve over standard input and output until the other side leaves. The exit status."""
    asyncio.run(_serve())
    return FINE


async def _serve() -> None:
    with tempfile.TemporaryDirectory(prefix="rulewright-mcp-") as folder:
        desk = Desk(folder)
        try:
            await make_server(desk).run_stdio_async()
        finally:
            await desk.close()


def _book(rulebook: str, house_rules: Sequence[str], other_files: Sequence[str]) -> Json:
    return {"rulebook": rulebook, "house_rules": list(house_rules), "other_files": list(other_files)}


def _table(players: int | None, variant: str | None, options: Json | None = None) -> list[str]:
    """Options of a command line."""
    words: list[str] = []
    if players is not None:
        words += ["--players", str(players)]
    if variant is not None:
        words.append(f"--variant={variant}")
    for name, value in (options or {}).items():
        words.append(f"--set={name}={str(value).lower() if isinstance(value, bool) else value}")
    return words


def _said(answer: Json) -> str:
    """What a command printed: its report, with notes below it. A command that could not run at all is an error."""
    text = "\n".join(part for part in (answer["out"].strip("\n"), answer["err"].strip("\n")) if part)
    if answer["status"] not in (0, 1):
        raise ToolError(text)
    return text


def _checking(server: MCPServer[Any], desk: Desk) -> None:
    @server.tool()
    async def validate(
        rulebook: Rulebook,
        house_rules: HouseRules = (),
        other_files: OtherFiles = (),
        variant: Variant = None,
    ) -> dict[str, Any]:  # JSON
        """Find the mistakes in a rulebook or house rule, in all variants and at all numbers of players. `fine` says whether there are
        none; each problem has its place, a code for `explain`, what is wrong and what to do. `report` shows them with the lines
        concerned."""
        books = [_book(rulebook, house_rules, other_files)]
        return await _ask(desk, {"do": "validate", "books": books, "variant": variant})

    @server.tool()
    async def fix(
        rulebook: Rulebook,
        house_rules: HouseRules = (),
        other_files: OtherFiles = (),
    ) -> dict[str, Any]:  # JSON
        """Make the corrections of a text that are certain: the new `text`, what was `fixed`, and the problems that are left."""
        return await _ask(desk, {"do": "fix", "books": [_book(rulebook, house_rules, other_files)]})

    @server.tool()
    async def format(rulebook: Rulebook) -> dict[str, Any]:  # JSON
        """Put the text of a rulebook, house rule or fragment into its canonical form. Comments and the meaning stay."""
        return await _ask(desk, {"do": "format", "books": [{"rulebook": rulebook}]})

    @server.tool()
    async def explain(
        code: Annotated[str, Field(description="The code of a problem, e.g. `unknown-key`.")],
    ) -> str:
        """Explain a problem by its code: what it means, a wrong example and a right one."""
        try:
            return explained(code)
        except LookupError as unknown:
            raise ToolError(str(unknown)) from None

    @server.tool()
    async def test(
        rulebook: Rulebook,
        house_rules: HouseRules = (),
        other_files: OtherFiles = (),
        players: Players = None,
        variant: Variant = None,
        games: Annotated[
            int, Field(description="Random games, spread over all tables.", ge=0, le=5_000)
        ] = 50,
    ) -> str:
        """Run a rulebook's examples, and random games against every promise (invariants, games that end, choices that work). A failure
        says which example or promise, at which line, and how to see it."""
        words = [
            "test",
            "{0}",
            "{with}--with 0",
            *_table(players, variant),
            f"--games={games}",
            f"--engine={'reference' if games <= FEW_GAMES else 'auto'}",
            "--jobs=1",
            "--no-cache",
        ]
        return await _command(desk, [_book(rulebook, house_rules, other_files)], *words)


def _measuring(server: MCPServer[Any], desk: Desk) -> None:
    @server.tool()
    async def simulate(
        rulebook: Rulebook,
        house_rules: HouseRules = (),
        other_files: OtherFiles = (),
        players: Players = None,
        variant: Variant = None,
        options: Options = None,
        games: Games = 1000,
        bots: Bots = "random",
        seed: Seed = 0,
    ) -> str:
        """Play many games and count: how long they are, who wins, scores, how games end."""
        words = ["simulate", "{0}", "{with}--with 0", *_table(players, variant, options)]
        words += [f"--games={games}", f"--seed={seed}", "--jobs=1", "--no-cache"]
        return await _command(
            desk, [_book(rulebook, house_rules, other_files)], *words, bots=bots, seconds=desk.work.think
        )

    @server.tool()
    async def compare(
        rulebook_a: Rulebook,
        rulebook_b: Rulebook,
        other_files: OtherFiles = (),
        players: Players = None,
        games: Games = 500,
        bots: Bots = "random",
        seed: Seed = 0,
    ) -> str:
        """Play two games with the same luck and report what came out differently, with intervals: a rulebook and a house rule of it, or
        two versions of a rulebook."""
        words = ["compare", "{0}", "{1}", *_table(players, None)]
        words += [f"--games={games}", f"--seed={seed}", "--jobs=1", "--no-cache"]
        return await _command(
            desk, _both(rulebook_a, rulebook_b, other_files), *words, bots=bots, seconds=desk.work.think
        )

    @server.tool()
    async def diff(
        rulebook_a: Rulebook, rulebook_b: Rulebook, other_files: OtherFiles = (), players: Players = None
    ) -> str:
        """List what differs between two games, rule by rule, with what each change can affect."""
        words = ["diff", "{0}", "{1}", *_table(players, None)]
        return await _command(desk, _both(rulebook_a, rulebook_b, other_files), *words)


def _both(rulebook_a: str, rulebook_b: str, other_files: Sequence[str]) -> list[Json]:
    """Two rulebooks. Each finds the other one next to it, since one is often a house rule of the other."""
    return [
        _book(
            rulebook_a,
            [],
            [text for text in (rulebook_b, *other_files) if "\n" in text and text != rulebook_a],
        ),
        _book(
            rulebook_b,
            [],
            [text for text in (rulebook_a, *other_files) if "\n" in text and text != rulebook_b],
        ),
    ]


def _playing(server: MCPServer[Any], desk: Desk) -> None:
    @server.tool()
    async def new_game(
        rulebook: Rulebook,
        house_rules: HouseRules = (),
        other_files: OtherFiles = (),
        players: Players = None,
        variant: Variant = None,
        options: Options = None,
        seed: Seed = 0,
    ) -> dict[str, Any]:  # JSON
        """Begin a game that you play move by move. The answer has its number for `play`, whose turn it is, the legal moves as they are
        typed, and the table as that player sees it."""
        start = {"books": [_book(rulebook, house_rules, other_files)], "players": players, "variant": variant, "options": options or {}, "seed": seed}  # fmt: skip
        try:
            return await desk.new_game(start)
        except Refused as refused:
            raise ToolError(str(refused)) from None

    @server.tool()
    async def play(
        game: Annotated[str, Field(description="The number of a game from `new_game`.")],
        moves: Annotated[
            Sequence[str],
            Field(description="Moves of the players to act, one after the other; all are made, or none."),
        ] = (),
        bot_moves: Annotated[int, Field(description="Moves that a bot makes after these.", ge=0, le=200)] = 0,
        bot: Annotated[str, Field(description="The bot: `random`, `greedy`, or a strategy.")] = "random",
    ) -> dict[str, Any]:  # JSON
        """Make moves in a game, and see the position after them; without moves only see it. An illegal move is refused with the reason
        that the rulebook gives."""
        try:
            answer = await desk.move(game, list(moves))
            for _ in range(bot_moves):
                if answer["over"]:
                    break
                answer = await desk.move(game, [{"bot": bot}])
            return answer
        except Refused as refused:
            raise ToolError(str(refused)) from None


def _reading(server: MCPServer[Any], desk: Desk) -> None:
    @server.tool()
    async def rules(
        rulebook: Rulebook,
        house_rules: HouseRules = (),
        other_files: OtherFiles = (),
        players: Players = None,
        variant: Variant = None,
    ) -> str:
        """The rule sheet of a game, which is written from the rulebook alone: what people read before they play. Read it to find out whether
        the rulebook says what was meant."""
        words = ["rules", "{0}", "{with}--with 0", *_table(players, variant), "--format=markdown"]
        return await _command(desk, [_book(rulebook, house_rules, other_files)], *words)

    @server.tool()
    async def games() -> list[dict[str, str]]:
        """The bundled rulebooks and house rules, by name: examples of how things are written."""
        kinds = (("rulebook", library.bundled()), ("house rule", library.bundled_house_rules()))
        return [{"name": name, "kind": kind} for kind, found in kinds for name, _ in found]

    @server.tool()
    async def show(
        name: Annotated[str, Field(description="The name of a bundled rulebook or house rule.")],
    ) -> str:
        """The text of a bundled rulebook or house rule."""
        try:
            return _text_of(name)
        except LookupError as unknown:
            raise ToolError(str(unknown)) from None

    @server.tool()
    async def look_up(
        words: Annotated[
            str, Field(description="Words, a key or the name of a built-in: `shuffle`, `hidden hands`.")
        ],
        kind: Annotated[
            Literal["all", "language", "problems", "keys"], Field(description="Where to look.")
        ] = "all",
    ) -> str:
        """Search the manual: the language, the keys of rulebooks, and the problems. The best few places are printed whole."""
        return looked_up(words, kind)


def _resources(server: MCPServer[Any]) -> None:
    @server.resource("rulewright://language", title="The language on a page", mime_type="text/markdown")
    def language() -> str:
        """The whole rulebook language with examples. Read it before you write a rulebook."""
        return page()

    @server.resource(
        "rulewright://rulebooks/{name}", title="A bundled rulebook", mime_type="application/yaml"
    )
    def rulebook(name: str) -> str:
        """The text of a bundled rulebook, house rule or fragment."""
        return _text_of(name)

    @server.resource("rulewright://problems/{code}", title="A problem", mime_type="text/markdown")
    def problem(code: str) -> str:
        """What the code of a problem means."""
        return explained(code)

    @server.resource("rulewright://schemas/{kind}", title="A schema", mime_type="application/schema+json")
    def schema(kind: Literal["rulebook", "overlay", "fragment", "tuning"]) -> str:
        """The JSON Schema of a kind of file."""
        return (schemas_folder() / f"{kind}.schema.json").read_text("utf-8")


def _prompts(server: MCPServer[Any]) -> None:
    @server.prompt(title="Write a rulebook")
    def write_a_rulebook(game: str) -> str:
        """Turn a description of a game into a rulebook."""
        return (
            f"Write a Rulewright rulebook for this game:\n\n{game}\n\nRead the resource rulewright://language first. Write the whole text, "
            "with an example for each rule that could be misread. Call `validate` until it is fine, `test` until nothing fails, then read "
            "`rules` and compare it with the description sentence by sentence. Play some moves with `new_game` and `play`. List what the "
            "description left open and how you decided; make an option of it where both ways are played."
        )

    @server.prompt(title="Review a rulebook")
    def review_a_rulebook(rulebook: str) -> str:
        """Find out whether a rulebook says what was meant, and whether the game is any good."""
        return (
            "Review this rulebook. Call `validate` and `test`; read `rules` as somebody who has never played it, and note what is unclear; "
            "call `simulate` with random bots and with its strategies, and say how long the game is, whether a seat has an advantage, and "
            f"which rules seem to do nothing.\n\n{rulebook}"
        )


def _text_of(name: str) -> str:
    """The text of a bundled file. Raises LookupError."""
    path = library.find_bundled(name)
    if path is None:
        raise LookupError(f"there is no bundled rulebook called `{name[:80]}`; the tool `games` lists all")
    return path.read_text("utf-8")


async def _ask(desk: Desk, request: Json) -> Json:
    try:
        return await desk.ask(request)
    except Refused as refused:
        raise ToolError(str(refused)) from None


async def _command(
    desk: Desk, books: list[Json], *words: str, bots: str = "", seconds: float | None = None
) -> str:
    try:
        return _said(await desk.command(books, *words, bots=bots, seconds=seconds))
    except Refused as refused:
        raise ToolError(str(refused)) from None
