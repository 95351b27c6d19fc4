/* ECDSA and Ed25519 by PSA Crypto. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <psa/crypto.h>

#include "ksig_classical.h"

/* What the algorithm is called there. */
typedef struct kind {
    psa_key_type_t type;
    psa_algorithm_t algorithm;
    psa_key_usage_t usage;
    size_t key_bytes, signature_bytes;
} kind;

static int find(unsigned algorithm, kind *k) {
    k->type = PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_SECP_R1);
    k->usage = PSA_KEY_USAGE_VERIFY_HASH;
    switch (algorithm) {
    case KSIG_CLASSICAL_ECDSA_P256:
        k->algorithm = PSA_ALG_ECDSA(PSA_ALG_SHA_256);
        k->key_bytes = 65;
        k->signature_bytes = 64;
        return 1;
    case KSIG_CLASSICAL_ECDSA_P384:
        k->algorithm = PSA_ALG_ECDSA(PSA_ALG_SHA_384);
        k->key_bytes = 97;
        k->signature_bytes = 96;
        return 1;
#ifdef PSA_ALG_PURE_EDDSA
    case KSIG_CLASSICAL_ED25519:
        k->type = PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_TWISTED_EDWARDS);
        k->algorithm = PSA_ALG_PURE_EDDSA;
        k->usage = PSA_KEY_USAGE_VERIFY_MESSAGE;
        k->key_bytes = 32;
        k->signature_bytes = 64;
        return 1;
#endif
    default:
        return 0;
    }
}

ksig_verdict ksig_classical_psa(const ksig_classical_input *input) {
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    psa_key_id_t id = 0;
    kind k;
    if (!find(input->algorithm, &k) || psa_crypto_init() != PSA_SUCCESS)
        return KSIG_REJECT_ARGUMENT;
    psa_set_key_type(&attributes, k.type);
    psa_set_key_algorithm(&attributes, k.algorithm);
    psa_set_key_usage_flags(&attributes, k.usage);
    const psa_status_t imported = psa_import_key(&attributes, input->key, k.key_bytes, &id);
    if (imported == PSA_ERROR_NOT_SUPPORTED)
        return KSIG_REJECT_ARGUMENT;
    if (imported != PSA_SUCCESS)
        return KSIG_REJECT_KEY;
    psa_status_t status;
    if (k.usage == PSA_KEY_USAGE_VERIFY_HASH)
        status = psa_verify_hash(id, k.algorithm, input->message, input->message_length,
                                 input->signature, k.signature_bytes);
    else
        status = psa_verify_message(id, k.algorithm, input->message, input->message_length,
                                    input->signature, k.signature_bytes);
    (void)psa_destroy_key(id);
    return status == PSA_SUCCESS ? KSIG_ACCEPT : KSIG_REJECT_SIGNATURE;
}
