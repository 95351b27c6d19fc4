/* Selects the function for a permutation or compression: the library's or the application's engine.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_HASH_HOOKS_H
#define KSIG_HASH_HOOKS_H

#include "kilosig/kilosig.h"

#if KSIG_ENABLE_HASH_HOOKS
#define KSIG_HOOK(entry, arguments, own) (ksig_hooks.entry ? ksig_hooks.entry arguments : (own))
#else
#define KSIG_HOOK(entry, arguments, own) (own)
#endif

#define KSIG_KECCAK_F1600(lanes, rate) \
    KSIG_HOOK(keccak_f1600, (lanes), ksig_keccak_f1600(lanes, rate))

#define KSIG_SHA256_COMPRESS(chain, block) \
    KSIG_HOOK(sha256_compress, (chain, block), ksig_sha256_compress(chain, block))
#define KSIG_SHA512_COMPRESS(chain, block) \
    KSIG_HOOK(sha512_compress, (chain, block), ksig_sha512_compress(chain, block))

#endif
