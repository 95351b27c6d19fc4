# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Faults in verifications: forged streams, an emulated core that is disturbed, and what it then answers."""
