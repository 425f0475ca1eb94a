"""The table at a full screen: scenes in fixed places, with keys and the mouse, through the extra `terminal` (Textual).

Comes in: a `cli.table.session.Session` whose display is `display.FullDisplay`.

Goes out: `running.run`, which plays it.

Imports `cli.common`, `cli.drawing`, `cli.table`, `author`, `game`, `problems`, `scene` and `source`.
Nothing imports it.

Begin with `table_app`; `lines` connects it to the session, whose thread waits there for what is typed or touched. `layout` draws a
scene, `picking` makes moves of touches.

Easy to get wrong: the session's state is only read while the session waits. Several people may share the screen: `Cleared` has to
leave nothing on it, pages and typed lines included.
"""
