/* The list of enabled schemes of signing. In a separate file, or an image that uses it would
 * contain verification, too. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>

#include "api/configuration.h"

const ksig_sign_scheme *const ksig_sign_schemes[] = {
#define KSIG_SIGN_SCHEME(id) &ksig_##id##_sign,
#include "kilosig/schemes.def"
    NULL,
};
