# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The commands: options, tables, exit codes. No family of schemes is named here."""
