/* One SLH-DSA set alone, and no pre-hash: only its own hash functions are in the image. See the .c file.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_ML_DSA_44 0
#define KSIG_ENABLE_ML_DSA_65 0
#define KSIG_ENABLE_ML_DSA_87 0
#define KSIG_ENABLE_DILITHIUM2_R3 0
#define KSIG_ENABLE_HAETAE_2 0
#define KSIG_ENABLE_HAETAE_3 0
#define KSIG_ENABLE_HAETAE_5 0
#define KSIG_ENABLE_SLH_DSA 0
#define KSIG_ENABLE_SLH_DSA_SHA2_128S 1
#define KSIG_ENABLE_PREHASH 0
