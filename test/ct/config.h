/* The schemes that have secrets. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_HAETAE_2 1
#define KSIG_ENABLE_HAETAE_3 1
#define KSIG_ENABLE_HAETAE_5 1
#define KSIG_ENABLE_ML_DSA_44 1
#define KSIG_ENABLE_ML_DSA_65 1
#define KSIG_ENABLE_ML_DSA_87 1
#define KSIG_ENABLE_SLH_DSA_SHA2_128F 1
#define KSIG_ENABLE_SLH_DSA_SHA2_192F 1
#define KSIG_ENABLE_SLH_DSA_SHAKE_128F 1
#include "../configs/all_off.inc"
