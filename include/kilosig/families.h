/* kilosig: the headers of all families. Included by kilosig.h.
 * Written by scripts/schemes.py from schemes.toml: edit that.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_FAMILIES_H
#define KILOSIG_FAMILIES_H

#include "kilosig/falcon.h"
#include "kilosig/haetae.h"
#include "kilosig/lms.h"
#include "kilosig/ml_dsa.h"
#include "kilosig/slh_dsa.h"
#include "kilosig/xmss.h"
#if KSIG_RESEARCH
#include "kilosig/research.h"
#endif

#endif
