/* Who signed the image is told by a chain of certificates beside it in flash: from the key that the
 * product trusts, over any number of issuers, to the key that signs images.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/x509.h"

/* First for the chain, then for the image. */
static ksig_x509_ml_dsa_44 state;

static const ksig_x509_algorithm algorithms[] = {{&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, NULL}};

static ksig_verdict read_chain(struct part chain, ksig_x509_end *end) {
    const struct part key = flash("key"), name = flash("root-name");
    const ksig_x509_args args = {.algorithms = algorithms,
                                 .algorithm_count = 1,
                                 .anchor = flash_anchor(1),
                                 .name = name.bytes,
                                 .name_length = (uint16_t)name.length,
                                 .key_length = key.length,
                                 .chain_length = chain.length,
                                 .issuers = 2,
                                 .flags = KSIG_X509_NO_CLOCK}; /* this board has none */
    ksig_verdict verdict = ksig_x509_open(&state, sizeof state, &args);
    if (verdict == KSIG_REJECT_STATE_SIZE)
        return verdict;
    for (;;) {
        const ksig_want want = ksig_x509_want(&state);
        if (want.length == 0)
            break;
        const uint8_t *const from = want.part == KSIG_PART_KEY ? key.bytes : chain.bytes;
        (void)ksig_x509_feed(&state, from + want.offset, want.length);
    }
    return ksig_x509_close(&state, end);
}

int application(void) {
    const struct part image = flash("message"), signature = flash("end-signature"),
                      chain = flash("chain");
    ksig_x509_end end;
    ksig_verdict verdict = read_chain(chain, &end);
    log_line(ksig_x509_reason_text(verdict));
    if (verdict != KSIG_ACCEPT)
        return REJECTED;
    /* The end key lies in the chain. It is compared with the anchor again. */
    const ksig_verify_args args = {.anchor = end.anchor,
                                   .message_length = image.length,
                                   .signature_length = signature.length,
                                   .key_length = end.key_length};
    verdict = ksig_verify(&state, sizeof state, end.scheme, &args, chain.bytes + end.key_at,
                          image.bytes, signature.bytes);
    log_line(ksig_reason_text(verdict));
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED;
}
