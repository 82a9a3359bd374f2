/* Files that are removed when the process ends before its work is complete: on an interruption, or
 * when memory is exhausted. Several threads may call these functions. */
#ifndef TOOL_GUARDS_H
#define TOOL_GUARDS_H

typedef struct guard guard;

/* From now on this file is guarded. Call it before the file is created, because an interruption can
 * occur at any time after that, and guard_made() at once when it was created or was not. */
guard *guard_add(const char *path);
void guard_made(void);
/* From now on the file is not removed. NULL is allowed. */
void guard_drop(guard *self);
/* Removes all guarded files. For signal handlers. */
void guards_remove_files(void);
/* The same at the end of the process: files that other threads create just now are removed too. */
void guards_end(void);

#endif
