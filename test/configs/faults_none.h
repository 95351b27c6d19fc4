/* No defence against faults: the plain checks.
 * tested by: test_api test_falcon test_haetae_verify test_mldsa test_schemes test_slhdsa
 * tested by: test_stateful
 * loaded by: test_fault_profiles.py. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_FAULTS KSIG_FAULTS_NONE
