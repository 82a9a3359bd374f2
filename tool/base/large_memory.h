/* Memory for large results, such as all keys of a bank. */
#ifndef TOOL_LARGE_MEMORY_H
#define TOOL_LARGE_MEMORY_H

#include "gait/base.h"

/* An allocator that takes small blocks from the C library. Large blocks reserve address space to
 * grow, so that nothing is copied, and use large pages if the system has them: obtaining a page
 * takes longer than filling it. */
gait_allocator large_allocator(void);

#endif
