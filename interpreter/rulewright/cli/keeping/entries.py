"""Data that were made of rulebooks, kept as JSON in the user's cache folder: each with the names that were looked up for them, so that
they are used only as long as these lead to the same texts.

    keep(cache, key, looked_up(found), {"ends": ...})
    kept(cache, key)                        {"ends": ...}, or None

Whatever is in the folder, there is no exception: what is no entry is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rulewright.cli.keeping.looked_up import LOOKED_UP, Names, lead_to_the_same, looked_up
from rulewright.document import library
from rulewright.problems.shapes import Shape, fault
from rulewright.source.cache import Cache


def kept(cache: Cache, key: str, shape: Shape | None = None) -> Any:  # Any: JSON data, None if there are none
    """What was kept under a key, if all names still lead to the same texts and it has the `shape`, unless that is None."""
    written = cache.read(key)
    try:
        if written is None:
            return None
        names, data = json.loads(written)
        if fault(LOOKED_UP, names) is not None or not lead_to_the_same(names):
            return None
        return data if shape is None or fault(shape, data) is None else None
    except (ValueError, TypeError, RecursionError):
        return None


def worked_out(
    cache: Cache | None, key: str, shape: Shape, work_out: Callable[[], object]
) -> Any:  # Any: JSON data of the shape
    """What was kept under a key, or else what is worked out now, which is kept with the names that are looked up for it."""
    known = kept(cache, key, shape) if cache is not None else None
    if known is None:
        with library.noting() as found:
            known = work_out()
        if cache is not None:
            keep(cache, key, looked_up(found), known)
    return known


def keep(cache: Cache, key: str, names: Names, data: object) -> None:
    """Keep data under a key, with the names that were looked up for them."""
    written = json.dumps([names, data], ensure_ascii=False, separators=(",", ":"))
    cache.write(key, written.encode("utf-8", "surrogatepass"))
