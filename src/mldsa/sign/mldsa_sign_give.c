/* Signing: the pieces of the signature and their places.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Secrets surround them, so no fault may move a piece. Each is located twice: by its number, and by
 * how many bytes were output before it. */
#include "arch/compiler.h"
#include "guard/guard.h"
#include "mldsa/sign/mldsa_sign.h"

typedef struct piece {
    uint32_t given; /* bytes before it */
    uint32_t at;    /* in the state */
    uint32_t bytes;
    uint32_t formed; /* 1: a piece of z */
} piece;

/* In GIVE, z is in the operand's place. */
static uint32_t place_of_z(const ksig_mldsa_params *p) {
    const size_t end = offsetof(ksig_mldsa_sign_state, work.row.z) + sizeof(ksig_mldsa_forming_z);
    return (uint32_t)end - ksig_mldsa_z_packed(p);
}

static KSIG_NOINLINE piece by_number(const ksig_mldsa_sign_head *head, unsigned index) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    const uint32_t z_bytes = (uint32_t)ksig_mldsa_z_packed(p);
    piece found = {0, (uint32_t)offsetof(ksig_mldsa_sign_state, late.signature.challenge),
                   p->challenge_bytes, 0};
    if (index > p->l) {
        found.given = p->challenge_bytes + p->l * z_bytes;
        found.at = (uint32_t)offsetof(ksig_mldsa_sign_state, late.signature.hint);
        found.bytes = (uint32_t)ksig_mldsa_hint_bytes(p);
    } else if (index > 0) {
        found.given = p->challenge_bytes + (index - 1) * z_bytes;
        found.at = place_of_z(p);
        found.bytes = z_bytes;
    }
    return found;
}

static KSIG_NOINLINE piece by_place(const ksig_mldsa_sign_head *head) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    const uint32_t given = head->stream.given, all = head->stream.work.scheme.sign->signature_bytes;
    const uint32_t hint_bytes = (uint32_t)ksig_mldsa_hint_bytes(p);
    piece found = {.given = given,
                   .at = place_of_z(p),
                   .bytes = (uint32_t)ksig_mldsa_z_packed(p),
                   .formed = 1};
    if (given == 0) {
        found.at = (uint32_t)offsetof(ksig_mldsa_sign_state, late.signature.challenge);
        found.bytes = p->challenge_bytes;
        found.formed = 0;
    } else if (given == all - hint_bytes) {
        found.at = (uint32_t)offsetof(ksig_mldsa_sign_state, late.signature.hint);
        found.bytes = hint_bytes;
        found.formed = 0;
    }
    return found;
}

/* sigEncode (FIPS 204 Algorithm 26), piece by piece. */
uint32_t ksig_mldsa_give(ksig_mldsa_sign_head *head, unsigned index, uint32_t formed) {
    const piece one = by_number(head, index);
    ksig_work_ready(&head->stream, (const uint8_t *)head + one.at, (size_t)one.bytes);
    KSIG_RELOAD(head);
    const piece other = by_place(head);
    return (one.given ^ other.given) | (head->stream.ready_at ^ other.at) |
           (head->stream.ready ^ other.bytes) | (formed ^ other.formed) |
           (head->stream.work.stage ^ (uint32_t)KSIG_MLDSA_GIVE);
}
