# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Host side of kilosig: the library through cffi, the serial protocol, key and vector files, the command line."""

__version__ = "0.2.0"
