/* The compression of SHA-256 or SHA-512 (FIPS 180-4, section 6) for native_hash.c, which includes
 * it for each. SPDX-License-Identifier: Apache-2.0 OR MIT */

static WORD SHA2(rotated)(WORD x, unsigned by) { return x >> by | x << (8 * sizeof x - by); }

static WORD SHA2(sum)(WORD x, const uint8_t by[3]) {
    return SHA2(rotated)(x, by[0]) ^ SHA2(rotated)(x, by[1]) ^ SHA2(rotated)(x, by[2]);
}

static WORD SHA2(sigma)(WORD x, const uint8_t by[3]) {
    return SHA2(rotated)(x, by[0]) ^ SHA2(rotated)(x, by[1]) ^ x >> by[2];
}

/* v: a, .., h. w: the words of the block, which the last 16 of the schedule replace. */
static void SHA2(rounds)(const native *n, WORD v[8], WORD w[16], unsigned first) {
    static const uint8_t sums[] = {SUMS}, sigmas[] = {SIGMAS};
    for (unsigned t = first; t < ROUNDS; t++) {
        if (t >= 16)
            w[t % 16] += SHA2(sigma)(w[(t + 14) % 16], sigmas + 3) + w[(t + 9) % 16] +
                         SHA2(sigma)(w[(t + 1) % 16], sigmas);
        const WORD constant = (WORD)(n->constants[t] >> (64 - 8 * sizeof(WORD)));
        const WORD choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const WORD majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        const WORD one = v[7] + SHA2(sum)(v[4], sums + 3) + choice + constant + w[t % 16];
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += one;
        v[0] = one + SHA2(sum)(v[1], sums) + majority;
    }
}

static void SHA2(hook)(uc_engine *uc, uint64_t address, uint32_t size, void *user) {
    native *n = user;
    (void)address, (void)size;
    if (!n->enabled || !returns(n))
        return;
    WORD chain[8], block[16], words[16], v[8];
    const unsigned left = n->left[sizeof(WORD) == 8];
    const bool from = n->from && sizeof(WORD) == 4;
    const uint32_t chain_at = reg(n, n->argument[0]),
                   end = from && n->ends ? reg(n, n->argument[1]) & 1 : 0;
    const uint32_t block_at = reg(n, n->argument[1]) - end;
    const uint32_t data_at = from && !end ? reg(n, n->argument[2]) : block_at;
    if (left == REFUSED || !is_memory(n, chain_at, sizeof chain) ||
        !is_memory(n, block_at, sizeof block) ||
        meet(chain_at, sizeof chain, block_at, sizeof block) ||
        (data_at != block_at && meet(data_at, sizeof block, block_at, sizeof block)) ||
        uc_mem_read(uc, data_at, block, sizeof block))
        return;
    uc_mem_read(uc, chain_at, chain, sizeof chain);
    for (unsigned i = 0; i < 16; i++)
        words[i] = end && i < 5 ? block[i] : BYTES_SWAPPED(block[i]);
    if (left == SWAPPED)
        memcpy(block, words, sizeof block);
    for (unsigned i = 0; i < 8; i++)
        v[i] = chain[(i + (end ? 3 : 0)) % 8]; /* f, g, h, a, .., e */
    SHA2(rounds)(n, v, words, end ? 5 : 0);
    if (left == SCHEDULE)
        memcpy(block, words, sizeof block);
    if (end)
        memcpy(block, v, sizeof v);
    for (unsigned i = 0; i < 8; i++)
        chain[i] += v[i];
    if (!end)
        uc_mem_write(uc, chain_at, chain, sizeof chain);
    uc_mem_write(uc, block_at, block, sizeof block);
    go_back(n);
}

#undef WORD
#undef BYTES_SWAPPED
#undef SHA2
#undef ROUNDS
#undef SUMS
#undef SIGMAS
