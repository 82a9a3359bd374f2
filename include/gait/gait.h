/* Gait - skeletal animation files of two families of games. This header is the core, which is
 * sufficient for most programs. Single formats, and the steps of conversions and round trips, have
 * other headers; expert.h includes all of them. */
#ifndef GAIT_H
#define GAIT_H

#include "gait/base.h"
#include "gait/convert.h"
#include "gait/file.h"
#include "gait/model.h"
#include "gait/pose.h"
#include "gait/roundtrip.h"
#include "gait/search.h"

#endif
