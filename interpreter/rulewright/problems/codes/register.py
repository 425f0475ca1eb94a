"""The register of problems: every code there is, by stage.

    CODES["flow-comma"].title == "a comma inside brackets ended a text"

A stage that needs a code adds an entry to the file of its stage (`codes_document.py`, ...) and nothing else; a
file of a new stage is added to the tuple below.  Codes are stable: people search for them and silence them.
"""

from __future__ import annotations

from rulewright.problems.codes.boards import BOARD_CODES
from rulewright.problems.codes.code import Code
from rulewright.problems.codes.declarations import DECLARATION_CODES
from rulewright.problems.codes.document import DOCUMENT_CODES
from rulewright.problems.codes.failures import FAILURE_CODES
from rulewright.problems.codes.names import NAME_CODES
from rulewright.problems.codes.proofs import PROOF_CODES
from rulewright.problems.codes.rules import RULE_CODES
from rulewright.problems.codes.strategies import STRATEGY_CODES
from rulewright.problems.codes.text import TEXT_CODES
from rulewright.problems.codes.types import TYPE_CODES
from rulewright.problems.codes.usage import USAGE_CODES

STAGES = (
    DOCUMENT_CODES,
    TEXT_CODES,
    NAME_CODES,
    TYPE_CODES,
    DECLARATION_CODES,
    BOARD_CODES,
    RULE_CODES,
    STRATEGY_CODES,
    USAGE_CODES,
    PROOF_CODES,
    FAILURE_CODES,
)

CODES: dict[str, Code] = {entry.code: entry for stage in STAGES for entry in stage}
