"""CodeMirror, the editor in the page: its modules as one folder, from an earlier page, from the user's cache, or fetched once.

    codemirror(None, print)        {"codemirror-state.js": b"...", ...}

The packages of npm name each other without paths, which browsers do not understand; here each name becomes a file in the same folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from rulewright.playground.fetching import Archive, Files, NotThere, fetched, unpacked


class Module(NamedTuple):
    """A package of npm: its version, the SHA-256 of its archive, and the file that has it."""

    version: str
    checksum: str
    file: str = "dist/index.js"


MODULES: Mapping[str, Module] = {
    "@codemirror/state": Module("6.7.6", "91d75acc955ceeaf86af9396c11cda7694fe6222aac8427fa033d89eff5ac839"),
    "@codemirror/view": Module("6.43.15", "f0d5921406f841d211fa0887aabf10626c47676bfc63a4abed2a4d207e27c5ac"),
    "@codemirror/commands": Module(
        "6.11.1", "f477f46d8c00278e1b387baebd53bd6556fd5f3c7401ebe2a05543600fcbff0f"
    ),
    "@codemirror/language": Module(
        "6.13.1", "e711ec28da046f6c163e777c5466d8ac805ee9ef5f51c511e8729c6789be7f83"
    ),
    "@codemirror/streamparser": Module(
        "6.0.0", "b4888c5ab40350e7a1747d765948a8fa45cfd127c479dd4cdef8097046efe14a"
    ),
    "@codemirror/autocomplete": Module(
        "6.20.4", "40b9657b137284426bcd829cdee7dc78a748337de997a12b10b5c725f67aa0d0"
    ),
    "@codemirror/lint": Module("6.9.8", "637290fb6a6633a1a08f44c721afb75e0387d86c9b7c42d723a00a974811aae8"),
    "@lezer/common": Module("1.5.5", "ed93cee36403124f51eae638b8a032d6694914c19704de7610db7f2a9441c963"),
    "@lezer/highlight": Module("1.2.5", "e349eec1ff4382439c1e6286ae937e0203a8349c5192e2e133863391775ac7ff"),
    "style-mod": Module(
        "4.1.5", "c4a44844213a141da55c51a2f81d701acdb9944465328b4a2a6b9626c6d9fc39", "src/style-mod.js"
    ),
    "w3c-keyname": Module(
        "2.2.8", "05d21484026d1f2dd842c843181e391e66d60f1d5dff292d562c3f40302dab36", "index.js"
    ),
    "crelt": Module("1.0.7", "3542299c0278fdc26aceb2b13d31bffbcb89d7367706bbc457130e3fd103c03e", "index.js"),
    "@marijn/find-cluster-break": Module(
        "1.0.4", "5d12b770b64d46632c84fcd18e1d4c09f195ed0f5dbc71f94a41f0af333eaeae", "src/index.js"
    ),
}
LICENCES = "licences.txt"
_NAMED = re.compile(rb"""((?:\bfrom|\bimport)\s*)(['"])(@?[\w/-]+)\2""")


def codemirror(given: Path | None, note: Callable[[str], None] = lambda text: None) -> Files:
    """The files of CodeMirror, by name; `given` is the folder of an earlier page. Raises NotThere."""
    if given is not None:
        try:
            return {name: (given / name).read_bytes() for name in (*map(file_of, MODULES), LICENCES)}
        except OSError as error:
            raise NotThere(f"{given} has no CodeMirror: {error.strerror or error}") from None
    archives = [Archive(f"{name}@{each.version}", each.checksum) for name, each in MODULES.items()]
    found, licences = dict[str, bytes](), list[bytes]()
    for name, content in zip(MODULES, fetched("CodeMirror", archives, note), strict=True):
        files = unpacked(content, name)
        found[file_of(name)] = _NAMED.sub(_as_file, files[f"package/{MODULES[name].file}"])
        licences.append(f"{name}\n\n".encode() + files["package/LICENSE"])
    return {**found, LICENCES: b"\n\n".join(licences)}


def file_of(name: str) -> str:
    """The file of a package: `codemirror-state.js`."""
    return name.removeprefix("@").replace("/", "-") + ".js"


def _as_file(found: re.Match[bytes]) -> bytes:
    name = found[3].decode()
    return found[0] if name not in MODULES else found[1] + f'"./{file_of(name)}"'.encode()
