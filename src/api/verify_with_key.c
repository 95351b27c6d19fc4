/* Verification with a key that is itself trusted. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/configuration.h"
#include "api/verify_memory.h"
#include "guard/guard.h"
#include "util/bytes.h"

#define LONGEST_DIGEST 64
#define KSIG_SCHEME(ID, id, name, anchor_bytes, anchor_hash, ...) \
    KSIG_ASSERT((anchor_hash) == 0 || (anchor_bytes) <= LONGEST_DIGEST, digest_fits);
#include "kilosig/schemes.def"

KSIG_ASSERT(offsetof(ksig_verify_args, anchor) == 0, anchor_is_first);
enum {
    BEHIND_ANCHOR = sizeof((ksig_verify_args *)0)->anchor,
    REST = offsetof(ksig_verify_args, hash) + 1 - BEHIND_ANCHOR
};

/* The copy of the arguments and the anchor are on the stack, where an earlier call may have left
 * its own: both are compared. */
ksig_verdict ksig_verify_with_key(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                  const ksig_verify_args *args, KSIG_INPUT(key),
                                  KSIG_INPUT(message), KSIG_INPUT(signature)) {
    KSIG_KEEP(key, message, signature);
    if (ksig_arguments_given(state, state_bytes, scheme, args) !=
        ksig_open_word(state, scheme, args))
        return KSIG_REJECT_FAULT;
    uint8_t digest[LONGEST_DIGEST];
    ksig_verify_args own;
    (void)ksig_copy(&own, args, sizeof own);
    own.anchor = key;
    const ksig_inputs in = KSIG_INPUTS(state_bytes, scheme, &own);
    if (scheme->anchor_hash != 0) {
        const ksig_verdict made = ksig_key_anchor(scheme, key, (size_t)own.key_length, digest);
        if (made != KSIG_DONE)
            return made;
        own.anchor = digest;
    }
    const uint32_t answer = ksig_open_given(state, state_bytes, scheme, &own);
    const ksig_verdict opened = answer ^ ksig_open_word(state, scheme, &own);
    if (opened == KSIG_PENDING) {
        ksig_verify_head *const head = state;
        const uint32_t same = ksig_compare_packed((const uint8_t *)&own + BEHIND_ANCHOR,
                                                  (const uint8_t *)args + BEHIND_ANCHOR, REST);
        KSIG_RELOAD(scheme);
        ksig_taken(head, same, KSIG_TALLY_ALL(REST));
        ksig_taken(head, ksig_word(head->anchor),
                   ksig_word(scheme->anchor_hash != 0 ? digest : key));
    }
    return ksig_verify_inputs(state, opened, in);
}
