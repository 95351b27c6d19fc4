/* Memory that sees every load from it. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * For x86-64 Linux: the pages of an area cannot be read, so that each load from it traps; the
 * handler notes the bytes, puts there what they shall be this time, lets the instruction through by
 * single step, and closes the pages again. So it is the compiled code as it is whose loads are
 * counted, and an area may answer a second load of a byte otherwise than the first, as memory can
 * that somebody else writes. */
#ifndef LOADS_H
#define LOADS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__linux__)
#define LOADS_SUPPORTED 1
#else
#define LOADS_SUPPORTED 0
#endif

typedef struct area {
    const uint8_t
        *data;     /* what the library gets: `length` bytes; before and behind it is no data */
    size_t length; /* 0: data is null */
    const uint8_t *first,
        *later; /* what the first `turn` loads of a byte answer, and every other */
    unsigned turn;
    size_t begin, end; /* loads of other bytes count as strays */
    uint8_t *counts;   /* loads of each byte since expect() */
    uint8_t *seen;     /* 1: the byte was loaded at some time */
    unsigned most;     /* of all counts; at 255 they stop */
    unsigned long strays;
    uint8_t *pages;
    size_t size;
    struct area *next;
} area;

/* Makes an area that begins `offset` bytes behind a boundary of 16. first, later: length bytes,
 * which stay. */
void area_make(area *a, const uint8_t *first, const uint8_t *later, unsigned turn, size_t length,
               size_t offset);
void area_free(area *a);

/* From now on loads of the bytes [begin, end) are expected, and none was made yet. */
void area_expect(area *a, size_t begin, size_t end);

/* Bytes that no load ever read. */
size_t area_unread(const area *a);

/* Puts up the handlers. */
void loads_watch(void);

/* Places that loaded a byte again, as offsets into the library's file: `print` gets each once. */
void loads_places(void (*print)(const char *text));

#endif
