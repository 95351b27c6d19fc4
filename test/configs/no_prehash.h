/* Pure mode, digests and external mu only; no SHA-2. tested by: unit tests
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_PREHASH 0
