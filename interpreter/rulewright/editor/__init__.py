"""What an editor asks about a text: its mistakes, what can be written at a place, what a name means and where it is used.

Comes in: texts by path, saved or not, and places in them (`desk.Desk`).

Goes out: plain answers with spans: `diagnosis.diagnosed`.

Imports `editor.completing`, `editor.naming`, `pipeline`, `author`, `checked`, `document`, `expression`,
`ir`, `language`, `problems`, `rulebook` and `source`. Imported by `editor.completing`,
`editor.measuring`, `editor.naming`, `editor.outlining`, `adapters` and `playground`.

Begin with `desk`, then `analysis`.

Easy to get wrong: nothing here decides what is right. Names, types, problems and fixes come from the stages of `pipeline`; a room here
finds the place in their results. And nothing here knows a protocol, so that a page in a browser can ask the same.
"""
