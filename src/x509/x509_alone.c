/* Classical keys on their own, not part of a composite key: common to ECDSA and Ed25519.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "util/bytes.h"
#include "util/memory.h"
#include "x509/x509_classical.h"

int ksig_x509_alone_open(ksig_x509_alone *a, uint8_t *key, const ksig_verify_args *args) {
    const ksig_scheme *const scheme = a->head.scheme;
    const uint8_t *const kept = ksig_x509_kept_key(ksig_x509_around(&a->head));
    const size_t bytes = (size_t)scheme->key_bytes;
    if (args->signature_length < scheme->signature_least ||
        args->signature_length > scheme->signature_bytes) {
        ksig_reject(&a->head, KSIG_REJECT_SIG_LENGTH);
        return 0;
    }
    a->answers[0] = a->answers[1] = KSIG_REJECT_FAULT;
    ksig_taken(&a->head, ksig_copy(key, kept, bytes), bytes);
    ksig_taken(&a->head, ksig_compare_packed(key, kept, bytes), KSIG_TALLY_ALL((uint32_t)bytes));
    return 1;
}

/* The result is in a register: if the call is skipped, it is an address. */
static KSIG_NOINLINE ksig_verdict ask_once(ksig_x509_alone *a, ksig_x509_form *form) {
    const ksig_x509 *const c = ksig_x509_around(&a->head);
    ksig_classical_input input;
    memset(&input, 0, sizeof input);
    if (form(a, &input) != 0)
        return KSIG_REJECT_ENCODING;
    return c->args->algorithms[c->issuer].classical(&input);
}

void ksig_x509_alone_ask(ksig_x509_alone *a, ksig_x509_form *form) {
    a->answers[0] = ask_once(a, form);
    a->answers[1] = ask_once(a, form);
    ksig_want_part(&a->head, KSIG_PART_NONE, 0, 0);
    ksig_want_piece(&a->head, KSIG_STAGE_DONE, 0);
}

ksig_verdict ksig_x509_alone_close(ksig_x509_alone *a, uint32_t checks) {
    ksig_judge(&a->head, a->answers[0] ^ KSIG_ACCEPT, a->answers[1] ^ KSIG_ACCEPT,
               KSIG_REJECT_SIGNATURE);
    return ksig_conclude(&a->head, KSIG_TRAIL_STEP * (checks + 1));
}

size_t ksig_x509_alone_take_key(ksig_x509 *c, const uint8_t *data, size_t length) {
    return ksig_x509_keep_key(c, c->reading.key_length - c->reading.run, data, length);
}

void ksig_x509_alone_trust(ksig_x509 *c) {
    const size_t bytes = (size_t)c->args->key_length;
    ksig_x509_doubt(c, (uint32_t)(ksig_x509_keep_key(c, 0, c->args->anchor, bytes) ^ bytes));
}
