/* What the schemes with contexts and pre-hashes (FIPS 204, FIPS 205, FN-DSA draft) have in common.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_API_MESSAGE_H
#define KSIG_API_MESSAGE_H

#include "kilosig/kilosig.h"

/* Why mode, hash, context and message length do not go together, or KSIG_PENDING. framed: whether the scheme puts
 * domain, context and hash before the message; those that do not know KSIG_MODE_PURE without context only. */
ksig_verdict ksig_check_message(const ksig_verify_args *args, unsigned framed);

#endif
