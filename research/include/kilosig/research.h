/* kilosig: the schemes below research/, broken ones and candidates. Included by kilosig/families.h
 * where KSIG_RESEARCH is 1. Written by scripts/schemes.py from schemes.toml: edit that.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_RESEARCH_H
#define KILOSIG_RESEARCH_H

#include "kilosig/candidates.h"
#include "kilosig/mq.h"

/* The symbols of each family for kilosig/linked.h. */
#define KSIG_LINKED_RESEARCH(X) KSIG_LINKED_MQ(X) KSIG_LINKED_CANDIDATES(X)

#endif
