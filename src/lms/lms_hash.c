/* The hashes of LMS: SHA-256 and SHAKE256. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "lms/lms_state.h"
#include "stream/verdict.h"
#include "util/bytes.h"
#include "util/memory.h"

KSIG_ASSERT(KSIG_LMOTS_CHAIN_X + KSIG_LMS_INPUT_BYTES <= 64, input_fits);

static unsigned is_shake(const ksig_lms_state *v) {
    return KSIG_ENABLE_LMS_SHAKE && ksig_lms_is_shake(&v->set);
}

static uint8_t *prefix(ksig_lms_state *v) { return (uint8_t *)v->hash.prefix; }

uint8_t *ksig_lms_input(ksig_lms_state *v) {
#if KSIG_ENABLE_LMS_SHAKE
    if (is_shake(v))
        return v->hash.shake.input;
#endif
    return (uint8_t *)v->hash.sha256.chain.block + KSIG_LMOTS_CHAIN_X;
}

#if KSIG_ENABLE_LMS_SHAKE
/* Rereads which hash it is: bytes absorbed by the wrong one do not count as taken.
 */
size_t ksig_lms_absorb(ksig_lms_state *v, const uint8_t *data, size_t length) {
    size_t taken;
    if (is_shake(v)) {
        taken = ksig_keccak_take(&v->hash.shake.open, data, length) + 1;
        KSIG_RELOAD(v);
        return ksig_keccak_taken(&v->hash.shake.open, taken) - is_shake(v);
    }
    taken = ksig_sha256_take(&v->hash.sha256.open, data, length);
    KSIG_RELOAD(v);
    return ksig_sha256_taken(&v->hash.sha256.open, taken) + is_shake(v);
}
#else
size_t ksig_lms_absorb(ksig_lms_state *v, const uint8_t *data, size_t length) {
    const size_t shown = ksig_sha256_take(&v->hash.sha256.open, data, length);
    KSIG_RELOAD(v);
    return ksig_sha256_taken(&v->hash.sha256.open, shown);
}
#endif

void ksig_lms_open(ksig_lms_state *v, uint32_t number, unsigned tag) {
    uint8_t *const bytes = prefix(v);
    ksig_store32_big_endian(bytes + KSIG_LMS_NUMBER, number);
    bytes[KSIG_LMS_TAG] = (uint8_t)(tag >> 8);
    bytes[KSIG_LMS_TAG + 1] = (uint8_t)tag;
#if KSIG_ENABLE_LMS_SHAKE
    if (is_shake(v))
        ksig_shake256_init(&v->hash.shake.open);
    else
#endif
        ksig_sha256_init(&v->hash.sha256.open, ksig_sha256_initial);
    ksig_taken(&v->head, ksig_lms_absorb(v, bytes, KSIG_LMS_PREFIX_BYTES), KSIG_LMS_PREFIX_BYTES);
}

/* The node is zeroed first: if the digest were not written, the old node must not remain in its
 * place.
 */
void ksig_lms_end(ksig_lms_state *v) {
    uint32_t doubt;
    memset(v->node, 0, sizeof v->node);
#if KSIG_ENABLE_LMS_SHAKE
    if (is_shake(v)) {
        doubt = ksig_keccak_end(&v->hash.shake.open);
        ksig_keccak_squeeze(&v->hash.shake.open, v->node, ksig_lms_n(&v->set));
    } else
#endif
        doubt = ksig_sha256_final(&v->hash.sha256.open, v->node, ksig_lms_n(&v->set));
    ksig_taken(&v->head, doubt, 0);
    v->done++;
}

void ksig_lms_chains_begin(ksig_lms_state *v) {
    if (!is_shake(v))
        ksig_lmots_chain_begin(&v->hash.sha256.chain);
}

#if KSIG_ENABLE_LMS_SHAKE
static KSIG_NOINLINE void shake_steps(ksig_lms_state *v, unsigned steps) {
    ksig_lms_shake *const s = &v->hash.shake;
    uint8_t *const step = (uint8_t *)s->prefix + KSIG_LMOTS_CHAIN_STEP;
    do {
        ksig_keccak_init_seed(&s->chain, KSIG_SHAKE256_RATE);
        ksig_keccak_absorb_seed(&s->chain, (const uint8_t *)s->prefix, KSIG_LMS_PREFIX_BYTES + 1);
        ksig_keccak_absorb_seed(&s->chain, s->input, ksig_lms_n(&v->set));
        memset(s->input, 0, sizeof s->input);
        (void)ksig_keccak_finish(&s->chain);
        ksig_keccak_squeeze(&s->chain, s->input, ksig_lms_n(&v->set));
        /* Counted only if everything was squeezed: after a fault, one of these calls may return to
         * a stale return address of another. */
        *step = (uint8_t)(*step + (s->chain.position == ksig_lms_n(&v->set)));
    } while (--steps > 0);
}
#endif

/* LM-OTS public key candidate (RFC 8554 Algorithm 4b), the hashes of a chain. Counted in memory,
 * step by step: a walk that ends too early does not count as complete. Rereads which hash it is:
 * the steps of the other leave the sender's bytes where they are. */
void ksig_lms_chain(ksig_lms_state *v, unsigned digit) {
    uint8_t *const bytes = prefix(v);
    const unsigned steps = (1u << (1u << ksig_lms_width_log(&v->set))) - 1u - digit;
    bytes[KSIG_LMS_TAG] = (uint8_t)(v->chain >> 8);
    bytes[KSIG_LMS_TAG + 1] = (uint8_t)v->chain;
    bytes[KSIG_LMOTS_CHAIN_STEP] = (uint8_t)digit;
    unsigned other;
    if (steps == 0)
        return;
#if KSIG_ENABLE_LMS_SHAKE
    if (is_shake(v)) {
        shake_steps(v, steps);
        KSIG_RELOAD(v);
        other = !is_shake(v);
    } else
#endif
    {
        ksig_lmots_chain_steps(&v->hash.sha256.chain, ksig_lms_n(&v->set), steps);
        KSIG_RELOAD(v);
        other = is_shake(v);
    }
    v->done += ((bytes[KSIG_LMOTS_CHAIN_STEP] - digit) & 255u) + other;
}
