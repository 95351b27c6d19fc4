# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a folder of tokens is to hold. It is written before the first token, and a run that goes on needs the same."""
from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, fields

from kilosig.errors import UserError
from kilosig.fleet.store import Store, read_text

FORMAT = "kilosig-tokens-1"
PLAN, KEY = "_plan.json", "_public.pem"
LEAST_ROWS, MOST_ROWS, FILES = 256, 4096, 64
MOST_BYTES = 1 << 25  # of signatures in a file, if nobody says how many rows it has
LARGEST = 1 << 30  # what a column of Parquet may have, with room

# How a difference is told.
WHAT = {"format": "the format", "scheme": "the scheme", "anchor": "the key", "template": "the template",
        "features": "the features of the template", "rows": "the devices", "devices": "the devices",
        "refused": "what was issued before (--after)", "signing": "--randomized",
        "rows_per_file": "--rows-per-file"}


@dataclass(frozen=True)
class Plan:
    """anchor: of the public key, in hex; devices: digest of all rows; refused: digest of what their order refuses;
    signing: `deterministic` or `randomized`."""

    scheme: str
    anchor: str
    template: str
    features: dict[str, int]
    rows: int
    rows_per_file: int
    devices: str
    refused: str
    signing: str
    format: str = FORMAT

    @property
    def files(self) -> int:
        """How many files of tokens there will be."""
        return -(-self.rows // self.rows_per_file)

    @property
    def digest(self) -> str:
        """Of all of it: what every file of tokens names."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    def rows_of(self, number: int) -> int:
        """How many rows a file has."""
        return min(self.rows_per_file, self.rows - number * self.rows_per_file)

    def text(self) -> str:
        """JSON."""
        return json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"


def rows_per_file(rows: int, signature_bytes: int, wanted: int | None = None) -> int:
    """As wanted, else small enough that a few rows keep all cores busy and that a file is no burden, and large enough
    that millions do not become many files. Raises UserError for more than a file can have."""
    if wanted is not None:
        if wanted * signature_bytes > LARGEST:
            raise UserError(f"A file has room for {LARGEST // signature_bytes:,} of these signatures: give a smaller "
                            "--rows-per-file.")
        return wanted
    most = max(1, min(MOST_ROWS, MOST_BYTES // signature_bytes))
    return min(most, max(LEAST_ROWS, -(-rows // FILES)))


def read_plan(store: Store) -> Plan:
    """The plan of a folder. Raises UserError if it has none."""
    try:
        text = read_text(store, PLAN)
        if text is None:
            raise UserError(f"{store.url} is not a folder of tokens (it has no {PLAN}): give the --out of 'kilosig "
                            "issue'.")
        content = json.loads(text)
        plan = Plan(**content)
        if plan.format != FORMAT or not all(isinstance(getattr(plan, one.name), {
                "str": str, "int": int}.get(str(one.type), dict)) for one in fields(Plan)) or \
                plan.rows < 1 or plan.rows_per_file < 1:
            raise ValueError(plan.format)
    except (ValueError, TypeError) as error:
        raise UserError(f"{store.path(PLAN)} is not a plan that this kilosig reads: give a folder that "
                        "'kilosig issue' has written.") from error
    except OSError as error:
        raise UserError(f"{store.url} cannot be read ({error.strerror or error}): give the --out of 'kilosig "
                        "issue'.") from error
    return plan


def settle(store: Store, plan: Plan) -> bool:
    """Writes the plan of a folder, or finds it there: then True. Raises UserError if another one is there."""
    if not store.exists(PLAN):
        if any(name.endswith(".parquet") for name in store.names()):
            raise UserError(f"{store.url} has Parquet files, but no {PLAN}: choose another --out.")
        store.write(PLAN, plan.text().encode())
        return False
    there = read_plan(store)
    other = [what for name, what in WHAT.items() if getattr(there, name) != getattr(plan, name)]
    if other:
        differ = " and ".join(dict.fromkeys(other))
        raise UserError(f"{store.url} holds the tokens of another run ({differ} differ): choose another --out, or give "
                        "what that run was given.")
    return True
