"""Sources: texts and places in them, frozen records, files that are written, and the cache folder.

Comes in: nothing of ours; every other package may import it.

Goes out: `text.Source`, `text.Span`, `record.Record`, `output.write`, `cache.Cache`, `later.later`.

Imports nothing of ours. Imported by most packages above it.

Begin with `text`.

Easy to get wrong: a `Span` counts characters, half-open. A cache entry is read only if nobody but the user
could have written it, and writing a file replaces it as a whole or not at all.
"""
