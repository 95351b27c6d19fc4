/* The library's calls, each of which raises stack_call_peak (activation/stack.h). SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MEASURED_H
#define MEASURED_H

#include "kilosig/kilosig.h"

ksig_verdict measured_keygen_open(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme,
                                  const uint8_t *seed, uint8_t *secret_key);
ksig_verdict measured_keygen_step(void *state);
ksig_verdict measured_keygen_close(void *state);
ksig_verdict measured_sign_open(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                                const ksig_sign_args *args, uint8_t *signature);
ksig_verdict measured_sign_feed(void *state, const uint8_t *message, size_t length);
ksig_verdict measured_sign_step(void *state);
ksig_verdict measured_sign_close(void *state);

#endif
