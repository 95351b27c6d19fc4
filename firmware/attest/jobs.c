/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "jobs.h"

#include <string.h>

#include "bytes.h"
#include "protocol/crc16.h"
#include "protocol/frame.h"
#include "provisioned.h"
#include "stack.h"

/* The largest need: a HAETAE-5 signature in the making. */
#define SIGNATURE_MAX 2948
#define WORK_BYTES ((KSIG_HAETAE_5_SIGN_STATE_BYTES + SIGNATURE_MAX + 7) / 8 * 8)

/* The application's whole buffer. Its begin: the state, of key generation or of signing; behind that of signing the
 * signature. Its end: the secret key that was generated, which a signature of the same or a larger level runs over. */
static union {
    uint64_t align;
    uint8_t bytes[WORK_BYTES];
} work;

struct job job;
static const ksig_keygen_scheme *key_scheme; /* of the key in RAM, null if there is none */
static const ksig_sign_scheme *sign_scheme;  /* of the job */

static const struct {
    const ksig_keygen_scheme *keygen;
    const ksig_sign_scheme *sign[2]; /* both profiles */
    uint32_t level;
} levels[] = {
    {&ksig_haetae_2_keygen, {&ksig_haetae_2_sign, &ksig_haetae_2_kpqc_sign}, 2},
    {&ksig_haetae_3_keygen, {&ksig_haetae_3_sign, &ksig_haetae_3_kpqc_sign}, 3},
    {&ksig_haetae_5_keygen, {&ksig_haetae_5_sign, &ksig_haetae_5_kpqc_sign}, 5},
};
#define LEVELS (sizeof levels / sizeof levels[0])

static uint8_t *key_in_ram(const ksig_keygen_scheme *scheme) {
    return work.bytes + sizeof work.bytes - scheme->secret_key_bytes;
}

static uint8_t *signature_of(const ksig_sign_scheme *scheme) { return work.bytes + scheme->state_bytes; }

/* Row of `levels` of the key in flash, or LEVELS. The sum finds an image that was not filled to the end. */
static size_t flash_row(void) {
    static const uint8_t magic[sizeof provisioned_flash.magic] = {'K', 'S', 'I', 'G', 'K', 'E', 'Y', '1'};
    size_t row = 0;
    if (memcmp(provisioned_flash.magic, magic, sizeof magic) != 0)
        return LEVELS;
    while (row < LEVELS && levels[row].level != get_u32(provisioned_flash.level))
        row++;
    if (row < LEVELS && crc16(CRC16_INITIAL, provisioned_flash.key, levels[row].keygen->secret_key_bytes) !=
                            get_u32(provisioned_flash.crc))
        return LEVELS;
    return row;
}

const char *job_flash_key(void) {
    size_t row = flash_row();
    return row < LEVELS ? levels[row].keygen->name : "";
}

static void begin(uint32_t id, uint32_t state_bytes) {
    memset(&job, 0, sizeof job);
    job.id = id;
    job.state_bytes = state_bytes;
    stack_call_peak = 0;
}

static void finish(void) {
    job.verdict = job.signing ? stack_sign_close(&work) : stack_keygen_close(&work);
    job.status = JOB_DONE;
}

uint8_t job_keygen(uint32_t id, const uint8_t name[JOB_NAME_BYTES], const uint8_t *seed) {
    size_t row = 0;
    while (row < LEVELS && strncmp((const char *)name, levels[row].keygen->name, JOB_NAME_BYTES) != 0)
        row++;
    if (row == LEVELS)
        return ERROR_UNKNOWN_SCHEME;
    const ksig_keygen_scheme *scheme = levels[row].keygen;
    job_wipe();
    begin(id, scheme->state_bytes);
    key_scheme = scheme;
    job.status = JOB_RUNNING;
    if (stack_keygen_open(&work, sizeof work, scheme, seed, key_in_ram(scheme)) != KSIG_PENDING)
        finish();
    return 0;
}

uint8_t job_sign(uint32_t id, const uint8_t name[JOB_NAME_BYTES], uint8_t source, uint32_t message_length,
                 const ksig_sign_args *args) {
    size_t row = 0;
    unsigned profile = 0;
    while (row < LEVELS && strncmp((const char *)name, levels[row].sign[profile]->name, JOB_NAME_BYTES) != 0) {
        row += profile;
        profile ^= 1;
    }
    if (row == LEVELS)
        return ERROR_UNKNOWN_SCHEME;
    const ksig_sign_scheme *scheme = levels[row].sign[profile];
    const size_t used = (size_t)scheme->state_bytes + scheme->signature_bytes;
    const int generated = key_scheme != NULL && !job.signing && job.verdict == KSIG_DONE;
    ksig_sign_args complete = *args;

    if (used > sizeof work)
        return ERROR_NO_ROOM;
    if (source == JOB_SOURCE_FLASH) {
        if (row != flash_row())
            return ERROR_NO_KEY;
        job_wipe();
        complete.secret_key = provisioned_flash.key;
    } else {
        if (key_scheme != levels[row].keygen || !(generated || job.signing))
            return ERROR_NO_KEY;
        if (used + scheme->secret_key_bytes > sizeof work)
            return ERROR_NO_ROOM;
        memset(&work, 0, used); /* a broken-off signature, if there is one */
        complete.secret_key = key_in_ram(key_scheme);
    }
    begin(id, scheme->state_bytes);
    sign_scheme = scheme;
    job.signing = 1;
    job.length = message_length;
    job.status = message_length != 0 ? JOB_MESSAGE : JOB_RUNNING;
    if (stack_sign_open(&work, sizeof work, scheme, &complete, signature_of(scheme)) != KSIG_PENDING)
        finish();
    return 0;
}

void job_feed(const uint8_t *message, size_t length) {
    if (stack_sign_feed(&work, message, length) != KSIG_PENDING) {
        finish();
        return;
    }
    job.fed += (uint32_t)length;
    if (job.fed == job.length)
        job.status = JOB_RUNNING;
}

int job_step(void) {
    if (job.status != JOB_RUNNING)
        return 0;
    job.steps++;
    if ((job.signing ? stack_sign_step(&work) : stack_keygen_step(&work)) == KSIG_PENDING)
        return 0;
    finish();
    return 1;
}

void job_wipe(void) {
    /* Volatile: the compiler may not leave it out. */
    volatile uint64_t *words = (volatile uint64_t *)&work;
    for (size_t i = 0; i < sizeof work / sizeof *words; i++)
        words[i] = 0;
    memset(&job, 0, sizeof job);
    key_scheme = NULL;
    sign_scheme = NULL;
}

const uint8_t *job_output(uint8_t part, uint32_t *length) {
    if (job.status != JOB_DONE || job.verdict != KSIG_DONE)
        return NULL;
    if (job.signing) {
        *length = sign_scheme->signature_bytes;
        return part == KSIG_PART_SIGNATURE ? signature_of(sign_scheme) : NULL;
    }
    *length = part == KSIG_PART_KEY ? key_scheme->key_bytes : key_scheme->secret_key_bytes;
    return part == KSIG_PART_KEY || part == JOB_PART_SECRET_KEY ? key_in_ram(key_scheme) : NULL;
}
