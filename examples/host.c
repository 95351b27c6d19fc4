/* A board made of a computer, so that the examples run. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *     EXAMPLE DIRECTORY [--dead-after N] [--reset-after N] [--oldest N]
 *
 * The files of the directory are the flash: message, signature, key, anchor-1, ... The bus answers
 * requests with them, or, without requests, brings the file `stream`. After N bytes it is dead, or
 * the board is reset: the program starts again, with nothing but its retained RAM. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board.h"

#define NEVER 0xffffffffu
#define FILES 16
#define FILE_BYTES (1u << 16)

/* The linker's names for the ends of RETAINED. */
extern char __start_retained[] __attribute__((weak)), __stop_retained[] __attribute__((weak));

static const char *directory;
static uint32_t dead_after = NEVER, reset_after = NEVER, oldest, carried;
static unsigned compressions;
static char **arguments;

/* Always at the same address, like flash. */
static uint8_t memory[FILES][FILE_BYTES];
static char names[FILES][64];
static uint32_t lengths[FILES];

static struct part file(const char *name) {
    const struct part none = {NULL, 0};
    char path[512];
    unsigned i = 0;
    while (i < FILES - 1 && names[i][0] != '\0' && strcmp(names[i], name) != 0)
        i++;
    if (names[i][0] == '\0') {
        (void)snprintf(path, sizeof path, "%s/%s", directory, name);
        FILE *const f = fopen(path, "rb");
        if (f == NULL)
            return none;
        lengths[i] = (uint32_t)fread(memory[i], 1, FILE_BYTES, f);
        (void)fclose(f);
        (void)snprintf(names[i], sizeof names[i], "%s", name);
    }
    const struct part found = {memory[i], lengths[i]};
    return found;
}

struct part flash(const char *name) {
    const struct part found = file(name);
    if (found.bytes == NULL) {
        (void)fprintf(stderr, "%s/%s cannot be read\n", directory, name);
        exit(3);
    }
    return found;
}

const uint8_t *flash_anchor(unsigned key_id) {
    char name[32];
    (void)snprintf(name, sizeof name, "anchor-%u", key_id);
    return file(name).bytes;
}

unsigned oldest_key(void) { return oldest; }

/* What was asked for last; without requests, the stream. */
static const uint8_t *source;
static uint32_t left;

void bus_write(const uint8_t *data, size_t length) {
    static const char *const parts[] = {"",           "key",   "message",     "signature",
                                        "secret-key", "chain", "chain-length"};
    if (length != 9 || data[0] < 1 || data[0] >= sizeof parts / sizeof parts[0])
        exit(3);
    const struct part part = flash(parts[data[0]]);
    const uint32_t offset =
        data[1] | (uint32_t)data[2] << 8 | (uint32_t)data[3] << 16 | (uint32_t)data[4] << 24;
    left = data[5] | (uint32_t)data[6] << 8 | (uint32_t)data[7] << 16 | (uint32_t)data[8] << 24;
    if (offset > part.length || left > part.length - offset)
        exit(3);
    source = part.bytes + offset;
}

static void reset(void) {
    char path[512], count[32];
    (void)snprintf(path, sizeof path, "%s/retained", directory);
    FILE *const f = fopen(path, "wb");
    if (f == NULL ||
        fwrite(__start_retained, (size_t)(__stop_retained - __start_retained), 1, f) != 1 ||
        fclose(f) != 0)
        exit(3);
    (void)snprintf(count, sizeof count, "%u", (unsigned)carried);
    (void)execl(arguments[0], arguments[0], directory, "--after-reset", count, (char *)NULL);
    exit(3);
}

static void restore(void) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/retained", directory);
    FILE *const f = fopen(path, "rb");
    if (f == NULL ||
        fread(__start_retained, (size_t)(__stop_retained - __start_retained), 1, f) != 1 ||
        fclose(f) != 0)
        exit(3);
}

size_t bus_read(uint8_t *data, size_t room) {
    if (source == NULL) {
        const struct part stream = flash("stream");
        source = stream.bytes;
        left = stream.length;
    }
    if (carried >= reset_after)
        reset();
    if (carried >= dead_after)
        return 0;
    size_t n = left < room ? left : room;
    if (n > dead_after - carried)
        n = dead_after - carried;
    memcpy(data, source, n);
    source += n;
    left -= (uint32_t)n;
    carried += (uint32_t)n;
    return n;
}

/* An engine, in software: FIPS 180-4, 6.2.2. */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

void engine_sha256(uint32_t chain[8], const uint8_t block[64]) {
    uint32_t w[64], v[8];
    compressions++;
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (unsigned i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[i - 7] +
               (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
    memcpy(v, chain, sizeof v);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t one = v[7] + (rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)) +
                             ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + w[i];
        const uint32_t two = (rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)) +
                             ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (unsigned i = 0; i < 8; i++)
        chain[i] += v[i];
}

void log_line(const char *text) { (void)puts(text); }

int main(int argc, char **argv) {
    arguments = argv;
    if (argc < 2) {
        (void)fprintf(stderr,
                      "usage: %s DIRECTORY [--dead-after N] [--reset-after N] [--oldest N]\n",
                      argv[0]);
        return 3;
    }
    directory = argv[1];
    for (int i = 2; i + 1 < argc; i += 2) {
        const uint32_t number = (uint32_t)strtoul(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--dead-after") == 0)
            dead_after = number;
        else if (strcmp(argv[i], "--reset-after") == 0)
            reset_after = number;
        else if (strcmp(argv[i], "--oldest") == 0)
            oldest = number;
        else if (strcmp(argv[i], "--after-reset") == 0) {
            carried = number;
            restore();
        }
    }
    const int result = application();
    (void)printf("%u bytes on the bus\n", (unsigned)carried);
    if (compressions != 0)
        (void)printf("%u compressions by the engine\n", compressions);
    return result;
}
