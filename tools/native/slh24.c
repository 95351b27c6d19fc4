/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slh24.h"

#if KSIG_SLH24_X86
#include <cpuid.h>

#define SHA_BIT 29 /* of EBX of CPUID 7 */

static int has_sha(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> SHA_BIT & 1) != 0;
}
#endif

/* The fastest first. */
static const ksig_slh24_engine *engine_of(uint32_t shake, uint32_t number) {
    const ksig_slh24_engine *found[4];
    uint32_t count = 0;
#if KSIG_SLH24_X86
    if (__builtin_cpu_supports("avx512f"))
        found[count++] = &ksig_slh24_avx512;
    if (shake == 0 && __builtin_cpu_supports("avx2") && has_sha())
        found[count++] = &ksig_slh24_sha_ni;
    if (__builtin_cpu_supports("avx2"))
        found[count++] = &ksig_slh24_avx2;
#else
    (void)shake;
#endif
    found[count++] = &ksig_slh24_plain;
    return number < count ? found[number] : NULL;
}

static const ksig_slh24_engine *engine(const ksig_slh24_key *key) {
    const ksig_slh24_engine *found = engine_of(key->shake, key->engine);
    return found != NULL ? found : &ksig_slh24_plain;
}

const char *ksig_slh24_engine_name(uint32_t shake, uint32_t number) {
    const ksig_slh24_engine *found = engine_of(shake, number);
    return found != NULL ? found->name : NULL;
}

void ksig_slh24_prepare(ksig_slh24_key *key) { engine(key)->prepare(key); }

void ksig_slh24_leaves(const ksig_slh24_key *key, uint32_t first, uint32_t height, uint8_t *nodes) {
    engine(key)->leaves(key, first, height, nodes);
}

void ksig_slh24_fors(const ksig_slh24_key *key, uint32_t leaf, uint32_t first, uint32_t height,
                     uint8_t *nodes) {
    engine(key)->fors(key, leaf, first, height, nodes);
}

void ksig_slh24_join(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf, uint32_t height,
                     uint32_t first, const uint8_t *nodes, uint32_t count, uint8_t *parents) {
    engine(key)->join(key, kind, leaf, height, first, nodes, count, parents);
}

void ksig_slh24_wots(const ksig_slh24_key *key, uint32_t leaf, const uint8_t *digits,
                     uint8_t *signature) {
    engine(key)->wots(key, leaf, digits, signature);
}

void ksig_slh24_secret(const ksig_slh24_key *key, uint32_t leaf, uint32_t place, uint8_t *value) {
    engine(key)->secret(key, leaf, place, value);
}

void ksig_slh24_compress(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf,
                         const uint8_t *nodes, uint32_t count, uint8_t *value) {
    engine(key)->compress(key, kind, leaf, nodes, count, value);
}
