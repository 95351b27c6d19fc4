/* How much stack a RIOT thread needs to make a key, to sign and to verify, and what lies in RAM
 * beside it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include "kilosig/kilosig.h"
#include "thread.h"

enum { SIGNATURES = 3, KEY_BYTES = 2752, SIGNATURE_BYTES = 4627, PIECE = 32, ANCHOR_BYTES = 64 };

static const struct set {
    const ksig_keygen_scheme *keygen;
    const ksig_sign_scheme *sign;
    const ksig_scheme *verify;
} sets[] = {
    {&ksig_haetae_2_keygen, &ksig_haetae_2_sign, &ksig_haetae_2},
    {&ksig_haetae_3_keygen, &ksig_haetae_3_sign, &ksig_haetae_3},
    {&ksig_haetae_5_keygen, &ksig_haetae_5_sign, &ksig_haetae_5},
    {&ksig_ml_dsa_44_keygen, &ksig_ml_dsa_44_sign, &ksig_ml_dsa_44},
    {&ksig_ml_dsa_65_keygen, &ksig_ml_dsa_65_sign, &ksig_ml_dsa_65},
    {&ksig_ml_dsa_87_keygen, &ksig_ml_dsa_87_sign, &ksig_ml_dsa_87},
};

static union {
    ksig_keygen_haetae_5 keygen_haetae;
    ksig_sign_haetae_5 sign_haetae;
    ksig_verify_haetae_5 verify_haetae;
    ksig_keygen_ml_dsa keygen_ml_dsa;
    ksig_sign_ml_dsa sign_ml_dsa;
    ksig_verify_ml_dsa_87 verify_ml_dsa;
} state;
static uint8_t key[KEY_BYTES], signature[SIGNATURE_BYTES], anchor[ANCHOR_BYTES];
static const uint8_t seed[32] = {1, 2, 3}, message[33] = {4, 5, 6};
static uint8_t rnd[32];
static const struct set *set;
static ksig_verdict verdict;

/* ---- What is measured: a thread each. */

static void *nothing(void *unused) { return unused; }

static void *make_key(void *unused) {
    verdict = ksig_keygen(&state, sizeof state, set->keygen, seed, key);
    return unused;
}

static void *sign(void *unused) {
    ksig_sign_args args = {0};
    args.secret_key =
        set->sign->secret_key_bytes == sizeof seed ? seed : key; /* ML-DSA's is the seed */
    args.rnd = rnd;
    verdict = ksig_sign(&state, sizeof state, set->sign, &args, message, sizeof message, signature);
    return unused;
}

/* In pieces, as from flash or a bus. */
static void *verify(void *unused) {
    const uint8_t *const parts[] = {
        [KSIG_PART_KEY] = key, [KSIG_PART_MESSAGE] = message, [KSIG_PART_SIGNATURE] = signature};
    ksig_verify_args args = {0};
    args.anchor = anchor;
    args.message_length = sizeof message;
    args.signature_length = set->sign->signature_bytes;
    args.key_length = set->keygen->key_bytes;
    verdict = ksig_verify_open(&state, sizeof state, set->verify, &args);
    for (ksig_want want = ksig_verify_want(&state); want.length != 0;
         want = ksig_verify_want(&state)) {
        uint8_t piece[PIECE];
        const uint32_t n = want.length < PIECE ? want.length : PIECE;
        memcpy(piece, parts[want.part] + want.offset, n);
        (void)ksig_verify_feed(&state, piece, n);
    }
    verdict = ksig_verify_close(&state);
    return unused;
}

/* ---- Bytes of a stack that a thread used, RIOT's part included. */

static unsigned run(void *(*job)(void *)) {
    static char stack[THREAD_STACKSIZE_MAIN];
    const kernel_pid_t pid =
        thread_create(stack, sizeof stack, THREAD_PRIORITY_MAIN - 1, 0, job, NULL, "job");
    if (pid < 0)
        return 0;
    /* It has a higher priority: it has ended. Its stack is still painted. 0: too small, perhaps. */
    const size_t unused = measure_stack_free_internal(stack, sizeof stack);
    return unused == 0 ? 0 : (unsigned)(sizeof stack - unused);
}

static int wrong;

/* Runs a job, which must end with `wanted`, or not with it. The greater of `stack` and what it
 * used. */
static unsigned most(unsigned stack, void *(*job)(void *), int equal, ksig_verdict wanted) {
    verdict = KSIG_PENDING;
    const unsigned used = run(job);
    wrong += used == 0 || (verdict == wanted) != equal || verdict == KSIG_PENDING;
    return used > stack ? used : stack;
}

static void say(const char *job, unsigned stack, unsigned state_bytes, unsigned output) {
    printf("%s %s: stack %u, state %u, output %u\n", set->verify->name, job, stack, state_bytes,
           output);
}

static void measure(void) {
    const unsigned keygen = most(0, make_key, 1, KSIG_DONE);
    wrong += ksig_key_anchor(set->verify, key, set->keygen->key_bytes, anchor) != KSIG_DONE;
    unsigned signing = 0, verifying = 0;
    for (uint8_t i = 0; i < SIGNATURES; i++) {
        rnd[0] = i;
        signing = most(signing, sign, 1, KSIG_DONE);
        verifying = most(verifying, verify, 1, KSIG_ACCEPT);
        signature[i] ^= 1;
        verifying = most(verifying, verify, 0, KSIG_ACCEPT);
    }
    say("keygen", keygen, set->keygen->state_bytes, set->keygen->output_bytes);
    say("sign", signing, set->sign->state_bytes, set->sign->signature_bytes);
    say("verify", verifying, set->verify->state_bytes, 0);
}

int main(void) {
    printf("kilosig %s on %s\nthread that does nothing: stack %u\n", KSIG_VERSION, RIOT_BOARD,
           run(nothing));
    for (set = sets; set < sets + sizeof sets / sizeof *sets; set++)
        measure();
    printf("ram: %d wrong\n", wrong);
    return 0;
}
