"""Positions that can come again: which ones do so together, and what they are worth where play need not end.

Comes in: a graph of positions, and what is known of those that follow.

Goes out: `components.components`, the order of work; `endless.Retrograde` without chance, `policies.settled` with chance.

Imports `game` and `source`. Imported by `play.solving`.

Begin with `components`.

Easy to get wrong: bounds that come from below and from above need not meet where a player can go on for ever, since both are right about
play without an end that is worth the least, or the most.
"""
