/* Gait - skeletal animation files of two families of games. This header is the core, which is
 * sufficient for most programs. Single formats, and the steps of conversions and round trips, have
 * other headers; expert.h includes all of them. */
#ifndef GAIT_H
#define GAIT_H

#include "gait/bank.h"
#include "gait/banks.h"
#include "gait/base.h"
#include "gait/convert.h"
#include "gait/difference.h"
#include "gait/draw.h"
#include "gait/edit.h"
#include "gait/file.h"
#include "gait/mesh.h"
#include "gait/model.h"
#include "gait/ops.h"
#include "gait/optimise.h"
#include "gait/playback.h"
#include "gait/report.h"
#include "gait/roundtrip.h"
#include "gait/sampler.h"
#include "gait/search.h"
#include "gait/text.h"

#endif
