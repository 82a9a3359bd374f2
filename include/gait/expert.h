/* Gait - the core, and the headers for documents of single formats and for single steps. */
#ifndef GAIT_EXPERT_H
#define GAIT_EXPERT_H

#include "gait/blend.h"
#include "gait/bmtr.h"
#include "gait/bvh.h"
#include "gait/compare.h"
#include "gait/gait.h"
#include "gait/gltf.h"
#include "gait/host.h"
#include "gait/map.h"
#include "gait/metadata.h"
#include "gait/modelcfg.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/p3d.h"
#include "gait/rtm.h"
#include "gait/skl.h"
#include "gait/transform.h"

#endif
