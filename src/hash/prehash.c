/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/prehash.h"

#include "kilosig/kilosig.h"
#include "util/memory.h"

size_t ksig_prehash_bytes(unsigned hash) {
    static const uint8_t bytes[] = {0, 32, 48, 64, 28, 28, 32, 28, 32, 48, 64, 32, 64};
    return hash < sizeof bytes ? bytes[hash] : 0;
}

void ksig_prehash_oid(unsigned hash, uint8_t oid[KSIG_OID_BYTES]) {
    static const uint8_t arcs[KSIG_OID_BYTES - 1] = {0x06, 0x09, 0x60, 0x86, 0x48,
                                                     0x01, 0x65, 0x03, 0x04, 0x02};
    memcpy(oid, arcs, sizeof arcs);
    oid[KSIG_OID_BYTES - 1] = (uint8_t)hash;
}

#if KSIG_ENABLE_PREHASH

enum family { FAMILY_SHA256, FAMILY_SHA512, FAMILY_KECCAK };

static inline enum family family_of(unsigned hash) {
    if (hash == KSIG_HASH_SHA256 || hash == KSIG_HASH_SHA224)
        return FAMILY_SHA256;
    return hash <= KSIG_HASH_SHA512_256 ? FAMILY_SHA512 : FAMILY_KECCAK;
}

unsigned ksig_prehash_family(unsigned hash) { return family_of(hash); }

void ksig_prehash_init(ksig_prehash *p, unsigned hash, uint32_t message_length) {
    p->u.count.left = message_length;
    switch (hash) {
    case KSIG_HASH_SHA224:
        ksig_sha256_init(&p->u.sha256, ksig_sha224_initial);
        break;
    case KSIG_HASH_SHA256:
        ksig_sha256_init(&p->u.sha256, ksig_sha256_initial);
        break;
    case KSIG_HASH_SHA384:
        ksig_sha512_init(&p->u.sha512, ksig_sha384_initial);
        break;
    case KSIG_HASH_SHA512:
        ksig_sha512_init(&p->u.sha512, ksig_sha512_initial);
        break;
    case KSIG_HASH_SHA512_224:
        ksig_sha512_init(&p->u.sha512, ksig_sha512_224_initial);
        break;
    case KSIG_HASH_SHA512_256:
        ksig_sha512_init(&p->u.sha512, ksig_sha512_256_initial);
        break;
    case KSIG_HASH_SHAKE128:
        ksig_shake128_init(&p->u.keccak);
        break;
    case KSIG_HASH_SHAKE256:
        ksig_shake256_init(&p->u.keccak);
        break;
    default: /* SHA-3: the capacity is twice the digest */
        ksig_keccak_init(&p->u.keccak, 200u - 2u * (unsigned)ksig_prehash_bytes(hash),
                         KSIG_SHA3_SUFFIX);
        break;
    }
}

size_t ksig_prehash_update(ksig_prehash *p, unsigned hash, const uint8_t *data, size_t length) {
    size_t taken;
    enum family family;
    switch (family_of(hash)) {
    case FAMILY_SHA256:
        taken = ksig_sha256_update(&p->u.sha256, data, length);
        family = FAMILY_SHA256;
        break;
    case FAMILY_SHA512:
        taken = ksig_sha512_update(&p->u.sha512, data, length);
        family = FAMILY_SHA512;
        break;
    default:
        taken = ksig_keccak_absorb(&p->u.keccak, data, length);
        family = FAMILY_KECCAK;
        break;
    }
    p->u.count.left -= (uint32_t)taken;
    return taken + (size_t)family;
}

/* For a sponge. Not inlined, to save stack in the other cases. */
static KSIG_NOINLINE uint32_t keccak_final(ksig_keccak *k, uint8_t *digest, size_t length) {
    const uint32_t doubt = ksig_keccak_end(k);
    ksig_keccak_squeeze(k, digest, length);
    return doubt;
}

uint32_t ksig_prehash_final(ksig_prehash *p, unsigned hash, uint8_t *digest) {
    const size_t length = ksig_prehash_bytes(hash);
    switch (family_of(hash)) {
    case FAMILY_SHA256:
        return ksig_sha256_final(&p->u.sha256, digest, length);
    case FAMILY_SHA512:
        return ksig_sha512_final(&p->u.sha512, digest, length);
    default:
        return keccak_final(&p->u.keccak, digest, length);
    }
}

#endif
