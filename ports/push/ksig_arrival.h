/* Bytes that arrive in an order that somebody else chose.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * ksig_verify_push takes bytes that come in the order of wants. A container format, a boot loader
 * or a gateway that cannot be changed sends message, signature and key in its own order. These
 * calls take them as they come: what is wanted now is fed at once, what will be wanted later is
 * kept in a buffer of the caller, as far as it has room, and what then is missing the caller is
 * told, to bring it again.
 *
 *     uint8_t keep[1400];
 *     ksig_arrival arrival;
 *     ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args);
 *     ksig_arrival_open(&arrival, &v, &args, keep, sizeof keep);
 *     while (receive(&part, &offset, data, &n))                 // each part from its first byte on
 *         if (ksig_arrival_take(&arrival, part, offset, data, n) != KSIG_PENDING) break;
 *     while (ksig_arrival_missing(&arrival, &want))             // what it could not keep
 *         if ((n = bring_again(want.part, want.offset, data, want.length)) == 0) break;
 *         else ksig_arrival_take(&arrival, want.part, want.offset, data, n);
 *     verdict = ksig_verify_close(&v);
 *
 * The verdict covers the bytes as they were fed; what was kept lies in the device's own RAM. Add
 * this file and its .c to your program: the library does not have them. */
#ifndef KSIG_ARRIVAL_H
#define KSIG_ARRIVAL_H

#include "kilosig/kilosig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The caller's; nothing has to be freed. Its members are not for callers. */
typedef struct ksig_arrival {
    void *state; /* an open verification */
    uint8_t *room;
    size_t bytes; /* of room */
    size_t used;
    uint32_t lengths[4]; /* by part: as announced */
    uint32_t arrived[4]; /* the end of what has come */
} ksig_arrival;

/* Begins; nothing has come yet. state: an open verification; args: those it was opened with. room:
 * `bytes` of RAM, 0 for none; each run of bytes that is kept takes KSIG_ARRIVAL_HEAD_BYTES more.
 * With as much as message, signature and key together any order needs no second reading, except for
 * schemes and variants that want bytes twice: these find them where they are kept, or not. */
#define KSIG_ARRIVAL_HEAD_BYTES 9
void ksig_arrival_open(ksig_arrival *arrival, void *state, const ksig_verify_args *args,
                       uint8_t *room, size_t bytes);

/* Takes `length` bytes of a part from `offset` on, in any pieces. Bytes that are neither wanted nor
 * find room are dropped. Bytes of a part come in order, without gaps, or they are only used if they
 * are wanted now. Returns KSIG_PENDING, or a reject reason: KSIG_REJECT_OVERFEED for bytes after
 * the announced end of a part. */
ksig_verdict ksig_arrival_take(ksig_arrival *arrival, uint8_t part, uint32_t offset,
                               const uint8_t *data, size_t length);

/* 1: the verification wants bytes that have come and could not be kept; `want` says which: bring
 * them again, by ksig_arrival_take, up to want->length of them. 0: it wants what has not come yet,
 * or nothing. */
int ksig_arrival_missing(const ksig_arrival *arrival, ksig_want *want);

#ifdef __cplusplus
}
#endif

#endif
