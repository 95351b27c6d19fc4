# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tokens for a fleet: issued, audited and reported on all cores or a cluster. Needs the extra `fleet`."""
