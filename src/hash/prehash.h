/* The twelve pre-hash functions of FIPS 204 and FIPS 205.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_PREHASH_H
#define KSIG_PREHASH_H

#include <stddef.h>
#include <stdint.h>

#include "hash/keccak.h"
#include "hash/sha2.h"

enum { KSIG_OID_BYTES = 11 };

typedef struct ksig_prehash {
    union {
        ksig_sha256 sha256;
        ksig_sha512 sha512;
        ksig_keccak keccak;
        struct {
            uint8_t hash[204];
            uint32_t left; /* bytes still to come */
        } count;
    } u;
} ksig_prehash;

/* Digest length in bytes of hash KSIG_HASH_*, or 0 if there is no such hash. */
size_t ksig_prehash_bytes(unsigned hash);

/* The DER object identifier 2.16.840.1.101.3.4.2.hash: 06 09 60 86 48 01 65 03 04 02 hash. */
void ksig_prehash_oid(unsigned hash, uint8_t oid[KSIG_OID_BYTES]);

/* Incremental hashing; hash must be known, and the same in all three calls. digest:
 * ksig_prehash_bytes(hash) bytes. */
/* message_length: for p->u.count.left, from which each update subtracts the bytes it took. */
void ksig_prehash_init(ksig_prehash *p, unsigned hash, uint32_t message_length);
/* Returns how many bytes were taken, as counted by the hash, plus the family of the hash that took
 * them: a caller that rereads `hash` can tell whether the wrong one took them. */
size_t ksig_prehash_update(ksig_prehash *p, unsigned hash, const uint8_t *data, size_t length);
unsigned ksig_prehash_family(unsigned hash);
/* Returns 0, or a nonzero value if the hash was not ended properly, like ksig_keccak_end. */
uint32_t ksig_prehash_final(ksig_prehash *p, unsigned hash, uint8_t *digest);

/* Where in the state the digest may be written: these bytes are no longer read, and if the digest
 * were not written, a sender would not have chosen them (capacity; bytes and length of the last
 * block). */
static inline uint8_t *ksig_prehash_digest(ksig_prehash *p, unsigned hash) {
    return (uint8_t *)p + 200 - ksig_prehash_bytes(hash);
}

#endif
