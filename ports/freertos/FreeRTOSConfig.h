/* The kernel of the example, for an 8 kB Cortex-M3: static tasks, one stream buffer, notifications,
 * and nothing else. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#include <stdint.h>

#define configCPU_CLOCK_HZ 24000000u
#define configTICK_RATE_HZ 1000u
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configUSE_PREEMPTION 1
#define configUSE_TIME_SLICING 0
#define configMAX_PRIORITIES 3
#define configMAX_TASK_NAME_LEN 4
/* words, of the idle task: a context of 64 bytes and what the switch hook needs */
#define configMINIMAL_STACK_SIZE 48
#define configIDLE_SHOULD_YIELD 0

#define configSUPPORT_STATIC_ALLOCATION 1
#define configSUPPORT_DYNAMIC_ALLOCATION 0
#define configUSE_TASK_NOTIFICATIONS 1
#define configUSE_STREAM_BUFFERS 1
#define configUSE_MUTEXES 0
#define configUSE_COUNTING_SEMAPHORES 0
#define configUSE_TIMERS 0
#define configUSE_CO_ROUTINES 0
#define configUSE_TRACE_FACILITY 0
#define configQUEUE_REGISTRY_SIZE 0
#define configENABLE_BACKWARD_COMPATIBILITY 0

#define configUSE_IDLE_HOOK 1 /* sleeps */
#define configUSE_TICK_HOOK 1 /* the watchdog */
#define configCHECK_FOR_STACK_OVERFLOW 2

#define INCLUDE_vTaskDelay 0
#define INCLUDE_vTaskDelete 0
#define INCLUDE_vTaskSuspend 1 /* portMAX_DELAY waits without end */
#define INCLUDE_xTaskGetSchedulerState 0

/* In the upper four bits, which are those that an STM32F1 has. */
#define configKERNEL_INTERRUPT_PRIORITY 0xF0u
#define configMAX_SYSCALL_INTERRUPT_PRIORITY 0x50u

void fault_handler(void);
#define configASSERT(true_here) \
    do {                        \
        if (!(true_here))       \
            fault_handler();    \
    } while (0)

/* Names of the vector table in start.c. */
#define vPortSVCHandler svc_handler
#define xPortPendSVHandler pendsv_handler
#define xPortSysTickHandler systick_handler

#endif
