# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files: keys, signatures, vectors, bench rows."""
