/* The list of enabled verification schemes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>

#include "api/configuration.h"

const ksig_scheme *const ksig_schemes[] = {
#define KSIG_SCHEME(ID, id, ...) &ksig_##id,
#include "kilosig/schemes.def"
    NULL,
};

const ksig_scheme *ksig_scheme_by_name(const char *name) {
    for (const ksig_scheme *const *scheme = ksig_schemes; *scheme != NULL; scheme++) {
        const char *a = name, *b = (*scheme)->name;
        while (*a != '\0' && *a == *b)
            a++, b++;
        if (*a == *b)
            return *scheme;
    }
    return NULL;
}
