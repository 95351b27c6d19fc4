/* A message that is hashed as it is. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_PLAIN_MESSAGE_H
#define KSIG_PLAIN_MESSAGE_H

#include "stream/operations.h"

/* Wants the whole message, in one piece, of a scheme whose signatures have one length and that has
 * neither context nor pre-hash. Rejects other arguments. */
void ksig_want_plain_message(ksig_verify_head *head, const ksig_verify_args *args, unsigned stage);

#endif
