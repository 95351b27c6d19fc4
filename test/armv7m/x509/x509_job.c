/* What test_x509_ram.py calls in the emulated core. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/x509_classical.h"

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
    uint32_t kind; /* 0: ML-DSA-44; 1: HSS and SLH-DSA-SHA2-128s; 2: a composite */
} job;

uint32_t x509_bytes(uint32_t kind);
uint32_t plain_bytes(uint32_t kind);
uint32_t x509_job(const job *j);
uint32_t plain_job(const job *j);
uint32_t pair_job(const job *j);

/* Stands in for who verifies the classical half, and would have a stack of its own: the last byte
 * of the signature must be that of the key ^ the first one of the digest. */
static ksig_verdict classical(const ksig_classical_input *input) {
    return (input->key[64] ^ input->message[0] ^ input->signature[63]) == 0 ? KSIG_ACCEPT
                                                                            : KSIG_REJECT_SIGNATURE;
}

static const ksig_x509_algorithm lattice[] = {{&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, NULL}};
static const ksig_x509_algorithm hashes[] = {
    {&ksig_hss, KSIG_X509_HSS, NULL}, {&ksig_slh_dsa_sha2_128s, KSIG_X509_SLH_DSA_SHA2_128S, NULL}};
static const ksig_x509_algorithm pairs[] = {
    {&ksig_x509_ml_dsa_44_ecdsa_p256, KSIG_X509_ML_DSA_44_ECDSA_P256, classical}};
static const ksig_x509_algorithm *const algorithms[] = {lattice, hashes, pairs};

uint32_t x509_bytes(uint32_t kind) {
    return kind == 2   ? sizeof(ksig_x509_composite_44)
           : kind == 1 ? KSIG_X509_TREE_STATE_BYTES(KSIG_HSS_STATE_BYTES)
                       : sizeof(ksig_x509_ml_dsa_44);
}

/* The larger state of the verifications. */
uint32_t plain_bytes(uint32_t kind) {
    return kind == 2   ? sizeof(ksig_composite_ml_dsa_44_state)
           : kind == 1 ? KSIG_HSS_STATE_BYTES
                       : KSIG_ML_DSA_44_STATE_BYTES;
}

uint32_t x509_job(const job *j) {
    const ksig_x509_args args = {.algorithms = algorithms[j->kind],
                                 .algorithm_count = j->kind == 1 ? 2 : 1,
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

/* A composite verification alone, of what is no signature. */
uint32_t pair_job(const job *j) {
    const ksig_composite_args args = {.anchor = j->anchor,
                                      .classical = classical,
                                      .message_length = 100,
                                      .signature_length = 2420 + 71,
                                      .key_length = j->key_length};
    return ksig_composite_verify(j->state, j->state_bytes, &ksig_composite_ml_dsa_44_ecdsa_p256,
                                 &args, j->key, j->chain, j->chain);
}

/* A verification alone, of what is no signature: for its stack. */
uint32_t plain_job(const job *j) {
    const ksig_verify_args args = {.anchor = j->anchor,
                                   .message_length = 100,
                                   .signature_length = j->kind == 1 ? 7856 : 2420,
                                   .key_length = j->kind == 1 ? 32 : 1312};
    const ksig_scheme *const scheme = j->kind == 1 ? &ksig_slh_dsa_sha2_128s : &ksig_ml_dsa_44;
    return ksig_verify(j->state, j->state_bytes, scheme, &args, j->chain, j->chain, j->chain);
}
