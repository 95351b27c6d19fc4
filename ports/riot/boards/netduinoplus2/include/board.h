/* The STM32F405 of QEMU's netduinoplus2. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BOARD_H
#define BOARD_H

#include "cpu.h"
#include "periph_conf.h"

#endif
