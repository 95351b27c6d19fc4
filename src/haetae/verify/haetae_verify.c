/* Streaming verification of HAETAE: the order of the stream and its checks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * key | message | signature: c, low bytes of z1_0 | the two sizes | then for each column j > 0 low
 * bytes of z1_j, and for every column a window of the compressed HighBits(z1); the hint and the
 * padding follow the last window.
 *
 * The columns share one rANS section, and where a column's bytes begin depends on the content. To
 * keep the order of the stream independent of it, each column requests a window that contains its
 * bytes in any case; windows overlap. The decoder continues where it stopped and ignores other
 * bytes: each byte is used once, so no pass needs to be bound to a first one.
 *
 * Window j is [j * hb_least, hb_bytes - (l - 1 - j) * hb_least). A symbol costs at least log2(1024
 * / f) bits for the largest frequency f: 256 symbols cost 349.04, 493.69 or 528.20 bits, and all
 * roundings together less than 1 bit. Between symbols x is in [2^13, 2^31); at the end it is 2^23.
 * So after j columns at least (349.04 j - 18 - 1) / 8 + 4 bytes are used, and before the last r
 * columns at least (349.04 r - 8 - 1) / 8 bytes are left: no less than 42 j and 42 r; likewise 60
 * and 64. */
/* check: 42 == (349 - 9) // 8 */
/* check: 60 == (493 - 9) // 8 */
/* check: 64 == (528 - 9) // 8 */
#include "stream/operations.h"

#include "guard/guard.h"
#include "haetae/common/haetae_challenge.h"
#include "haetae/verify/haetae_verify_state.h"
#include "stream/given.h"
#include "stream/verdict.h"
#include "util/bytes.h"

enum stage {
    STAGE_RHO,
    STAGE_ROW,
    STAGE_MESSAGE,
    STAGE_C,
    STAGE_LOW,
    STAGE_SIZES,
    STAGE_HIGH,
    STAGE_HINT,
    STAGE_PADDING,
};

enum { SIZES = 2 };

/* c ^ NOT_C differs from c in each byte, and so does its complement. */
enum { NOT_C = 0x55 };

/* KSIG_HAETAE_FIXED_BYTES agrees with the struct. */
KSIG_ASSERT(KSIG_IS_STATED(offsetof(ksig_haetae_state, rows), KSIG_HAETAE_FIXED_BYTES),
            fixed_bytes_agree);

static void open(void *state, const ksig_verify_args *args) {
    ksig_haetae_state *const v = state;
    ksig_verify_head *const head = &v->head;
    const int ksx = ksig_haetae_scheme_of(v)->ksx;
    if (args->mode != KSIG_MODE_PURE) {
        ksig_reject(head, KSIG_REJECT_ARGUMENT);
        return;
    }
    if (args->context_length != 0 && !ksx) {
        ksig_reject(head, KSIG_REJECT_CONTEXT);
        return;
    }
    if (args->signature_length != head->scheme->signature_bytes) {
        ksig_reject(head, KSIG_REJECT_SIG_LENGTH);
        return;
    }
    v->u.key.prefix[0] = (uint8_t)args->context_length;
    ksig_taken(head, ksig_copy(v->u.key.prefix + 1, args->context, args->context_length),
               args->context_length);
    KSIG_RELOAD(args);
    ksig_taken(head, 0, args->context_length); /* absorb_prefix adds what is stored */
    v->norm = 0;
    v->zeros = 0;
    v->padding = 0;
    v->index = 0;
    ksig_anchor_init(&v->u.key.digest);
    ksig_shake256_init(&v->sponge);
    ksig_want_part(head, KSIG_PART_KEY, 0, head->scheme->key_bytes);
    ksig_want_piece(head, STAGE_RHO, KSIG_HAETAE_RHO_BYTES);
}

static uint32_t low_offset(unsigned j) { return KSIG_HAETAE_C_BYTES + j * (uint32_t)KSIG_HAETAE_N; }

/* Of the compressed HighBits(z1), which follow the sizes. */
static uint32_t high_offset(const ksig_haetae_params *p) { return low_offset(p->l) + SIZES; }

