/* Memory for large results, such as a bank's worth of keys. */
#ifndef TOOL_LARGE_MEMORY_H
#define TOOL_LARGE_MEMORY_H

#include "gait/base.h"

/* Small blocks are the C library's. Large ones have address space to grow in, so that nothing is
 * copied, and large pages where the system has them: to get a page costs more time than to fill
 * it. */
gait_allocator large_allocator(void);

#endif
