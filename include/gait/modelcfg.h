/* Gait - configs such as model.cfg: hierarchies of bones, and the skeleton of each model
 * (docs/formats/modelcfg.md). */
#ifndef GAIT_MODELCFG_H
#define GAIT_MODELCFG_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The skeletons of one text. Texts with syntax errors are read where possible, with a warning for
 * each correction. Texts are UTF-8, valid as long as the document, and compared ignoring ASCII
 * case. Several threads may read it. Indices must be in range. */
typedef struct gait_modelcfg gait_modelcfg;

/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_modelcfg *gait_file_modelcfg(const gait_file *file);

/* One class of CfgSkeletons, including data inherited from other classes. */
typedef struct gait_modelcfg_skeleton {
    const char *name;
    uint32_t bone_count;      /* including the bones of `inherits`, each name once */
    const char *inherits;     /* skeletonInherit; "" = none */
    const char *pivots_model; /* path of a .p3d as written, from the class or from
                                 CfgSkeletonParameters; "" = none */
    int discrete;             /* 1 = a vertex follows one bone, 0 = several, -1 = not given */
} gait_modelcfg_skeleton;

/* A bone of a skeleton, in the order of the list; parents are not necessarily first. */
typedef struct gait_modelcfg_bone {
    const char *name;
    const char *parent_name; /* as written; "" = a root */
    int32_t parent;          /* index in the same skeleton; -1 = a root, or not in the list */
} gait_modelcfg_bone;

/* The number of classes of CfgSkeletons that are defined in this text. */
GAIT_API uint32_t gait_modelcfg_skeleton_count(const gait_modelcfg *modelcfg);
/* One of these classes, in file order. */
GAIT_API gait_modelcfg_skeleton gait_modelcfg_skeleton_at(const gait_modelcfg *modelcfg,
                                                          uint32_t skeleton);
/* One bone of a skeleton. */
GAIT_API gait_modelcfg_bone gait_modelcfg_bone_at(const gait_modelcfg *modelcfg, uint32_t skeleton,
                                                  uint32_t bone);
/* The index of the skeleton with this name; -1 when there is none, and when `name` is NULL. */
GAIT_API int32_t gait_modelcfg_find(const gait_modelcfg *modelcfg, const char *name);

/* One class of CfgModels, named after a .p3d or an .rtm. */
typedef struct gait_modelcfg_model {
    const char *name;
    const char *skeleton_name; /* own or inherited; "" = none */
    int32_t skeleton;          /* index of that skeleton; -1 = none, or not in this text */
} gait_modelcfg_model;

/* The number of classes of CfgModels that are defined in this text. */
GAIT_API uint32_t gait_modelcfg_model_count(const gait_modelcfg *modelcfg);
/* One of these classes, in file order. */
GAIT_API gait_modelcfg_model gait_modelcfg_model_at(const gait_modelcfg *modelcfg, uint32_t model);

#ifdef __cplusplus
}
#endif
#endif
