/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "identity.h"

#include <string.h>

#include "board.h"
#include "stack.h"

/* DER (X.690). */
#define TAG_INTEGER 0x02
#define TAG_BIT_STRING 0x03
#define TAG_OID 0x06
#define TAG_UTF8 0x0C
#define TAG_PRINTABLE 0x13
#define TAG_SEQUENCE 0x30
#define TAG_SET 0x31
#define TAG_ATTRIBUTES 0xA0 /* [0] */
#define LONG_HEAD 4u        /* tag, 82, two bytes of length */

#define MODEL_MAX 23u /* of a board's name */
/* serialNumber and commonName, each a SET with an OBJECT IDENTIFIER of 3 bytes in a SEQUENCE. */
#define ATTRIBUTE_BYTES(value) (2u + 2u + 5u + 2u + (value))
#define NAME_MOST (2u + ATTRIBUTE_BYTES(IDENTITY_SERIAL_MAX) + ATTRIBUTE_BYTES(MODEL_MAX))
#define ALGORITHM_BYTES 13u
#define VERSION_BYTES 3u
#define NO_ATTRIBUTES 2u
/* Before the key; after it. */
#define HEAD_MOST                                                                                  \
    (LONG_HEAD + LONG_HEAD + VERSION_BYTES + NAME_MOST + LONG_HEAD + ALGORITHM_BYTES + LONG_HEAD + \
     1u)
#define MIDDLE_BYTES (ALGORITHM_BYTES + LONG_HEAD + 1u)

static const uint8_t attributes[NO_ATTRIBUTES] = {TAG_ATTRIBUTES, 0};

/* What comes. Of the request up to and with ATTRIBUTES everything but its first head is signed. */
enum { WAITING, HEAD, KEY, ATTRIBUTES, MIDDLE, SIGNATURE };

static struct {
    void *sign, *keygen;
    const ksig_keygen_scheme *keygen_scheme;
    const uint8_t *seed;
    uint32_t key_left;
    uint8_t stage;
    uint8_t at;     /* in what is given */
    uint8_t length; /* of head */
    uint8_t bytes[HEAD_MOST];
    uint8_t middle[MIDDLE_BYTES];
} request;

static uint8_t *end;

static void put(const void *data, size_t length) {
    memcpy(end, data, length);
    end += length;
}

static void put_u8(unsigned value) { *end++ = (uint8_t)value; }

static void put_long(unsigned tag, uint32_t length) {
    put_u8(tag);
    put_u8(0x82);
    put_u8(length >> 8 & 0xFF);
    put_u8(length & 0xFF);
}

static void put_short(unsigned tag, size_t length) {
    put_u8(tag);
    put_u8((unsigned)length);
}

/* RFC 9881, section 2: without parameters. */
static void put_algorithm(uint8_t arc) {
    static const uint8_t oid[] = {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03};
    put_short(TAG_SEQUENCE, 2 + sizeof oid + 1);
    put_short(TAG_OID, sizeof oid + 1);
    put(oid, sizeof oid);
    put_u8(arc);
}

static void put_attribute(uint8_t type, unsigned tag, const void *value, size_t length) {
    const uint8_t oid[] = {0x55, 0x04, type};
    put_short(TAG_SET, 2 + 5 + 2 + length);
    put_short(TAG_SEQUENCE, 5 + 2 + length);
    put_short(TAG_OID, sizeof oid);
    put(oid, sizeof oid);
    put_short(tag, length);
    put(value, length);
}

static int is_printable(const uint8_t *text, size_t length) {
    for (; length != 0; length--, text++) {
        const uint8_t lower = *text | 0x20;
        if (!(lower >= 'a' && lower <= 'z') && !(*text >= '0' && *text <= '9') && *text != '-' &&
            *text != '.' && *text != ':' && *text != '/')
            return 0;
    }
    return 1;
}

/* The last arc of the scheme's object identifier, or 0. */
static uint8_t arc_of(const char *name) {
    return strcmp(name, "ml-dsa-44") == 0   ? 17
           : strcmp(name, "ml-dsa-65") == 0 ? 18
           : strcmp(name, "ml-dsa-87") == 0 ? 19
                                            : 0;
}

