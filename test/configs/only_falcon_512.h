/* One parameter set alone: nothing else is in the image.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_ML_DSA_44 0
#define KSIG_ENABLE_ML_DSA_65 0
#define KSIG_ENABLE_ML_DSA_87 0
#define KSIG_ENABLE_DILITHIUM2_R3 0
#define KSIG_ENABLE_HAETAE_2 0
#define KSIG_ENABLE_HAETAE_3 0
#define KSIG_ENABLE_HAETAE_5 0
#define KSIG_ENABLE_FALCON_512 1
#define KSIG_ENABLE_FALCON_1024 0
#define KSIG_ENABLE_FN_DSA_512 0
#define KSIG_ENABLE_FN_DSA_1024 0
