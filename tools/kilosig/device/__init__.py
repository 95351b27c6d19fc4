# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Boards: the serial protocol, transports to a board, emulated boards, what is measured on them."""
