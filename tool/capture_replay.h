/* Writes captured output to the streams. */
#ifndef TOOL_CAPTURE_REPLAY_H
#define TOOL_CAPTURE_REPLAY_H

#include "capture.h"

/* Writes results to stdout and messages to stderr, in their order. */
void capture_replay(const capture *output);

#endif
