/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * The TCG plugin: arguments, and QEMU's callbacks. README.md says what is measured. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin_api.h"
#include "report.h"
#include "symbols.h"
#include "trace.h"

int qemu_plugin_version = PLUGIN_API_VERSION;

static enum core core = CORE_COUNT;
static const char *elf_path, *out_path;

static void executed(unsigned vcpu, void *data) {
    (void)vcpu;
    trace_enter(data);
}

static void accessed_conditionally(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address,
                                   void *data) {
    (void)vcpu, (void)info, (void)address;
    trace_conditional(data);
}

static void accessed_stack(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address,
                           void *data) {
    (void)vcpu, (void)info;
    stack_probe((uint32_t)(uintptr_t)data, address);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
    enum { MOST = 512 }; /* QEMU's limit for a translation block */
    static const uint8_t *data[MOST];
    static size_t sizes[MOST];
    static uint32_t addresses[MOST];
    size_t n = qemu_plugin_tb_n_insns(tb);
    (void)id;
    if (n == 0 || n > MOST) {
        fprintf(stderr, "bench plugin: a translation block of %zu instructions\n", n);
        exit(1);
    }
    for (size_t k = 0; k < n; k++) {
        const struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, k);
        data[k] = qemu_plugin_insn_data(insn);
        addresses[k] = (uint32_t)qemu_plugin_insn_vaddr(insn);
        sizes[k] = qemu_plugin_insn_size(insn);
        /* Near the end of a page QEMU has read ahead, and counts that as part of the instruction.
         */
        if (sizes[k] > 4)
            sizes[k] = 4;
        if (k && addresses[k] - addresses[k - 1] < sizes[k - 1])
            sizes[k - 1] = addresses[k] - addresses[k - 1];
    }
    struct block *b = trace_block((uint32_t)qemu_plugin_tb_vaddr(tb), n, data, sizes, addresses);
    qemu_plugin_register_vcpu_tb_exec_cb(tb, executed, QEMU_PLUGIN_CB_NO_REGS, b);
    for (uint32_t k = 0; k < b->n_conditionals; k++)
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, b->conditionals[k].index),
                                         accessed_conditionally, QEMU_PLUGIN_CB_NO_REGS,
                                         QEMU_PLUGIN_MEM_RW, &b->conditionals[k]);
    for (uint32_t k = 0; k < b->stack.n_parts; k++) {
        uint32_t probe = b->stack.parts[k].probe;
        if (probe != NO_PROBE)
            qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, probe), accessed_stack,
                                             QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                             (void *)(uintptr_t)probe);
    }
}

static void ended(qemu_plugin_id_t id, void *data) {
    (void)id, (void)data;
    FILE *out = fopen(out_path, "w");
    if (!out) {
        perror(out_path);
        return;
    }
    unsigned unknown = report_write(out, core);
    if (fclose(out) != 0)
        perror(out_path);
    if (unknown)
        fprintf(stderr,
                "bench plugin: %u unknown instructions were executed; the cycles in %s are wrong\n",
                unknown, out_path);
}

static int refuse(const char *what, const char *why) {
    fprintf(stderr, "bench plugin: %s: %s\n", what, why);
    return -1;
}

static const char *value_of(const char *argument, const char *key) {
    size_t n = strlen(key);
    return strncmp(argument, key, n) == 0 && argument[n] == '=' ? argument + n + 1 : NULL;
}

static int read_options(int argc, char **argv, bool scopes_now) {
    for (int k = 0; k < argc; k++) {
        const char *value, *why;
        bool group = value_of(argv[k], "group") != NULL;
        if ((value = value_of(argv[k], "region")) || (value = value_of(argv[k], "group"))) {
            if (scopes_now && (why = scope_add(value, group)))
                return refuse(argv[k], why);
        } else if ((value = value_of(argv[k], "core"))) {
            for (core = 0; core < CORE_COUNT && strcmp(value, core_name[core]) != 0; core++)
                ;
            if (core == CORE_COUNT)
                return refuse(argv[k],
                              "the cores are m0, m0plus, m3, m4, m33, m7, riscv, e31 and hazard3");
        } else if ((value = value_of(argv[k], "elf"))) {
            elf_path = value;
        } else if ((value = value_of(argv[k], "out"))) {
            out_path = value;
        } else {
            return refuse(argv[k], "the arguments are core=, elf=, out=, region= and group=");
        }
    }
    return 0;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv) {
    bool arm = strcmp(info->target_name, "arm") == 0,
         riscv = strcmp(info->target_name, "riscv32") == 0;
    const char *why;
    if (info->version.min > PLUGIN_API_VERSION || info->version.cur < PLUGIN_API_VERSION)
        return refuse("this QEMU",
                      "it does not serve version 1 of the plugin interface; use QEMU 4.2 to 8.2");
    if (!info->system_emulation || !(arm || riscv))
        return refuse(info->target_name,
                      "the plugin is for qemu-system-arm and qemu-system-riscv32");
    if (info->system.smp_vcpus != 1)
        return refuse("this machine", "it has more than one processor");
    if (read_options(argc, argv, false) != 0)
        return -1;
    if (core == CORE_COUNT || !elf_path || !out_path)
        return refuse("arguments",
                      "core=m0|m0plus|m3|m4|m33|m7|riscv|e31|hazard3, elf=FILE and out=FILE "
                      "are needed");
    if (riscv != core_is_riscv(core))
        return refuse(core_name[core], "not a core of this QEMU");
    if ((why = symbols_read(elf_path, arm ? ELF_ARM : ELF_RISCV)))
        return refuse(elf_path, why);
    trace_start(core);
    scope_start();
    if (read_options(argc, argv, true) != 0)
        return -1;
    out_path =
        strcpy(zeroed(strlen(out_path) + 1, 1), out_path); /* argv does not outlive this call */
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
