/* The symbols that kilosig/linked.h asks for. Every file of this folder has them, weakly: an
 * application needs one of the files, whose object is in the link already then.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_CONFIGURATION_H
#define KSIG_CONFIGURATION_H

#include "kilosig/kilosig.h"

#ifdef KSIG_LINKED_SYMBOLS
/* Once: of several of these files, link-time optimization makes one. */
#define KSIG_LINKED_DEFINITION(symbol)                                                      \
    ".ifndef \"" symbol "\"\n.weak \"" symbol "\"\n.set \"" symbol "\", 1\n.type \"" symbol \
    "\", %object\n.size \"" symbol "\", 1\n.endif\n"
__asm__(KSIG_LINKED_SYMBOLS(KSIG_LINKED_DEFINITION));
#endif

#endif
