/* Secret polynomials as fields, sampled or read from an expanded key.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_expand_s.h"
#include "guard/guard.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { N = KSIG_MLDSA_N };

KSIG_NOINLINE void ksig_mldsa_begin_h(ksig_keccak *sponge, const uint8_t *data, size_t length) {
    ksig_shake256_init(sponge);
    ksig_keccak_absorb_seed(sponge, data, length);
}

void ksig_mldsa_absorb(ksig_keccak *sponge, const uint8_t *data, size_t length) {
    while (length > 0) {
        (void)ksig_keccak_refill(sponge);
        const size_t room = (size_t)sponge->rate - sponge->position,
                     n = length < room ? length : room;
        ksig_keccak_absorb_seed(sponge, data, n);
        data += n;
        length -= n;
    }
}

/* ML-DSA.KeyGen_internal (FIPS 204 Algorithm 6), line 1. */
void ksig_mldsa_expand_seed(const ksig_mldsa_params *p, ksig_keccak *sponge, const uint8_t *seed,
                            uint8_t *rho, uint8_t *sigma, uint8_t *key) {
    const uint8_t sizes[2] = {p->k, p->l};
    uint8_t *const outputs[4] = {rho, sigma, sigma == NULL ? NULL : sigma + 32, key};
    ksig_mldsa_begin_h(sponge, seed, KSIG_MLDSA_SEED_BYTES);
    ksig_keccak_absorb_seed(sponge, sizes, sizeof sizes);
    ksig_keccak_finish_seed(sponge);
    ksig_keccak_permute(sponge);
    for (unsigned i = 0; i < 4; i++) {
        sponge->position = (uint8_t)(32 * i);
        if (outputs[i] != NULL)
            ksig_keccak_squeeze(sponge, outputs[i], 32);
    }
    /* Public: rho is a part of the public key. */
    KSIG_DECLASSIFY_BYTES(rho, KSIG_MLDSA_RHO_BYTES);
    ksig_wipe(sponge, sizeof *sponge);
}

/* CoeffFromHalfByte and RejBoundedPoly (FIPS 204 Algorithms 15 and 31): two fields a byte; 15 (eta
 * = 2), or 9 and above (eta = 4), is rejected. The time shows which ones are rejected, which tells
 * nothing about the others. */
static inline void sample(ksig_keccak *sponge, uint8_t fields[N], unsigned eta) {
    const uint32_t most = eta == 2 ? 15 : 9;
    unsigned position = KSIG_SHAKE256_RATE;
    for (unsigned n = 0; n < N;) {
        if (position == KSIG_SHAKE256_RATE) {
            ksig_keccak_permute(sponge);
            position = 0;
        }
        const uint32_t byte = ksig_keccak_rate_byte(sponge, position++);
        for (unsigned half = 0; half < 2 && n < N; half++) {
            const uint32_t b = byte >> 4 * half & 15;
            /* Public: the specification rejects the candidate or the attempt here. */
            if (KSIG_DECLASSIFY(b >= most))
                continue;
            fields[n++] =
                (uint8_t)(eta == 2 ? b - 5 * (b * 13 >> 6) : b); /* check: 14 * 13 // 64 == 2 */
        }
    }
}

/* RejBoundedPoly (FIPS 204 Algorithm 31). */
static KSIG_NOINLINE uint32_t sample_fields(unsigned eta, ksig_keccak *sponge, const uint8_t *sigma,
                                            unsigned nonce, uint8_t fields[N]) {
    const uint8_t nonce_bytes[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
    ksig_mldsa_begin_h(sponge, sigma, KSIG_MLDSA_SIGMA_BYTES);
    ksig_keccak_absorb_seed(sponge, nonce_bytes, sizeof nonce_bytes);
    ksig_keccak_finish_seed(sponge);
    if (!KSIG_LEAST_FLASH && eta == 2) {
        sample(sponge, fields, 2);
        return 0;
    }
    sample(sponge, fields, eta);
    return 0;
}

/* Unpacks four fields of 3 or 4 bits. Not 0 if one is above 2 eta, for any eta whose 2 eta has one
 * bit. */
static inline uint32_t spread(uint8_t fields[4], uint32_t bits, unsigned eta) {
    bits = eta == 2 ? (bits | bits << 10) & 0x3f003f : (bits | bits << 8) & 0xff00ff;
    bits = eta == 2 ? (bits | bits << 5) & 0x7070707 : (bits | bits << 4) & 0xf0f0f0f;
    ksig_store32(fields, bits);
    return eta == 2 ? bits >> 2 & (bits >> 1 | bits) : bits >> 3 & (bits >> 2 | bits >> 1 | bits);
}

/* BitUnpack as in skDecode (FIPS 204 Algorithms 19 and 25). Not 0 if a field is out of range. */
static KSIG_NOINLINE uint32_t unpack_fields(unsigned eta, const uint8_t *packed,
                                            uint8_t fields[N]) {
    const uint8_t *const end = fields + N;
    uint32_t bad = 0;
    if (eta == 4) {
        for (; fields < end; fields += 4, packed += 2)
            bad |= spread(fields, packed[0] | (uint32_t)packed[1] << 8, 4);
    } else {
        for (; fields < end; fields += 8, packed += 3) {
            const uint32_t bits = ksig_load24(packed);
            bad |= spread(fields, bits & 0xfff, 2);
            bad |= spread(fields + 4, bits >> 12, 2);
        }
    }
    return bad & 0x1010101;
}

/* ExpandS (FIPS 204 Algorithm 33), one polynomial; or one from skDecode. */
uint32_t ksig_mldsa_secret_fields(const ksig_mldsa_params *p, ksig_keccak *sponge,
                                  const ksig_mldsa_secrets *from, unsigned r, uint8_t fields[N]) {
    return from->sigma != NULL
               ? sample_fields(ksig_mldsa_eta(p), sponge, from->sigma, r, fields)
               : unpack_fields(ksig_mldsa_eta(p), from->packed + ksig_mldsa_s_bytes(p) * r, fields);
}

/* BitPack (FIPS 204 Algorithm 17) of s1 and s2. */
void ksig_mldsa_pack_secret(const ksig_mldsa_params *p, const uint8_t fields[N], uint8_t *out) {
    const unsigned bits = ksig_mldsa_eta(p) == 2 ? 3 : 4;
    uint32_t held = 0;
    unsigned count = 0;
    for (unsigned n = 0; n < N; n++) {
        held |= (uint32_t)fields[n] << count;
        for (count += bits; count >= 8; count -= 8, held >>= 8)
            *out++ = (uint8_t)held;
    }
}
