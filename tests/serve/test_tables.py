"""Tables on a real server, in a process of its own, with real websockets."""

from __future__ import annotations

import json
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import rulewright
from rulewright.game.game import State
from rulewright.scene.table import scene_of
from rulewright.serve.database import connected
from rulewright.serve.doors import ORIGIN, Doors
from rulewright.serve.settings import Settings
from tests.fuzz.bombs import BOMBS
from tests.serve.servers import Json, Server, people, play, served

HIDDEN = "crazy-eights"
OF_A_FRAME = {
    "type", "number", "step", "you", "can_undo", "undo_asks", "undo_asked", "seats", "last", "scene",
    "rolling", "roll",
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(
        tmp_path_factory.mktemp("serve") / "tables.sqlite3",
        "tic-tac-toe",
        HIDDEN,
        "pig",
        "--new-tables",
        "600",
    ) as server:
        yield server


def test_two_people_play_a_server_that_is_killed_and_no_move_is_lost(tmp_path: Path) -> None:
    """The one whole path of the quick tier: both seats, `kill -9`, the same seats and moves again, the end, the record."""
    database, rng = tmp_path / "tables.sqlite3", random.Random(4)
    with served(database, "tic-tac-toe") as server:
        made = server.create(game="tic-tac-toe", seats=people(2, "Ann", "Bob"))
        with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
            assert play((ann, bob), rng, most=3) == 3
            before = ann.frame["scene"]
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
    with served(database, "tic-tac-toe") as server, server.seat(made, 0) as ann, server.seat(made, 1) as bob:
        assert ann.frame["number"] == 3
        assert ann.frame["scene"]["boards"] == before["boards"]
        play((ann, bob), rng)
        record = json.loads(server.http(f"t/{made['table']}/record")[2])
        assert record == server.record(made)
        assert record["names"] == ["Ann", "Bob"]
        assert len(record["times"]) == len(record["steps"]) == ann.frame["number"]
        assert rulewright.replay(record).is_terminal()
        assert record["result"] == rulewright.replay(record).record()["result"]


def rulebook_of(game: str) -> str:
    texts = rulewright.load(game).texts
    assert texts is not None
    return texts.files[texts.rulebook]


def replayed(record: Json) -> State:
    kept = {key: record[key] for key in record if key != "result"}
    return rulewright.replay(kept)


def test_a_server_that_is_killed_at_any_moment_has_every_move_that_was_acknowledged(tmp_path: Path) -> None:
    """Players move as fast as they can, in several tables at once, until the server dies under them."""
    database, rng = tmp_path / "tables.sqlite3", random.Random(5)
    acknowledged: dict[str, int] = {}
    tables: dict[str, Json] = {}
    for _ in range(2):
        with served(database, "pig", "--new-tables", "100") as server:
            fresh = [server.create(game="pig", players=2, seats=people(2)) for _ in range(3)]
            tables |= {made["table"]: made for made in fresh}
            enough = sum(acknowledged.values()) + rng.randrange(25, 40)
            killer = threading.Thread(target=kill_after, args=(server, acknowledged, enough))
            killer.start()
            players = [
                threading.Thread(target=until_the_end, args=(server, made, acknowledged, random.Random(each)))
                for each, made in enumerate(tables.values())
            ]
            for player in players:
                player.start()
            for player in players:
                player.join()
            killer.join()
    with served(database, "pig") as server:
        for id_, made in tables.items():
            record = server.record(made)
            assert len(record["steps"]) in (acknowledged.get(id_, 0), acknowledged.get(id_, 0) + 1)
            with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
                assert ann.frame["step"] == bob.frame["step"] == len(record["steps"])
                assert ann.moves or bob.moves or ann.frame["scene"]["over"]
    assert sum(acknowledged.values()) >= 50


def kill_after(server: Server, acknowledged: dict[str, int], enough: int) -> None:
    """Kill a server when enough moves have been acknowledged."""
    while sum(acknowledged.values()) < enough and server.process.poll() is None:
        time.sleep(0.001)
    server.process.kill()


def until_the_end(server: Server, made: Json, acknowledged: dict[str, int], rng: random.Random) -> None:
    """Play a table until the server is gone, be it while a player still connects."""
    with (
        suppress(ConnectionClosed, InvalidHandshake, OSError),
        server.seat(made, 0) as ann,
        server.seat(made, 1) as bob,
    ):
        while not ann.frame["scene"]["over"]:
            to_act = next(client for client in (ann, bob) if client.moves)
            answer = to_act.ask("move", move=rng.choice(to_act.moves)["id"], at=to_act.frame["number"])
            acknowledged[made["table"]] = answer["number"]
            for client in (ann, bob):
                client.until(answer["number"])


def test_a_long_game_is_reached_from_its_snapshot_and_goes_on_with_the_same_luck(tmp_path: Path) -> None:
    database, rng = tmp_path / "tables.sqlite3", random.Random(5)
    with served(database, "pig") as server:
        made = server.create(game="pig", players=2, options={"target": 1000}, seats=people(2))
        with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
            assert play((ann, bob), rng, most=107) == 107
    connection = connected(database)
    kept = connection.execute("SELECT steps, text FROM snapshots").fetchone()
    assert kept["steps"] == 100
    connection.close()
    for damaged in (False, True):
        if damaged:
            connection = connected(database)
            connection.execute("UPDATE snapshots SET text = '{}'")
            connection.close()
        with served(database, "pig") as server, server.seat(made, 0) as ann, server.seat(made, 1) as bob:
            assert ann.frame["step"] == (110 if damaged else 107)
            play((ann, bob), rng, most=3)
            record = server.record(made)
    game = rulewright.load("pig", players=2, options={"target": 1000})
    state = game.new_initial_state(record["seed"])
    for step in record["steps"]:
        state.apply_action(step["action"])
    assert state == replayed(record)


def test_frames_are_the_scene_of_the_seat_and_public_fields(server: Server) -> None:
    made = server.create(game=HIDDEN, players=3, seats=people(3, "Ann", "Bob", "Cleo"))
    with (
        server.seat(made, 0) as ann, server.seat(made, 1) as bob, server.seat(made, 2) as cleo, server.seat(made, None) as nobody,
    ):  # fmt: skip
        play((ann, bob, cleo), random.Random(1), most=25)
        nobody.until(ann.frame["number"])
        state = replayed(server.record(made))
        chain, names = state.tip.chain(), ["Ann", "Bob", "Cleo"]
        for viewer, client in ((0, ann), (1, bob), (2, cleo), (None, nobody)):
            frames = [each for each in map(json.loads, client.said) if each["type"] == "frame"]
            assert len(frames) >= 25
            for frame in frames:
                assert set(frame) <= OF_A_FRAME
                there = state.game.state_after(chain[frame["step"]])
                if viewer is not None:
                    there = there.game.state_after(there.tip)
                assert frame["scene"] == json.loads(json.dumps(scene_of(there, viewer, names).to_json()))
                assert set(frame["seats"][0]) == {"seat", "name", "sort", "bot", "here", "owner"}


def test_what_is_sent_has_no_secret_of_the_table_and_nothing_of_the_machine(server: Server) -> None:
    made = server.create(game=HIDDEN, players=2, seats=people(2))
    with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
        play((ann, bob), random.Random(2), most=8)
        for do in ("history", "undo", "advice"):
            ann.ask(do)
        ann.ask("look", at=2)
        ann.ask("trace", of="me.hand.count")
        ann.ask("trace", of="no_such_thing(")
        ann.ask("why_not", move="play everything")
        seed = server.record(made)["seed"]
        said = "\n".join(ann.said)
    secrets = [
        made["owner"],
        made["join"],
        made["seats"][1]["token"],
        str(seed),
        "checksum",
        "/home",
        "site-packages",
    ]
    assert [each for each in (*secrets, str(Path.cwd())) if each in said] == []


def test_history_and_earlier_scenes_are_those_of_the_seat(server: Server) -> None:
    made = server.create(game=HIDDEN, players=2, seats=people(2, "Ann", "Bob"))
    with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
        play((ann, bob), random.Random(3), most=6)
        state = replayed(server.record(made))
        at_three = state.game.state_after(state.tip.chain()[3])
        for viewer, client in ((0, ann), (1, bob)):
            scene = client.ask("look", at=3)["scene"]
            assert scene == json.loads(json.dumps(scene_of(at_three, viewer, ["Ann", "Bob"]).to_json()))
        assert len(ann.ask("history")["steps"]) == 7
        assert not ann.ask("look", at=99)["ok"]


def test_a_strange_token_opens_nothing(server: Server) -> None:
    made = server.create(game="pig", players=2, seats=people(2))
    other = server.create(game="pig", players=2, seats=people(2))
    for token in ("", "x", other["seats"][0]["token"], other["owner"], made["join"]):
        with server.hello(made["table"], token=token) as stranger:
            assert "not good" in stranger.receive("refused")["error"]
            with pytest.raises(ConnectionClosed) as closed:
                stranger.receive("frame")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403
    with server.hello(made["table"], join=other["join"]) as stranger:
        assert "not good" in stranger.receive("refused")["error"]
    with server.seat(made, None) as watching:
        assert not watching.ask("move", move=0)["ok"]
        assert not watching.ask("seat", seat=0, sort="open")["ok"]
    for token in ("x", made["owner"]):
        status, _, text = server.http(
            f"t/{made['table']}/record", headers={"Authorization": f"Bearer {token}"}
        )
        assert (status, "not over" in text) == (403, True)
    assert server.http(f"t/{made['table']}", method="DELETE")[0] == 403


def test_nobody_moves_for_another_seat(server: Server) -> None:
    made = server.create(game="tic-tac-toe", seats=people(2))
    with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
        answer = bob.ask("move", move=ann.moves[0]["id"], at=0)
        assert not answer["ok"]
        assert "turn" in answer["error"]
        assert ann.ask("move", move=ann.moves[0]["text"], at=0)["ok"]
        stale = bob.ask("move", move=0, at=0)
        assert not stale["ok"]
        assert "meanwhile" in stale["error"]
        bob.until(1)
        taken = bob.ask("move", move=0, at=1)
        assert not taken["ok"]
        assert taken["reasons"]
        refused = server.record(made)["refused"]
        assert [(each["seat"], each["step"], each["move"]) for each in refused] == [(1, 0, "0"), (1, 1, "0")]


def test_open_seats_go_to_the_first_who_come(server: Server) -> None:
    made = server.create(game="pig", players=2, seats=[{"sort": "person"}, {"sort": "open"}])
    assert made["seats"][1]["token"] is None
    with server.hello(made["table"], join=made["join"], name="  Bob\n<b> ") as bob:
        welcome = bob.receive("welcome")
        assert welcome["seat"] == 1
        with server.hello(made["table"], join=made["join"]) as late:
            assert "taken" in late.receive("refused")["error"]
    with server.hello(made["table"], token=welcome["token"]) as again:
        assert again.receive("welcome")["seat"] == 1
        assert again.receive("frame")["seats"][1]["name"] == "Bob <b>"


def test_the_owner_gives_a_seat_to_a_bot_and_back(server: Server) -> None:
    made = server.create(game="tic-tac-toe", seats=people(2))
    with server.seat(made, 0, owner=made["owner"]) as ann, server.seat(made, 1) as bob:
        assert not bob.ask("seat", seat=0, sort="bot", bot="random")["ok"]
        with server.hello(made["table"]) as nobody:
            assert {"random", "greedy"} <= set(nobody.receive("welcome")["bots"])
        wrong = ann.ask("seat", seat=1, sort="bot", bot="nobody")
        assert "nobody" in wrong["error"]
        assert ann.ask("seat", seat=1, sort="bot", bot="greedy")["ok"]
        assert "somebody else" in bob.receive("dismissed")["error"]
        assert ann.ask("move", move=ann.moves[0]["id"])["ok"]
        assert ann.until(2)["scene"]["moves"], "the bot has moved"
        token = ann.ask("seat", seat=1, sort="person")["token"]
        with server.hello(made["table"], token=token) as new:
            assert new.receive("welcome")["seat"] == 1
        with server.hello(made["table"], token=made["seats"][1]["token"]) as old:
            old.receive("refused")


def test_an_own_move_is_taken_back_and_a_passed_turn_only_if_all_agree(server: Server) -> None:
    made = server.create(game="tic-tac-toe", seats=people(2))
    with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
        play((ann, bob), random.Random(1), most=1)
        assert ann.frame["undo_asks"]
        assert ann.ask("undo")["asked"] == [1]
        assert bob.receive("frame")["undo_asked"] == {"seat": 0, "agreed": [0], "waits_for": [1]}
        assert bob.ask("agree", to="undo", yes=False)["ok"]
        assert not bob.ask("agree", to="undo", yes=True)["ok"]
        ann.ask("undo")
        assert bob.ask("agree", to="undo", yes=True)["done"]
        assert ann.until(2)["step"] == 0
        play((ann, bob), random.Random(2), most=2)
        record = server.record(made)
        assert (len(record["steps"]), len(record["undos"])) == (2, 1)
        assert replayed(record).current_player() == 0


def test_real_dice_are_typed_by_the_person_who_rolls_them(server: Server) -> None:
    made = server.create(game="pig", players=2, seats=people(2), dice="typed")
    with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
        assert not ann.ask("dice", results=["3"])["ok"]
        answer = ann.ask("move", move="roll", at=0)
        assert (answer["number"], [face["id"] for face in answer["roll"]["dice"][0]["faces"]]) == (
            0,
            list("123456"),
        )
        assert not bob.ask("dice", results=["3"])["ok"]
        for wrong in ([], ["3", "3"], ["7"], [None], "3"):
            assert not ann.ask("dice", results=wrong)["ok"]
        assert ann.ask("dice", results=["5"])["number"] == 1
        ann.ask("move", move="roll")
        assert ann.ask("move", move="hold")["number"] == 2
        bob.until(2)
        bob.ask("move", move="roll")
        assert bob.ask("dice", results=[1])["number"] == 3
        record = server.record(made)
    assert record["dice"] == "typed"
    assert [step["chance"] for step in record["steps"]] == [
        [{"rolled": "dice", "faces": ["5"]}], [], [{"rolled": "dice", "faces": ["1"]}],
    ]  # fmt: skip
    assert replayed(record).get("seat(1).score") == 5


def test_everybody_sees_who_rolls_and_only_that_person_is_asked_again(server: Server) -> None:
    made = server.create(game="pig", players=2, seats=people(2), dice="typed")
    with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
        asked = ann.ask("move", move="roll", at=0)["roll"]
        assert (ann.receive("frame") if "roll" not in ann.frame else ann.frame)["roll"] == asked
        seen = bob.receive("frame")
        assert (seen["rolling"], "roll" in seen) == (0, False)
        with server.seat(made, 0) as again:
            assert again.frame["roll"] == asked
        assert not bob.ask("dice", cancel=True)["ok"]
        assert ann.ask("dice", cancel=True)["ok"]
        assert bob.receive("frame")["rolling"] is None
        assert not ann.ask("dice", results=["3"])["ok"]


def test_everybody_hears_that_a_seat_was_given_away_and_who_takes_it(server: Server) -> None:
    made = server.create(game=HIDDEN, players=3, seats=people(3, "Ann", "Bob", "Cleo"))
    with server.seat(made, 0, owner=made["owner"]) as ann, server.seat(made, 2) as cleo:
        token = ann.ask("seat", seat=1, sort="person")["token"]
        gone = "The owner of the table gave seat 2, which was Bob's, to a new person, by a link of its own."
        assert cleo.receive("news")["words"] == gone
        with server.hello(made["table"], token=token, owner=made["owner"]) as sly:
            sly.receive("frame")
            assert cleo.receive("news")["words"] == "The owner of the table sits in seat 2 now."
            while not (cleo.receive("table")["seats"][1]["owner"]):
                pass
        assert ann.ask("seat", seat=1, sort="open")["ok"]
        with server.hello(made["table"]) as dan:
            dan.receive("frame")
            assert not dan.ask("join", join="stranger", name="Dan")["ok"]
            assert "taken" in dan.ask("join", join=made["join"], name="Dan", seat=0)["error"]
            taken = dan.ask("join", join=made["join"], name="Dan", seat=1)
            assert taken["seat"] == 1
            assert dan.frame["you"] == 1
            while (seat := cleo.receive("frame")["seats"][1])["name"] != "Dan":
                pass
            assert seat["here"]
            assert cleo.frame["scene"]["seats"][1]["name"] == "Dan"
            assert not dan.ask("join", join=made["join"])["ok"]
            assert dan.ask("leave")["ok"]
    with server.hello(made["table"], token=made["seats"][2]["token"]) as later:
        words = [each["words"] for each in later.receive("welcome")["news"]]
    assert words[0] == gone
    assert words[3:] == ["Dan sits down in seat 2.", "Dan has left seat 2, which is open now."]


def test_what_a_sent_rulebook_offers_is_described_and_its_mistakes_have_their_place(server: Server) -> None:
    whole = rulebook_of("pig")
    status, _, text = server.http("api/games", {"rulebook": whole})
    described = json.loads(text)
    listed = next(game for game in json.loads(server.http("api/games")[2]) if game["name"] == "pig")
    assert status == 200
    assert described == listed
    assert described["dice"]
    status, _, text = server.http(
        "api/games", {"rulebook": whole.replace("rulebook: 1", "rulebook: 1\nnonsense: 2")}
    )
    (problem,) = json.loads(text)["problems"]
    assert (status, problem["file"], problem["line"]) == (
        400,
        "rulebook.yaml",
        whole[: whole.index("rulebook: 1")].count("\n") + 2,
    )
    assert "nonsense: 2" in problem["text"]
    rules = "rulebook: 1\nname: short-pig\nextends: pig\ntitle: Short pig\nchange: {options: {target: 50}}\n"
    described = json.loads(server.http("api/games", {"game": "pig", "house_rules": [rules]})[2])
    assert next(each for each in described["options"] if each["name"] == "target")["default"] == 50
    assert described["title"] == "Pig (Short pig)"
    sent = whole.replace("points that win", "<target> points win")
    described = json.loads(server.http("api/games", {"rulebook": sent})[2])
    assert described["options"][0]["about"].startswith("100 points win")


def test_the_host_alone_sees_what_people_did_and_only_of_games_that_are_over(server: Server) -> None:
    over, running = (server.create(game="tic-tac-toe", seats=people(2)) for _ in range(2))
    for made, moves in ((over, 9), (running, 2)):
        with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
            play((ann, bob), random.Random(3), most=moves)
    for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Bearer {over['owner']}"}):
        for path in ("api/host", "api/host/x"):
            assert server.http(path, headers=headers)[0] == 403
    host = {"Authorization": f"Bearer {server.host}"}
    games = json.loads(server.http("api/host", headers=host)[2])
    game = next(each for each in games if each["game"] == "tic-tac-toe")
    found = json.loads(server.http(f"api/host/{game['rules']}?games=20", headers=host)[2])
    assert over["table"] in found["records"]
    assert running["table"] not in found["records"]
    assert game["finished"] == len(found["records"])
    assert game["running"] >= 1
    server.create(game="pig", players=2, options={"target": 30})
    games = json.loads(server.http("api/host", headers=host)[2])
    assert {"target": 30} in [game["options"] for game in games]
    assert "simulated: 20 games" in found["parts"][0]
    record = server.record(over)
    (actions,) = [
        part["rows"] for part in found["parts"] if isinstance(part, dict) and part["heading"][0] == "ACTION"
    ]
    assert len(actions) == len({step["action"].split(" ")[0] for step in record["steps"]})


def test_dice_that_were_seen_are_not_taken_back_alone(server: Server) -> None:
    made = server.create(game="pig", players=2, seats=[{"sort": "person"}, {"sort": "bot", "bot": "random"}])
    with server.seat(made, 0) as ann:
        roll = next(move for move in ann.moves if move["text"] == "roll")
        assert ann.ask("move", move=roll["id"])["ok"]
        assert "chance" in ann.ask("undo")["error"]


def test_a_rulebook_that_is_sent_is_played_and_its_mistakes_name_only_its_own_file(server: Server) -> None:
    text = rulebook_of("pig")
    made = server.create(rulebook=text, players=2, seats=people(2))
    with server.seat(made, 0) as ann:
        assert ann.frame["scene"]["title"] == "Pig"
    status, _, answer = server.http(
        "api/tables", {"rulebook": text.replace("players:", "playrs:"), "players": 2}
    )
    problem = json.loads(answer)["problems"][0]
    assert (status, problem["file"]) == (400, "rulebook.yaml")
    assert "/" not in problem["text"].replace("//", "")
    for name in ("../../etc/passwd", "/etc/passwd", "servers"):
        status, _, answer = server.http(
            "api/tables", {"rulebook": f"rulebook: 1\nextends: {name}\ntitle: x\n"}
        )
        assert status == 400
        assert "root:" not in answer


def test_house_rules_that_are_sent_change_the_game(server: Server) -> None:
    rules = "rulebook: 1\nname: short-pig\nextends: pig\ntitle: Short pig\nchange: {options: {target: 20}}\n"
    made = server.create(game="pig", players=2, house_rules=[rules], seats=people(2))
    record = server.record(made)
    assert record["options"]["target"] == 20
    assert sorted(record["texts"]["files"]) == ["house-rules.yaml", "pig.rulebook.yaml"]


def test_the_owner_begins_another_game_and_all_links_are_good_there(server: Server) -> None:
    made = server.create(game="tic-tac-toe", seats=people(2, "Ann", "Bob"))
    with server.seat(made, 0, owner=made["owner"]) as ann, server.seat(made, 1) as bob:
        assert "not over" in ann.ask("again")["error"]
        play((ann, bob), random.Random(5))
        assert "owner" in bob.ask("again")["error"]
        following = ann.ask("again")["table"]
        while bob.receive("table")["table"]["next"] != following:
            pass
        assert ann.ask("again")["table"] == following
    with server.seat({**made, "table": following}, 1) as again, server.hello(made["table"]) as late:
        assert again.frame["step"] == 0
        assert [seat["name"] for seat in again.frame["seats"]] == ["Ann", "Bob"]
        assert late.receive("welcome")["table"]["next"] == following


def test_the_owner_deletes_a_table(server: Server) -> None:
    made = server.create(game="pig", players=2, seats=people(2))
    with server.seat(made, 0) as ann:
        headers = {"Authorization": f"Bearer {made['owner']}"}
        assert server.http(f"t/{made['table']}", headers=headers, method="DELETE")[0] == 200
        ann.receive("dismissed")
    with server.hello(made["table"]) as late, pytest.raises(ConnectionClosed) as closed:
        late.receive("frame")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


# ------------------------------------------------------------------------------------------------------------ doors


def test_pages_have_headers_that_keep_scripts_out(server: Server) -> None:
    made = server.create(game="pig", players=2)
    for path in ("", f"t/{made['table']}", "static/index.html", "api/games", "nowhere"):
        _, headers, _ = server.http(path)
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    status, headers, text = server.http(f"t/{made['table']}/sheet")
    assert (status, "script" in headers["content-security-policy"], "<script" in text) == (200, False, False)


def test_only_pages_of_named_origins_show_a_table_in_a_frame(tmp_path: Path) -> None:
    def ancestors(*origins: str) -> str:
        return Doors(Starlette(), Settings(tmp_path, framed_by=origins)).policy.partition("frame-ancestors ")[
            2
        ]

    assert ancestors() == "'none'"
    assert ancestors("https://example.org", "vscode-webview:") == "https://example.org vscode-webview:"
    good = ("https://example.org", "http://localhost:8080", "https://*.example.org", "vscode-webview:")
    assert all(map(ORIGIN.fullmatch, good))
    bad = (
        "example.org",
        "https://example.org/page",
        "*",
        "'self'",
        "https://a.org https://b.org",
        "https://a;script-src:",
    )
    assert not any(map(ORIGIN.fullmatch, bad))


def test_other_names_and_other_sites_stay_outside(server: Server) -> None:
    assert server.http("", headers={"Host": "evil.example"})[0] == 421
    assert server.http("api/tables", {"game": "pig"}, {"Origin": "http://evil.example"})[0] == 403
    made = server.create(game="pig", players=2)
    address = f"ws://127.0.0.1:{server.port}/ws/{made['table']}"
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}):
        with pytest.raises(InvalidStatus), connect(address, additional_headers=headers):
            pass
    with connect(address, origin=Origin(f"http://127.0.0.1:{server.port}")):
        pass


