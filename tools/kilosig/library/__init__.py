# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The C library through cffi, and what it says about itself: descriptors, verdicts, hashes."""
