/* SLH-DSA key generation in bounded steps (FIPS 205 Algorithm 18). SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * PK.root is the root of the one tree in the top layer. The secret key of the standard leaves when it is there. */

#include "slhdsa/slhdsa_wipe.h"
#include "slhdsa/slhdsa_work.h"
#include "stream/keygen_operations.h"
#include "util/bytes.h"
#include "util/memory.h"

extern const struct ksig_keygen_operations ksig_slhdsa_keygen_steps, ksig_slhdsa_short_keygen_steps;

enum { SEED = KSIG_WORK_FEED, TREE };

/* SK.seed | SK.prf | PK.seed | PK.root, behind the nodes. */
static uint8_t *key_of(ksig_slhdsa_work *w) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    return ksig_slhdsa_nodes(w) + p->height * (unsigned)p->n;
}

static void keygen_open(void *state, const uint8_t *seed) {
    ksig_slhdsa_work *const w = state;
    w->v.head.scheme = w->head.work.scheme.keygen->params;
    memcpy(key_of(w), seed, w->head.work.scheme.keygen->seed_bytes);
}

static void keygen_step(void *state) {
    ksig_slhdsa_work *const w = state;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    uint8_t *const key = key_of(w);
    w->v.head.anchor = key + 2 * p->n; /* again in each step: the state may have moved */
    if (w->head.work.stage == SEED) {
        w->v.layer = (uint8_t)(p->d - 1);
        p->hash->begin(&w->v);
        ksig_slhdsa_subtree(w, 0, p->height);
        w->head.work.stage = TREE;
    } else if (ksig_slhdsa_subtree_step(w, key, KSIG_SLHDSA_TREE)) {
        (void)ksig_copy(key + 3 * p->n, w->v.node, p->n);
        ksig_work_ready(&w->head, key, 4u * p->n);
        w->head.work.stage = KSIG_WORK_DONE;
    }
}

const struct ksig_keygen_operations ksig_slhdsa_keygen_steps = {
    .work = {.step = keygen_step, .wipe_stack = ksig_slhdsa_wipe_keygen_stack}, .open = keygen_open};
/* Of the SHA-2 sets with n = 16: less stack. */
const struct ksig_keygen_operations ksig_slhdsa_short_keygen_steps = {
    .work = {.step = keygen_step, .wipe_stack = ksig_slhdsa_wipe_short_keygen_stack}, .open = keygen_open};

KSIG_ASSERT(KSIG_IS_STATED((sizeof(ksig_slhdsa_work) + 7) / 8 * 8, KSIG_SLH_DSA_WORK_BYTES), slhdsa_work_bytes_agree);
KSIG_ASSERT(offsetof(ksig_slhdsa_work, v) % KSIG_ALIGNMENT == 0, slhdsa_hash_state_is_aligned);

#define KSIG_SCHEME_SLHDSA(ID, id, spelled, anchor, anchor_digest, key, least, most, state, flags)   \
    const ksig_keygen_scheme ksig_##id##_keygen = {                                                  \
        .name = spelled,                                                                             \
        .state_bytes = KSIG_##ID##_KEYGEN_STATE_BYTES,                                               \
        .seed_bytes = (key) / 2 * 3,                                                                 \
        .key_bytes = key,                                                                            \
        .secret_key_bytes = 2 * (key),                                                               \
        .output_bytes = 2 * (key),                                                                   \
        .streams = 1,                                                                                \
        .operations = (state) == KSIG_SLH_DSA_SHA2_128_STATE_BYTES ? &ksig_slhdsa_short_keygen_steps \
                                                                   : &ksig_slhdsa_keygen_steps,      \
        .params = &ksig_slhdsa_set_##id,                                                             \
    };
#include "kilosig/schemes.def"
