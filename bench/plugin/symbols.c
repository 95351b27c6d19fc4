/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function *functions;
int n_functions;

struct symbol {
    const char *name;
    uint32_t address, size, limit; /* limit: end of its section */
    bool global, typed;            /* typed: marked as a function */
};
static struct symbol *symbols;
static int n_symbols;

static const uint8_t *image;
static size_t image_size;

/* ELF32, little endian. Reads beyond the file are 0. */
static uint32_t word(size_t offset) {
    if (offset + 4 > image_size || offset + 4 < offset)
        return 0;
    const uint8_t *p = image + offset;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t half(size_t offset) { return word(offset) & 0xffff; }

static bool read_file(const char *path) {
    FILE *f = fopen(path, "rb");
    long size;
    if (!f)
        return false;
    if (fseek(f, 0, SEEK_END) == 0 && (size = ftell(f)) > 0 && fseek(f, 0, SEEK_SET) == 0) {
        uint8_t *bytes = calloc((size_t)size + 1, 1); /* a zero ends the last string */
        if (bytes && fread(bytes, 1, (size_t)size, f) == (size_t)size) {
            image = bytes;
            image_size = (size_t)size;
        }
    }
    fclose(f);
    return image != NULL;
}

/* By address; of several at one address the best name first. */
static int compare(const void *x, const void *y) {
    const struct symbol *a = x, *b = y;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (a->typed != b->typed)
        return a->typed ? -1 : 1;
    if (a->global != b->global)
        return a->global ? -1 : 1;
    return strcmp(a->name, b->name);
}

enum {
    SHT_SYMTAB = 2,
    SHF_EXECINSTR = 4,
    STT_NOTYPE = 0,
    STT_FUNC = 2,
    STB_GLOBAL = 1,
    SECTION_BYTES = 40
};

static void add_symbol(size_t at, size_t strings, unsigned machine, size_t sections,
                       unsigned n_sections) {
    uint32_t info = word(at + 12) & 0xff, section = half(at + 14);
    size_t name = strings + word(at), header = sections + (size_t)section * SECTION_BYTES;
    bool typed = (info & 15) == STT_FUNC;
    if (section == 0 || section >= n_sections || !(word(header + 8) & SHF_EXECINSTR) ||
        name >= image_size)
        return;
    /* Labels count too, so that assembly without .type has names; mapping symbols and local labels
     * do not. */
    const char *text = (const char *)image + name;
    if ((!typed && (info & 15) != STT_NOTYPE) || *text == '\0' || *text == '$' ||
        strncmp(text, ".L", 2) == 0)
        return;
    struct symbol *s = &symbols[n_symbols++];
    s->name = text;
    s->address = word(at + 4) & ~(uint32_t)(machine == ELF_ARM && typed);
    s->size = word(at + 8);
    s->limit = word(header + 12) + word(header + 20);
    s->global = info >> 4 == STB_GLOBAL;
    s->typed = typed;
}

static void make_functions(void) {
    uint32_t sized_end = 0;
    qsort(symbols, (size_t)n_symbols, sizeof *symbols, compare);
    for (int k = 0; k < n_symbols; k++) {
        const struct symbol *s = &symbols[k];
        if (n_functions && functions[n_functions - 1].address == s->address)
            continue;
        if (!s->typed && s->address < sized_end) /* a label inside a function */
            continue;
        if (s->size)
            sized_end = s->address + s->size;
        struct function *f = &functions[n_functions++];
        f->name = s->name;
        f->address = s->address;
        f->end = s->size ? s->address + s->size : s->limit;
    }
    for (int k = 0; k + 1 < n_functions; k++)
        if (functions[k].end > functions[k + 1].address)
            functions[k].end = functions[k + 1].address;
}

const char *symbols_read(const char *path, unsigned machine) {
    if (!read_file(path))
        return "the ELF file cannot be read";
    if (image_size < 52 || memcmp(image, "\177ELF\1\1", 6) != 0)
        return "not an ELF file of 32 bits, little endian";
    if (half(18) != machine)
        return "the ELF file is for another processor than this QEMU";
    size_t sections = word(32);
    unsigned n_sections = half(48);
    for (unsigned k = 0; k < n_sections; k++) {
        size_t header = sections + (size_t)k * SECTION_BYTES;
        if (word(header + 4) != SHT_SYMTAB)
            continue;
        size_t table = word(header + 16), size = word(header + 20);
        size_t strings = word(sections + (size_t)word(header + 24) * SECTION_BYTES + 16);
        symbols = calloc(size / 16 + 1, sizeof *symbols);
        functions = calloc(size / 16 + 1, sizeof *functions);
        if (size > image_size || !symbols || !functions)
            return "the symbol table of the ELF file is broken";
        for (size_t at = 0; at + 16 <= size; at += 16)
            add_symbol(table + at, strings, machine, sections, n_sections);
        make_functions();
    }
    return n_functions ? NULL : "the ELF file has no symbols";
}

int symbol_at(uint32_t address) {
    int low = 0, high = n_functions;
    while (low < high) {
        int middle = (low + high) / 2;
        if (functions[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && address < functions[low - 1].end ? low - 1 : -1;
}

int symbols_named(const char *name, void (*found)(void *data, int function), void *data) {
    int n = 0;
    for (int k = 0; k < n_symbols; k++) {
        int f = symbol_at(symbols[k].address);
        if (strcmp(symbols[k].name, name) == 0 && f >= 0 &&
            functions[f].address == symbols[k].address) {
            found(data, f);
            n++;
        }
    }
    return n;
}
