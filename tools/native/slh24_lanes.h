/* An engine: trees of SLH-DSA-*-24 on LANES lanes. Included by its file, once, behind its name
 * (ENGINE, ENGINE_NAME), LANES and target. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Each lane forms a subtree of its own, so that all lanes hash at every step.
 */
#include "slh24_hash.h"

enum { WOTS_HASH, WOTS_PK, TREE, FORS_TREE, FORS_ROOTS, WOTS_PRF, FORS_PRF }; /* FIPS 205, 4.2 */

#define MOST_HEIGHT 25

static words numbered(uint32_t first, uint32_t step) {
    words out = same(first);
    for (uint32_t i = 0; i < LANES; i++)
        out[i] += i * step;
    return out;
}

/* Lane `lane` of a node to n bytes, and back. */
static void put_lane(const ksig_slh24_key *key, const node *in, unsigned lane, uint8_t *out) {
    for (unsigned i = 0; i < key->n; i++)
        out[i] = (uint8_t)(key->shake != 0 ? in->d[i / 8][HALF_OF(lane)][lane / 2] >> 8 * (i % 8)
                                           : in->w[i / 4][lane] >> (24 - 8 * (i % 4)));
}

static void get_lane(const ksig_slh24_key *key, node *out, unsigned lane, const uint8_t *in) {
    for (unsigned i = 0; i < key->n / 4; i++) {
        const uint8_t *p = in + 4 * i;
        const uint32_t word =
            (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        const uint64_t swap =
            (uint64_t)p[3] << 24 | (uint64_t)p[2] << 16 | (uint64_t)p[1] << 8 | p[0];
        if (key->shake == 0)
            out->w[i][lane] = word;
        else if (i % 2 == 0)
            out->d[i / 2][HALF_OF(lane)][lane / 2] = swap;
        else
            out->d[i / 2][HALF_OF(lane)][lane / 2] |= swap << 32;
    }
}

/* The same bytes in all lanes. */
static void get_all(const ksig_slh24_key *key, node *out, const uint8_t *in) {
    get_lane(key, out, 0, in);
    for (unsigned i = 0; i < key->n / 4; i++)
        if (key->shake == 0)
            out->w[i] = same(out->w[i][0]);
        else if (i % 2 != 0)
            out->d[i / 2][0] = out->d[i / 2][1] = (longs){0} + out->d[i / 2][HALF_OF(0)][0];
}

static void secret_of(const ksig_slh24_key *key, uint32_t kind, words a, words b, words c,
                      node *out) {
    const address at = {kind, a, b, c};
    node seed;
    get_all(key, &seed, key->secret_seed);
    hashed(key, 0, &at, &seed, 1, out);
}

/* The node above the chains' ends of each lane's key pair. */
static void leaf_node(const ksig_slh24_key *key, words leaf, node *out) {
    node ends[KSIG_SLH24_MOST_CHAINS];
    address at = {WOTS_HASH, leaf, same(0), same(0)};
    for (uint32_t i = 0; i < key->chains; i++) {
        at.b = same(i);
        secret_of(key, WOTS_PRF, leaf, at.b, same(0), &ends[i]);
        for (uint32_t step = 0; step < key->steps; step++) {
            at.c = same(step);
            hashed(key, 0, &at, &ends[i], 1, &ends[i]);
        }
    }
    at = (address){WOTS_PK, leaf, same(0), same(0)};
    hashed(key, key->n != 16, &at, ends, key->chains, out);
}

static void fors_node(const ksig_slh24_key *key, words leaf, words place, node *out) {
    const address at = {FORS_TREE, leaf, same(0), place};
    secret_of(key, FORS_PRF, leaf, same(0), place, out);
    hashed(key, 0, &at, out, 1, out);
}

/* Treehash (FIPS 205 Algorithms 9, 15) of LANES subtrees, whose leaves follow one another. */
static void subtrees(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf, uint32_t first,
                     uint32_t height, uint8_t *nodes) {
    node stack[MOST_HEIGHT + 2];
    const words begin = numbered(first, UINT32_C(1) << height);
    address at = {kind, same(leaf), same(0), same(0)};
    unsigned top = 0; /* nodes on the stack */
    for (uint32_t j = 0; j >> height == 0; j++) {
        if (kind == TREE)
            leaf_node(key, begin + j, &stack[top++]);
        else
            fors_node(key, at.a, begin + j, &stack[top++]);
        for (uint32_t z = 1; (j >> (z - 1) & 1) != 0; z++, top--) {
            at.b = same(z);
            at.c = (begin + j) >> z;
            hashed(key, key->n != 16, &at, &stack[top - 2], 2, &stack[top - 2]);
        }
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        put_lane(key, &stack[0], lane, nodes + (size_t)lane * key->n);
}

static void leaves(const ksig_slh24_key *key, uint32_t first, uint32_t height, uint8_t *nodes) {
    for (uint32_t i = 0; i < KSIG_SLH24_NODES; i += LANES)
        subtrees(key, TREE, 0, first + (i << height), height, nodes + (size_t)i * key->n);
}

static void fors(const ksig_slh24_key *key, uint32_t leaf, uint32_t first, uint32_t height,
                 uint8_t *nodes) {
    for (uint32_t i = 0; i < KSIG_SLH24_NODES; i += LANES)
        subtrees(key, FORS_TREE, leaf, first + (i << height), height, nodes + (size_t)i * key->n);
}

static void join(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf, uint32_t height,
                 uint32_t first, const uint8_t *nodes, uint32_t count, uint8_t *parents) {
    const size_t n = key->n;
    for (uint32_t i = 0; i < count; i += LANES) {
        const address at = {kind, same(leaf), same(height), numbered(first + i, 1)};
        const uint32_t many = count - i < LANES ? count - i : LANES;
        node pair[2];
        for (unsigned lane = 0; lane < LANES; lane++) {
            const uint8_t *from = nodes + 2 * n * (i + (lane < many ? lane : 0));
            get_lane(key, &pair[0], lane, from);
            get_lane(key, &pair[1], lane, from + n);
        }
        hashed(key, n != 16, &at, pair, 2, &pair[0]);
        for (unsigned lane = 0; lane < many; lane++)
            put_lane(key, &pair[0], lane, parents + n * (i + lane));
    }
}

/* Each lane walks a chain; a lane's value is taken at its digit. */
static void wots(const ksig_slh24_key *key, uint32_t leaf, const uint8_t *digits,
                 uint8_t *signature) {
    for (uint32_t i = 0; i < key->chains; i += LANES) {
        address at = {WOTS_HASH, same(leaf), numbered(i, 1), same(0)};
        const uint32_t many = key->chains - i < LANES ? key->chains - i : LANES;
        node value;
        secret_of(key, WOTS_PRF, at.a, at.b, same(0), &value);
        for (uint32_t step = 0; step <= key->steps; step++) {
            for (unsigned lane = 0; lane < many; lane++)
                if (digits[i + lane] == step)
                    put_lane(key, &value, lane, signature + (size_t)key->n * (i + lane));
            at.c = same(step);
            hashed(key, 0, &at, &value, 1, &value);
        }
    }
}

static void secret(const ksig_slh24_key *key, uint32_t leaf, uint32_t place, uint8_t *value) {
    node out;
    secret_of(key, FORS_PRF, same(leaf), same(0), same(place), &out);
    put_lane(key, &out, 0, value);
}

static void compress(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf, const uint8_t *nodes,
                     uint32_t count, uint8_t *value) {
    node in[KSIG_SLH24_MOST_CHAINS];
    const address at = {kind, same(leaf), same(0), same(0)};
    for (uint32_t i = 0; i < count; i++)
        get_all(key, &in[i], nodes + (size_t)i * key->n);
    hashed(key, key->n != 16, &at, in, count, &in[0]);
    put_lane(key, &in[0], 0, value);
}

const ksig_slh24_engine ENGINE = {
    .name = ENGINE_NAME,
    .prepare = states_behind_seed,
    .leaves = leaves,
    .fors = fors,
    .join = join,
    .wots = wots,
    .secret = secret,
    .compress = compress,
};
