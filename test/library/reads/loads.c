/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "loads.h"

#if LOADS_SUPPORTED

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { PAGE = 4096, TRAP_FLAG = 0x100, PLACES = 64, NOWHERE = 0x5c };

static area *areas;
static uintptr_t places[PLACES]; /* of loads that were not the first */
static area *open_area;          /* whose pages are readable for one instruction */
static size_t open_begin, open_bytes;

/* How many bytes an instruction of the compilers' loads from memory; 0: not one of those known
 * here. */
static unsigned load_bytes(const uint8_t *code) {
    unsigned wide = 0, half = 0, prefix = 0;
    for (;; code++) {
        if (*code == 0x66)
            half = 1;
        else if (*code == 0xf2 || *code == 0xf3)
            prefix = *code;
        else if (*code != 0x2e)
            break;
    }
    if ((*code & 0xf0) == 0x40)
        wide = *code++ >> 3 & 1;
    const unsigned operand = wide ? 8 : half ? 2 : 4;
    const unsigned op = *code++;
    if (op != 0x0f) {
        if (op < 0x40 && (op & 7) < 4) /* add, or, adc, sbb, and, sub, xor, cmp */
            return op & 1 ? operand : 1;
        switch (op) {
        case 0x84: /* test, mov, groups with a constant or of one operand */
        case 0x8a:
        case 0x80:
        case 0xf6:
            return 1;
        case 0x63: /* movsxd */
            return 4;
        case 0x69:
        case 0x6b:
        case 0x81:
        case 0x83:
        case 0x85:
        case 0x8b:
        case 0xf7:
            return operand;
        default:
            return 0;
        }
    }
    const unsigned second = *code++;
    if (second >= 0x40 && second <= 0x4f) /* cmov */
        return operand;
    if (second >= 0xd0 && half) /* the packed integers */
        return 16;
    switch (second) {
    case 0xb6:
    case 0xbe:
        return 1;
    case 0xb7:
    case 0xbf:
        return 2;
    case 0xa3: /* bt, imul, bsf, bsr */
    case 0xaf:
    case 0xba:
    case 0xbc:
    case 0xbd:
        return operand;
    case 0x10:
        return prefix == 0xf3 ? 4 : prefix == 0xf2 ? 8 : 16;
    case 0x6f:
        return half || prefix ? 16 : 8;
    case 0x28:
    case 0x54:
    case 0x57:
    case 0x60:
    case 0x61:
    case 0x62:
    case 0x6c:
    case 0x6d:
    case 0x70:
        return 16;
    case 0x6e:
        return wide ? 8 : 4;
    case 0x7e:
        return prefix == 0xf3 ? 8 : 0;
    case 0x12:
    case 0x16:
        return 8;
    case 0xc4:
        return 2;
    default:
        return 0;
    }
}

static void protect(const area *a, size_t at, size_t bytes, int how) {
    uint8_t *const from = a->pages + at / PAGE * PAGE;
    const size_t length = (at + bytes - 1) / PAGE * PAGE + PAGE - at / PAGE * PAGE;
    if (mprotect(from, length, how) != 0)
        abort();
}

static void note_place(uintptr_t place) {
    for (unsigned i = 0; i < PLACES; i++) {
        if (places[i] == place)
            return;
        if (places[i] == 0) {
            places[i] = place;
            return;
        }
    }
}

/* A load from an area, `at` bytes after the beginning of its pages. */
static void answer(area *a, size_t at, unsigned bytes, uintptr_t place) {
    for (size_t page_at = at; page_at < at + bytes; page_at++) {
        const size_t i = page_at - (size_t)(a->data - a->pages); /* wraps before the data */
        if (i >= a->length) {
            a->strays++;
            continue;
        }
        if (i < a->begin || i >= a->end)
            a->strays++;
        a->seen[i] = 1;
        a->pages[page_at] = a->counts[i] < a->turn ? a->first[i] : a->later[i];
        if (a->counts[i] != 0)
            note_place(place);
        if (a->counts[i] < 255)
            a->counts[i]++;
        if (a->counts[i] > a->most)
            a->most = a->counts[i];
    }
}