static void write_head(const ksig_sign_scheme *scheme, uint8_t arc, const uint8_t *serial,
                       size_t serial_length) {
    const size_t model = strlen(board_name);
    const size_t names = ATTRIBUTE_BYTES(serial_length) + ATTRIBUTE_BYTES(model);
    const uint32_t bits = 1 + request.key_left, spki = ALGORITHM_BYTES + LONG_HEAD + bits,
                   info = VERSION_BYTES + 2 + (uint32_t)names + LONG_HEAD + spki + NO_ATTRIBUTES;
    end = request.bytes;
    put_long(TAG_SEQUENCE, LONG_HEAD + info + MIDDLE_BYTES + scheme->signature_bytes);
    put_long(TAG_SEQUENCE, info);
    put_short(TAG_INTEGER, 1);
    put_u8(0);
    put_short(TAG_SEQUENCE, names);
    put_attribute(5, TAG_PRINTABLE, serial, serial_length);
    put_attribute(3, TAG_UTF8, board_name, model);
    put_long(TAG_SEQUENCE, spki);
    put_algorithm(arc);
    put_long(TAG_BIT_STRING, bits);
    put_u8(0);
    request.length = (uint8_t)(end - request.bytes);
    end = request.middle;
    put_algorithm(arc);
    put_long(TAG_BIT_STRING, 1 + scheme->signature_bytes);
    put_u8(0);
}

int identity_open(void *sign, const ksig_sign_scheme *sign_scheme, void *keygen,
                  const ksig_keygen_scheme *keygen_scheme, const uint8_t *seed,
                  const uint8_t *serial, size_t serial_length) {
    const uint8_t arc = arc_of(sign_scheme->name);
    if (arc == 0 || serial_length == 0 || serial_length > IDENTITY_SERIAL_MAX ||
        !is_printable(serial, serial_length) || strlen(board_name) > MODEL_MAX)
        return 0;
    memset(&request, 0, sizeof request);
    request.sign = sign;
    request.keygen = keygen;
    request.keygen_scheme = keygen_scheme;
    request.seed = seed;
    request.key_left = keygen_scheme->key_bytes;
    write_head(sign_scheme, arc, serial, serial_length);
    return 1;
}

ksig_verdict identity_step(void) {
    ksig_verdict verdict = KSIG_PENDING;
    if (request.stage == WAITING && stack_sign_want(request.sign) == KSIG_PART_MESSAGE) {
        verdict = stack_keygen_open(request.keygen, request.keygen_scheme->state_bytes,
                                    request.keygen_scheme, request.seed, NULL);
        request.stage = HEAD;
    } else if (request.stage == KEY) {
        verdict = stack_keygen_step(request.keygen);
        if (verdict == KSIG_DONE)
            verdict = request.key_left == 0 ? KSIG_PENDING : KSIG_REJECT_FAULT;
    } else if (request.stage == WAITING || request.stage == SIGNATURE) {
        verdict = stack_sign_step(request.sign);
    }
    return verdict;
}

/* Gives bytes of RAM, then goes on to the next stage. */
static size_t give(uint8_t *to, size_t room, const uint8_t *from, size_t length) {
    const size_t left = length - request.at, count = room < left ? room : left;
    memcpy(to, from + request.at, count);
    request.at = (uint8_t)(request.at + count);
    if (count == left) {
        request.at = 0;
        request.stage++;
    }
    return count;
}

static size_t give_key(uint8_t *to, size_t room) {
    const size_t count = stack_keygen_take(request.keygen, to, room);
    request.key_left -= (uint32_t)count;
    if (request.key_left == 0) {
        identity_close();
        request.stage++;
    }
    return count;
}

size_t identity_take(uint8_t *to, size_t room) {
    const uint8_t stage = request.stage, at = request.at;
    size_t count = 0, unsigned_bytes = 0;
    if (room == 0 || stage == WAITING)
        return 0;
    if (stage == HEAD) {
        count = give(to, room, request.bytes, request.length);
        unsigned_bytes = at < LONG_HEAD ? LONG_HEAD - at : 0;
    } else if (stage == KEY) {
        count = give_key(to, room);
    } else if (stage == ATTRIBUTES) {
        count = give(to, room, attributes, sizeof attributes);
    } else if (stage == MIDDLE) {
        return give(to, room, request.middle, sizeof request.middle);
    } else {
        return stack_sign_take(request.sign, to, room);
    }
    if (count > unsigned_bytes &&
        stack_sign_feed(request.sign, to + unsigned_bytes, count - unsigned_bytes) != KSIG_PENDING)
        return 0; /* the next step says why */
    return count;
}

void identity_close(void) {
    if (request.keygen != NULL)
        (void)(stack_keygen_close(request.keygen) == KSIG_DONE);
    request.keygen = NULL;
}
