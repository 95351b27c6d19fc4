/* Where test_traces.py finds secrets in states. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>

#include "haetae/keygen/haetae_keygen.h"
#include "haetae/sign/haetae_sign_state.h"
#include "mldsa/sign/mldsa_sign.h"

#define OFFSET(name, type, member)       \
    extern const uint16_t offset_##name; \
    const uint16_t offset_##name = offsetof(type, member)
#define SIGN(name, member) OFFSET(name, ksig_haetae_sign_state, member)
#define KEYGEN(name, member) OFFSET(keygen_##name, ksig_haetae_keygen_state, member)

SIGN(stage, head.stage);
SIGN(index, index);
SIGN(sign, sign);
SIGN(part, part);
SIGN(y_norm, sums.y_norm);
SIGN(inner, late.end.inner);
SIGN(seed, seed);
SIGN(runs, runs);
SIGN(parity, parity);
SIGN(operand, operand);
#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL
SIGN(rows, row);
#else
SIGN(rows, rows);
SIGN(work, work);
#endif
KEYGEN(stage, head.stage);
KEYGEN(row, row);
KEYGEN(column, column);
KEYGEN(sum, work.product.sum);
#define ML_DSA(name, member) OFFSET(mldsa_##name, ksig_mldsa_sign_state, member)
ML_DSA(key, head.stream.work.key.secret);
ML_DSA(c, late.signature.c);
ML_DSA(row, work.row);
ML_DSA(end_row, work.row.end.row);
ML_DSA(slots, late.slots);
ML_DSA(seed, seed);
ML_DSA(transcript, transcript);
ML_DSA(low_slots, work.low.slots);
ML_DSA(t0, work.row.low.t0);
