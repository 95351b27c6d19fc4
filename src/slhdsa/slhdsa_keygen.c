/* SLH-DSA key generation in bounded steps (FIPS 205 Algorithm 18).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * PK.root is the root of the only tree in the top layer. It is formed twice: with a wrong root, no
 * signature of the key would verify. The secret key of the standard is output if both roots
 * agree. */

#include "guard/guard.h"
#include "guard/tally.h"
#include "slhdsa/slhdsa_wipe.h"
#include "slhdsa/slhdsa_work.h"
#include "stream/keygen_operations.h"
#include "util/bytes.h"

extern const struct ksig_keygen_operations ksig_slhdsa_keygen_steps, ksig_slhdsa_short_keygen_steps;

enum { SEED = KSIG_WORK_FEED, TREE, AGAIN };

/* SK.seed | SK.prf | PK.seed | PK.root, after the nodes. */
static uint8_t *key_of(ksig_slhdsa_work *w) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    return ksig_slhdsa_nodes(w) + p->height * (unsigned)p->n;
}

/* A tag of the seed; the first one is kept in `due`, which otherwise only verification uses. */
static KSIG_NOINLINE uint32_t tag_of_seed(ksig_slhdsa_work *w) {
    return ksig_work_tag(key_of(w), w->head.work.scheme.keygen->seed_bytes);
}

static const uint8_t *keygen_open(void *state, const uint8_t *seed) {
    ksig_slhdsa_work *const w = state, *again = w;
    KSIG_RELOAD(again);
    w->v.head.scheme = w->head.work.scheme.keygen->params;
    (void)ksig_copy(key_of(w), seed, w->head.work.scheme.keygen->seed_bytes);
    w->v.due = tag_of_seed(again);
    return key_of(again);
}

static KSIG_NOINLINE void begin_tree(ksig_slhdsa_work *w, unsigned stage) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    w->v.layer = (uint8_t)(p->d - 1);
    p->hash->begin(&w->v);
    ksig_slhdsa_subtree(w, 0, p->height);
    w->head.work.stage = (uint8_t)stage;
}

/* Both copies of the root must agree. Nodes precede the key, and part of it may have been taken
 * already. */
static uint32_t keygen_check(void *state) {
    ksig_slhdsa_work *const w = state;
    const unsigned n = ksig_slhdsa_params_of(&w->v)->n;
    const uint8_t *const key = key_of(w);
    if (w->head.ready == 0)
        return 0;
    uint32_t bad = ksig_compare_packed(w->v.node, key + 3 * n, n) ^ KSIG_TALLY_ALL(n);
    bad |= tag_of_seed(w) ^ w->v.due;
    bad |= (uint32_t)(key + w->head.given - (const uint8_t *)state) ^ w->head.ready_at;
    return bad | ((w->head.ready + w->head.given) ^ 4 * n);
}

/* slh_keygen_internal (FIPS 205 Algorithm 18), a step. */
static void keygen_step(void *state) {
    ksig_slhdsa_work *const w = state;
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    uint8_t *const key = key_of(w);
    w->v.head.anchor = key + 2 * p->n; /* set in each step, as the state may have moved */
    if (w->head.work.stage == SEED) {
        begin_tree(w, TREE);
    } else if (ksig_slhdsa_subtree_step(w, key, KSIG_SLHDSA_TREE)) {
        if (w->head.work.stage == TREE) {
            (void)ksig_copy(key + 3 * p->n, w->v.node, p->n);
            begin_tree(w, AGAIN);
        } else {
            ksig_work_ready(&w->head, key, 4u * p->n);
            w->head.work.stage = KSIG_WORK_DONE;
        }
    }
}

const struct ksig_keygen_operations ksig_slhdsa_keygen_steps = {
    .work = {.step = keygen_step, .wipe_stack = ksig_slhdsa_wipe_keygen_stack},
    .open = keygen_open,
    .check = keygen_check};
/* For the SHA-2 sets with n = 16, which take less stack. */
const struct ksig_keygen_operations ksig_slhdsa_short_keygen_steps = {
    .work = {.step = keygen_step, .wipe_stack = ksig_slhdsa_wipe_short_keygen_stack},
    .open = keygen_open,
    .check = keygen_check};

KSIG_ASSERT(KSIG_IS_STATED((sizeof(ksig_slhdsa_work) + 7) / 8 * 8, KSIG_SLH_DSA_WORK_BYTES),
            slhdsa_work_bytes_agree);
KSIG_ASSERT(offsetof(ksig_slhdsa_work, v) % KSIG_ALIGNMENT == 0, slhdsa_hash_state_is_aligned);

#define KSIG_SCHEME_SLHDSA(ID, id, spelled, anchor, anchor_digest, key, least, most, state, flags) \
    const ksig_keygen_scheme ksig_##id##_keygen = {                                                \
        .name = spelled,                                                                           \
        .state_bytes = KSIG_##ID##_KEYGEN_STATE_BYTES,                                             \
        .seed_bytes = (key) / 2 * 3,                                                               \
        .key_bytes = key,                                                                          \
        .secret_key_bytes = 2 * (key),                                                             \
        .output_bytes = 2 * (key),                                                                 \
        .streams = 1,                                                                              \
        .operations = (state) == KSIG_SLH_DSA_SHA2_128_STATE_BYTES                                 \
                          ? &ksig_slhdsa_short_keygen_steps                                        \
                          : &ksig_slhdsa_keygen_steps,                                             \
        .params = &ksig_slhdsa_set_##id,                                                           \
    };
#include "kilosig/schemes.def"
