"""Problems of reading a file, of its shape, and of putting files together."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

_PARENT = """
    name: parent
    options:
      target: {type: 1..100, default: 20}
      most: {type: 1..100, default: 20}
    variants:
      short: {change: {options: {most: 10}}}
"""

DOCUMENT_CODES = (
    # ------------------------------------------------------------------------------------- reading a file
    Code(
        "yaml-syntax",
        "the file is not YAML",
        """
        The file cannot be read, because brackets, quotes, colons or the indentation do not fit together. Often the
        slip is on the line before the one that is shown. Three rules avoid nearly all of them: indent with two
        spaces, never tabs; put a text that holds `: ` or ` #`, or begins with a sign, into quotes; write long
        texts on lines of their own under `|`.
        """,
        bad="about: Note: rack one first\n",
        good='about: "Note: rack one first"\n',
    ),
    Code(
        "yaml-feature",
        "something of YAML that rulebooks do not have",
        """
        Rulebooks use plain YAML: mappings, lists and texts. Anchors (`&name`), aliases (`*name`), tags (`!name`), merge
        keys (`<<`), directives and several documents in one file are refused, because a reader of the rules would have to know
        YAML to follow them, and because a small file could stand for a huge one. To use a value twice, give it a name
        under `define:` or `options:`.
        """,
        bad="""
        variables:
          score: &counter {type: number}
        """,
        good="""
        variables:
          score: {type: number}
        """,
    ),
    Code(
        "too-large",
        "the file is too large",
        """
        A file may have a megabyte, 10,000 values and 64 levels, and its expressions 50,000 characters together. The largest
        rulebook known has 2,400 values, so this is most likely no rulebook. After 500 problems no more are looked for.

        As a warning: a large rulebook with many options or variants has more tables than anybody waits for. `validate` looks at
        as many as it can in about a second and says how many it left out.
        """,
    ),
    Code(
        "unreadable",
        "a file that cannot be read as text",
        """
        The file is there, and it is not text in UTF-8, is a folder, or may not be read. Rulebooks are plain text: save the file as
        UTF-8 (most editors ask for the encoding under "Save as"), or name another one.
        """,
    ),
    Code(
        "duplicate-key",
        "a key stands twice in one mapping",
        """
        YAML would let the second one win in silence. Put what both say into one, or rename one of them.
        """,
        bad="""
        zones:
          tray: {holds: dice}
          tray: {holds: dice, start: all}
        """,
        good="""
        zones:
          tray: {holds: dice, start: all}
        """,
    ),
    Code(
        "null-value",
        "a key has nothing behind it",
        """
        A key without a value is most often a rule that was begun and forgotten, so it is refused everywhere. Write a value, or
        leave the key out; an empty mapping is `{}`, an empty list `[]`. The value for "no value" in a rule is written
        `none`, not `null` or `~`.
        """,
        bad="about:\n",
        good="about: Roll and hold.\n",
    ),
    Code(
        "flow-comma",
        "a comma inside brackets ended a text",
        """
        Inside `{ }` and `[ ]` YAML takes every comma as the end of a value: `{when: max(1, 2) > n}` has two keys,
        `when` with the text `max(1`, and `2) > n` with nothing. Texts and calls that hold a comma belong in block style, one `key: value` a line, or into
        quotes.
        """,
        bad="""
        invariants: {low: max(round, 2) < 100}
        """,
        good="""
        invariants:
          low: max(round, 2) < 100
        """,
    ),
    Code(
        "flow-bracket",
        "a bracket inside a text inside brackets",
        """
        Inside `{ }` and `[ ]` YAML takes a further bracket for the beginning of a list or a mapping. The language needs no square
        brackets: what belongs to a player is `me.score`, what belongs to anything else `table(row)`. Put other texts
        with brackets into quotes, or into block style.
        """,
        bad="setup: [{set: score[me], to: 3}]\n",
        good="setup: [{set: score, to: 3}]\n",
    ),
    Code(
        "text-cut",
        "a comment cut a text short",
        """
        A `#` with a space before it begins a comment, so `Row #1 is won` is the text `Row`. Put the text into
        quotes. If a comment was meant, write a space behind the `#` as well.
        """,
        bad="about: Row #1 is won\n",
        good='about: "Row #1 is won"\n',
    ),
    # -------------------------------------------------------------------------------------- shape of a file
    Code(
        "wrong-version",
        "another version of the rulebook language",
        """
        `rulebook: 1` says in which version of the language the file is written. Another version cannot be read.
        """,
        bad="rulebook: 7\n",
        good="rulebook: 1\n",
    ),
    Code(
        "unknown-key",
        "a key that is not known here",
        """
        Every mapping of a rulebook has a fixed set of keys, apart from those whose keys are names that you give. So
        that a slip is not passed over in silence, other keys are refused. `rulewright schema` prints all of them, and an
        editor that knows the schema offers them.
        """,
        bad="""
        zones:
          tray: {holds: dice, strat: all}
        """,
        good="""
        zones:
          tray: {holds: dice, start: all}
        """,
    ),
    Code(
        "missing-key",
        "a key is missing",
        """
        Some keys must be there: what a zone holds, what an action does, how the game ends.
        """,
        bad="""
        zones:
          tray: {start: all}
        """,
        good="""
        zones:
          tray: {holds: dice, start: all}
        """,
    ),
    Code(
        "wrong-shape",
        "a text, a list or a mapping where another of them is expected",
        """
        For instance a list of zones where a mapping of named zones is expected, one effect where a list of effects is, or
        a word that is none of those that can stand there.
        """,
        bad="setup: {roll: tray}\n",
        good="setup: [{roll: tray}]\n",
    ),
    Code(
        "excludes",
        "two keys that exclude each other",
        """
        Some keys are two ways to say one thing: a definition has `is`, `cases` or `sum_of`, an option `default` or `fixed`, a step
        `do` or `by`. Leave one of them out. In an overlay, `change:` with one of them takes the place of the other.
        """,
        bad="""
        define:
          total: {is: round, sum_of: {rounds: round}}
        """,
        good="""
        define:
          total: {sum_of: {rounds: round}}
        """,
    ),
    Code(
        "bad-id",
        "a name that rules could not use",
        """
        Ids are letters, digits and `_`, and do not begin with a digit. Words of the language (`and`, `div`, `else`, `for`, `if`,
        `in`, `mod`, `none`, `not`, `of`, `or`, `otherwise`, `some`, `through`, `while`) and what YAML takes for a value of
        its own (`yes`, `no`, `on`, `off`, `true`, `false`, `null`, in any case) cannot be ids. What people see is said with
        `label:`.
        """,
        bad="""
        define:
          best-score: 7
        """,
        good="""
        define:
          best_score: {is: 7, label: best score}
        """,
    ),
    Code(
        "bad-name",
        "a name that a rulebook cannot have",
        """
        The name of a rulebook, an overlay or a fragment is part of file names and commands: small letters, digits and
        `-`, beginning with a letter. What people see is `title:`.
        """,
        bad="name: My Game\n",
        good="name: my-game\ntitle: My Game\n",
    ),
    Code(
        "unknown-effect",
        "an effect that does not exist",
        """
        An effect begins with one of `roll`, `return`, `shuffle`, `remove`, `move`, `place`, `set`, `add`, `pay`, `let`, `if`, `for`,
        `pick`, `by`, `turn_of` and `go`, or is a text: `end_turn`, `extra_turn`, or a step such as `cover(those)`. Each
        effect is an entry of its own.
        """,
        bad="setup: [{mvoe: die, to: rack}]\n",
        good="setup: [{move: die, to: rack}]\n",
    ),
    # ------------------------------------------------------------------------------- putting files together
    Code(
        "unknown-path",
        "an overlay changes or removes what is not there",
        """
        `change:` and `remove:` name rules of the parent by their path, such as `options.target` or
        `phases.turn.actions.pass`. What is not there cannot be changed; something new stands under `add:`. The same holds
        for the entry that `before:` names.
        """,
        bad="extends: parent\nchange: {options: {tagret: 50}}\n",
        good="extends: parent\nchange: {options: {target: 50}}\n",
        parent=_PARENT,
    ),
    Code(
        "already-there",
        "an overlay adds what is there already, or changes it into what it is",
        """
        `add:` is for something new; what the parent has already is changed under `change:`. To replace a whole
        mapping, remove it and add it.

        As a warning: a change that changes nothing, since the parent says the same. It may have overtaken the house rule.
        """,
        bad="extends: parent\nadd: {options: {target: {type: 1..9, default: 5}}}\n",
        good="extends: parent\nadd: {options: {cap: {type: 1..9, default: 5}}}\n",
        parent=_PARENT,
    ),
    Code(
        "overlay-conflict",
        "two overlays, or an overlay and a variant, set the same thing differently",
        """
        Overlays are carried out in the order in which they are given, so the later one wins. A variant of the game is
        carried out last of all, so in that variant it wins over a house rule. That may be what you want; this is a
        warning. The same house rule given twice is an error: what it adds would be added twice.
        """,
    ),
    Code(
        "unknown-rulebook",
        "a rulebook, overlay or fragment that cannot be found",
        """
        `extends:` and `use:` name another file: one beside this file, or a bundled one (`rulewright list` shows these).
        """,
        bad="extends: paretn\nchange: {options: {target: 50}}\n",
        good="extends: parent\nchange: {options: {target: 50}}\n",
        parent=_PARENT,
    ),
    Code(
        "extends-cycle",
        "a rulebook that extends itself",
        """
        Following `extends:` from file to file must lead to a rulebook that stands by itself.
        """,
        bad="name: house\nextends: house\n",
        good="name: house\nextends: parent\n",
        parent=_PARENT,
    ),
    Code(
        "wrong-parent",
        "an overlay for another rulebook",
        """
        An overlay says which rulebook it changes; on another one its paths would mean nothing, or something else.
        """,
    ),
    Code(
        "unknown-variant",
        "a variant that the rulebook does not have",
        """
        Variants are listed under `variants:`. An overlay extends a variant by `extends: NAME#VARIANT`.
        """,
        bad="extends: parent#shrot\nadd: {define: {two: 2}}\n",
        good="extends: parent#short\nadd: {define: {two: 2}}\n",
        parent=_PARENT,
    ),
    Code(
        "lost-variant",
        "a house rule leaves nothing of a variant",
        """
        A variant of the parent changes what your house rule takes away. It cannot be played with the house rule, so nobody is
        offered it; the game and its other variants are. A variant that only takes the same away is left, and is now the game itself. Either way
        the house rule should say so: take the variant away too, under `remove:`, or let the rule stay and change it.
        """,
        bad="extends: parent\nremove: [options.most]\n",
        good="extends: parent\nremove: [options.most, variants.short]\n",
        parent=_PARENT,
    ),
    Code(
        "fragment-clash",
        "a name that a fragment brings stands in the rulebook too",
        """
        A fragment only adds names. Where the rulebook, or another fragment, has the same name under the same heading, it
        would be unclear which one counts. Rename yours; to alter what a fragment brings, write an overlay.
        """,
    ),
)
