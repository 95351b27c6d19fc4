/* Key generation or signing under valgrind, with secrets that memcheck takes for undefined: it
 * reports every branch and every address that depends on them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: taint (NAME keygen|sign COUNT)... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __AVR__ /* test/avr/secrets_image.c */
#include <valgrind/memcheck.h>
#endif

#include "mldsa/keygen/mldsa_keygen.h"
#include "mldsa/sign/mldsa_sign.h"
#include "slhdsa/slhdsa_sign.h"

typedef struct row {
    const char *name;
    const ksig_keygen_scheme *keygen;
    const ksig_sign_scheme *sign;
    unsigned count_part; /* how many bytes at the end of a secret key say which attempt became the
                            key: public */
    int apart;           /* the secret key does not begin with the public one */
} row;

#define HAETAE(level)                                                                         \
    {.name = "haetae-" #level,                                                                \
     .keygen = &ksig_haetae_##level##_keygen,                                                 \
     .sign = &ksig_haetae_##level##_sign},                                                    \
    {                                                                                         \
        .name = "haetae-" #level "-compact", .keygen = &ksig_haetae_##level##_compact_keygen, \
        .sign = &ksig_haetae_##level##_compact_sign, .count_part = 2, .apart = 1              \
    }

/* The expanded key begins with rho, and has tr at 64. */
#define ML_DSA(level)                                                                           \
    {.name = "ml-dsa-" #level,                                                                  \
     .keygen = &ksig_ml_dsa_##level##_keygen,                                                   \
     .sign = &ksig_ml_dsa_##level##_sign},                                                      \
    {                                                                                           \
        .name = "ml-dsa-" #level "-expanded", .keygen = &ksig_ml_dsa_##level##_expanded_keygen, \
        .sign = &ksig_ml_dsa_##level##_expanded_sign                                            \
    }

static const row rows[] = {HAETAE(2), HAETAE(3), HAETAE(5), ML_DSA(44), ML_DSA(65), ML_DSA(87)};

enum { ROOM = 20000, KEY_ROOM = 8192, SEED_ROOM = 64 };
static union {
    uint64_t aligned;
    uint8_t bytes[ROOM];
} state;
static uint8_t key[KEY_ROOM], signature[KEY_ROOM];

/* KSIG_DECLASSIFY. Prints each place once at which something secret became public. */
void taint_public(const volatile void *memory, size_t length, const char *file, unsigned line) {
#ifndef __AVR__ /* there the simulator looks */
    static struct {
        const char *file;
        unsigned line;
    } met[256];
    const volatile uint8_t *at = memory;
    unsigned n = 0;
    while (n < 255 && met[n].file != NULL && (met[n].file != file || met[n].line != line))
        n++;
    for (size_t i = 0; i < length && met[n].file == NULL; i++) {
        unsigned char bits = 0;
        if (VALGRIND_GET_VBITS(at + i, &bits, 1) == 1 && bits != 0) {
            met[n].file = file;
            met[n].line = line;
            printf("%s:%u\n", file, line);
        }
    }
#else
    (void)file;
    (void)line;
#endif
    (void)VALGRIND_MAKE_MEM_DEFINED(memory, length);
}

static void require(int condition, const char *what) {
    if (!condition) {
        puts(what);
        exit(2);
    }
}

static void make_key(const row *r, unsigned number, int secret) {
    uint8_t seed[SEED_ROOM];
    ksig_verdict verdict;
    for (unsigned i = 0; i < sizeof seed; i++)
        seed[i] = (uint8_t)(7 * i + number);
    if (secret)
        (void)VALGRIND_MAKE_MEM_UNDEFINED(seed, sizeof seed);
    require(r->keygen->output_bytes <= sizeof key && r->keygen->seed_bytes <= sizeof seed, "room");
    require(ksig_keygen_open(&state, sizeof state, r->keygen, seed, key) == KSIG_PENDING,
            "keygen_open");
    do {
        verdict = ksig_keygen_step(&state);
    } while (verdict == KSIG_PENDING);
    require(verdict == KSIG_DONE && ksig_keygen_close(&state) == KSIG_DONE, "keygen");
    if (!r->sign->streams)
        (void)VALGRIND_MAKE_MEM_DEFINED(key, r->keygen->key_bytes);
}

/* In steps, as some of what they leave is public. Variant `small` is without a buffer. */
static void sign(const row *r, const ksig_sign_args *args, const uint8_t *message, size_t length) {
    const int streamed = KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL;
    ksig_verdict verdict =
        ksig_sign_open(&state, sizeof state, r->sign, args, streamed ? NULL : signature);
    while (verdict == KSIG_PENDING) {
        if (ksig_sign_want(&state) == KSIG_PART_MESSAGE)
            (void)ksig_sign_feed(&state, message, length);
        verdict = ksig_sign_step(&state);
        while (ksig_sign_take(&state, signature, sizeof signature) != 0)
            continue;
    }
    require(verdict == KSIG_DONE && ksig_sign_close(&state) == KSIG_DONE, "sign");
}

static void make_signature(const row *r, unsigned number) {
    const uint32_t public_bytes = r->keygen->key_bytes;
    uint8_t rnd[SEED_ROOM];
    const uint8_t message[1] = {(uint8_t)number};
    const ksig_sign_args args = {.secret_key = r->apart ? key + public_bytes : key,
                                 .rnd = rnd,
                                 .public_key = key,
                                 .flags = KSIG_SIGN_UNCHECKED};
    for (unsigned i = 0; i < sizeof rnd; i++)
        rnd[i] = (uint8_t)(5 * i + number);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(rnd, sizeof rnd);
    require(r->sign->signature_bytes <= sizeof signature, "room");
    if (!r->sign->streams) {
        (void)VALGRIND_MAKE_MEM_UNDEFINED(key + public_bytes, r->keygen->secret_key_bytes -
                                                                  public_bytes - r->count_part);
        /* One with rnd is not checked; the others are. */
        const ksig_sign_args checked = {
            .secret_key = args.secret_key, .public_key = key, .flags = KSIG_SIGN_DETERMINISTIC};
        require(ksig_sign(&state, sizeof state, r->sign, number % 2 == 0 ? &checked : &args,
                          message, sizeof message, signature) == KSIG_DONE,
                "sign");
        return;
    }
    /* The second one is not checked: what is not verified goes another way. */
    const ksig_sign_args streams = {
        .secret_key = key, .rnd = rnd, .flags = number % 2 == 0 ? 0 : KSIG_SIGN_UNCHECKED};
    if (r->sign->secret_key_bytes == 32) {
        for (unsigned i = 0; i < 32; i++)
            key[i] = (uint8_t)(3 * i + 1);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(key, 32);
    } else {
        (void)VALGRIND_MAKE_MEM_UNDEFINED(key + 32, 32);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(key + 128, r->sign->secret_key_bytes - 128);
    }
    sign(r, &streams, message, sizeof message);
}

/* SLH-DSA: as small a set as the code allows, of whose signature the first layers are made; the
 * others are the same. */
enum { LAYERS = 34, MADE = 4, SLH_STEPS = 4000 };

typedef struct slh_row {
    const char *name;
    const ksig_keygen_scheme *keygen;
    const ksig_sign_scheme *sign;
    const struct ksig_slhdsa_hash *hash;
} slh_row;

#define SLH_DSA(spelled, id, functions) \
    { spelled, &ksig_##id##_keygen, &ksig_##id##_sign, &functions }
static const slh_row slh_rows[] = {
    SLH_DSA("slh-dsa-sha2-128f", slh_dsa_sha2_128f, ksig_slhdsa_sha256),
    SLH_DSA("slh-dsa-sha2-192f", slh_dsa_sha2_192f, ksig_slhdsa_sha512),
    SLH_DSA("slh-dsa-shake-128f", slh_dsa_shake_128f, ksig_slhdsa_shake)};

static void make_slh_dsa_key(const slh_row *r, unsigned number) {
    uint8_t seed[96];
    for (unsigned i = 0; i < sizeof seed; i++)
        seed[i] = (uint8_t)(7 * i + number);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(seed, r->keygen->seed_bytes / 3 * 2);
    require(ksig_keygen(&state, sizeof state, r->keygen, seed, key) == KSIG_DONE, "keygen");
}

static void make_slh_dsa_signature(const slh_row *r, unsigned number) {
    const uint8_t n = (uint8_t)r->sign->rnd_bytes;
    const ksig_slhdsa_params params = {.hash = r->hash,
                                       .framing = ksig_slhdsa_params_slh_dsa_sha2_128f.framing,
                                       .n = n,
                                       .d = LAYERS,
                                       .height = 1,
                                       .a = 2,
                                       .k = 3,
                                       .md_bytes = 1,
                                       .tree_bytes = (LAYERS - 1 + 7) / 8};
    const ksig_scheme set = {.params = &params};
    ksig_sign_scheme scheme = *r->sign;
    const uint8_t message[1] = {(uint8_t)number};
    uint8_t rnd[32];
    const ksig_sign_args args = {.secret_key = key, .rnd = rnd};
    unsigned steps = 0;
    scheme.params = &set;
    for (unsigned i = 0; i < sizeof rnd; i++)
        rnd[i] = (uint8_t)(5 * i + number);
    for (unsigned i = 0; i < 4u * n; i++)
        key[i] = (uint8_t)(3 * i + number);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(rnd, sizeof rnd);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(key, 2 * n);
    require(ksig_sign_open(&state, sizeof state, &scheme, &args, NULL) == KSIG_PENDING,
            "sign_open");
    ksig_slhdsa_work *const w = (ksig_slhdsa_work *)(void *)&state;
    while (w->layer <= MADE && steps++ < SLH_STEPS) {
        if (ksig_sign_want(&state) == KSIG_PART_MESSAGE)
            (void)ksig_sign_feed(&state, message, sizeof message);
        require(ksig_sign_step(&state) == KSIG_PENDING, "sign_step");
        while (ksig_sign_take(&state, signature, sizeof signature) != 0)
            continue;
    }
    require(w->layer > MADE && ksig_sign_close(&state) == KSIG_REJECT_INCOMPLETE, "sign");
}

static int run(const char *name, int signs, unsigned count) {
    for (unsigned i = 0; i < sizeof slh_rows / sizeof slh_rows[0]; i++) {
        if (strcmp(name, slh_rows[i].name) != 0)
            continue;
        for (unsigned n = 0; n < count; n++)
            (signs ? make_slh_dsa_signature : make_slh_dsa_key)(&slh_rows[i], n);
        return 1;
    }
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(name, rows[i].name) != 0)
            continue;
        if (signs)
            make_key(&rows[i], 1, 0);
        for (unsigned n = 0; n < count; n++) {
            if (signs)
                make_signature(&rows[i], n);
            else
                make_key(&rows[i], n, 1);
        }
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    require(argc > 3 && argc % 3 == 1, "arguments");
    for (int at = 1; at < argc; at += 3) {
        /* As a new process has them: nothing of the operation before is undefined. */
        memset(&state, 0, sizeof state);
        memset(key, 0, sizeof key);
        memset(signature, 0, sizeof signature);
        require(run(argv[at], strcmp(argv[at + 1], "sign") == 0, (unsigned)atoi(argv[at + 2])),
                "name");
    }
    return 0;
}
