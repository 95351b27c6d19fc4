/* libFuzzer target: the verifier as a sender sees it. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: scheme, mode, hash, context length, length errors, then chunk sizes and edits. The stream
 * is the genuine example with the edits applied, so that mutation reaches every stage. Checked
 * beyond the sanitizers: wants stay inside their parts; the verdict does not depend on the cutting;
 * nothing but the genuine example is accepted, also if bytes that are wanted again come otherwise,
 * and of ways through checkpoints only one of genuine bytes alone. */
#include <string.h>

#include "../unit/example_44.h"
#include "stream.h"

static const uint8_t secret[16] = {7};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const ksig_scheme *const schemes[] = {&ksig_ml_dsa_44, &ksig_dilithium2_r3,
                                                 &ksig_ml_dsa_65, &ksig_ml_dsa_87};
    static uint8_t anchor[64], context[255];
    if (size < 8)
        return 0;
    const ksig_scheme *scheme = schemes[data[0] % 4];

    memset(part_data, 0, sizeof part_data);
    memcpy(part_data[KSIG_PART_KEY], example_key, sizeof example_key);
    memcpy(part_data[KSIG_PART_SIGNATURE], example_signature, sizeof example_signature);
    memcpy(part_data[KSIG_PART_MESSAGE], example_message, sizeof example_message - 1);
    memcpy(context, example_context, sizeof example_context - 1);
    part_length[KSIG_PART_KEY] = scheme->key_bytes;
    part_length[KSIG_PART_SIGNATURE] = scheme->signature_bytes;
    part_length[KSIG_PART_MESSAGE] = data[4] & 1 ? data[5] : (uint32_t)sizeof example_message - 1;
    require(ksig_key_anchor(scheme, part_data[KSIG_PART_KEY], scheme->key_bytes, anchor) ==
            KSIG_DONE);

    ksig_verify_args args;
    memset(&args, 0, sizeof args);
    args.anchor = anchor;
    args.secret = secret;
    args.mode = data[1] % 6;
    args.hash = data[2] % 15;
    args.context = context;
    args.context_length = data[4] & 2 ? data[3] : sizeof example_context - 1;
    if (scheme == &ksig_dilithium2_r3 && !(data[4] & 2))
        args.context_length = 0;
    args.message_length = part_length[KSIG_PART_MESSAGE];
    args.signature_length = scheme->signature_bytes - (data[4] >> 2 & 1);
    args.key_length = scheme->key_bytes + (data[4] >> 3 & 1);

    const size_t count = data[6] % 16 < size - 8 ? data[6] % 16 : size - 8;
    const uint8_t *chunks = data + 8, *edit = chunks + count;
    int genuine = scheme == &ksig_ml_dsa_44 && args.mode == KSIG_MODE_PURE &&
                  args.message_length == sizeof example_message - 1 &&
                  args.context_length == sizeof example_context - 1 && (data[4] & 12) == 0;
    for (; (data[4] & 16) == 0 && data + size - edit >= 4;
         edit += 4) { /* else only the fickle sender's script */
        const unsigned part = 1 + edit[0] % 3;
        const uint32_t at = ((uint32_t)edit[0] / 3 << 8 | edit[1]) * 2u + (edit[2] & 1u);
        if (at >= part_length[part])
            continue;
        part_data[part][at] ^= edit[3];
    }
    genuine =
        genuine && memcmp(part_data[KSIG_PART_KEY], example_key, sizeof example_key) == 0 &&
        memcmp(part_data[KSIG_PART_SIGNATURE], example_signature, sizeof example_signature) == 0 &&
        memcmp(part_data[KSIG_PART_MESSAGE], example_message, sizeof example_message - 1) == 0;

    const ksig_verdict whole = run(scheme, &args, NULL, 0);
    require(run(scheme, &args, chunks, count) == whole);
    require((whole == KSIG_ACCEPT) == genuine);
    int honest;
    const ksig_verdict fickle =
        run_fickle(scheme, &args, schemes[data[0] / 4 % 4], data + 8, size - 8, &honest);
    require(honest ? fickle == whole : fickle != KSIG_ACCEPT || !genuine); /* he may undo an edit */
    return 0;
}
