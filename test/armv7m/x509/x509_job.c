/* What test_x509_ram.py calls in the emulated core. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/x509.h"

typedef struct job {
    void *state;
    uint32_t state_bytes;
    const uint8_t *chain;
    uint32_t chain_length;
    const uint8_t *key;
    uint32_t key_length;
    const uint8_t *anchor;
    uint32_t chunk;
    ksig_x509_end *end;
    uint32_t hash_based; /* 1: HSS and SLH-DSA-SHA2-128s; 0: ML-DSA-44 */
} job;

uint32_t x509_bytes(uint32_t hash_based);
uint32_t plain_bytes(uint32_t hash_based);
uint32_t x509_job(const job *j);
uint32_t plain_job(const job *j);

static const ksig_x509_algorithm lattice[] = {{&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44}};
static const ksig_x509_algorithm hashes[] = {
    {&ksig_hss, KSIG_X509_HSS}, {&ksig_slh_dsa_sha2_128s, KSIG_X509_SLH_DSA_SHA2_128S}};

uint32_t x509_bytes(uint32_t hash_based) {
    return hash_based != 0 ? KSIG_X509_TREE_STATE_BYTES(KSIG_HSS_STATE_BYTES)
                           : sizeof(ksig_x509_ml_dsa_44);
}

/* The larger state of the verifications. */
uint32_t plain_bytes(uint32_t hash_based) {
    return hash_based != 0 ? KSIG_HSS_STATE_BYTES : KSIG_ML_DSA_44_STATE_BYTES;
}

uint32_t x509_job(const job *j) {
    const ksig_x509_args args = {.algorithms = j->hash_based != 0 ? hashes : lattice,
                                 .algorithm_count = j->hash_based != 0 ? 2 : 1,
                                 .anchor = j->anchor,
                                 .key_length = j->key_length,
                                 .chain_length = j->chain_length,
                                 .issuers = 3,
                                 .now = 1780000000,
                                 .flags = KSIG_X509_ANY_ISSUER};
    const ksig_verdict opened = ksig_x509_open(j->state, j->state_bytes, &args);
    if (opened == KSIG_REJECT_STATE_SIZE)
        return opened;
    for (;;) {
        const ksig_want w = ksig_x509_want(j->state);
        if (w.length == 0)
            break;
        const uint8_t *const part = w.part == KSIG_PART_KEY ? j->key : j->chain;
        (void)ksig_x509_feed(j->state, part + w.offset, w.length < j->chunk ? w.length : j->chunk);
    }
    return ksig_x509_close(j->state, j->end);
}

/* A verification alone, of what is no signature: for its stack. */
uint32_t plain_job(const job *j) {
    const ksig_verify_args args = {.anchor = j->anchor,
                                   .message_length = 100,
                                   .signature_length = j->hash_based != 0 ? 7856 : 2420,
                                   .key_length = j->hash_based != 0 ? 32 : 1312};
    const ksig_scheme *const scheme =
        j->hash_based != 0 ? &ksig_slh_dsa_sha2_128s : &ksig_ml_dsa_44;
    return ksig_verify(j->state, j->state_bytes, scheme, &args, j->chain, j->chain, j->chain);
}
