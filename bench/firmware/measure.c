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

#ifdef BENCH_ROW
/* On a board, the same once more as a line of JSON. */
#define MOST_RUNS 128u
static uint32_t all_cycles[MOST_RUNS];

static void print_decimal(uint32_t value) {
    static const uint32_t powers[] = {1000000000u, 100000000u, 10000000u, 1000000u, 100000u,
                                      10000u,      1000u,      100u,      10u,      1u};
    char digit[2] = "";
    int begun = 0;
    for (unsigned i = 0; i < sizeof powers / sizeof *powers; i++) {
        digit[0] = '0';
        for (; value >= powers[i]; value -= powers[i])
            digit[0]++;
        begun |= digit[0] != '0' || powers[i] == 1;
        if (begun)
            bench_print(digit);
    }
}

static void print_member(const char *name, uint32_t value) {
    bench_print(", \"");
    bench_print(name);
    bench_print("\": ");
    print_decimal(value);
}

static void print_row(uint32_t runs, int right) {
    uint32_t painted = 0;
    for (const bench_peak *peak = bench_peaks; peak->name != 0; peak++)
        painted = peak->bytes > painted ? peak->bytes : painted;
    bench_print("{\"image\": \"" BENCH_NAME "\"");
    print_member("state", bench_state_bytes());
    print_member("resident", bench_resident_bytes());
    print_member("stack_painted", painted);
    bench_print(right ? ", \"right\": true, \"cycles\": [" : ", \"right\": false, \"cycles\": [");
    for (uint32_t run = 0; run < runs && run < MOST_RUNS; run++) {
        bench_print(run == 0 ? "" : ", ");
        print_decimal(all_cycles[run]);
    }
    bench_print("]}\n");
}
#endif

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
#ifdef BENCH_ROW
        all_cycles[run % MOST_RUNS] = cycles;
#endif
    }
    /* Painting takes time of its own, so it is not done above. */
    for (uint32_t run = 0; run < bench_painted_runs(); run++)
        right &= bench_painted(run);
    for (const bench_peak *peak = bench_peaks; peak->name != 0; peak++) {
        bench_print("painted ");
        print_line(peak->name, peak->bytes);
    }
    print_line("runs", runs);
#ifdef BENCH_ROW
    print_row(runs, right);
#endif
    bench_print(right ? "right\n" : "WRONG\n");
    bench_exit(right && runs != 0 ? 0 : 1);
}
