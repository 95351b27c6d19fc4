/* Streaming verification of ML-DSA (FIPS 204 Algorithms 3, 5 and 8) and Dilithium2 round 3: the
 * order of the stream and its checks. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * message | signature: c~, z, hint | key: rho, then t1 row by row. Variant SMALL requests c~ and
 * hint first, and z again after every row of t1. */
#include "stream/operations.h"

#include "guard/guard.h"
#include "mldsa/alg/mldsa_hint.h"
#include "mldsa/verify/mldsa_verify.h"
#include "stream/message.h"
#include "util/bytes.h"

enum stage { STAGE_MESSAGE, STAGE_CHALLENGE, STAGE_Z, STAGE_HINT, STAGE_RHO, STAGE_T1 };

/* KSIG_ML_DSA_FIXED_BYTES agrees with the struct. */
KSIG_ASSERT(KSIG_IS_STATED(offsetof(ksig_mldsa_state, tail), KSIG_ML_DSA_FIXED_BYTES),
            fixed_bytes_agree);

/* Variant SMALL keeps the secret until mu is known, which the point needs. Compares it with the
 * reloaded argument: nothing later would notice a wrong one. */
static void keep_secret(ksig_verify_head *head, uint8_t kept[KSIG_POLYHASH_KEY_BYTES],
                        const ksig_verify_args *args) {
    if (args->secret == NULL) {
        ksig_reject(head, KSIG_REJECT_ARGUMENT);
        return;
    }
    (void)ksig_copy(kept, args->secret, KSIG_POLYHASH_KEY_BYTES);
    KSIG_RELOAD(args);
    ksig_counted(head, ksig_compare(kept, args->secret, KSIG_POLYHASH_KEY_BYTES),
                 KSIG_POLYHASH_KEY_BYTES, KSIG_REJECT_FAULT);
}

static void open(void *state, const ksig_verify_args *args) {
    ksig_mldsa_state *const v = state;
    if (args->signature_length != v->head.scheme->signature_bytes) {
        ksig_reject(&v->head, KSIG_REJECT_SIG_LENGTH);
        return;
    }
    ksig_mldsa_message_open(v, args);
    if (KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL)
        keep_secret(&v->head, v->rho, args);
    ksig_shake256_init(&v->key);
    v->row_index = 0;
    v->column_index = 0;
    ksig_want_message(&v->head, STAGE_MESSAGE);
}

/* pkDecode and sigDecode (FIPS 204 Algorithms 23 and 27): each piece goes to its place as it
 * arrives. */
static size_t take(void *state, const uint8_t *data, size_t length) {
    ksig_mldsa_state *const v = state;
    const uint32_t missing = v->head.piece;
    uint8_t *room = NULL;
    switch (v->head.stage) {
    case STAGE_MESSAGE:
        return ksig_mldsa_message_take(v, data, length);
    case STAGE_CHALLENGE:
        room = ksig_mldsa_hint(&v->head, v->tail) - missing;
        break;
    case STAGE_Z:
        room = ksig_mldsa_z_room(v, missing);
        break;
    case STAGE_HINT:
        room = ksig_mldsa_hint(&v->head, v->tail) +
               ksig_mldsa_hint_bytes(ksig_mldsa_params_of(&v->head)) - missing;
        break;
    case STAGE_RHO:
        room = v->rho + sizeof v->rho - missing;
        break;
    case STAGE_T1:
        room = (uint8_t *)(KSIG_MLDSA_POLY(&v->row) + KSIG_MLDSA_N) - missing;
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        return 0;
    }
    size_t taken = ksig_copy(room, data, length);
    if (v->head.part == KSIG_PART_KEY)
        taken = ksig_keccak_absorb(&v->key, room, length);
    return taken + ksig_is_message(&v->head);
}

/* Runs when the hint arrives and again after it was used, so it does not depend on one computation
 * of its address. */
static KSIG_NOINLINE void check_hint(ksig_verify_head *head, uint8_t *tail) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(head);
    ksig_counted(head, ksig_mldsa_tally_hint(ksig_mldsa_hint(head, tail), p->k, p->omega),
                 (uint32_t)(p->k + p->omega), KSIG_REJECT_HINT);
}

