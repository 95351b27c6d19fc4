/* The symbols to which kilosig/linked.h refers. Every file in this folder defines them weakly: an
 * application uses at least one of these files, so its object is in the link already.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_CONFIGURATION_H
#define KSIG_CONFIGURATION_H

#include "kilosig/kilosig.h"

#ifdef KSIG_LINKED_SYMBOLS
/* Defined once: link-time optimization may merge several of these files into one. */
#define KSIG_LINKED_DEFINITION(symbol)                                                      \
    ".ifndef \"" symbol "\"\n.weak \"" symbol "\"\n.set \"" symbol "\", 1\n.type \"" symbol \
    "\", %object\n.size \"" symbol "\", 1\n.endif\n"
__asm__(KSIG_LINKED_SYMBOLS(KSIG_LINKED_DEFINITION));
#endif

#endif
