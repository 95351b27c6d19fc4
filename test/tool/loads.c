/* Loads a library of a wheel and verifies: loads LIBRARY KEY MESSAGE SIGNATURE, files. For systems
 * whose Python is not here. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <dlfcn.h>
#include <stdio.h>

#include "kilosig/kilosig.h"

static uint32_t load(const char *path, uint8_t *data, size_t room) {
    FILE *const file = fopen(path, "rb");
    const size_t length = file ? fread(data, 1, room, file) : 0;
    if (file)
        (void)fclose(file);
    return (uint32_t)length;
}

int main(int argc, char **argv) {
    static ksig_verify_ml_dsa_44 state;
    static uint8_t key[5000], message[5000], signature[5000];
    void *const library = argc == 5 ? dlopen(argv[1], RTLD_NOW) : NULL;
    ksig_verdict (*verify)(void *, size_t, const ksig_scheme *, const ksig_verify_args *,
                           const uint8_t *, const uint8_t *, const uint8_t *) = NULL;
    ksig_verify_args args = {0};
    if (library == NULL) {
        (void)fprintf(stderr, "%s\n",
                      argc == 5 ? dlerror() : "usage: loads LIBRARY KEY MESSAGE SIGNATURE");
        return 2;
    }
    *(void **)&verify = dlsym(library, "ksig_verify_with_key");
    const ksig_scheme *const scheme = dlsym(library, "ksig_ml_dsa_44");
    if (verify == NULL || scheme == NULL)
        return 2;
    args.key_length = load(argv[2], key, sizeof key);
    args.message_length = load(argv[3], message, sizeof message);
    args.signature_length = load(argv[4], signature, sizeof signature);
    return verify(&state, sizeof state, scheme, &args, key, message, signature) == KSIG_ACCEPT ? 0
                                                                                               : 1;
}
