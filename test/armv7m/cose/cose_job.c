/* What test_cose_ram.py calls in the emulated core. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/cose.h"

typedef struct job {
    void *state;
    uint32_t state_bytes;
    const uint8_t *object;
    uint32_t object_length;
    const uint8_t *key;
    const uint8_t *anchor;
    uint32_t chunk;
    ksig_cwt_claims *claims; /* null: no CWT */
} job;

uint32_t cose_bytes(void);
uint32_t cwt_bytes(void);
uint32_t cose_job(const job *j);

uint32_t cose_bytes(void) { return sizeof(ksig_cose_ml_dsa_44); }
uint32_t cwt_bytes(void) { return sizeof(ksig_cwt_ml_dsa_44); }

uint32_t cose_job(const job *j) {
    const ksig_cose_args args = {.anchor = j->anchor,
                                 .object_length = j->object_length,
                                 .key_length = 1312,
                                 .algorithm = KSIG_COSE_ML_DSA_44};
    const ksig_cwt_args cwt = {
        .scheme = &ksig_ml_dsa_44, .algorithm = KSIG_COSE_ML_DSA_44, .key_type = KSIG_COSE_KEY_AKP};
    ksig_verdict verdict =
        j->claims ? ksig_cwt_open(j->state, j->state_bytes, &ksig_ml_dsa_44, &args, &cwt)
                  : ksig_cose_open(j->state, j->state_bytes, &ksig_ml_dsa_44, &args);
    if (verdict == KSIG_REJECT_STATE_SIZE)
        return verdict;
    for (;;) {
        const ksig_want w = ksig_cose_want(j->state);
        if (w.length == 0)
            break;
        const uint8_t *const part = w.part == KSIG_PART_KEY ? j->key : j->object;
        (void)ksig_cose_feed(j->state, part + w.offset, w.length < j->chunk ? w.length : j->chunk);
    }
    return j->claims ? ksig_cwt_close(j->state, j->claims) : ksig_cose_close(j->state);
}
