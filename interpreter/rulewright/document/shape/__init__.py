"""The shape of documents: which keys and values are allowed where.

Comes in: a tree and the JSON Schema of its kind, from the files in `schemas/`.

Goes out: problems with the author's place and words, from `schema.check`; `authority.confirm`, the verdict of the library.

Imports `document`, `language`, `problems` and `source`. Imported by `document`, `document.overlays`,
`document.yaml`, `pipeline`, `author`, `cli` and `editor`.

Begin with `schema`.

Easy to get wrong: the schema files decide, and `shapes` understands only the keywords they use. A test
compares each verdict with the `jsonschema` library's; no meaning is looked for here.
"""
