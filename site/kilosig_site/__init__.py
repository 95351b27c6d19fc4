# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What makes the static site: site/make.py calls it. README.md beside it says which module makes what."""
from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "site"
BUILD = ROOT / "build" / "site"  # what can be thrown away
VARIANTS = ("default", "fast", "small")

if str(ROOT / "tools") not in sys.path:
    sys.path.insert(0, str(ROOT / "tools"))
