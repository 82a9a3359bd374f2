/* Invariants of the library itself: GAIT_ASSERT(condition) stops a program whose condition is false
 * where NDEBUG is not defined, and is nothing elsewhere, without evaluating the condition. Never
 * for what a file or a caller can cause: that is a status. Whoever compiles the library may define
 * GAIT_ASSERT to something else. */
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
