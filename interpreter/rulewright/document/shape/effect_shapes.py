"""The keys of effects, checked against the verb that they belong to (`language.effects`).

The schema knows all keys of effects as one flat mapping, which editors complete well; which of them belong to
which verb is checked here, so that a mistake gets an answer about the verb that was meant:

    {mvoe: die, to: rack}      ->      there is no effect `mvoe`; did you mean `move`?
"""

from __future__ import annotations

from rulewright.document.nodes import Entry, Mapping, Scalar
from rulewright.document.shape import effect_habits
from rulewright.document.shape import effect_messages as messages
from rulewright.language.effects import PREPOSITIONS, VERBS, WORDS
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problems


def check(effect: Mapping, path: str, problems: Problems) -> None:
    """Adds a problem for a verb that is missing, unknown or doubled, and for keys that do not fit it."""
    verbs = [entry for entry in effect if entry.key.text in VERBS]
    habit = effect_habits.meant(effect)
    if habit:
        fixable = effect_habits.is_whole(effect)
        problems.add(messages.effect_of_elsewhere(effect, habit, path, fixable=fixable))
    elif not verbs:
        _no_verb(effect, path, problems)
    elif len(verbs) > 1:
        problems.add(messages.two_effects(verbs[0].key, verbs[1].key, path))
    else:
        _check_keys(effect, verbs[0].key.text, path, problems)


def _check_keys(effect: Mapping, name: str, path: str, problems: Problems) -> None:
    verb = VERBS[name]
    key = next(e.key for e in effect if e.key.text == name)
    keys = effect.keys()
    strange = [k for k in keys if k != name and k not in verb.keys]
    meant = {nearest(k, verb.keys) for k in strange}
    lacking = [k for k in verb.required if effect.get(k) is None]
    if len(strange) == len(lacking) == 1:
        meant.add(lacking[0])
    for missing in verb.required:
        if effect.get(missing) is None and missing not in meant:
            problems.add(messages.effect_lacks(name, key.span, missing, verb.example, path))
    for entry in effect:
        if isinstance(entry.value, Scalar) and entry.value.is_null:
            continue  # a key without a value is reported already
        if entry.key.text != name and entry.key.text not in verb.keys:
            near = nearest(entry.key.text, verb.keys) or (
                lacking[0] if lacking and lacking[0] in meant else None
            )
            problems.add(messages.effect_takes_no(name, key.span, entry.key, verb.keys, near, path))


def _fits(effect: Mapping, written: str, verb: str) -> bool:
    """Whether the other keys are those that a verb requires, so that it was surely meant."""
    others = set(effect.keys()) - {written}
    required = VERBS[verb].required
    return bool(required) and set(required) <= others <= set(VERBS[verb].keys)


def _is_value_of(entry: Entry, verb: str) -> bool:
    """`{rolls: 0}`: whether a number follows a verb that takes no number, so that a variable is meant."""
    return (
        isinstance(entry.value, Scalar)
        and entry.value.text.isdigit()
        and not set(VERBS[verb].required) - {verb}
    )


def _no_verb(effect: Mapping, path: str, problems: Problems) -> None:
    keys = effect.keys()
    if keys and keys[0].startswith("-"):
        return  # a dash without its space, reported when the file was read
    for entry in effect:
        meant = None if entry.key.text in PREPOSITIONS else nearest(entry.key.text, VERBS)
        if meant is not None and not _is_value_of(entry, meant):
            certain = _fits(effect, entry.key.text, meant)
            problems.add(messages.unknown_effect(
                entry.key.span, entry.key.text, meant, list(VERBS), path, certain=certain
            ))  # fmt: skip
            return
    verb = next((v for v in map(effect_habits.verb_for, keys) if v), "")
    if verb:
        key = next(entry.key for entry in effect if effect_habits.verb_for(entry.key.text))
        example = effect_habits.example(key.text, VERBS[verb].example)
        problems.add(messages.verb_of_elsewhere(key, verb, example, path))
        return
    if any(isinstance(entry.value, Scalar) and entry.value.is_null for entry in effect):
        return  # reported when the file was read
    first = effect.entries[0].key if effect.entries else None
    words = next((k for k in keys if k in WORDS), None)
    if first is not None and first.text == "else":
        problems.add(messages.else_apart(first, path))
        return
    problems.add(messages.no_effect(
        first.span if first else effect.span, keys, words, list(VERBS), path, _as_name(effect)
    ))  # fmt: skip


def _as_name(effect: Mapping) -> tuple[str, str]:
    """`{pot: 0}`: a name of the rulebook in the place of the verb, and its value; two empty texts for anything else."""
    if len(effect.entries) != 1:
        return "", ""
    key, value = effect.entries[0].key.text, effect.entries[0].value
    is_name = all(part.isidentifier() for part in key.split("."))
    return (key, value.text) if is_name and isinstance(value, Scalar) and not value.is_null else ("", "")
