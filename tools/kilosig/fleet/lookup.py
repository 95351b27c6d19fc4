# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was issued to one device, out of a folder of tokens."""
from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from kilosig.errors import UserError
from kilosig.fleet.issue import REFUSED
from kilosig.fleet.parts import DamagedPart, read_part
from kilosig.fleet.plan import read_plan
from kilosig.fleet.store import Store


def token_of(url: str, device: bytes) -> tuple[bytes, bytes]:
    """Token and signature of a device of 12 bytes. Raises UserError where it has none: with the reason."""
    store = Store(url)
    plan = read_plan(store)
    why = "the table did not name it"
    for number in range(plan.files):
        try:
            table = read_part(store, plan, number)
        except DamagedPart as error:
            raise UserError(f"{store.url}, file {number} cannot be read ({error}): see 'kilosig audit'.") from error
        found = table.filter(pc.equal(table.column("device"), pa.scalar(device, pa.binary(12))))
        for token, signature, refused in zip(*(found.column(name).to_pylist()
                                               for name in ("token", "signature", "refused"))):
            if refused is None:
                return token, signature
            why = f"its row was refused: {refused}"
    raise UserError(f"{url} has no token for this device ({why}): give another folder, or see "
                    f"{REFUSED} there.")
