"""The register of problems: every code there is, by stage.

    CODES["flow-comma"].title == "a comma inside brackets ended a text"

A stage that needs a code adds an entry to the file of its stage (`codes_document.py`, ...) and nothing else; a
file of a new stage is added to the tuple below.  Codes are stable: people search for them and silence them.
"""

from __future__ import annotations

from rulewright.problems.code import Code
from rulewright.problems.codes_boards import BOARD_CODES
from rulewright.problems.codes_declarations import DECLARATION_CODES
from rulewright.problems.codes_document import DOCUMENT_CODES
from rulewright.problems.codes_failures import FAILURE_CODES
from rulewright.problems.codes_names import NAME_CODES
from rulewright.problems.codes_proofs import PROOF_CODES
from rulewright.problems.codes_rules import RULE_CODES
from rulewright.problems.codes_strategies import STRATEGY_CODES
from rulewright.problems.codes_text import TEXT_CODES
from rulewright.problems.codes_types import TYPE_CODES
from rulewright.problems.codes_usage import USAGE_CODES

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