static void want_key_row(ksig_verify_head *head) {
    ksig_want_piece(head, STAGE_T1, KSIG_MLDSA_T1_BYTES);
}

/* Row i is complete: requests the next one, or ends. */
static void end_row(ksig_mldsa_state *v) {
    ksig_mldsa_finish_row(v);
    if (++v->row_index < ksig_mldsa_params_of(&v->head)->k) {
        if (KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL)
            ksig_want_part(&v->head, KSIG_PART_KEY,
                           KSIG_MLDSA_RHO_BYTES + v->row_index * (uint32_t)KSIG_MLDSA_T1_BYTES,
                           KSIG_MLDSA_T1_BYTES);
        want_key_row(&v->head);
    } else {
        if (KSIG_GUARDED)
            check_hint(&v->head, v->tail);
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
    }
}

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL

/* Checks that the 16 bytes in `rho` are the sponge's first ones. Bytes from elsewhere would not
 * depend on the secret. */
static KSIG_NOINLINE void check_secret(ksig_verify_head *head, const uint8_t *rho,
                                       const ksig_keccak *sponge) {
    ksig_tally same = {0, 0};
    for (unsigned i = 0; i < KSIG_POLYHASH_KEY_BYTES; i++)
        ksig_count(&same, rho[i] != ksig_keccak_rate_byte(sponge, i));
    ksig_counted(head, same, KSIG_POLYHASH_KEY_BYTES, KSIG_REJECT_FAULT);
}

/* The secret point of this verification: SHAKE256(secret | mu, 16). mu is what the transcript has
 * absorbed so far. */
static KSIG_NOINLINE void choose_point(ksig_mldsa_state *v) {
    ksig_keccak *const sponge = &v->xof.sponge;
    ksig_shake256_init(sponge);
    ksig_keccak_absorb_seed(sponge, v->rho, KSIG_POLYHASH_KEY_BYTES);
    for (unsigned i = 0; i < KSIG_MLDSA_MU_BYTES; i++) {
        const uint8_t byte = (uint8_t)ksig_keccak_rate_byte(&v->transcript, i);
        ksig_keccak_absorb_seed(sponge, &byte, 1);
    }
    check_secret(&v->head, v->rho, sponge);
    ksig_taken(&v->head, sponge->position, KSIG_POLYHASH_KEY_BYTES + KSIG_MLDSA_MU_BYTES);
    ksig_taken(&v->head, ksig_keccak_end(sponge), 0);
    ksig_keccak_squeeze(sponge, v->rho, KSIG_POLYHASH_KEY_BYTES);
    check_secret(&v->head, v->rho, sponge);
    ksig_polyhash_init(&v->passes, v->rho);
    const uint32_t point = ksig_load32(v->rho) & KSIG_POLYHASH_POINT_MASK;
    /* The secret could be computed from the sponge. */
    ksig_wipe(sponge, sizeof *sponge);
    ksig_wipe(v->rho, KSIG_POLYHASH_KEY_BYTES);
    ksig_taken(&v->head, ksig_polyhash_point(&v->passes),
               point); /* a wipe that overran would clear it */
}

/* ML-DSA.Verify_internal (FIPS 204 Algorithm 8): the next stage when a piece is complete. */
static void next(void *state) {
    ksig_mldsa_state *const v = state;
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(&v->head);
    const uint32_t z_bytes = p->l * ksig_mldsa_z_packed(p);
    switch (v->head.stage) {
    case STAGE_MESSAGE:
        ksig_mldsa_message_done(v);
        choose_point(v);
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, p->challenge_bytes);
        ksig_want_piece(&v->head, STAGE_CHALLENGE, p->challenge_bytes);
        break;
    case STAGE_CHALLENGE:
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, p->challenge_bytes + z_bytes,
                       ksig_mldsa_hint_bytes(p));
        ksig_want_piece(&v->head, STAGE_HINT, ksig_mldsa_hint_bytes(p));
        break;
    case STAGE_HINT:
        check_hint(&v->head, v->tail);
        ksig_want_part(&v->head, KSIG_PART_KEY, 0, KSIG_MLDSA_RHO_BYTES + KSIG_MLDSA_T1_BYTES);
        ksig_want_piece(&v->head, STAGE_RHO, KSIG_MLDSA_RHO_BYTES);
        break;
    case STAGE_RHO:
        want_key_row(&v->head);
        break;
    case STAGE_T1:
        ksig_mldsa_begin_row(v);
        v->column_index = 0;
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, p->challenge_bytes, z_bytes);
        ksig_want_piece(&v->head, STAGE_Z, ksig_mldsa_z_packed(p));
        break;
    case STAGE_Z:
        ksig_mldsa_z_done(v);
        if (++v->column_index < p->l) {
            ksig_want_piece(&v->head, STAGE_Z, ksig_mldsa_z_packed(p));
            break;
        }
        if (v->row_index == 0)
            ksig_polyhash_keep(&v->passes);
        else
            ksig_counted(&v->head, ksig_polyhash_compare(&v->passes), KSIG_POLYHASH_ITEMS,
                         KSIG_REJECT_RESTREAM);
        end_row(v);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

