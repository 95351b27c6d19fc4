/* Verifies on a simulated ATmega2560 (simulator.c), whose int has 16 bits, what test_avr.py streams
 * to it. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Numbers are low byte first. In: a scheme's name, ended by 0, then lengths of message, signature
 * and key (32 bits), mode, hash, lengths of anchor, context and secret (8 bits), and these three.
 * Out: 'W', part, offset and length (32 bits) for each piece, of which at most CHUNK bytes are to
 * be sent; and in the end 'V', the verdict and the bytes of the state (16 bits), or '?' for a
 * scheme that the image does not have. Then the next one. Port A says to a simulator that counts
 * when the library works. */
#include <avr/io.h>

#include "kilosig/kilosig.h"

enum { CHUNK = 64, NAME_BYTES = 40 };
enum { OUTSIDE, INSIDE, ENDED }; /* as in simulator.c */

static union {
    uint64_t align;
    uint8_t bytes[8192];
} state;

static uint8_t receive(void) { return GPIOR1; }

static void receive_bytes(uint8_t *to, unsigned length) {
    while (length-- > 0)
        *to++ = receive();
}

static uint32_t receive32(void) {
    uint8_t bytes[4];
    receive_bytes(bytes, sizeof bytes);
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void send(uint8_t byte) { GPIOR0 = byte; }

static void send32(uint32_t word) {
    for (uint8_t i = 0; i < 4; i++, word >>= 8)
        send((uint8_t)word);
}

static void mark(uint8_t what) { PORTA = what; }

/* The pointers must last until close. */
static ksig_verdict verify(const ksig_scheme *scheme, const ksig_verify_args *args) {
    uint8_t chunk[CHUNK];
    mark(INSIDE);
    ksig_verdict verdict = ksig_verify_open(&state, sizeof state, scheme, args);
    mark(OUTSIDE);
    if (verdict == KSIG_REJECT_STATE_SIZE)
        return verdict;
    for (;;) {
        mark(INSIDE);
        const ksig_want want = ksig_verify_want(&state);
        mark(OUTSIDE);
        if (want.length == 0)
            break;
        send('W');
        send(want.part);
        send32(want.offset);
        send32(want.length);
        const unsigned n = want.length < CHUNK ? (unsigned)want.length : CHUNK;
        receive_bytes(chunk, n);
        mark(INSIDE);
        (void)ksig_verify_feed(&state, chunk, n);
        mark(OUTSIDE);
    }
    mark(INSIDE);
    verdict = ksig_verify_close(&state);
    mark(ENDED);
    return verdict;
}

int main(void) {
    for (;;) {
        static uint8_t anchor[4 + 2 * 32], context[255], secret[16];
        char name[NAME_BYTES];
        uint8_t i = 0;
        do {
            name[i] = (char)receive();
        } while (name[i++] != '\0' && i < NAME_BYTES);
        ksig_verify_args args = {.anchor = anchor, .context = context, .secret = NULL};
        args.message_length = receive32();
        args.signature_length = receive32();
        args.key_length = receive32();
        args.mode = receive();
        args.hash = receive();
        const uint8_t anchor_bytes = receive(),
                      secret_bytes = (args.context_length = receive(), receive());
        receive_bytes(anchor, anchor_bytes);
        receive_bytes(context, (unsigned)args.context_length);
        receive_bytes(secret, secret_bytes);
        if (secret_bytes != 0)
            args.secret = secret;
        const ksig_scheme *const scheme = ksig_scheme_by_name(name);
        if (scheme == NULL) {
            send('?');
            continue;
        }
        const ksig_verdict verdict = verify(scheme, &args);
        send('V');
        send32(verdict);
        send((uint8_t)scheme->state_bytes);
        send((uint8_t)(scheme->state_bytes >> 8));
    }
}
