/* One parameter set alone. tested by: unit tests, not test_haetae
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_ML_DSA_44 0
#define KSIG_ENABLE_ML_DSA_65 0
#define KSIG_ENABLE_ML_DSA_87 1
#define KSIG_ENABLE_DILITHIUM2_R3 0
#define KSIG_ENABLE_HAETAE_2 0
#define KSIG_ENABLE_HAETAE_3 0
#define KSIG_ENABLE_HAETAE_5 0