/* Apart on ARMv6-M: `take` saves the registers of what it contains above the deepest call. */
#if KSIG_ARMV6M
#define KSIG_HAETAE_APART KSIG_NOINLINE
#else
#define KSIG_HAETAE_APART inline
#endif

/* Takes bytes of the window, of which the first is `offset` bytes after the section's beginning. */
static KSIG_HAETAE_APART size_t take_high(ksig_haetae_state *v, const uint8_t *data,
                                          size_t length) {
    const uint32_t offset = v->head.offset - high_offset(ksig_haetae_params_of(v)),
                   used = v->rans.used;
    if (offset > used || used - offset >= length)
        return length;
    const size_t before = (size_t)(used - offset);
    return ksig_haetae_decode_high(v, data + before, length - before, length);
}

/* The padding has to be all zeros. */
static KSIG_HAETAE_APART size_t take_padding(ksig_haetae_state *v, const uint8_t *data,
                                             size_t length) {
    for (size_t n = 0; n < length; n++) {
        const uint8_t byte = data[n];
        v->padding |= byte;
        v->zeros = (uint16_t)(v->zeros + (byte == 0));
    }
    return length;
}

static size_t take_message(ksig_haetae_state *v, const uint8_t *data, size_t length) {
    const size_t shown = ksig_keccak_take(&v->sponge, data, length);
    KSIG_RELOAD(v);
    return ksig_keccak_taken(&v->sponge, shown);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    ksig_haetae_state *const v = state;
    const uint32_t missing = v->head.piece;
    uint8_t *room = NULL;
    switch (v->head.stage) {
    case STAGE_RHO:
        room = v->rho + sizeof v->rho - missing;
        break;
    case STAGE_ROW:
        room = (uint8_t *)v->rows[v->index + 1] - missing;
        break;
    case STAGE_MESSAGE:
        return take_message(v, data, length);
    case STAGE_C:
        room = v->c + sizeof v->c - missing;
        break;
    case STAGE_LOW: /* at the end of the operand: see next_z1 in haetae_verify_rows.c */
        room = v->u.bytes + sizeof v->u.bytes - missing;
        break;
    case STAGE_SIZES:
        room = v->sizes + sizeof v->sizes - missing;
        break;
    case STAGE_HIGH:
        return take_high(v, data, length);
    case STAGE_HINT: /* excess bytes are not used, and then the section's end check fails */
        return ksig_haetae_decode_hint(v, data, length, length);
    case STAGE_PADDING:
        return take_padding(v, data, length);
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        return 0;
    }
    size_t taken = ksig_copy(room, data, length);
    if (v->head.part == KSIG_PART_KEY) {
#if KSIG_ANCHOR_HASH == KSIG_HASH_SHA256
        ksig_taken(&v->head, ksig_anchor_update(&v->u.key.digest, room, length), length);
#endif
        taken = ksig_keccak_absorb(&v->sponge, room, length);
    }
    return taken + ksig_is_message(&v->head);
}

static void want_key_row(ksig_haetae_state *v, const ksig_haetae_params *p) {
    ksig_want_piece(&v->head, STAGE_ROW, 32 * ksig_haetae_b_bits(p));
}

/* This is one of the checks. Without it, a sender could stream a prefix of his choice. */
static void absorb_prefix(ksig_haetae_state *v) {
    ksig_taken(&v->head, v->u.key.prefix[0], 0);
    const uint32_t length = ksig_haetae_scheme_of(v)->ksx ? 1u + v->u.key.prefix[0] : 0;
    const uint32_t taken =
        (uint32_t)ksig_keccak_absorb(&v->sponge, v->u.key.prefix, (size_t)length);
    KSIG_RELOAD(v);
    ksig_checked(&v->head, taken ^ ksig_haetae_scheme_of(v)->ksx * (1u + v->u.key.prefix[0]),
                 KSIG_REJECT_FAULT);
}

static void key_done(ksig_haetae_state *v) {
#if KSIG_ANCHOR_HASH != KSIG_HASH_SHA256
    v->u.key.digest.u.sponge = v->sponge; /* SHAKE256 has absorbed only the key so far */
#endif
    ksig_counted(&v->head, ksig_anchor_compare(&v->u.key.digest, v->head.anchor), KSIG_ANCHOR_BYTES,
                 KSIG_REJECT_KEY);
    absorb_prefix(v);
    ksig_want_message(&v->head, STAGE_MESSAGE);
}

