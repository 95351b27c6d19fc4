/* The C version of research/arch/armv7m/mq/mq_columns_armv7m.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mq/mq_columns.h"

#include "mq/mq_map.h"

#if !KSIG_ASM_MQ

void ksig_mq_add_columns_rainbow(uint32_t *sums, const uint8_t *x, const uint8_t *data,
                                 unsigned range) {
    static const ksig_mq_shape shape = {.column_words = 8, .bits = 4};
    ksig_mq_add_columns(&shape, sums, x, data, range & 255, range >> 8);
}

void ksig_mq_add_columns_gemss(uint32_t *sum, const uint8_t *x, const uint8_t *data,
                               unsigned range) {
    static const ksig_mq_shape shape = {.column_words = 5, .bits = 1};
    ksig_mq_add_columns(&shape, sum, x, data, range & 255, range >> 8);
}

#endif
