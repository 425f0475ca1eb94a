"""Parts of Pyodide that a page has no use for, left out: modules of the standard library, and the list of packages to be fetched."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Final

NO_USE: Final = (
    "_pydatetime.py", "_pyio.py", "antigravity.py", "bdb.py", "cProfile.py", "cmd.py",
    "configparser.py", "curses/", "dbm/", "doctest.py", "ensurepip/", "fileinput.py", "ftplib.py", "http/cookiejar.py",
    "http/cookies.py", "http/server.py", "idlelib/", "imaplib.py", "lib2to3/", "logging/config.py", "logging/handlers.py",
    "mailbox.py", "modulefinder.py", "netrc.py", "optparse.py", "pdb.py", "pickletools.py", "plistlib.py", "poplib.py",
    "profile.py", "profiling/", "pstats.py", "pydoc.py", "pydoc_data/", "pyclbr.py", "rlcompleter.py", "smtplib.py", "socketserver.py",
    "sqlite3/", "tabnanny.py", "this.py", "tkinter/", "trace.py", "turtle.py", "turtledemo/", "unittest/", "venv/", "wave.py",
    "webbrowser.py", "wsgiref/", "xml/", "xmlrpc/", "zipapp.py",
)  # fmt: skip
"""Modules of the standard library for terminals, networks, tests and other programs; a room ends with a stroke."""


def standard_library(content: bytes) -> bytes:
    """The archive of the standard library without what no page uses; the same for the same archive."""
    shrunk = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as whole, zipfile.ZipFile(shrunk, "w") as kept:
        for each in whole.infolist():
            if not each.filename.startswith(NO_USE):
                kept.writestr(each, whole.read(each), zipfile.ZIP_DEFLATED, 9)
    return shrunk.getvalue()


def lock(content: bytes) -> bytes:
    """The list of packages, without packages: the page fetches none."""
    return json.dumps({**json.loads(content), "packages": {}}).encode()
