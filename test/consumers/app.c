/* What a stranger writes first: app KEY MESSAGE SIGNATURE, files.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include "kilosig/kilosig.h"

#ifdef __cplusplus
#define NO_ARGS \
    {}
#else
#define NO_ARGS \
    { 0 }
#endif

/* The configuration that the library was installed with, seen without a definition. */
#if KSIG_ENABLE_ML_DSA_65 || !KSIG_ENABLE_SLH_DSA_SHA2_128S || KSIG_OPTIMIZE != KSIG_OPTIMIZE_SIZE
#error "this is not the configuration of the library"
#endif

static uint32_t load(const char *path, uint8_t *data, size_t room) {
    FILE *const file = fopen(path, "rb");
    const size_t length = file ? fread(data, 1, room, file) : 0;
    if (file)
        fclose(file);
    return (uint32_t)length;
}

int main(int argc, char **argv) {
    static ksig_verify_ml_dsa_44 state;
    static uint8_t key[5000], message[5000], signature[5000];
    ksig_verify_args args = NO_ARGS;
    if (argc != 4 || ksig_version() != KSIG_VERSION_NUMBER)
        return 3;
    args.key_length = load(argv[1], key, sizeof key);
    args.message_length = load(argv[2], message, sizeof message);
    args.signature_length = load(argv[3], signature, sizeof signature);
    const ksig_verdict verdict =
        ksig_verify_with_key(&state, sizeof state, &ksig_ml_dsa_44, &args, key, message, signature);
    puts(ksig_reason_text(verdict));
    return verdict == KSIG_ACCEPT ? 0 : 1;
}
