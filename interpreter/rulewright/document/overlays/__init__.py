"""Overlays: house rules and variants, carried out on the tree they change.

Comes in: the tree of a rulebook, and the `remove`, `add` and `change` of an overlay or variant.

Goes out: the tree with the changes in it, from `overlay`; `changes.Trial`, the same without some changes;
`consequences.notes_of_changes`.

Imports `document`, `document.shape`, `problems` and `source`. Imported by `document`, `pipeline` and
`author`.

Begin with `overlay`.

Easy to get wrong: each of the three words is a promise that is checked: what is changed or removed must
exist, what is added must not. `consequences` finds the cause of a problem by leaving changes out again, not
by knowing rules.
"""
