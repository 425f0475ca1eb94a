"""Documents: YAML files as trees that know the place of every character, joined into one rulebook.

Comes in: names, paths or texts, with a variant and house rules.

Goes out: the tree (`nodes.Mapping`, `nodes.Sequence`, `nodes.Scalar`) from `from_yaml.read`;
`library.find`; and `resolve`, which joins several files.

Imports `document.overlays`, `document.shape`, `document.yaml`, `language`, `problems` and `source`.
Imported by `document.overlays`, `document.shape`, `document.yaml`, `pipeline`, `adapters`, `author`,
`checked`, `cli`, `editor`, `export`, `playground`, `rulebook` and `serve`.

Begin with `resolve`.

Easy to get wrong: a `Scalar` has the text that YAML made of it and the slice of the file it was written in.
Expressions are read from the slice, so that `010` and `true` mean what the author wrote.
"""
