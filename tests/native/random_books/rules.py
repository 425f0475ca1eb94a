"""Rules at random over a `World`: definitions, steps, phases with actions and triggers, turns, ends, strategies."""

from __future__ import annotations

from random import Random

from tests.native.random_books.book_text import Tree
from tests.native.random_books.grounds import world
from tests.native.random_books.phrases import Phrases, Scope
from tests.native.random_books.worlds import World, written_type

NOBODY = Scope(me=False)


def rulebook(luck: Random) -> Tree:
    """A rulebook at random; the checker may refuse some of its entries."""
    return _Rules(world(luck)).whole()


class _Rules:
    def __init__(self, w: World) -> None:
        self.w = w
        self.luck = w.luck
        self.phrases = Phrases(w.grammar, w.luck)
        self.phases = ["main", *(["other"] if w.maybe(0.4) else [])]
        self.automatic = w.maybe(0.4)
        self.steps: list[tuple[str, list[str]]] = []
        self.actions: list[str] = []
        self.chosen: dict[str, Scope] = {}
        """What an action's conditions can name of what was chosen."""

    def whole(self) -> Tree:
        w, tree = self.w, self.w.tree
        for number in range(w.number(1, 5)):
            self._definition(f"def_{number}")
        for number in range(w.number(0, 3)):
            self._step(f"step_{number}")
        tree["setup"] = self._effects(NOBODY, w.number(0, 4))
        tree["turns"] = self._turns()
        phases: dict[str, Tree] = {}
        for phase in self.phases:
            phases[phase] = self._phase(phase)
        if self.automatic:
            do = self._effects(Scope(), w.number(0, 3))
            phases["auto"] = {"do": [*do, {"go": "main"} if w.maybe(0.8) else "extra_turn"]}
        tree["phases"] = phases
        tree["end"] = self._ends()
        if w.maybe():
            best = self.luck.choice(("highest", "lowest"))
            tree["standing"] = f"{best} score" if w.maybe() else [f"{best} score", "lowest debts"]
        if w.maybe(0.4):
            held = f"ticks > -90 or {self.phrases.make('bool', NOBODY, 2)}"
            tree["invariants"] = {"sound": held, "also": {"holds": "ticks < 1000"}}
        if w.maybe(0.6):
            tree["strategies"] = {f"way_{number}": self._strategy() for number in range(w.number(1, 2))}
        return tree

    # --------------------------------------------------------------------------------------------- definitions

    def _definition(self, name: str) -> None:
        w, g = self.w, self.w.grammar
        entry: dict[str, Tree] = {}
        scope, called = NOBODY if w.maybe(0.7) else Scope(), []
        for index in range(w.number(0, 2)):
            type, written = self._parameter_type()
            parameter = f"{name}_{index}"
            entry.setdefault("of", {})[parameter] = written  # type: ignore[index, call-overload]
            scope = scope.plus((parameter, type))
            called.append(type)
        result = self.luck.choice(("number", "number", "bool", *w.shapes))
        form = self.luck.choice(("is", "is", "cases", "by", "sum_of"))
        body: Tree
        if form == "sum_of":
            result = "number"
            entry["sum_of"] = {f"l{i}": self.phrases.make("number", scope, 2) for i in range(w.number(1, 3))}
        elif form == "cases":
            cases = {
                f"c{i}": {
                    "when": self.phrases.make("bool", scope, 2),
                    "is": self.phrases.make(result, scope, 2),
                }
                for i in range(w.number(1, 3))
            }
            entry["cases"] = cases  # type: ignore[assignment]
            entry["otherwise"] = self.phrases.make(result, scope, 1)
        elif form == "by" and "enums" in w.tree:
            entry["by"] = self.phrases.make("Hue", scope, 2)
            members = ["red", "green", "blue"] if w.maybe() else ["red"]
            entry["cases"] = {member: self.phrases.make(result, scope, 2) for member in members}
            if len(members) < 3:
                entry["otherwise"] = self.phrases.make(result, scope, 1)
        else:
            entry["is"] = self.phrases.make(result, scope, 4)
        body = entry
        w.declare("define", **{name: body})
        arguments = ", ".join(f"{{{type}}}" for type in called)
        text = f"{name}({arguments})" if called else name
        if called and called[0] == "team":
            rest = ", ".join(f"{{{type}}}" for type in called[1:])
            text = f"{{team}}.{name}({rest})" if rest else f"{{team}}.{name}"
        if called and called[0] == "player":
            rest = ", ".join(f"{{{type}}}" for type in called[1:])
            text = f"{{player}}.{name}({rest})" if rest else f"{{player}}.{name}"
        g.value(result, text, me=scope.me, weight=5)

    def _parameter_type(self) -> tuple[str, str]:
        """A type for a parameter, and how it is written."""
        w = self.w
        sets = [(domain, type) for domain, type, me in w.choices if type.startswith("set.") and not me]
        if sets and w.maybe(0.2):
            domain, type = self.luck.choice(sets)
            return type, domain
        type = self.luck.choice(
            [*w.shapes, *(t for t in w.grammar.domains if "." in t and not t.startswith("line"))]
        )
        return type, written_type(w, type)

    def _step(self, name: str) -> None:
        w = self.w
        scope, of, types = Scope(), {}, []
        for index in range(w.number(0, 2)):
            type, written = self._parameter_type()
            of[f"{name}_{index}"] = written
            types.append(type)
            scope = scope.plus((f"{name}_{index}", type))
        entry: dict[str, Tree] = {"of": of} if of else {}  # type: ignore[dict-item]
        if "enums" in w.tree and w.maybe(0.2):
            entry["by"] = self.phrases.make("Hue", scope, 2)
            entry["cases"] = {m: self._effects(scope, w.number(0, 2)) for m in ("red", "green", "blue")}
        else:
            entry["do"] = self._effects(scope, w.number(1, 3))
        w.declare("steps", **{name: entry})
        self.steps.append((name, types))

    # ------------------------------------------------------------------------------------------------- effects

    def _effects(self, scope: Scope, count: int, depth: int = 3) -> list[Tree]:
        effects: list[Tree] = []
        for _ in range(count):
            effect, scope = self._effect(scope, depth)
            effects.append(effect)
        return effects

    def _effect(self, scope: Scope, depth: int) -> tuple[Tree, Scope]:
        """An effect, and the scope of those after it."""
        make, luck = self.phrases.make, self.luck
        kinds = ["set", "set", "set", "doing", "doing", "doing", "doing", "add", "let", "step"]
        if depth > 0:
            kinds += ["if", "for", "by", "pick"]
        if scope.me:
            kinds += ["pay", "own", "swap"]
        match luck.choice(kinds):
            case "add":
                text = luck.choice(["ticks", *(["me.score"] if scope.me else ["seat(1).score"])])
                return {"add": make("number", scope, 2) if luck.random() < 0.5 else "1", "to": text}, scope
            case "pay":
                amount = (
                    f"max(0, {make('number', scope, 1)})" if luck.random() < 0.7 else make("number", scope, 2)
                )
                return {"pay": amount, "from": "ticks", "to": "me.score"}, scope
            case "swap" if len(variables := self._alike()) > 1:
                one, other = (self.phrases.fill(text, scope, 1) for text in luck.sample(variables, 2))
                return {"swap": one, "with": other}, scope
            case "let":
                type = luck.choice(["number", "bool", *self.w.shapes])
                name = self.phrases.fresh("n")
                return {"let": name, "be": make(type, scope, 2)}, scope.plus((name, type))
            case "if":
                effect: Tree = {
                    "if": make("bool", scope, 2),
                    "do": self._effects(scope, luck.randint(1, 2), depth - 1),
                }
                if luck.random() < 0.4:
                    effect["else"] = self._effects(scope, 1, depth - 1)  # type: ignore[call-overload, index]
                return effect, scope
            case "for" | "pick" as verb:
                clause, inner = self.phrases.clause(scope, 2)
                effect = {verb: clause, "do": self._effects(inner, luck.randint(1, 2), depth - 1)}
                if verb == "pick" and luck.random() < 0.5:
                    effect["else"] = self._effects(scope, 1, depth - 1)
                return effect, scope
            case "by":
                return self._by(scope, depth), scope
            case "own" if scope.names:
                return self._about_a_name(scope), scope
            case "step" if self.steps and scope.me:
                name, types = luck.choice(self.steps)
                arguments = ", ".join(make(type, scope, 1) for type in types)
                return f"{name}({arguments})" if types else name, scope
            case "doing" if self.w.doings:
                doings = [doing for doing in self.w.doings if scope.me or not doing.me]
                doing = luck.choices(doings, [d.weight for d in doings])[0]
                return self._filled(doing.effect, scope), scope
            case _:
                return self._set(scope), scope

    def _alike(self) -> list[str]:
        """Variables of one type."""
        variables = [each for each in self.w.settable if not each[0].endswith((".face", ".owner"))]
        type = self.luck.choice(variables)[1]
        return [text for text, other, _ in variables if other == type]

    def _set(self, scope: Scope) -> Tree:
        text, type, _ = self.luck.choice([s for s in self.w.settable if scope.me or not s[2]])
        sort, *bounds = type.split()
        value = self.phrases.make(sort, scope, 3)
        if bounds and not sort.endswith("?") and self.luck.random() < 0.75:
            value = f"max({bounds[0]}, min({bounds[1]}, {value}))"
        elif bounds and sort.endswith("?"):
            value = (
                "none"
                if self.luck.random() < 0.3
                else f"max({bounds[0]}, min({bounds[1]}, {self.phrases.make('number', scope, 2)}))"
            )
        return {"set": self.phrases.fill(text, scope, 1), "to": value}

    def _by(self, scope: Scope, depth: int) -> Tree:
        cases: dict[str, Tree]
        if "enums" in self.w.tree and self.luck.random() < 0.5:
            subject, names = self.phrases.make("Hue", scope, 2), ["red", "green", "blue"]
        else:
            subject, names = self.phrases.make("bool", scope, 2), ["true", "false"]
        cases = {name: self._effects(scope, self.luck.randint(0, 2), depth - 1) for name in names}
        return {"by": subject, "cases": cases}

    def _about_a_name(self, scope: Scope) -> Tree:
        """An effect on something that was chosen."""
        named = [
            (t, type)
            for t, type in scope.names
            if type.split(".")[0] in ("piece", "set") and not type.endswith("?")
        ]
        if not named:
            return self._set(scope)
        text, type = self.luck.choice(named)
        doings = [d for d in self.w.doings if f"{{{type}}}" in str(d.effect)]
        if not doings:
            return self._set(scope)
        effect = self.luck.choice(doings).effect
        return self._filled(_put(effect, f"{{{type}}}", text), scope)

    def _filled(self, effect: Tree, scope: Scope) -> Tree:
        """An effect with its holes filled and its names made fresh."""
        match effect:
            case str():
                return self.phrases.fill(effect, scope, 2)
            case list():
                return [self._filled(item, scope) for item in effect]
            case dict():
                for verb in ("for", "pick"):
                    if verb in effect:
                        return self._bound(effect, verb, scope)
                return {key: self._filled(value, scope) for key, value in effect.items()}
            case _:
                return effect

    def _bound(self, effect: dict[str, Tree], verb: str, scope: Scope) -> Tree:
        clause = str(effect[verb])
        name = clause.split()[0]
        fresh = self.phrases.fresh("q")
        renamed = _renamed(effect, name, fresh)
        assert isinstance(renamed, dict)
        return {key: self._filled(value, scope) for key, value in renamed.items()}

    # --------------------------------------------------------------------------------------------------- rules

    def _turns(self) -> Tree:
        w = self.w
        turns: dict[str, Tree] = {}
        if w.maybe(0.3):
            turns["first"] = self.phrases.make("player", NOBODY, 1)
        if w.maybe(0.3):
            turns["next"] = self.phrases.make("player", Scope(), 2)
        if w.maybe(0.2):
            turns["round_first"] = self.phrases.make("player", NOBODY, 1)
        for key, scope in (("begin", Scope()), ("end", Scope()), ("round_end", NOBODY)):
            if w.maybe(0.4):
                turns[key] = self._effects(scope, w.number(1, 3))
                if w.maybe(0.15) and key != "round_end":
                    turns[key] = [*turns[key], {"turn_of": self.phrases.make("player", scope, 1)}]  # type: ignore[misc]
        if self.automatic and w.maybe():
            turns["phase"] = "auto"
        return turns

    def _phase(self, phase: str) -> Tree:
        w = self.w
        actions: dict[str, Tree] = {}
        for _ in range(w.number(1, 3)):
            name = f"act{len(self.actions)}"
            actions[name] = self._action(name)
            self.actions.append(name)
            w.grammar.value("bool", f"can({name})", me=True, weight=1)
            w.grammar.value("bool", f"can({name}, {{player}})", weight=1)
        actions[f"pass_{phase}"] = {"do": ["end_turn"]}
        self.actions.append(f"pass_{phase}")
        entry: dict[str, Tree] = {"actions": actions}
        if w.maybe(0.6):
            entry["as_soon_as"] = {
                f"t{phase}{i}": self._trigger(list(actions)) for i in range(w.number(1, 3))
            }
        return entry

    def _action(self, name: str) -> Tree:
        w = self.w
        entry: dict[str, Tree] = {}
        scope = Scope()
        chosen: dict[str, Tree] = {}
        for _ in range(self.luck.choice((0, 1, 1, 1, 2, 2))):
            domain, type, _ = self.luck.choice(w.choices)
            parameter = self.phrases.fresh("c")
            if self.luck.random() < 0.3 and type in w.grammar.domains and not type.startswith("line"):
                domain = self.phrases.domain(type, scope, 1)
            if "reach(" in domain or "ray(" in domain:
                domain = next(d for d, t, _ in w.choices if t == type)
            scope = scope.plus((parameter, type))
            filtered = f" if {self.phrases.make('bool', scope, 2)}" if self.luck.random() < 0.25 else ""
            chosen[parameter] = f"{domain}{filtered}"
            if type == "number" and self.luck.random() < 0.3:
                chosen[parameter] = {"one_of": self.luck.sample(range(-3, 9), self.luck.randint(1, 4))}
        if chosen:
            entry["choose"] = chosen
        self.chosen[name] = scope
        if w.maybe(0.3):
            type = self.luck.choice(["number", "bool", *w.shapes])
            let = self.phrases.fresh("n")
            entry["let"] = {let: self.phrases.make(type, scope, 2)}
            scope = scope.plus((let, type))
        conditions: dict[str, Tree] = {
            f"w{i}": self.phrases.make("bool", scope, 3) for i in range(self.luck.choice((0, 1, 1, 2, 3)))
        }
        if self.luck.random() < 0.2:
            conditions["left"] = {"leaves": self.phrases.make("bool", scope, 3)}
        if conditions:
            entry["when"] = conditions
        entry["do"] = [*self._shown(scope), *self._effects(scope, w.number(1, 4)), *self._note(scope)]
        return entry

    def _shown(self, scope: Scope) -> list[Tree]:
        """Effects that only show what an expression gives, unbounded, so that a wrong value is seen."""
        effects: list[Tree] = []
        if self.luck.random() < 0.6:
            effects.append({"set": "seen", "to": self.phrases.make("number", scope, 4)})
        if self.luck.random() < 0.4:
            effects.append({"set": "told", "to": self.phrases.make("bool", scope, 4)})
        return effects

    def _note(self, scope: Scope) -> list[Tree]:
        if self.luck.random() < 0.3:
            return []
        notes: list[Tree] = [
            "end_turn",
            "end_turn",
            "end_turn",
            "extra_turn",
            {"turn_of": self.phrases.make("player", scope, 1)},
        ]
        found = [self.luck.choice(notes)]
        places = [*self.phases, *(["auto"] if self.automatic else [])]
        if self.luck.random() < 0.3:
            found.append({"go": self.luck.choice(places)})
        return found

    def _trigger(self, actions: list[str]) -> Tree:
        after = self.luck.random() < 0.5
        scope = Scope()
        if after:
            entry: dict[str, Tree] = {
                "after": self.luck.sample(actions, self.luck.randint(1, min(2, len(actions))))
            }
            if self.luck.random() < 0.8:
                entry["when"] = self.phrases.make("bool", scope, 3)
            entry["do"] = [
                *self._effects(scope, self.luck.randint(1, 3)),
                *(self._note(scope) if self.luck.random() < 0.3 else []),
            ]
            return entry
        undo: Tree = {"set": "flag", "to": "false"}
        return {
            "when": f"flag and {self.phrases.make('bool', scope, 2)}",
            "do": [*self._effects(scope, self.luck.randint(0, 2)), undo],
        }

    def _ends(self) -> Tree:
        luck, make = self.luck, self.phrases.make
        ends: dict[str, dict[str, Tree]] = {
            "late": {
                "at": luck.choice(("turn", "round")),
                "when": f"round > {luck.randint(2, 9)}",
                "result": self._result(NOBODY),
            }
        }
        if luck.random() < 0.5:
            ends["sudden"] = {
                "when": f"ticks > {luck.randint(3, 20)} and {make('bool', NOBODY, 2)}",
                "result": self._result(NOBODY),
            }
        if luck.random() < 0.5:
            scope = Scope()
            ends["mine"] = {
                "after": luck.choice(self.actions),
                "when": f"round > 2 and {make('bool', scope, 2)}",
                "result": self._result(scope),
            }
        for name, end in ends.items():
            if end["result"] != "draw" and luck.random() < 0.2:
                end["worth"] = f"max(0, {make('number', Scope() if name == 'mine' else NOBODY, 2)})"
        order: list[tuple[str, Tree]] = list(ends.items())
        luck.shuffle(order)
        return dict(order)

    def _strategy(self) -> Tree:
        """What is preferred of some actions, of one at least."""
        preferred = [name for name in self.actions if self.luck.random() < 0.6] or self.actions[:1]
        prefer: Tree = {
            name: self.phrases.make(
                self.luck.choice(("number", "number", "bool")), self.chosen.get(name, Scope()), 2
            )
            for name in preferred
        }
        if self.luck.random() < 0.4:
            return {"prefer": prefer, "mix": {name: self._weight(name) for name in preferred}}
        return {"prefer": prefer}

    def _weight(self, name: str) -> Tree:
        scope = self.chosen.get(name, Scope())
        if self.luck.random() < 0.3:
            return self.phrases.make("bool", scope, 2)
        return f"max(0, min({self.luck.choice((3, 1000))}, {self.phrases.make('number', scope, 2)}))"

    def _result(self, scope: Scope) -> Tree:
        luck = self.luck
        results: list[Tree] = ["highest score", "lowest score", "draw", ["highest score", "lowest debts"]]
        results.append({"wins": self.phrases.make("player", scope, 2)})
        results.append({"wins": self.phrases.make("team", scope, 1)})
        results.append({"wins": self.phrases.domain("player", scope, 1)})
        if self.w.players == 1:
            results.append("lost")
        return luck.choice(results)


def _put(effect: Tree, hole: str, text: str) -> Tree:
    """An effect with a text in place of a hole."""
    match effect:
        case str():
            return effect.replace(hole, text)
        case list():
            return [_put(item, hole, text) for item in effect]
        case dict():
            return {key: _put(value, hole, text) for key, value in effect.items()}
        case _:
            return effect


def _renamed(effect: Tree, name: str, fresh: str) -> Tree:
    match effect:
        case str():
            words = effect.split(" ")
            return " ".join(
                fresh
                if w == name
                else w.replace(f"{name}.", f"{fresh}.", 1)
                if w.startswith(f"{name}.")
                else w
                for w in words
            )
        case list():
            return [_renamed(item, name, fresh) for item in effect]
        case dict():
            return {key: _renamed(value, name, fresh) for key, value in effect.items()}
        case _:
            return effect
