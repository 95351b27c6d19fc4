/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ksig_arrival.h"

#include <string.h>

/* room holds runs, one after another: part u8, offset u32 and length u32 (most significant byte
 * first), bytes. */
enum { PART, OFFSET = 1, LENGTH = 5, HEAD = KSIG_ARRIVAL_HEAD_BYTES };

static uint32_t load(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store(uint8_t *p, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> (24 - 8 * i));
}

void ksig_arrival_open(ksig_arrival *arrival, void *state, const ksig_verify_args *args,
                       uint8_t *room, size_t bytes) {
    memset(arrival, 0, sizeof *arrival);
    arrival->state = state;
    arrival->room = room;
    arrival->bytes = bytes;
    arrival->lengths[KSIG_PART_KEY] = args->key_length;
    arrival->lengths[KSIG_PART_MESSAGE] = args->message_length;
    arrival->lengths[KSIG_PART_SIGNATURE] = args->signature_length;
}

/* Where byte `offset` of a part is kept, and how many follow it; null if it is not. */
static const uint8_t *kept(const ksig_arrival *arrival, uint8_t part, uint32_t offset,
                           uint32_t *follow) {
    for (size_t place = 0; place < arrival->used;) {
        const uint8_t *const run = arrival->room + place;
        const uint32_t begin = load(run + OFFSET), length = load(run + LENGTH);
        if (run[PART] == part && offset >= begin && offset - begin < length) {
            *follow = length - (offset - begin);
            return run + HEAD + (offset - begin);
        }
        place += HEAD + (size_t)length;
    }
    return NULL;
}

/* Feeds what is kept for as long as it is what is wanted. */
static ksig_verdict pump(ksig_arrival *arrival) {
    for (;;) {
        const ksig_want want = ksig_verify_want(arrival->state);
        uint32_t follow;
        const uint8_t *const bytes =
            want.length != 0 ? kept(arrival, want.part, want.offset, &follow) : NULL;
        if (bytes == NULL)
            return ksig_verify_feed(arrival->state, NULL, 0);
        const ksig_verdict verdict =
            ksig_verify_feed(arrival->state, bytes, follow < want.length ? follow : want.length);
        if (verdict != KSIG_PENDING)
            return verdict;
    }
}

/* Keeps as many as there is room for; a run that goes on grows. */
static void keep(ksig_arrival *arrival, uint8_t part, uint32_t offset, const uint8_t *data,
                 size_t length) {
    uint8_t *last = NULL;
    for (size_t place = 0; place < arrival->used; place += HEAD + (size_t)load(last + LENGTH))
        last = arrival->room + place;
    const int grows =
        last != NULL && last[PART] == part && load(last + OFFSET) + load(last + LENGTH) == offset;
    const size_t head = grows ? 0 : HEAD;
    if (arrival->bytes - arrival->used <= head)
        return;
    const size_t room = arrival->bytes - arrival->used - head, n = length < room ? length : room;
    uint8_t *const run = grows ? last : arrival->room + arrival->used;
    if (!grows) {
        run[PART] = part;
        store(run + OFFSET, offset);
        store(run + LENGTH, 0);
    }
    memcpy(arrival->room + arrival->used + head, data, n);
    store(run + LENGTH, load(run + LENGTH) + (uint32_t)n);
    arrival->used += head + n;
}

/* Bytes from `data` on that can be fed now. */
static size_t feedable(const ksig_want *want, uint8_t part, uint32_t offset, size_t length) {
    if (want->length == 0 || want->part != part || want->offset != offset)
        return 0;
    return length < want->length ? length : (size_t)want->length;
}

ksig_verdict ksig_arrival_take(ksig_arrival *arrival, uint8_t part, uint32_t offset,
                               const uint8_t *data, size_t length) {
    ksig_verdict verdict = ksig_verify_feed(arrival->state, NULL, 0);
    if (part < KSIG_PART_KEY || part > KSIG_PART_SIGNATURE)
        return KSIG_REJECT_ARGUMENT;
    /* More than any want: the verification itself rejects it, and reads none of it. */
    if (offset > arrival->lengths[part] || length > arrival->lengths[part] - offset)
        return ksig_verify_feed(arrival->state, data, SIZE_MAX);
    while (length != 0 && verdict == KSIG_PENDING) {
        const ksig_want want = ksig_verify_want(arrival->state);
        size_t n = feedable(&want, part, offset, length);
        const int fresh = offset == arrival->arrived[part];
        if (n != 0) {
            verdict = ksig_verify_feed(arrival->state, data, n);
        } else {
            /* Up to where the want begins, if that is within these bytes. */
            n = length;
            if (want.length != 0 && want.part == part && want.offset > offset &&
                want.offset - offset < n)
                n = (size_t)(want.offset - offset);
            if (fresh)
                keep(arrival, part, offset, data, n);
        }
        if (fresh)
            arrival->arrived[part] += (uint32_t)n;
        data += n;
        length -= n;
        offset += (uint32_t)n;
        if (verdict == KSIG_PENDING)
            verdict = pump(arrival);
    }
    return verdict;
}

int ksig_arrival_missing(const ksig_arrival *arrival, ksig_want *want) {
    uint32_t follow;
    *want = ksig_verify_want(arrival->state);
    return want->length != 0 && want->offset < arrival->arrived[want->part] &&
           kept(arrival, want->part, want->offset, &follow) == NULL;
}
