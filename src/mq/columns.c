/* Whole columns of the shapes that have assembly. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mq/map.h"

#if !KSIG_MQ_ASSEMBLY

void ksig_mq_add_columns_rainbow(uint32_t *sums, const uint8_t *x, const uint8_t *data, unsigned range) {
    static const ksig_mq_shape shape = {0, 8, 4};
    ksig_mq_add_columns(&shape, sums, x, data, range & 255, range >> 8);
}

void ksig_mq_add_columns_gemss(uint32_t *sum, const uint8_t *x, const uint8_t *data, unsigned range) {
    static const ksig_mq_shape shape = {0, 5, 1};
    ksig_mq_add_columns(&shape, sum, x, data, range & 255, range >> 8);
}

#endif
