/* Gait - skeletal animation files of two families of games. The core: everything that most programs
 * need. Each format has a header of its own beside these, and so have
 * the steps of whole jobs; expert.h includes all of them. */
#ifndef GAIT_H
#define GAIT_H

#include "gait/base.h"
#include "gait/convert.h"
#include "gait/draw.h"
#include "gait/file.h"
#include "gait/model.h"
#include "gait/ops.h"
#include "gait/report.h"
#include "gait/roundtrip.h"
#include "gait/search.h"

#endif
