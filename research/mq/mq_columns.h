/* Whole columns for the shapes that have assembly. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MQ_COLUMNS_H
#define KSIG_MQ_COLUMNS_H

#include <stdint.h>

#include "arch/armv7m/research_gates.h"

/* ksig_mq_shape.add_columns for GF(16) and 8 words, and for GF(2) and 5 words. The second reads x
 * by words of 32 variables. research/arch/armv7m/mq/mq_columns_armv7m.S; tests compare the assembly
 * with the C in mq_columns.c. */
void ksig_mq_add_columns_rainbow(uint32_t *sums, const uint8_t *x, const uint8_t *data,
                                 unsigned range);
void ksig_mq_add_columns_gemss(uint32_t *sum, const uint8_t *x, const uint8_t *data,
                               unsigned range);

/* The function, or null if it is not assembly: then the loop of mq_map.h, inlined, is faster. */
#if KSIG_ASM_MQ
#define KSIG_MQ_COLUMNS(function) (function)
#else
#define KSIG_MQ_COLUMNS(function) 0
#endif

#endif
