/* The sponge construction over Keccak-f[1600] (FIPS 202).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/keccak.h"

#include "arch/compiler.h"
#include "arch/gates.h"
#include "guard/guard.h"
#include "hash/hooks.h"

/* Data is loaded again, to check the first load, where that could be skipped unnoticed. It is used
 * once: memory may change meanwhile. */
enum { LOADS_TWICE = KSIG_GUARDED && KSIG_LOAD_SHOWS_NOTHING };

static inline const uint8_t *again(const uint8_t *data) {
    KSIG_RELOAD(data);
    return data;
}

static inline volatile uint8_t *byte_at(ksig_keccak *k, unsigned position) {
    return (uint8_t *)k->lanes + KSIG_LE_INDEX(position);
}

/* XORs a byte into the state, unchecked. */
static inline void flip(ksig_keccak *k, unsigned position, unsigned byte) {
    volatile uint8_t *const at = byte_at(k, position);
    *at = (uint8_t)(*at ^ byte);
}

/* XORs a byte into the state. Returns 0 if this took effect. The place is formed twice, and what
 * was there is loaded twice: a skip spoils one of them. */
static inline uint32_t add_byte(ksig_keccak *k, unsigned position, const uint8_t *data) {
    const uint32_t byte = *data, right = LOADS_TWICE ? *again(data) : byte;
    unsigned place = position;
    KSIG_BARRIER(place);
    volatile uint8_t *const at = byte_at(k, position), *const check = byte_at(k, place);
    const uint32_t before = *at, same = KSIG_GUARDED ? *check : 0u;
    *at = (uint8_t)(before ^ byte);
    return KSIG_GUARDED ? *check ^ same ^ right : 0;
}

/* The same with four bytes, at a multiple of 4. */
static inline uint32_t add_word(ksig_keccak *k, unsigned position, const uint8_t *data) {
    unsigned place = position;
    KSIG_BARRIER(place);
    volatile uint32_t *const at = k->lanes + position / 4, *const check = k->lanes + place / 4;
    const uint32_t word = ksig_load32_often_aligned(data);
    const uint32_t before = *at, same = KSIG_GUARDED ? *check : 0u;
    *at = before ^ word;
    const uint32_t right = LOADS_TWICE ? ksig_load32_often_aligned(again(data)) : word;
    return KSIG_GUARDED ? *check ^ same ^ right : 0;
}

/* XORs bytes that fit into the rate into the state, by words where alignment allows. Returns the
 * end of the bytes or, if one of them is not in the state, their beginning. The pointer ends the
 * loops and the position counts: if one does not advance, the other shows it. Not inlined, or one
 * instruction could advance both this pointer and the caller's. */
static KSIG_NOINLINE const uint8_t *add_bytes(ksig_keccak *k, const uint8_t *data, size_t length) {
    const uint8_t *const begin = data, *const end = data + length;
    unsigned position = k->position;
    uint32_t lost = 0;
    /* After each step the position is unknown to the compiler: computed from the pointers, it would
     * no longer count. */
    while (data != end && ksig_low_bits(position, 2) != 0) {
        lost |= add_byte(k, position++, data++);
        KSIG_BARRIER(position);
    }
    for (; (size_t)(end - data) >= 4; data += 4) {
        lost |= add_word(k, position, data);
        position += 4;
        KSIG_BARRIER(position);
    }
    while (data != end) {
        lost |= add_byte(k, position++, data++);
        KSIG_BARRIER(position);
    }
    k->position = (uint8_t)position;
    /* Public: the absorbed bytes are in the state, unless a fault struck. */
    return KSIG_DECLASSIFY(lost == 0) ? data : begin;
}

void ksig_keccak_init(ksig_keccak *k, unsigned rate, unsigned suffix) {
    const uint32_t cleared = ksig_clear(k, sizeof *k);
    k->rate = (uint8_t)rate;
    k->suffix = (uint8_t)(cleared == sizeof *k ? suffix : 0);
}