/* The passes after the first; the secret kept; the secret absorbed; the point squeezed. */
#define PASSES(p) ((p)->k - 1u + 3u)

#else

/* ML-DSA.Verify_internal (FIPS 204 Algorithm 8): the next stage when a piece is complete. */
static void next(void *state) {
    ksig_mldsa_state *const v = state;
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(&v->head);
    switch (v->head.stage) {
    case STAGE_MESSAGE:
        ksig_mldsa_message_done(v);
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, v->head.scheme->signature_bytes);
        ksig_want_piece(&v->head, STAGE_CHALLENGE, p->challenge_bytes);
        break;
    case STAGE_CHALLENGE:
        ksig_want_piece(&v->head, STAGE_Z, ksig_mldsa_z_packed(p));
        break;
    case STAGE_Z:
        ksig_mldsa_z_done(v);
        if (++v->column_index < p->l)
            ksig_want_piece(&v->head, STAGE_Z, ksig_mldsa_z_packed(p));
        else
            ksig_want_piece(&v->head, STAGE_HINT, ksig_mldsa_hint_bytes(p));
        break;
    case STAGE_HINT:
        check_hint(&v->head, v->tail);
        ksig_want_part(&v->head, KSIG_PART_KEY, 0, v->head.scheme->key_bytes);
        ksig_want_piece(&v->head, STAGE_RHO, KSIG_MLDSA_RHO_BYTES);
        break;
    case STAGE_RHO:
        want_key_row(&v->head);
        break;
    case STAGE_T1:
        ksig_mldsa_begin_row(v);
        ksig_mldsa_add_products(v);
        end_row(v);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

#define PASSES(p) 0u

#endif

/* ML-DSA.Verify_internal (FIPS 204 Algorithm 8): the comparison of c~ with that of w1, and tr. */
static ksig_verdict close(void *state) {
    ksig_mldsa_state *const v = state;
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(&v->head);
    ksig_taken(&v->head, ksig_keccak_end(&v->key) | ksig_keccak_end(&v->transcript), 0);
    ksig_counted(&v->head, ksig_keccak_squeeze_compare(&v->key, v->head.anchor, p->tr_bytes),
                 p->tr_bytes, KSIG_REJECT_KEY);
    const uint8_t *const challenge = ksig_mldsa_challenge_bytes(&v->head, v->tail);
    ksig_counted(&v->head,
                 ksig_keccak_squeeze_compare(&v->transcript, challenge, p->challenge_bytes),
                 p->challenge_bytes, KSIG_REJECT_SIGNATURE);
    /* The message's arguments, z's ranges, the passes over z, the hint twice, key and signature. */
    const uint32_t checks = KSIG_MESSAGE_CHECKS + ksig_mldsa_z_checks(p) + PASSES(p) + 4u;
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * checks);
}

const struct ksig_verify_operations ksig_mldsa_verify = {
    .open = open, .take = take, .next = next, .close = close};

/* While a message arrives, only a pre-hash is there. */
KSIG_ASSERT(KSIG_ML_DSA_IDLE_AT >= offsetof(ksig_mldsa_state, row) &&
                KSIG_ML_DSA_IDLE_AT + KSIG_IDLE_BYTES <=
                    offsetof(ksig_mldsa_state, row) + sizeof(ksig_mldsa_row),
            row_is_idle);
KSIG_ASSERT(KSIG_ML_DSA_IDLE_AT % KSIG_ALIGNMENT == 0, idle_is_aligned);
