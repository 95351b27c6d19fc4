/* A token that comes over a UART with the chain of certificates of whoever signed it: nothing of
 * either is kept but the token. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/x509.h"

#define TOKEN_BYTES 33
#define CHAIN_MOST 65536u /* what this device takes */
#define PART_LENGTH 6     /* asked for first: the chain's length, in 4 bytes */
#define TRIES 5           /* of 100 ms */

/* First for the chain, then for the token. */
static ksig_x509_ml_dsa_44 state;
static uint8_t token[TOKEN_BYTES];

static const ksig_x509_algorithm algorithms[] = {{&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, NULL}};

static void put_u32(uint8_t *out, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

/* Bytes of a part, fewer perhaps than were asked for; 0: the bus is dead. Request: part, offset,
 * length; numbers little-endian. */
static size_t bring(uint8_t part, uint32_t offset, uint32_t length, uint8_t *piece, size_t room) {
    uint8_t request[9] = {part};
    if (length > room)
        length = (uint32_t)room;
    put_u32(request + 1, offset);
    put_u32(request + 5, length);
    for (unsigned i = 0; i < TRIES; i++) {
        bus_write(request, sizeof request);
        const size_t n = bus_read(piece, length);
        if (n != 0)
            return n;
    }
    return 0;
}

/* The chain's length; 0: the bus is dead, or it is none that is taken. */
static uint32_t announced(void) {
    uint8_t bytes[4];
    for (uint32_t at = 0; at < sizeof bytes;) {
        const size_t n =
            bring(PART_LENGTH, at, (uint32_t)sizeof bytes - at, bytes + at, sizeof bytes - at);
        if (n == 0)
            return 0;
        at += (uint32_t)n;
    }
    const uint32_t length =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return length <= CHAIN_MOST ? length : 0;
}

/* Returns 0 if the bus died. */
static int read_chain(ksig_x509_end *end, ksig_verdict *verdict) {
    const struct part name = flash("root-name");
    const ksig_x509_args args = {.algorithms = algorithms,
                                 .algorithm_count = 1,
                                 .anchor = flash_anchor(1),
                                 .name = name.bytes,
                                 .name_length = (uint16_t)name.length,
                                 .key_length = ksig_ml_dsa_44.key_bytes,
                                 .chain_length = announced(),
                                 .issuers = 2,
                                 .flags = KSIG_X509_NO_CLOCK}; /* this board has none */
    uint8_t piece[64];
    size_t n = args.chain_length;
    *verdict = ksig_x509_open(&state, sizeof state, &args);
    if (*verdict == KSIG_REJECT_STATE_SIZE)
        return 1;
    while (n != 0) {
        /* A key is wanted again, where it lies in the chain: the sender keeps it, not the device.
         */
        const ksig_want want = ksig_x509_want(&state);
        if (want.length == 0)
            break;
        n = bring(want.part, want.offset, want.length, piece, sizeof piece);
        (void)ksig_x509_feed(&state, piece, n);
    }
    *verdict = ksig_x509_close(&state, end);
    return n != 0;
}

static int read_token(const ksig_x509_end *end, ksig_verdict *verdict) {
    const ksig_verify_args args = {.anchor = end->anchor,
                                   .message_length = TOKEN_BYTES,
                                   .signature_length = end->scheme->signature_bytes,
                                   .key_length = end->key_length};
    uint8_t piece[64];
    size_t n = 1;
    *verdict = ksig_verify_open(&state, sizeof state, end->scheme, &args);
    if (*verdict != KSIG_PENDING)
        return 1;
    while (n != 0) {
        const ksig_want want = ksig_verify_want(&state);
        if (want.length == 0)
            break;
        /* The end key lies in the chain. It is compared with the anchor again. */
        const int key = want.part == KSIG_PART_KEY;
        n = bring(key ? KSIG_PART_X509 : want.part, want.offset + (key ? end->key_at : 0),
                  want.length, piece, sizeof piece);
        for (size_t i = 0; i < n && want.part == KSIG_PART_MESSAGE; i++)
            token[want.offset + i] = piece[i];
        (void)ksig_verify_feed(&state, piece, n);
    }
    *verdict = ksig_verify_close(&state);
    return n != 0;
}

int application(void) {
    ksig_x509_end end;
    ksig_verdict verdict = KSIG_REJECT_INCOMPLETE;
    const int chain_came = read_chain(&end, &verdict);
    log_line(ksig_x509_reason_text(verdict));
    if (!chain_came)
        return GAVE_UP;
    if (verdict != KSIG_ACCEPT)
        return REJECTED;
    const int token_came = read_token(&end, &verdict);
    log_line(ksig_reason_text(verdict));
    if (!token_came)
        return GAVE_UP;
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED; /* accepted: now read `token` */
}
