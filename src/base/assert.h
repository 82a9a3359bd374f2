/* Assertions. GAIT_ASSERT(condition) stops the program if the condition is false, unless NDEBUG is
 * defined; then the condition is not evaluated. It checks invariants of the library only:
 * conditions that a file or a caller can cause are reported as a status. A build may define its own
 * GAIT_ASSERT. */
#ifndef GAITI_ASSERT_H
#define GAITI_ASSERT_H

#ifndef GAIT_ASSERT
#ifdef NDEBUG
#define GAIT_ASSERT(condition) ((void)sizeof(!(condition)))
#else
#define GAIT_ASSERT(condition) ((condition) ? (void)0 : gaiti_stop())

static inline void gaiti_stop(void) {
#ifdef __GNUC__
    __builtin_trap();
#else
    for (;;) {
    }
#endif
}
#endif
#endif

#endif
