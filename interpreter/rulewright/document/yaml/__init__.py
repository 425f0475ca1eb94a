"""Mistakes of YAML: texts that it cut, misread or could not read.

Comes in: the text of a file and what PyYAML says of it.

Goes out: problems in an author's words, from `errors.problem` and `coercions.report`, with fixes from
`repairs`.

Imports `document`, `document.shape`, `problems` and `source`. Imported by `document`.

Begin with `errors`.

Easy to get wrong: YAML accepts much that an author did not mean (a comma that ends a text, a `#` that
begins a comment). `coercions` has to speak before the schema does, whose message would be about the wrong
thing.
"""