static void on_load(int signal_number, siginfo_t *info, void *context) {
    greg_t *const registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uint8_t *const address = info->si_addr, *const code = (const uint8_t *)registers[REG_RIP];
    area *a = areas;
    while (a != NULL && (address < a->pages || address >= a->pages + a->size))
        a = a->next;
    const unsigned bytes = a == NULL ? 0 : load_bytes(code);
    if (bytes == 0 || open_area != NULL) {
        fprintf(stderr, "%s at %p, instruction %02x %02x %02x %02x %02x %02x\n",
                a == NULL ? "segmentation fault" : "unknown load", (const void *)code, code[0],
                code[1], code[2], code[3], code[4], code[5]);
        signal(signal_number, SIG_DFL);
        return;
    }
    open_area = a;
    open_begin = (size_t)(address - a->pages);
    open_bytes = bytes;
    protect(a, open_begin, bytes, PROT_READ | PROT_WRITE);
    answer(a, open_begin, bytes, (uintptr_t)code);
    registers[REG_EFL] |= TRAP_FLAG;
}

static void on_step(int signal_number, siginfo_t *info, void *context) {
    (void)signal_number;
    (void)info;
    /* Should an instruction load more than load_bytes says, this is what it gets. */
    for (size_t i = 0; i < open_bytes; i++)
        open_area->pages[open_begin + i] = NOWHERE;
    protect(open_area, open_begin, open_bytes, PROT_NONE);
    open_area = NULL;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

void loads_watch(void) {
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_NODEFER};
    action.sa_sigaction = on_load;
    sigaction(SIGSEGV, &action, NULL);
    action.sa_sigaction = on_step;
    sigaction(SIGTRAP, &action, NULL);
}

void area_make(area *a, const uint8_t *first, const uint8_t *later, unsigned turn, size_t length,
               size_t offset) {
    *a = (area){.length = length, .first = first, .later = later, .turn = turn};
    if (length == 0)
        return;
    a->size = (length + offset + PAGE - 1) / PAGE * PAGE + 2 * PAGE;
    a->pages = mmap(NULL, a->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    a->counts = calloc(2, length);
    if (a->pages == MAP_FAILED || a->counts == NULL)
        abort();
    for (size_t i = 0; i < a->size; i++)
        a->pages[i] = NOWHERE;
    a->seen = a->counts + length;
    a->data = a->pages + PAGE + offset;
    protect(a, 0, a->size, PROT_NONE);
    a->next = areas;
    areas = a;
}

void area_free(area *a) {
    if (a->length == 0)
        return;
    for (area **link = &areas; *link != NULL; link = &(*link)->next) {
        if (*link == a) {
            *link = a->next;
            break;
        }
    }
    munmap(a->pages, a->size);
    free(a->counts);
}

void area_expect(area *a, size_t begin, size_t end) {
    for (size_t i = a->begin; i < a->end; i++)
        a->counts[i] = 0;
    a->begin = begin;
    a->end = end;
    for (size_t i = begin; i < end; i++)
        a->counts[i] = 0;
}

size_t area_unread(const area *a) {
    size_t unread = 0;
    for (size_t i = 0; i < a->length; i++)
        unread += !a->seen[i];
    return unread;
}

void loads_places(void (*print)(const char *text)) {
    for (unsigned i = 0; i < PLACES && places[i] != 0; i++) {
        Dl_info where;
        char text[200];
        if (dladdr((const void *)places[i], &where) == 0)
            where.dli_fbase = NULL;
        snprintf(text, sizeof text, "%#lx",
                 (unsigned long)(places[i] - (uintptr_t)where.dli_fbase));
        print(text);
        places[i] = 0;
    }
}

#endif
