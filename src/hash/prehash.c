/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/prehash.h"

#include <string.h>

#include "kilosig/kilosig.h"

size_t ksig_prehash_bytes(unsigned hash) {
    static const uint8_t bytes[] = {0, 32, 48, 64, 28, 28, 32, 28, 32, 48, 64, 32, 64};
    return hash < sizeof bytes ? bytes[hash] : 0;
}

void ksig_prehash_oid(unsigned hash, uint8_t oid[KSIG_OID_BYTES]) {
    static const uint8_t arcs[KSIG_OID_BYTES - 1] = {0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02};
    memcpy(oid, arcs, sizeof arcs);
    oid[KSIG_OID_BYTES - 1] = (uint8_t)hash;
}

#if KSIG_ENABLE_PREHASH

enum family { FAMILY_SHA256, FAMILY_SHA512, FAMILY_KECCAK };

static enum family family_of(unsigned hash) {
    if (hash == KSIG_HASH_SHA256 || hash == KSIG_HASH_SHA224)
        return FAMILY_SHA256;
    return hash <= KSIG_HASH_SHA512_256 ? FAMILY_SHA512 : FAMILY_KECCAK;
}

void ksig_prehash_init(ksig_prehash *p, unsigned hash) {
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
        ksig_keccak_init(&p->u.keccak, 200u - 2u * (unsigned)ksig_prehash_bytes(hash), KSIG_SHA3_SUFFIX);
        break;
    }
}

void ksig_prehash_update(ksig_prehash *p, unsigned hash, const uint8_t *data, size_t length) {
    switch (family_of(hash)) {
    case FAMILY_SHA256:
        ksig_sha256_update(&p->u.sha256, data, length);
        break;
    case FAMILY_SHA512:
        ksig_sha512_update(&p->u.sha512, data, length);
        break;
    case FAMILY_KECCAK:
        ksig_keccak_absorb(&p->u.keccak, data, length);
        break;
    }
}

size_t ksig_prehash_update_counted(ksig_prehash *p, unsigned hash, const uint8_t *data, size_t length) {
    switch (family_of(hash)) {
    case FAMILY_SHA256:
        return ksig_sha256_update_counted(&p->u.sha256, data, length);
    case FAMILY_SHA512:
        return ksig_sha512_update_counted(&p->u.sha512, data, length);
    default:
        return ksig_keccak_absorb_counted(&p->u.keccak, data, length);
    }
}

void ksig_prehash_take(ksig_prehash *p, unsigned hash, const uint8_t *data, size_t length) {
    if (family_of(hash) == FAMILY_KECCAK)
        ksig_keccak_absorb_parts(&p->u.counted.sponge, &p->u.counted.taken, data, length);
    else
        ksig_prehash_update(p, hash, data, length);
}

uint32_t ksig_prehash_taken(const ksig_prehash *p, unsigned hash) {
    switch (family_of(hash)) {
    case FAMILY_SHA256:
        return (uint32_t)p->u.sha256.length;
    case FAMILY_SHA512:
        return (uint32_t)p->u.sha512.length;
    default:
        return p->u.counted.taken;
    }
}

void ksig_prehash_final(ksig_prehash *p, unsigned hash, uint8_t *digest) {
    const size_t length = ksig_prehash_bytes(hash);
    switch (family_of(hash)) {
    case FAMILY_SHA256:
        ksig_sha256_final(&p->u.sha256, digest, length);
        break;
    case FAMILY_SHA512:
        ksig_sha512_final(&p->u.sha512, digest, length);
        break;
    case FAMILY_KECCAK:
        ksig_keccak_finish(&p->u.keccak);
        ksig_keccak_squeeze(&p->u.keccak, digest, length);
        break;
    }
}

#endif
