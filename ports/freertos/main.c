/* kilosig in a FreeRTOS task. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *     USART1 interrupt -> stream buffer -> receiving task, which makes frames of bytes
 *                      -> signature task, which calls the library
 *
 * The receiving task has the higher priority, so bytes are taken while the library computes. A
 * frame waits until the signature task has done with the one before. The signature task serves the
 * watchdog between any two calls of the library; no call takes longer than WATCHDOG_MS. Idle
 * sleeps.
 *
 * The signature task has all RAM that is left: the stack of sections.ld, at the low end of RAM, so
 * that an overflow faults at once. Everything else is static and counted. */
#include "FreeRTOS.h"
#include "stream_buffer.h"
#include "task.h"

#include "application.h"
#include "armv7m.h"
#include "board.h"
#include "watchdog.h"

enum {
    RECEIVING_WORDS = 80,
    WAITING_BYTES = 96, /* a DATA frame is 64 bytes and a head */
    IDLE_WAIT_MS =
        WATCHDOG_MS /
        3, /* how long the signature task waits for a frame; then it serves the watchdog */
    PRIORITY_SIGNATURE = 1,
    PRIORITY_RECEIVING = 2,
    NOTIFY_FRAME = 1,
    NOTIFY_BROKEN = 2
};

static StaticTask_t receiving_task, signature_task, idle_task;
static StackType_t receiving_stack[RECEIVING_WORDS], idle_stack[configMINIMAL_STACK_SIZE];
static TaskHandle_t receiving, signature;
static StaticStreamBuffer_t waiting_buffer;
static uint8_t waiting_bytes[WAITING_BYTES + 1];
static StreamBufferHandle_t waiting;
static frame_receiver
    receiver; /* of the receiving task; the signature task's between the notifications */

uint32_t millis(void) { return xTaskGetTickCount(); }

/* USART1. A byte that finds no room is lost: the frame's checksum shows it, and the host sends
 * again. */
void uart_handler(void) {
    BaseType_t woken = pdFALSE;
    for (int byte; (byte = uart_read()) >= 0;) {
        const uint8_t received = (uint8_t)byte;
        (void)xStreamBufferSendFromISR(waiting, &received, 1, &woken);
    }
    portYIELD_FROM_ISR(woken);
}

static void receive_frames(void *unused) {
    (void)unused;
    for (;;) {
        uint8_t byte;
        if (xStreamBufferReceive(waiting, &byte, 1, portMAX_DELAY) == 0)
            continue;
        const enum frame_event event = frame_receive(&receiver, byte, millis());
        if (event != FRAME_COMPLETE && event != FRAME_BROKEN)
            continue;
        (void)xTaskNotify(signature, event == FRAME_COMPLETE ? NOTIFY_FRAME : NOTIFY_BROKEN,
                          eSetValueWithOverwrite);
        (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY); /* until the frame is no longer in use */
    }
}

static void sign_and_verify(void *unused) {
    (void)unused;
    TickType_t patience = 0;
    for (;;) {
        watchdog_serve();
        uint32_t event = 0;
        if (xTaskNotifyWait(0, UINT32_MAX, &event, patience) == pdTRUE) {
            if (event == NOTIFY_FRAME)
                application_frame(&receiver, millis());
            else
                application_broken();
            (void)xTaskNotifyGive(receiving);
        }
        watchdog_serve();
        patience = application_step(millis()) ? 0 : pdMS_TO_TICKS(IDLE_WAIT_MS);
    }
}

void vApplicationGetIdleTaskMemory(StaticTask_t **task, StackType_t **stack,
                                   configSTACK_DEPTH_TYPE *words) {
    *task = &idle_task;
    *stack = idle_stack;
    *words = configMINIMAL_STACK_SIZE;
}

void vApplicationIdleHook(void) { __asm__ volatile("dsb\n\twfi" ::: "memory"); }

void vApplicationTickHook(void) { watchdog_tick(); }

void vApplicationStackOverflowHook(TaskHandle_t task, char *name) {
    (void)task;
    (void)name;
    fault_handler();
}

int main(void) {
    waiting = xStreamBufferCreateStatic(sizeof waiting_bytes, 1, waiting_bytes, &waiting_buffer);
    receiving = xTaskCreateStatic(receive_frames, "rx", RECEIVING_WORDS, NULL, PRIORITY_RECEIVING,
                                  receiving_stack, &receiving_task);
    signature = xTaskCreateStatic(
        sign_and_verify, "sig", (uint32_t)(link_stack_top - link_stack_limit), NULL,
        PRIORITY_SIGNATURE, (StackType_t *)link_stack_limit, &signature_task);
    board_init();
    watchdog_start();
    vTaskStartScheduler();
    return 0;
}
