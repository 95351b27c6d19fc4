/* How often the library loads each byte of its caller's buffers.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * For test/library/test_read_once.py. Standard input: a line for each run, words that are names,
 * numbers or bytes in hexadecimal digits (`-`: none). Of each input there are the bytes that the
 * first loads answer within a call that is given it, and those of later loads; in verification TURN
 * loads are first. For each line one is written: the verdict; for each input the most loads of a
 * byte in a call that was given it, how many loads there were of what was not given, and how many
 * bytes were never loaded; and the places in the library's file that loaded a byte again. */
#define _GNU_SOURCE
#include "loads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kilosig/kilosig.h"

#if LOADS_SUPPORTED

/* The library's: those of glibc load some bytes twice, into the same place. */
void *memcpy(void *restrict to, const void *restrict from, size_t length) {
    volatile uint8_t *out = to;
    for (const uint8_t *in = from; length > 0; length--)
        *out++ = *in++;
    return to;
}

static char *line; /* what is left of it */

static const char *word(void) {
    char *const found = strsep(&line, " \n");
    if (found == NULL || *found == '\0') {
        fprintf(stderr, "reads: a word is missing\n");
        exit(2);
    }
    return found;
}

static unsigned long number(void) { return strtoul(word(), NULL, 10); }

typedef struct bytes {
    uint8_t *data;
    size_t length;
} bytes;

