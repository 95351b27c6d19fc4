/* PSA Crypto of Mbed TLS 2.28 without an operating system: its heap, and no random numbers.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ksig_classical.h"

#include <mbedtls/memory_buffer_alloc.h>
#include <psa/crypto.h>

/* The least that a verification with P-256 takes, in steps of 64 bytes. */
enum { HEAP_BYTES = 3264 };

static unsigned char heap[HEAP_BYTES] __attribute__((aligned(8)));
static int is_ready;

/* A verification asks for none. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context,
                                             uint8_t *output, size_t output_size,
                                             size_t *output_length) {
    (void)context, (void)output, (void)output_size, (void)output_length;
    return PSA_ERROR_INSUFFICIENT_ENTROPY;
}

/* Where the heap is found broken. */
void psa_stopped(int status) {
    (void)status;
    for (;;)
        continue;
}

ksig_classical_verify classical_with_heap;

ksig_verdict classical_with_heap(const ksig_classical_input *input) {
    if (!is_ready)
        mbedtls_memory_buffer_alloc_init(heap, sizeof heap);
    is_ready = 1;
    return ksig_classical_psa(input);
}
