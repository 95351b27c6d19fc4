/* Does every run of the operation and prints what the image itself can know. Lines of `name value`,
 * numbers in hexadecimal: so nothing here needs a division, and the run-time functions in an image
 * are the library's. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench.h"

static void print_number(uint32_t value) {
    char text[11] = "0x";
    for (unsigned i = 0; i < 8; i++)
        text[2 + i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15u];
    text[10] = '\0';
    bench_print(text);
}

static void print_line(const char *name, uint32_t value) {
    bench_print(name);
    bench_print(" ");
    print_number(value);
    bench_print("\n");
}

int main(void);

int main(void) {
    bench_init();
    bench_print("image " BENCH_NAME "\nop ");
    bench_print(bench_operation_name);
    bench_print("\n");
    print_line("state", bench_state_bytes());
    print_line("resident", bench_resident_bytes());

    const uint32_t runs = bench_runs();
    int right = 1;
    for (uint32_t run = 0; run < runs; run++) {
        bench_start_cycles();
        right &= bench_operation(run);
        const uint32_t cycles = bench_read_cycles();
        print_line("cycles", cycles);
    }
    /* Painting takes time of its own, so it is not done above. */
    for (uint32_t run = 0; run < bench_painted_runs(); run++)
        right &= bench_painted(run);
    for (const bench_peak *peak = bench_peaks; peak->name != 0; peak++) {
        bench_print("painted ");
        print_line(peak->name, peak->bytes);
    }
    print_line("runs", runs);
    bench_print(right ? "right\n" : "WRONG\n");
    bench_exit(right && runs != 0 ? 0 : 1);
}