static bytes get_bytes(void) {
    const char *hex = word();
    bytes b = {NULL, 0};
    if (hex[0] == '-')
        return b;
    b.length = strlen(hex) / 2;
    b.data = malloc(b.length);
    for (size_t i = 0; i < b.length; i++) {
        const char digits[3] = {hex[2 * i], hex[2 * i + 1], '\0'};
        b.data[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return b;
}

/* An input in memory that is watched: two words, for the first load and the later ones. */
typedef struct input {
    bytes first, later;
    area area;
} input;

static void get_input(input *in, unsigned turn, size_t offset) {
    in->first = get_bytes();
    in->later = get_bytes();
    if (in->first.length != in->later.length) {
        fprintf(stderr, "reads: two answers of different lengths\n");
        exit(2);
    }
    area_make(&in->area, in->first.data, in->later.data, turn, in->first.length, offset);
}

static void put_place(const char *text) { printf(" %s", text); }

static void report(ksig_verdict verdict, input *inputs, unsigned count) {
    printf("%08lx", (unsigned long)verdict);
    for (unsigned i = 0; i < count; i++) {
        area *const a = &inputs[i].area;
        printf(" %u/%lu/%zu", a->most, a->strays, area_unread(a));
        area_free(a);
        free(inputs[i].first.data);
        free(inputs[i].later.data);
    }
    loads_places(put_place);
    printf("\n");
    fflush(stdout);
}

static void expect_all(input *in) { area_expect(&in->area, 0, in->area.length); }
static void expect_none(input *in) { area_expect(&in->area, 0, 0); }

enum { STATE_WORDS = 4096 };

/* verify SCHEME MODE HASH CHUNK OFFSET TURN ANCHOR, then context, secret, key, message and
 * signature, each twice. */
static void verify(void) {
    static uint64_t state[STATE_WORDS];
    const ksig_scheme *const scheme = ksig_scheme_by_name(word());
    const unsigned long mode = number(), hash = number(), chunk = number(), offset = number();
    const unsigned long turn = number();
    const bytes anchor = get_bytes();
    input inputs[5]; /* context, secret, and the parts from KSIG_PART_KEY on */
    for (unsigned i = 0; i < 5; i++)
        get_input(&inputs[i], (unsigned)turn, offset);
    if (scheme == NULL || anchor.length != scheme->anchor_bytes) {
        fprintf(stderr, "reads: no such scheme, or not its anchor\n");
        exit(2);
    }
    const ksig_verify_args args = {.anchor = anchor.data,
                                   .context = inputs[0].area.data,
                                   .secret = inputs[1].area.data,
                                   .context_length = inputs[0].area.length,
                                   .key_length = (uint32_t)inputs[2].area.length,
                                   .message_length = (uint32_t)inputs[3].area.length,
                                   .signature_length = (uint32_t)inputs[4].area.length,
                                   .mode = (uint8_t)mode,
                                   .hash = (uint8_t)hash};
    expect_all(&inputs[0]);
    expect_all(&inputs[1]);
    ksig_verdict verdict = ksig_verify_open(state, sizeof state, scheme, &args);
    expect_none(&inputs[0]);
    expect_none(&inputs[1]);
    while (verdict == KSIG_PENDING) {
        const ksig_want want = ksig_verify_want(state);
        if (want.length == 0)
            break;
        input *const part = &inputs[1 + want.part];
        const size_t length = chunk != 0 && want.length > chunk ? chunk : want.length;
        area_expect(&part->area, want.offset, want.offset + length);
        verdict = ksig_verify_feed(state, part->area.data + want.offset, length);
        expect_none(part);
    }
    verdict = ksig_verify_close(state);
    free(anchor.data);
    report(verdict, inputs, 5);
}

typedef struct pair {
    const char *name;
    const ksig_keygen_scheme *keygen;
    const ksig_sign_scheme *sign;
} pair;

#define PAIR(name, symbol) \
    { name, &ksig_##symbol##_keygen, &ksig_##symbol##_sign }
static const pair pairs[] = {
    PAIR("haetae-2", haetae_2),
    PAIR("haetae-2-compact", haetae_2_compact),
    PAIR("ml-dsa-44", ml_dsa_44),
    PAIR("ml-dsa-44-expanded", ml_dsa_44_expanded),
    PAIR("slh-dsa-sha2-128f", slh_dsa_sha2_128f),
    PAIR("slh-dsa-shake-128f", slh_dsa_shake_128f),
};

static const pair *get_pair(void) {
    const char *const name = word();
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (strcmp(name, pairs[i].name) == 0)
            return &pairs[i];
    fprintf(stderr, "reads: %s is not known\n", name);
    exit(2);
}

/* keygen NAME, then the seed, twice. */
static void keygen(void) {
    static uint64_t state[STATE_WORDS];
    static uint8_t secret_key[8192];
    const pair *const of = get_pair();
    input seed;
    get_input(&seed, 1, 0);
    expect_all(&seed);
    report(ksig_keygen(state, sizeof state, of->keygen, seed.area.data, secret_key), &seed, 1);
}

/* sign NAME, then secret key, context, rnd, public key and message, each twice. */
static void sign(void) {
    static uint64_t state[STATE_WORDS];
    static uint8_t signature[32768];
    const pair *const of = get_pair();
    input inputs[5];
    for (unsigned i = 0; i < 5; i++) {
        get_input(&inputs[i], 1, 0);
        expect_all(&inputs[i]);
    }
    const ksig_sign_args args = {.secret_key = inputs[0].area.data,
                                 .context = inputs[1].area.data,
                                 .context_length = inputs[1].area.length,
                                 .rnd = inputs[2].area.data,
                                 .public_key = inputs[3].area.data};
    report(ksig_sign(state, sizeof state, of->sign, &args, inputs[4].area.data,
                     inputs[4].area.length, signature),
           inputs, 5);
}

int main(void) {
    char *buffer = NULL;
    size_t size = 0;
    loads_watch();
    while (getline(&buffer, &size, stdin) > 0) {
        line = buffer;
        const char *const what = word();
        if (strcmp(what, "verify") == 0)
            verify();
        else if (strcmp(what, "keygen") == 0)
            keygen();
        else
            sign();
    }
    free(buffer);
    return 0;
}

#else

int main(void) {
    puts("unsupported: loads are traced on x86-64 Linux only");
    return 0;
}

#endif