def test_wrong_requests_get_an_answer_and_the_table_goes_on(server: Server) -> None:
    made = server.create(game="pig", players=2, seats=people(2))
    with server.seat(made, 0) as ann:
        for text in ("", "[]", "{", '"x"', "[" * 9000, '{"do": ["move"]}', '{"do": "move", "move": {}}', '{"do": "look"}',
                     '{"do": "move", "move": true}', '{"do": "move", "move": 99999999999999999999999}',
                     '{"do": "seat", "seat": 0}', '{"do": "preview", "move": null}'):  # fmt: skip
            ann.socket.send(text)
            assert not ann.receive("answer")["ok"], text
        ann.socket.send("x" * 20_000)
        with pytest.raises(ConnectionClosed):
            ann.receive("answer")
    for body in (b"{", b"[]", b'{"seats": 7}', b'{"game": 3}', b'{"game": "pig", "players": true}', b'{"options": []}',
                 b'{"game": "pig", "seats": [{"sort": "bot", "bot": "nobody"}]}', b'{"game": "pig", "players": 99}',
                 b'{"game": "pig", "options": {"nothing": 1}}', b'{"game": "/etc/passwd"}'):  # fmt: skip
        status, _, text = server.http("api/tables", body)
        assert (status, bool(json.loads(text)["error"])) == (400, True)
        assert "/" not in json.loads(text)["error"].replace("/etc/passwd", "")
    assert server.http("api/tables", b"x" * 3_000_000)[0] == 413
    with server.seat(made, 1) as bob:
        assert bob.ask("history")["ok"]


