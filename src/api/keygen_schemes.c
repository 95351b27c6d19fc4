/* The list of enabled schemes of key generation. In a separate file, or an image that uses it would
 * contain verification, too. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>

#include "api/configuration.h"

const ksig_keygen_scheme *const ksig_keygen_schemes[] = {
#define KSIG_KEYGEN_SCHEME(id) &ksig_##id##_keygen,
#include "kilosig/schemes.def"
    NULL,
};
