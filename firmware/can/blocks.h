/* The blocks of a download (TransferData, ISO 14229-1, 15.5). Their bytes are one stream, whatever
 * breaks off and is sent again: bytes that were taken are not taken again.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uds_service.h"

/* bytes of a TransferData request: what ISO-TP carries without its 32-bit lengths */
#define BLOCK_MOST 4095

typedef struct blocks {
    uint32_t start;     /* place of the current block in the stream */
    uint32_t taken;     /* bytes of the stream so far: the caller adds to it */
    uint8_t counter;    /* blockSequenceCounter expected next */
    bool repeated;      /* the block under way is the one before, whose answer was lost */
    bool first_is_done; /* there is a block before */
} blocks;

/* What a RequestDownload asks for (14.4): plain data, with 32 bits of address and length. Returns a
 * response code. */
static inline uint8_t blocks_asked(const uint8_t *request, size_t length, uint32_t *address,
                                   uint32_t *total) {
    if (length != 11)
        return NRC_INCORRECT_LENGTH;
    if (request[1] != 0x00 || request[2] != 0x44)
        return NRC_REQUEST_OUT_OF_RANGE;
    *address = big_u32(request + 3);
    *total = big_u32(request + 7);
    return NRC_NONE;
}

/* Begins a download, and answers so. */
static inline uint8_t blocks_start(blocks *stream) {
    *stream = (blocks){.counter = 1};
    uds_put_u8(0x20); /* two bytes of length follow */
    uds_put_u16(BLOCK_MOST);
    return NRC_NONE;
}

/* False for a wrong counter. */
static inline bool blocks_begin(blocks *stream, uint8_t counter) {
    stream->repeated = stream->first_is_done && counter == (uint8_t)(stream->counter - 1);
    return counter == stream->counter || stream->repeated;
}

/* How many of `length` bytes at `offset` of the block were taken before. */
static inline size_t blocks_known(const blocks *stream, uint32_t offset, size_t length) {
    const uint64_t place = (uint64_t)stream->start + offset;
    const uint64_t known = stream->taken > place ? stream->taken - place : 0;
    return stream->repeated || known >= length ? length : (size_t)known;
}

/* Ends a block of `length` bytes. Returns its counter. */
static inline uint8_t blocks_end(blocks *stream, uint32_t length) {
    if (!stream->repeated) {
        stream->start += length;
        stream->counter++;
        stream->first_is_done = true;
    }
    return (uint8_t)(stream->counter - 1);
}

#endif
