# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One signer for each family of schemes, and the keys and signatures that it makes."""
