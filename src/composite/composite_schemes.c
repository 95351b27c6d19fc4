/* The pairs of draft-ietf-lamps-pq-composite-sigs-19 section 6.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/compiler.h"
#include "composite/composite_hash.h"

/* Classical key and signature. check: 1 + 2 * 32 == 65 */
/* check: 1 + 2 * 48 == 97 */
#define ED25519 KSIG_CLASSICAL_ED25519, 32, 64, 64, 0, &ksig_composite_sha512
#define P256 KSIG_CLASSICAL_ECDSA_P256, 65, 8, 72, 32, &ksig_composite_sha256
#define P384 KSIG_CLASSICAL_ECDSA_P384, 97, 8, 104, 48, &ksig_composite_sha384

/* ML-DSA's key, signature and state. */
#define LEVEL_44 ksig_ml_dsa_44, 1312, 2420, KSIG_ML_DSA_44_STATE_BYTES
#define LEVEL_65 ksig_ml_dsa_65, 1952, 3309, KSIG_ML_DSA_65_STATE_BYTES
#define LEVEL_87 ksig_ml_dsa_87, 2592, 4627, KSIG_ML_DSA_87_STATE_BYTES

#define PAIR_OF(id, spelled, arc, its_label, hash, scheme, key, signature, state, number, other, \
                least, most, integers, digesting)                                                \
    static const char id##_name[] = spelled;                                                     \
    static const char id##_label[] = its_label;                                                  \
    const ksig_composite_scheme ksig_composite_##id = {                                          \
        .name = id##_name,                                                                       \
        .ml_dsa = &scheme,                                                                       \
        .label = id##_label,                                                                     \
        .prehash = &ksig_composite_##hash,                                                       \
        .digest = digesting,                                                                     \
        .key_bytes = (key) + (other),                                                            \
        .signature_bytes = (signature) + (most),                                                 \
        .signature_least = (signature) + (least),                                                \
        .anchor_bytes = 64 + (other),                                                            \
        .state_bytes = KSIG_COMPOSITE_STATE_BYTES(state),                                        \
        .oid_arc = arc,                                                                          \
        .algorithm = number,                                                                     \
        .integer_bytes = integers,                                                               \
    };
#define PAIR(id, spelled, arc, label, hash, level, classical) \
    PAIR_(id, spelled, arc, label, hash, level, classical)
#define PAIR_(id, spelled, arc, label, hash, ...) \
    PAIR_OF(id, spelled, arc, label, hash, __VA_ARGS__)

#if KSIG_ENABLE_ML_DSA_44
KSIG_ASSERT(sizeof(ksig_composite_room) <= KSIG_ML_DSA_44_STATE_BYTES, room_fits);
PAIR(ml_dsa_44_ed25519, "ml-dsa-44-ed25519", 39, "COMPSIG-MLDSA44-Ed25519-SHA512", sha512, LEVEL_44,
     ED25519)
PAIR(ml_dsa_44_ecdsa_p256, "ml-dsa-44-ecdsa-p256", 40, "COMPSIG-MLDSA44-ECDSA-P256-SHA256", sha256,
     LEVEL_44, P256)
#endif
#if KSIG_ENABLE_ML_DSA_65
KSIG_ASSERT(sizeof(ksig_composite_room) <= KSIG_ML_DSA_65_STATE_BYTES, room_fits);
PAIR(ml_dsa_65_ecdsa_p256, "ml-dsa-65-ecdsa-p256", 45, "COMPSIG-MLDSA65-ECDSA-P256-SHA512", sha512,
     LEVEL_65, P256)
PAIR(ml_dsa_65_ecdsa_p384, "ml-dsa-65-ecdsa-p384", 46, "COMPSIG-MLDSA65-ECDSA-P384-SHA512", sha512,
     LEVEL_65, P384)
PAIR(ml_dsa_65_ed25519, "ml-dsa-65-ed25519", 48, "COMPSIG-MLDSA65-Ed25519-SHA512", sha512, LEVEL_65,
     ED25519)
#endif
#if KSIG_ENABLE_ML_DSA_87
KSIG_ASSERT(sizeof(ksig_composite_room) <= KSIG_ML_DSA_87_STATE_BYTES, room_fits);
PAIR(ml_dsa_87_ecdsa_p384, "ml-dsa-87-ecdsa-p384", 49, "COMPSIG-MLDSA87-ECDSA-P384-SHA512", sha512,
     LEVEL_87, P384)
#endif

const ksig_composite_scheme *const ksig_composite_schemes[] = {
#if KSIG_ENABLE_ML_DSA_44
    &ksig_composite_ml_dsa_44_ed25519,
    &ksig_composite_ml_dsa_44_ecdsa_p256,
#endif
#if KSIG_ENABLE_ML_DSA_65
    &ksig_composite_ml_dsa_65_ecdsa_p256,
    &ksig_composite_ml_dsa_65_ecdsa_p384,
    &ksig_composite_ml_dsa_65_ed25519,
#endif
#if KSIG_ENABLE_ML_DSA_87
    &ksig_composite_ml_dsa_87_ecdsa_p384,
#endif
    NULL,
};
