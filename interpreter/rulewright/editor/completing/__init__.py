"""What can be written at a place: keys, words, names, members, attributes, and the arguments of a call.

Comes in: a text, the place in it, and what was known about the text when it was last analysed.

Goes out: `offers.offers`, a list of `Offer`, and `signatures.signature`.

Imports `editor`, `author`, `checked`, `document`, `ir`, `language`, `rulebook`, `runtime` and `source`.
Imported by `editor` and `adapters`.

Begin with `offers`.

Easy to get wrong: the text has changed since the analysis, so its places are of no use here. The place is found by the path of keys
around it, and what is bound there by the same path.
"""