void ksig_keccak_init_seed(ksig_keccak *k, unsigned rate) {
    ksig_wipe(k, sizeof *k);
    k->rate = (uint8_t)rate;
    k->suffix = KSIG_SHAKE_SUFFIX;
}

/* Unchecked: the sender does not choose these bytes, and checking would double the time of a short
 * hash. */
void ksig_keccak_absorb_seed(ksig_keccak *k, const uint8_t *data, size_t length) {
#if KSIG_LEAST_FLASH
    (void)add_bytes(k, data, length);
#else
    unsigned position = k->position;
    for (; position % 4 == 0 && length >= 4; length -= 4, data += 4, position += 4)
        k->lanes[position / 4] ^= ksig_load32_often_aligned(data);
    for (; length > 0; length--)
        flip(k, position++, *data++);
    k->position = (uint8_t)position;
#endif
}

/* The last lane, which is in the capacity of every sponge. An address in one register: the two
 * offsets of its words would take two. */
static inline const uint32_t *last_lane(const ksig_keccak *k) {
    const uint32_t *lane = k->lanes + 48;
    KSIG_BARRIER(lane);
    return lane;
}

/* Not inlined, so that its registers do not enlarge the frames of its callers. */
KSIG_NOINLINE uint32_t ksig_keccak_refill(ksig_keccak *k) {
    if (k->position != k->rate)
        return 0;
    const uint32_t *lane = last_lane(k);
    uint32_t changed = lane[0], other = lane[1];
    k->position = 0;
    KSIG_KECCAK_F1600(k->lanes, k->rate);
    if (!KSIG_GUARDED)
        return k->rate;
    KSIG_RELOAD(k); /* the address is formed again: it would lie on the stack meanwhile */
    lane = last_lane(k);
    changed = (changed ^ lane[0]) | (other ^ lane[1]);
    return k->rate & (0u - ((changed | (0u - changed)) >> 31)); /* no branch: it may be secret */
}

KSIG_NOINLINE size_t ksig_keccak_absorb(ksig_keccak *k, const uint8_t *data, size_t length) {
    const uint8_t *const end = data + length;
    size_t taken = 0;
    while (data != end) {
        const uint8_t *position = (const uint8_t *)k + offsetof(ksig_keccak, position); /* rate */
        KSIG_ONE_ADDRESS(position);
        /* Permuting late, when the next byte arrives, leaves a full last block for the padding to
         * end. */
        taken -= position[0];
        taken += (size_t)ksig_keccak_refill(k);
        const size_t room = (size_t)position[1] - position[0], left = (size_t)(end - data);
        data = add_bytes(k, data, left < room ? left : room);
        taken += position[0];
        /* Beyond the rate only if the part was not limited to the room: then larger than any
         * length. */
        taken |= ((size_t)position[1] - position[0]) & ~(SIZE_MAX >> 1);
    }
    return taken;
}

size_t ksig_keccak_take(ksig_keccak *k, const uint8_t *data, size_t length) {
    const size_t taken = ksig_keccak_absorb(k, data, length);
    return taken + (size_t)(uintptr_t)k;
}

/* XORs a byte of padding. A separate function: a skipped call leaves the sponge unchanged. */
static KSIG_NOINLINE void pad(ksig_keccak *k, unsigned position, unsigned byte) {
    flip(k, position, byte);
}

/* Rereads which byte was XORed, and where: a fault may have given `pad` a wrong position or byte.
 * Not inlined, so that its variables are not on the stack during the permutation. */
static KSIG_NOINLINE uint32_t pad_block(ksig_keccak *k, uint32_t doubt) {
    doubt |= (k->suffix & 6u) ^ 6u; /* all suffixes have these bits; 0 is no suffix */
    uint32_t before = ksig_keccak_rate_byte(k, k->position);
    pad(k, k->position, k->suffix);
    KSIG_RELOAD(k);
    doubt |= before ^ ksig_keccak_rate_byte(k, k->position) ^ k->suffix;
    before = ksig_keccak_rate_byte(k, k->rate - 1u);
    pad(k, k->rate - 1u, 0x80);
    KSIG_RELOAD(k);
    doubt |= before ^ ksig_keccak_rate_byte(k, k->rate - 1u) ^ 0x80u;
    k->position = k->rate;
    return doubt;
}

