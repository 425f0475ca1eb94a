"""Saved programs: a program as JSON text, and the checks when it is read back.

Comes in: a program, or a text from a file.

Goes out: `program.to_text`, `program.from_text` and `program.SavedProgramError`.

Imports `ir`, `language`, `problems` and `source`. Imported by `pipeline`, `rulewright`, `cli` and
`game`.

Begin with `program`; `kept` is for the user's own cache.

Easy to get wrong: a checksum finds damage, not intent. So each field (`field_types`), each name and number
(`sound`) and the layout (`sound_layout`) is checked, because executors trust a program and native code
writes memory by its layout.
"""
