/* A QEMU plugin that counts instructions. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Arguments: from=ADDRESS,to=ADDRESS,out=FILE. What is executed between the first arrival at `from`
 * and the next at `to` goes into the file as a number. An instruction that is skipped counts, as it
 * takes a cycle of the core. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin_api.h"

enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
                                                enum qemu_plugin_op op, void *counter,
                                                uint64_t add);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, plugin_exec_cb *cb,
                                            enum qemu_plugin_cb_flags flags, void *data);

int qemu_plugin_version = PLUGIN_API_VERSION;

static uint64_t executed, begun, from, to;
static enum { BEFORE, COUNTING, DONE } phase;
static const char *out;

static void arrived(unsigned vcpu, void *data) {
    const uint64_t address = (uint64_t)(uintptr_t)data;
    (void)vcpu;
    if (phase == BEFORE && address == from) {
        begun = executed;
        phase = COUNTING;
    } else if (phase == COUNTING && address == to) {
        FILE *const file = fopen(out, "w");
        phase = DONE;
        if (file != NULL) {
            fprintf(file, "%" PRIu64 "\n", executed - begun);
            fclose(file);
        }
    }
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *const insn = qemu_plugin_tb_get_insn(tb, i);
        const uint64_t address = qemu_plugin_insn_vaddr(insn);
        if (address == from || address == to)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, arrived, QEMU_PLUGIN_CB_NO_REGS,
                                                   (void *)(uintptr_t)address);
        qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &executed, 1);
    }
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv) {
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "from=", 5) == 0)
            from = strtoull(argv[i] + 5, NULL, 0);
        else if (strncmp(argv[i], "to=", 3) == 0)
            to = strtoull(argv[i] + 3, NULL, 0);
        else if (strncmp(argv[i], "out=", 4) == 0)
            out = argv[i] + 4;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return out == NULL;
}
