/* Stack depth by painting. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A figure counts words that were written, down to the lowest: what a function reserves below that
 * and never writes does not show. */
#ifndef STACK_H
#define STACK_H

#include "kilosig/kilosig.h"
#include "kilosig/x509.h"

/* The library's calls; each raises stack_call_peak to the bytes of stack below the call that it
 * touched. */
ksig_verdict stack_verify_open(void *state, size_t bytes, const ksig_scheme *scheme,
                               const ksig_verify_args *args);
ksig_verdict stack_verify_feed(void *state, const uint8_t *data, size_t length);
ksig_verdict stack_verify_close(void *state);
ksig_verdict stack_x509_open(void *state, size_t bytes, const ksig_x509_args *args);
ksig_verdict stack_x509_push(void *state, const uint8_t *data, size_t length);
ksig_verdict stack_x509_close(void *state, ksig_x509_end *end);
ksig_verdict stack_keygen_open(void *state, size_t bytes, const ksig_keygen_scheme *scheme,
                               const uint8_t *seed, uint8_t *secret_key);
ksig_verdict stack_keygen_step(void *state);
size_t stack_keygen_take(void *state, uint8_t *out, size_t length);
ksig_verdict stack_keygen_close(void *state);
ksig_verdict stack_sign_open(void *state, size_t bytes, const ksig_sign_scheme *scheme,
                             const ksig_sign_args *args, uint8_t *signature);
unsigned stack_sign_want(void *state);
ksig_verdict stack_sign_feed(void *state, const uint8_t *message, size_t length);
ksig_verdict stack_sign_step(void *state);
size_t stack_sign_take(void *state, uint8_t *out, size_t length);
ksig_verdict stack_sign_close(void *state);
extern uint32_t stack_call_peak; /* the caller sets it to 0 when an operation begins */

uint32_t stack_peak(void);   /* deepest of the whole firmware since reset */
uint32_t stack_static(void); /* .data and .bss of the image */

#endif
