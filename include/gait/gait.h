/* Gait - skeletal animation files of two families of games. Everything at once. */
#ifndef GAIT_H
#define GAIT_H

#include "gait/base.h"
#include "gait/bmtr.h"
#include "gait/bvh.h"
#include "gait/change.h"
#include "gait/compare.h"
#include "gait/draw.h"
#include "gait/file.h"
#include "gait/gltf.h"
#include "gait/metadata.h"
#include "gait/model.h"
#include "gait/modelcfg.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/ops.h"
#include "gait/p3d.h"
#include "gait/report.h"
#include "gait/roundtrip.h"
#include "gait/rtm.h"
#include "gait/search.h"
#include "gait/skl.h"

#endif
