/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "cost.h"

/* Writes everything that was counted as JSON; README.md describes it. Returns the number of unknown
 * instructions. */
unsigned report_write(FILE *out, enum core core);

#endif
