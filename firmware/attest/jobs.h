/* The one key generation or signature under way, and what it left.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef JOBS_H
#define JOBS_H

#include <stddef.h>
#include <stdint.h>

#include "kilosig/kilosig.h"

#define JOB_NAME_BYTES 24 /* of a scheme, zero padded */
#define JOB_RND_MAX 32

enum { JOB_SOURCE_FLASH, JOB_SOURCE_RAM };

/* What is there to be fetched: KSIG_PART_KEY and KSIG_PART_SIGNATURE, and this. */
#define JOB_PART_SECRET_KEY 4
#define JOB_PART_REQUEST 5 /* a certificate request: identity.h */

/* JOB_GIVING: a piece of an output that is streamed waits until the host has it. */
enum { JOB_NONE, JOB_MESSAGE, JOB_RUNNING, JOB_GIVING, JOB_DONE };

struct job {
    uint32_t id;          /* the host's number */
    uint32_t verdict;     /* KSIG_PENDING until the library has closed it */
    uint32_t state_bytes; /* of the library's state */
    uint32_t steps;
    uint32_t fed;    /* message bytes so far, in this pass */
    uint32_t length; /* of the message */
    uint32_t taken;  /* bytes of a streamed output that the host has */
    uint8_t piece;   /* bytes after those, which wait */
    uint8_t part;    /* what is streamed; 0: the output stays in RAM */
    uint8_t status;
    uint8_t signing;
};
extern struct job job;

/* Begin a job, which drops the one before. Return 0, or an ERROR code; then nothing was dropped. */
uint8_t job_keygen(uint32_t id, const uint8_t name[JOB_NAME_BYTES], const uint8_t *seed,
                   size_t seed_bytes);
/* args: without the key. rnd_bytes: of args->rnd, 0 .. JOB_RND_MAX. */
uint8_t job_sign(uint32_t id, const uint8_t name[JOB_NAME_BYTES], uint8_t source,
                 uint32_t message_length, const ksig_sign_args *args, size_t rnd_bytes);

#ifdef ATTEST_IDENTITY
/* The same of a certificate request. serial: see identity_open. */
uint8_t job_request(uint32_t id, const uint8_t name[JOB_NAME_BYTES], uint8_t source,
                    const uint8_t *serial, size_t serial_length, const ksig_sign_args *args,
                    size_t rnd_bytes);
#endif

/* The next bytes of the message; at most job.length - job.fed. */
void job_feed(const uint8_t *message, size_t length);

/* One bounded piece of work. Non-zero if the job now wants a message, gives a piece, or is done. */
int job_step(void);

/* The piece that waits: job.piece bytes. */
const uint8_t *job_piece(void);

/* The host has `bytes` of the output. Another number than that at the end of the piece is a
 * repeated frame. */
void job_taken(uint32_t bytes);

/* Drops the job and wipes it, with the key in RAM. */
void job_wipe(void);

/* What the last job left in RAM, or null. */
const uint8_t *job_output(uint8_t part, uint32_t *length);

/* The name of the scheme of the key in flash, or "". */
const char *job_flash_key(void);

#endif
