/* The one key generation or signature under way, and what it left. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef JOBS_H
#define JOBS_H

#include <stddef.h>
#include <stdint.h>

#include "kilosig/kilosig.h"

#define JOB_NAME_BYTES 24 /* of a scheme, zero padded */

enum { JOB_SOURCE_FLASH, JOB_SOURCE_RAM };

/* What is there to be fetched: KSIG_PART_KEY and KSIG_PART_SIGNATURE, and this. */
#define JOB_PART_SECRET_KEY 4

enum { JOB_NONE, JOB_MESSAGE, JOB_RUNNING, JOB_DONE };

struct job {
    uint32_t id;          /* the host's number */
    uint32_t verdict;     /* KSIG_PENDING until JOB_DONE */
    uint32_t state_bytes; /* of the library's state */
    uint32_t steps;
    uint32_t fed;    /* message bytes so far */
    uint32_t length; /* of the message */
    uint8_t status;
    uint8_t signing;
};
extern struct job job;

/* Begin a job, which drops the one before. Return 0, or an ERROR code; then nothing was dropped. */
uint8_t job_keygen(uint32_t id, const uint8_t name[JOB_NAME_BYTES], const uint8_t *seed);
uint8_t job_sign(uint32_t id, const uint8_t name[JOB_NAME_BYTES], uint8_t source, uint32_t message_length,
                 const ksig_sign_args *args); /* without the key */

/* The next bytes of the message; at most job.length - job.fed. */
void job_feed(const uint8_t *message, size_t length);

/* One bounded piece of work. Non-zero if that finished the job. */
int job_step(void);

/* Drops the job and wipes it, with the key in RAM. */
void job_wipe(void);

/* What the last job left, or null. */
const uint8_t *job_output(uint8_t part, uint32_t *length);

/* The name of the scheme of the key in flash, or "". */
const char *job_flash_key(void);

#endif
