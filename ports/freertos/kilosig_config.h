/* The library of the example. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_ML_DSA_87 0
