# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/first-hour.md: its commands are run in a copy of the tree, and what they print stands after them.

`python test/boot/first_hour.py` prints the document as it would be, with --update it writes it."""
from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/first-hour.md"


def outputs(tree: Path, document: str) -> list[tuple[str, int, str]]:
    """Each command, its exit status, what it printed."""
    from kilosig.device.emulator import free_port
    from transcript import shell, steps
    with shell(tree, free_port()) as bash:
        return [(command, *bash.run(command)) for command, _ in steps(document)]


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "test/support"), str(ROOT / "tools")]
    from transcript import copy_of_tree, rewritten
    with tempfile.TemporaryDirectory() as folder:
        made = rewritten(DOCUMENT.read_text(), [said for _, _, said in outputs(copy_of_tree(Path(folder)),
                                                                               DOCUMENT.read_text())])
    if "--update" in sys.argv[1:]:
        DOCUMENT.write_text(made)
    else:
        print(made)
