#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prints the next frames on a CAN bus. usage: listen.py slcan:tcp:127.0.0.1:4000 COUNT"""
import sys

from kilosig.device.bus import open_bus
from kilosig.errors import UserError

try:
    with open_bus(sys.argv[1]) as bus:
        for _ in range(int(sys.argv[2])):
            frame = bus.recv(10)
            if frame is None:
                sys.exit("nobody sends")
            print(f"{frame.arbitration_id:#x}: {frame.data.decode()}")
except UserError as error:
    sys.exit(str(error))