KSIG_NOINLINE uint32_t ksig_keccak_finish(ksig_keccak *k) {
    uint32_t doubt = k->position == k->rate ? k->rate : 0u;
    doubt ^= ksig_keccak_refill(k);
    return pad_block(k, doubt);
}

void ksig_keccak_finish_seed(ksig_keccak *k) {
    flip(k, k->position, k->suffix);
    flip(k, k->rate - 1u, 0x80);
    k->position = k->rate;
}

uint32_t ksig_keccak_end(ksig_keccak *k) {
    const uint32_t doubt = ksig_keccak_finish(k);
    return doubt | (ksig_keccak_refill(k) ^ k->rate);
}

void ksig_keccak_permute(ksig_keccak *k) { KSIG_KECCAK_F1600(k->lanes, k->rate); }

void ksig_keccak_squeeze(ksig_keccak *k, uint8_t *out, size_t length) {
    while (length > 0) {
        ksig_keccak_refill(k);
        const unsigned position = k->position;
        if (position % 4 == 0 && length >= 4) { /* words, to the end of the rate */
            const size_t left = (size_t)k->rate - position,
                         taken = (length < left ? length : left) & ~(size_t)3;
            const uint32_t *lane = k->lanes + position / 4;
            k->position = (uint8_t)(position + taken);
            length -= taken;
            for (const uint8_t *const end = out + taken; out < end; out += 4) {
                ksig_store32(out, *lane++);
                KSIG_BARRIER(lane); /* one loop even with -O3: several would need twice the stack */
            }
        } else {
            *out++ = (uint8_t)ksig_keccak_rate_byte(k, k->position++);
            length--;
        }
    }
}

void ksig_keccak_finish_to(ksig_keccak *k, uint32_t *out, size_t length) {
#if KSIG_KECCAK_STAYS && !KSIG_ARMV6M
    unsigned form = k->position + 1u + KSIG_KECCAK_STAYS_OWN;
    ksig_keccak_finish_seed(k);
    while (length > 0) {
        const size_t taken = length < k->rate ? length : k->rate;
        ksig_keccak_f1600(k->lanes, form);
        ksig_keccak_separate(out, k->lanes, (unsigned)(taken / 8));
        out += taken / 4;
        length -= taken;
        form = KSIG_KECCAK_IS_OWN + KSIG_KECCAK_STAYS_OWN;
    }
#else
    ksig_keccak_finish_seed(k);
    ksig_keccak_squeeze(k, (uint8_t *)out, length);
#endif
}

uint32_t ksig_keccak_squeeze_compare_packed(ksig_keccak *k, const volatile uint8_t *expected,
                                            size_t length) {
    uint32_t good = KSIG_TALLY_MARK, bad = 0;
    /* A separate pointer: if a fault made one of the two `expected`, that would be compared with
     * itself. */
    const ksig_keccak *again = k;
    KSIG_RELOAD(again);
    KSIG_BARRIER(expected); /* from here on it is in one register, as in ksig_compare_packed */
    for (size_t i = 0; i < length; i++) {
        KSIG_BARRIER(i);
        (void)ksig_keccak_refill(k);
        const size_t place = KSIG_LE_INDEX(k->position);
        const volatile uint8_t *const first = (const uint8_t *)k->lanes + place;
        const volatile uint8_t *const second = (const uint8_t *)again->lanes + place;
        k->position++;
        bad |= (uint32_t)*first ^ expected[i];
        KSIG_BARRIER(i); /* its address is computed twice: a fault may make it that of `first` */
        if (!KSIG_GUARDED)
            good++;
        else
            good += (((uint32_t)*second ^ expected[i]) - 1) >> 31;
    }
    /* Nor must `expected` be in the sponge, as a fault before this call could make it. */
    bad |= (uintptr_t)expected - (uintptr_t)k < sizeof *k;
    return good - (bad << 16);
}
