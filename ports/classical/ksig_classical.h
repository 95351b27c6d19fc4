/* Classical halves of hybrids: functions of the type ksig_classical_verify, each by a library that
 * the user has. Link the one whose library is there. None of them is part of kilosig.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_CLASSICAL_ADAPTERS_H
#define KSIG_CLASSICAL_ADAPTERS_H

#include "kilosig/classical.h"

#ifdef __cplusplus
extern "C" {
#endif

/* BearSSL 0.6: ECDSA P-256 and P-384. KSIG_BEARSSL_15 takes its 15-bit integers, for cores without
 * a fast multiplication of 32 bits. */
ksig_verdict ksig_classical_bearssl(const ksig_classical_input *input);

/* Monocypher 4: Ed25519, also of a digest, which no other one has. Needs monocypher.c alone, since
 * kilosig has SHA-512 already. */
ksig_verdict ksig_classical_monocypher(const ksig_classical_input *input);

/* p256-m: ECDSA P-256. */
ksig_verdict ksig_classical_p256m(const ksig_classical_input *input);

/* PSA Crypto, Mbed TLS for example: what its build has of ECDSA and Ed25519. Calls psa_crypto_init,
 * which may be called again. The key is imported for each call and destroyed. */
ksig_verdict ksig_classical_psa(const ksig_classical_input *input);

#ifdef __cplusplus
}
#endif

#endif