/* The lowest bits of 8 bytes. */
static inline unsigned lowest_bits(const uint8_t *low) {
    unsigned bits = 0;
    for (unsigned n = 0; n < 8; n++)
        bits |= (low[n] & 1u) << n;
    return bits;
}

/* w' = lsb(z1_0 - c), from the low bytes of z1_0. Nothing else links z1 and c: without this link a
 * forger chooses z1 first. So each byte is formed, and then checked. */
static KSIG_NOINLINE void find_parity(ksig_haetae_state *v) {
    const uint8_t *const low = v->u.bytes + KSIG_HAETAE_N;
    ksig_tally tally = {0, 0};
    for (unsigned i = 0; i < sizeof v->parity; i++)
        v->parity[i] = (uint8_t)(v->c[i] ^ lowest_bits(low + 8 * i));
    if (!KSIG_GUARDED)
        return;
    KSIG_RELOAD(v);
    for (unsigned i = 0; i < sizeof v->parity; i++) {
        const uint8_t *again = v->u.bytes + KSIG_HAETAE_N + 8 * i;
        KSIG_RELOAD(again);
        ksig_count(&tally, (v->parity[i] ^ v->c[i] ^ lowest_bits(again)) != 0);
    }
    ksig_counted(&v->head, tally, sizeof v->parity, KSIG_REJECT_FAULT);
}

static void want_window(ksig_haetae_state *v, const ksig_haetae_params *p) {
    const uint32_t first = v->index * (uint32_t)p->hb_least;
    const uint32_t end = v->hb_bytes - (p->l - 1u - v->index) * (uint32_t)p->hb_least;
    const uint32_t size = end - first;
    const uint32_t rest = v->head.scheme->signature_bytes - high_offset(p) - first;
    ksig_want_part(&v->head, KSIG_PART_SIGNATURE, high_offset(p) + first,
                   v->index + 1u == p->l ? rest : size);
    ksig_want_piece(&v->head, STAGE_HIGH, size);
}

/* The two sections must fit. The first one is always longer than what want_window subtracts. */
static void sizes_done(ksig_haetae_state *v, const ksig_haetae_params *p) {
    v->hb_bytes = (uint16_t)(v->sizes[0] + p->base_hb);
    v->hint_bytes = (uint16_t)(v->sizes[1] + p->base_h);
    const uint32_t end = high_offset(p) + v->hb_bytes + v->hint_bytes;
    ksig_checked(&v->head, end > v->head.scheme->signature_bytes, KSIG_REJECT_ENCODING);
    ksig_rans_init(&v->rans);
    want_window(v, p);
}

/* Checks that a section ended correctly. No later step depends on this state, so the check runs
 * twice. */
static void check_end(ksig_haetae_state *v, unsigned length, unsigned polynomials) {
    for (unsigned time = 0; time < 1u + KSIG_GUARDED; time++)
        ksig_checked(&v->head, ksig_rans_bad_end(&v->rans, length, KSIG_HAETAE_N * polynomials),
                     KSIG_REJECT_ENCODING);
}

/* All symbols of column `index` must be decoded now, or the section is wrong. */
static void column_done(ksig_haetae_state *v, const ksig_haetae_params *p) {
    const unsigned done = v->index + 1u;
    ksig_checked(&v->head, v->rans.symbols ^ done * KSIG_HAETAE_N, KSIG_REJECT_ENCODING);
    if (v->head.reason != KSIG_PENDING)
        return;
    ksig_taken(&v->head, ksig_haetae_add_column(v, v->index), p->k * (uint32_t)KSIG_HAETAE_N);
    v->index = (uint8_t)done;
    if (done < p->l) {
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, low_offset(done), KSIG_HAETAE_N);
        ksig_want_piece(&v->head, STAGE_LOW, KSIG_HAETAE_N);
        return;
    }
    check_end(v, v->hb_bytes, p->l);
    for (unsigned i = 0; i < p->k; i++)
        ksig_inverse_ntt16(v->rows[i]);
    ksig_shake256_init(&v->sponge);
    ksig_rans_init(&v->rans);
    ksig_want_piece(&v->head, STAGE_HINT, v->hint_bytes);
}

