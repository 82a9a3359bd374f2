/* A small plain RTM in memory, for tests that need an open file of known content. */
#ifndef TEST_SUPPORT_TINY_RTM_H
#define TEST_SUPPORT_TINY_RTM_H

#include "gait/file.h"

/* The bytes: bones "Pelvis" and "\xC4\xFF\xC4\xFF" (CP1251), two identity frames at phases 0 and 1,
 * root motion 0, 0, -1.5. The name of the second bone has other bytes than 0 after its NUL. Static
 * storage. */
enum { TINY_RTM_SIZE = 28 + 2 * 32 + 2 * (4 + 2 * 80) };
gait_span tiny_rtm(void);

/* Opens the bytes with the name "folder/walk.rtm". The caller frees the file. */
gait_file *tiny_rtm_open(void);

#endif
