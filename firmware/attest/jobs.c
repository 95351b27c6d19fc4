/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "jobs.h"

#include <string.h>

#include "bytes.h"
#include "identity.h"
#include "protocol/crc16.h"
#include "protocol/frame.h"
#include "provisioned.h"
#include "stack.h"

#define SEED_BYTES 32  /* of ML-DSA */
#define PIECE_BYTES 64 /* of a streamed output, in one CHUNK */

/* Lengths of schemes.def. */
#define KSIG_SCHEME(ID, id, name, anchor, hash, key, least, most, state, flags) \
    enum { ID##_SIGNATURE_BYTES = (most) };
#include "kilosig/schemes.def"

/* The application's whole buffer. Its begin: the state, of key generation or of signing; after
 * that of signing the signature, or after any state the piece that waits. Its end: the secret key
 * that was generated, which a signature of another one may run over. As large as the largest signer
 * needs. */
#define BUFFERED(ID) ID##_SIGNATURE_BYTES
#define STREAMED(ID) PIECE_BYTES
static union {
    uint64_t align;
#define HELD(ID, keygen, sign, output, key) uint8_t sign[KSIG_##ID##_SIGN_STATE_BYTES + output(ID)];
#include "held.def"
#ifdef ATTEST_IDENTITY /* both states, a piece, and the key in RAM */
    uint8_t identity[KSIG_ML_DSA_44_SIGN_STATE_BYTES + PIECE_BYTES +
                     KSIG_ML_DSA_44_KEYGEN_STATE_BYTES + SEED_BYTES];
#endif
} work;

struct job job;

enum { KEY_FIRST, KEY_LAST, KEY_APART };

static const struct held {
    const ksig_keygen_scheme *keygen;
    const ksig_sign_scheme *sign;
    uint8_t streams; /* the signature */
    uint8_t key;     /* KEY_* */
} table[] = {
#define HELD(ID, keygen, sign, output, key) \
    {&ksig_##keygen##_keygen, &ksig_##sign##_sign, HELD_##output, key},
#define HELD_BUFFERED 0
#define HELD_STREAMED 1
#include "held.def"
};
#define ROWS (sizeof table / sizeof table[0])

static const struct held *key_row;          /* of the key in RAM, null if there is none */
static const ksig_sign_scheme *sign_scheme; /* of the job */

static uint8_t *bytes_from(size_t offset) { return (uint8_t *)&work + offset; }

static uint8_t *key_in_ram(const ksig_keygen_scheme *scheme) {
    return bytes_from(sizeof work - scheme->secret_key_bytes);
}

static uint8_t *signature_of(const ksig_sign_scheme *scheme) {
    return bytes_from(scheme->state_bytes);
}

static uint8_t *piece(void) { return bytes_from(job.state_bytes); }

const uint8_t *job_piece(void) { return piece(); }

static int is_name(const uint8_t name[JOB_NAME_BYTES], const char *of) {
    return strncmp((const char *)name, of, JOB_NAME_BYTES) == 0;
}

static const struct held *held_key(const uint8_t name[JOB_NAME_BYTES]) {
    for (size_t row = 0; row < ROWS; row++)
        if (is_name(name, table[row].keygen->name))
            return &table[row];
    return NULL;
}

static const struct held *held_signer(const uint8_t name[JOB_NAME_BYTES]) {
    for (size_t row = 0; row < ROWS; row++)
        if (is_name(name, table[row].sign->name))
            return &table[row];
    return NULL;
}

/* Of the key in flash, or null. The sum finds an image that was not filled to the end. */
static const ksig_keygen_scheme *flash_key(void) {
    static const uint8_t magic[sizeof provisioned_flash.magic] = {'K', 'S', 'I', 'G',
                                                                  'K', 'E', 'Y', '2'};
    if (memcmp(provisioned_flash.magic, magic, sizeof magic) != 0)
        return NULL;
    const struct held *const held = held_key(provisioned_flash.name);
    if (held == NULL || held->keygen->secret_key_bytes > sizeof provisioned_flash.key)
        return NULL;
    const uint16_t crc =
        crc16(CRC16_INITIAL, provisioned_flash.key, held->keygen->secret_key_bytes);
    return crc == get_u32(provisioned_flash.crc) ? held->keygen : NULL;
}

const char *job_flash_key(void) {
    const ksig_keygen_scheme *const scheme = flash_key();
    return scheme != NULL ? scheme->name : "";
}

static int is_request(void) { return IDENTITY_HERE && job.part == JOB_PART_REQUEST; }

static void begin(uint32_t id, uint32_t state_bytes) {
    identity_close();
    memset(&job, 0, sizeof job);
    job.id = id;
    job.state_bytes = state_bytes;
    job.status = JOB_RUNNING;
    stack_call_peak = 0;
}

/* A piece that waits still has to leave, if the output is good. */
static void finish(void) {
    identity_close();
    job.verdict = job.signing ? stack_sign_close(&work) : stack_keygen_close(&work);
    job.status = job.verdict == KSIG_DONE && job.piece != 0 ? JOB_GIVING : JOB_DONE;
}

/* A message of 0 bytes is not asked for, but fed. */
static void ask(void) {
    if (!job.signing || is_request() || stack_sign_want(&work) != KSIG_PART_MESSAGE)
        return;
    job.fed = 0;
    if (job.length != 0)
        job.status = JOB_MESSAGE;
    else if (stack_sign_feed(&work, NULL, 0) != KSIG_PENDING)
        finish();
}

/* Takes what is ready, until the piece is full. */
static void take(void) {
    size_t count;
    do {
        uint8_t *const to = piece() + job.piece;
        const size_t room = (size_t)PIECE_BYTES - job.piece;
        count = is_request()  ? identity_take(to, room)
                : job.signing ? stack_sign_take(&work, to, room)
                              : stack_keygen_take(&work, to, room);
        job.piece = (uint8_t)(job.piece + count);
    } while (count != 0 && job.piece != PIECE_BYTES);
    if (job.piece == PIECE_BYTES)
        job.status = JOB_GIVING;
}

uint8_t job_keygen(uint32_t id, const uint8_t name[JOB_NAME_BYTES], const uint8_t *seed,
                   size_t seed_bytes) {
    const struct held *const held = held_key(name);
    if (held == NULL)
        return ERROR_UNKNOWN_SCHEME;
    const ksig_keygen_scheme *const scheme = held->keygen;
    if (seed_bytes != scheme->seed_bytes)
        return ERROR_BAD_PAYLOAD;
    if ((size_t)scheme->state_bytes + PIECE_BYTES + scheme->secret_key_bytes > sizeof work)
        return ERROR_NO_ROOM;
    uint8_t *output = key_in_ram(scheme);
    job_wipe();
    begin(id, scheme->state_bytes);
    key_row = held;
    if (held->key == KEY_APART) {
        memcpy(output, seed, seed_bytes);
        job.part = KSIG_PART_KEY;
        output = NULL;
    }
    if (stack_keygen_open(&work, sizeof work, scheme, seed, output) != KSIG_PENDING)
        finish();
    return 0;
}

uint8_t job_sign(uint32_t id, const uint8_t name[JOB_NAME_BYTES], uint8_t source,
                 uint32_t message_length, const ksig_sign_args *args, size_t rnd_bytes) {
    const struct held *const held = held_signer(name);
    if (held == NULL)
        return ERROR_UNKNOWN_SCHEME;
    const ksig_sign_scheme *const scheme = held->sign;
    const size_t used =
        (size_t)scheme->state_bytes + (held->streams ? PIECE_BYTES : scheme->signature_bytes);
    const int generated = key_row != NULL && !job.signing && job.verdict == KSIG_DONE;
    ksig_sign_args complete = *args;

    /* rnd for a scheme that takes none: the library says so. */
    if (rnd_bytes != 0 && scheme->rnd_bytes != 0 && rnd_bytes != scheme->rnd_bytes)
        return ERROR_BAD_PAYLOAD;
    if (used > sizeof work)
        return ERROR_NO_ROOM;
    if (source == JOB_SOURCE_FLASH) {
        if (held->keygen != flash_key())
            return ERROR_NO_KEY;
        job_wipe();
        complete.secret_key = provisioned_flash.key;
    } else {
        if (key_row == NULL || key_row->keygen != held->keygen || !(generated || job.signing))
            return ERROR_NO_KEY;
        if (used + scheme->secret_key_bytes > sizeof work)
            return ERROR_NO_ROOM;
        memset(&work, 0, used); /* a broken-off signature, if there is one */
        complete.secret_key = key_in_ram(key_row->keygen);
    }
    begin(id, scheme->state_bytes);
    sign_scheme = scheme;
    job.signing = 1;
    job.length = message_length;
    job.part = held->streams ? KSIG_PART_SIGNATURE : 0;
    if (stack_sign_open(&work, sizeof work, scheme, &complete,
                        held->streams ? NULL : signature_of(scheme)) != KSIG_PENDING)
        finish();
    else
        ask();
    return 0;
}

#ifdef ATTEST_IDENTITY

uint8_t job_request(uint32_t id, const uint8_t name[JOB_NAME_BYTES], uint8_t source,
                    const uint8_t *serial, size_t serial_length, const ksig_sign_args *args,
                    size_t rnd_bytes) {
    const struct held *const held = held_signer(name);
    if (held == NULL || held->key != KEY_APART)
        return ERROR_UNKNOWN_SCHEME;
    const size_t keygen_at = held->sign->state_bytes + PIECE_BYTES;
    const uint8_t *const seed =
        source == JOB_SOURCE_FLASH ? provisioned_flash.key : key_in_ram(held->keygen);
    const uint8_t error = job_sign(id, name, source, 0, args, rnd_bytes);
    if (error != 0)
        return error;
    if (!identity_open(&work, held->sign, bytes_from(keygen_at), held->keygen, seed, serial,
                       serial_length)) {
        (void)(stack_sign_close(&work) == KSIG_DONE);
        job.status = JOB_NONE;
        return ERROR_BAD_PAYLOAD;
    }
    job.part = JOB_PART_REQUEST;
    return 0;
}

#endif

void job_feed(const uint8_t *message, size_t length) {
    if (stack_sign_feed(&work, message, length) != KSIG_PENDING) {
        finish();
        return;
    }
    job.fed += (uint32_t)length;
    if (job.fed == job.length)
        job.status = JOB_RUNNING;
}

static ksig_verdict step(void) {
    if (is_request())
        return identity_step();
    return job.signing ? stack_sign_step(&work) : stack_keygen_step(&work);
}

int job_step(void) {
    if (job.status != JOB_RUNNING)
        return 0;
    job.steps++;
    if (step() != KSIG_PENDING) {
        finish();
    } else {
        ask();
        if (job.part != 0)
            take();
    }
    return job.status != JOB_RUNNING;
}

void job_taken(uint32_t bytes) {
    if (job.status != JOB_GIVING || bytes != job.taken + job.piece)
        return;
    job.taken = bytes;
    job.piece = 0;
    job.status = JOB_DONE;
    if (job.verdict == KSIG_PENDING) {
        job.status = JOB_RUNNING;
        take();
    }
}

void job_wipe(void) {
    /* Volatile: the compiler may not leave it out. */
    volatile uint64_t *words = (volatile uint64_t *)&work;
    for (size_t i = 0; i < sizeof work / sizeof *words; i++)
        words[i] = 0;
    memset(&job, 0, sizeof job);
    key_row = NULL;
    sign_scheme = NULL;
}

const uint8_t *job_output(uint8_t part, uint32_t *length) {
    if (job.status != JOB_DONE || job.verdict != KSIG_DONE || part == job.part)
        return NULL;
    if (job.signing) {
        *length = sign_scheme->signature_bytes;
        return part == KSIG_PART_SIGNATURE ? signature_of(sign_scheme) : NULL;
    }
    const ksig_keygen_scheme *const scheme = key_row->keygen;
    const uint8_t *const key = key_in_ram(scheme);
    *length = scheme->secret_key_bytes;
    if (part == JOB_PART_SECRET_KEY)
        return key;
    if (part != KSIG_PART_KEY)
        return NULL;
    *length = scheme->key_bytes;
    return key_row->key == KEY_LAST ? key + scheme->secret_key_bytes - scheme->key_bytes : key;
}
