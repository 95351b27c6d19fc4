/* Feeds what a verification wants in small pieces: what Library.verify of the tool does, without a
 * call of Python for every byte. Every buffer is as long as what it holds, so that a sanitizer sees
 * an access beyond it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdlib.h>
#include <string.h>

#include "kilosig/kilosig.h"

typedef struct input {
    const uint8_t *data;
    size_t length;
} input;

enum { NOWHERE = 0xd5 };

static void *buffer(size_t length) {
    void *const made = malloc(length);
    if (made == NULL)
        abort();
    return memset(made, NOWHERE, length);
}

/* want, feed: of the library under test; there are several in a process. state: opened; it is as
 * what was fed left it. inputs: by KSIG_PART_*. sizes: of the pieces, again and again. move: after
 * each piece the state goes to fresh memory and the old memory is overwritten, so that a pointer
 * into it would show. */
void stream(ksig_want (*want)(const void *), ksig_verdict (*feed)(void *, const uint8_t *, size_t),
            void *state, size_t state_bytes, const input *inputs, const uint32_t *sizes,
            size_t count, int move) {
    void *current = state;
    for (size_t turn = 0;; turn++) {
        const ksig_want next = want(current);
        const input *const from = &inputs[next.part];
        size_t length = next.length < sizes[turn % count] ? next.length : sizes[turn % count];
        if (next.length == 0 || next.offset >= from->length)
            break;
        if (length > from->length - next.offset)
            length = from->length - next.offset;
        uint8_t *const piece = buffer(length);
        memcpy(piece, from->data + next.offset, length);
        (void)feed(current, piece, length); /* what it says, the end says again */
        free(piece);
        if (move) {
            void *const moved = buffer(state_bytes);
            memcpy(moved, current, state_bytes);
            memset(current, NOWHERE, state_bytes);
            if (current != state)
                free(current);
            current = moved;
        }
    }
    if (current != state) {
        memcpy(state, current, state_bytes);
        free(current);
    }
}
