/* Each verification twice. loaded by: test_fault_profiles.py.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_FAULTS KSIG_FAULTS_DOUBLE