def test_too_many_new_tables_are_refused(tmp_path: Path) -> None:
    with served(tmp_path / "tables.sqlite3", "pig", "--max-tables", "3") as server:
        statuses = [server.http("api/tables", {"game": "pig", "players": 2})[0] for _ in range(25)]
    assert statuses[:4] == [200, 200, 200, 400]
    assert 429 in statuses


def test_bombs_that_are_sent_stall_nobody_else(server: Server) -> None:
    """Rulebooks that would like to take all time and memory, to be read and to be played, while two people play."""
    made = server.create(game="pig", players=2, seats=people(2))
    texts = [BOMBS[name]() for name in sorted(BOMBS)[::24]]
    with server.seat(made, 0) as ann, server.seat(made, 1) as bob:
        bombing = threading.Thread(target=explode, args=(server, texts))
        bombing.start()
        longest, moves = 0.0, 0
        while bombing.is_alive() and not ann.frame["scene"]["over"]:
            began = time.perf_counter()
            moves += play((ann, bob), random.Random(moves), most=1)
            longest = max(longest, time.perf_counter() - began)
            time.sleep(0.05)
        bombing.join()
        assert moves > 5
        assert longest < 10, "seconds: far beyond a move, far below what each bomb may take"


def explode(server: Server, texts: Sequence[str]) -> None:
    """Create a table with each rulebook, and move there if that is possible. How long a bomb keeps its own table waiting is its affair."""
    for text in texts:
        status, _, answer = server.http("api/tables", {"rulebook": text, "seats": people(1)})
        assert status in (200, 400, 413), answer
        if status == 200:
            with suppress(TimeoutError), server.seat(json.loads(answer), 0) as client:
                if client.moves:
                    client.ask("move", move=client.moves[0]["id"])
