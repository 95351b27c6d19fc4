/* The state of an ML-DSA key generation. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_KEYGEN_H
#define KSIG_MLDSA_KEYGEN_H

#include "mldsa/keygen/mldsa_t_row.h"
#include "stream/keygen_operations.h"

extern const struct ksig_keygen_operations ksig_mldsa_keygen_steps;

#endif
