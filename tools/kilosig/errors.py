# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The one exception that the command line shows to its user."""


class UserError(Exception):
    """Something the user can put right. The text is one sentence that says what to do; exit code 2."""