/* After the hint. */
static uint32_t padding_bytes(const ksig_haetae_state *v, const ksig_haetae_params *p) {
    return v->head.scheme->signature_bytes - high_offset(p) - v->hb_bytes - v->hint_bytes;
}

static void next(void *state) {
    ksig_haetae_state *const v = state;
    const ksig_haetae_params *const p = ksig_haetae_params_of(v);
    switch (v->head.stage) {
    case STAGE_RHO:
        want_key_row(v, p);
        break;
    case STAGE_ROW: /* b1 has 15 bits at levels 2 and 3, and is always below q */
        ksig_counted(&v->head, ksig_haetae_unpack_row(v, v->index), KSIG_HAETAE_N,
                     KSIG_REJECT_ENCODING);
        v->head.trail -= ksig_word(v->rows[v->index]); /* no other row was looked at */
        if (++v->index < p->k)
            want_key_row(v, p);
        else
            key_done(v);
        break;
    case STAGE_MESSAGE:
        ksig_taken(&v->head, ksig_keccak_end(&v->sponge), 0);
        ksig_keccak_squeeze(&v->sponge, v->mu, sizeof v->mu);
        ksig_haetae_first_column(v);
        v->index = 0;
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, low_offset(1));
        ksig_want_piece(&v->head, STAGE_C, KSIG_HAETAE_C_BYTES);
        break;
    case STAGE_C:
        ksig_want_piece(&v->head, STAGE_LOW, KSIG_HAETAE_N);
        break;
    case STAGE_LOW:
        if (v->index != 0) {
            want_window(v, p);
            break;
        }
        find_parity(v);
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, low_offset(p->l), SIZES);
        ksig_want_piece(&v->head, STAGE_SIZES, SIZES);
        break;
    case STAGE_SIZES:
        sizes_done(v, p);
        break;
    case STAGE_HIGH:
        column_done(v, p);
        break;
    case STAGE_HINT:
        check_end(v, v->hint_bytes, p->k);
        ksig_want_piece(&v->head, STAGE_PADDING, v->head.length);
        break;
    case STAGE_PADDING:
        ksig_counted(&v->head, (ksig_tally){v->padding, v->zeros}, padding_bytes(v, p),
                     KSIG_REJECT_ENCODING);
        ksig_checked(&v->head, v->norm > p->b2_squared, KSIG_REJECT_NORM);
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

/* The key's rows, its anchor, the prefix, the parity, the sizes, columns, the beginning and twice
 * the end of both sections, padding, twice the norm, challenge. */
static uint32_t checks(const ksig_haetae_params *p) { return p->k + 4u + p->l + 6u + 4u; }

static ksig_verdict close(void *state) {
    ksig_haetae_state *const v = state;
    const ksig_haetae_params *const p = ksig_haetae_params_of(v);
    uint8_t *const c = v->rho; /* no longer needed */
    if (KSIG_GUARDED)
        ksig_checked(&v->head, v->norm > p->b2_squared, KSIG_REJECT_NORM); /* again */
    ksig_taken(&v->head, ksig_keccak_absorb(&v->sponge, v->parity, sizeof v->parity),
               sizeof v->parity);
    ksig_taken(&v->head, ksig_keccak_absorb(&v->sponge, v->mu, sizeof v->mu), sizeof v->mu);
    for (unsigned i = 0; KSIG_GUARDED && i < KSIG_HAETAE_C_BYTES; i++)
        c[i] = (uint8_t)(v->c[i] ^ NOT_C); /* rho, which was here, may be what a forger sent as c */
    ksig_taken(&v->head, ksig_haetae_sample_challenge(&v->sponge, p, c), ksig_haetae_sampled(p));
    ksig_counted(&v->head, ksig_compare(c, v->c, KSIG_HAETAE_C_BYTES), KSIG_HAETAE_C_BYTES,
                 KSIG_REJECT_SIGNATURE);
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * checks(p));
}

const struct ksig_verify_operations ksig_haetae_verify = {
    .open = open, .take = take, .next = next, .close = close};
