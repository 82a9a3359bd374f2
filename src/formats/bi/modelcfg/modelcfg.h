/* Internals of the model.cfg document. */
#ifndef GAITI_MODELCFG_H
#define GAITI_MODELCFG_H

#include "formats/bi/config/config.h"
#include "gait/modelcfg.h"

/* Opens a text. The bytes must outlive the document. */
gait_status gaiti_modelcfg_open(gait_span bytes, const gait_options *options,
                                gait_modelcfg **out_modelcfg);
/* Frees the object. NULL is allowed. */
void gaiti_modelcfg_free(gait_modelcfg *modelcfg);
/* The skeleton for a file, by its name without folder and extension: the one of the model with this
 * name, otherwise the only skeleton with bones. -1 when there is neither. NULL matches no model. */
int32_t gaiti_modelcfg_pair(const gait_modelcfg *modelcfg, const char *file_base_name);
/* Makes the hierarchy of a skeleton, parents before children. Rest poses are unknown. A bone whose
 * parent is not in the list becomes a root whose parent is unknown. GAIT_CORRUPT, with a
 * diagnostic, when the bones form a cycle. The caller frees the skeleton. */
gait_status gaiti_modelcfg_tree(const gait_modelcfg *modelcfg, uint32_t skeleton,
                                const gait_options *options, gait_skeleton **out_skeleton);
/* Like gait_file_check(), for this format. */
gait_status gaiti_modelcfg_check(const gait_modelcfg *modelcfg, gait_diagnostics *diagnostics);
/* For gait_file_map(): fields are the tokens of the text, and the blanks and
 * comments between them. */
void gaiti_modelcfg_show(const void *document, gaiti_visitor *visitor);

enum {
    /* Maximum number of inheritance steps and bones of all skeletons together. */
    GAITI_CFG_WORK = 1 << 20
};

/* --- stored classes and items (modelcfg_build.c) ---------------------------------------------- */

typedef enum gaiti_cfg_section {
    GAITI_CFG_SKELETONS = 0,
    GAITI_CFG_MODELS,
    GAITI_CFG_PARAMETERS,
    GAITI_CFG_SECTIONS,
    GAITI_CFG_ELSEWHERE = GAITI_CFG_SECTIONS
} gaiti_cfg_section;

typedef enum gaiti_cfg_key {
    GAITI_CFG_INHERIT = 0,
    GAITI_CFG_DISCRETE,
    GAITI_CFG_PIVOTS,
    GAITI_CFG_SKELETON_NAME,
    GAITI_CFG_KEYS
} gaiti_cfg_key;

/* A class at the top level of a section. */
typedef struct gaiti_cfg_class {
    gait_span name, base; /* `base` without data = none */
    gaiti_cfg_section section;
    bool external;         /* declared only, without a body */
    bool repeated;         /* defined before: ignored */
    bool base_is_external; /* the base is declared but not defined in this text */
    int32_t definition;    /* index of the definition of this name, -1 = none; only set at its first
                              occurrence */
    int32_t base_class;    /* index of the base, -1 = none, or not defined in this text */
    gaiti_config_value values[GAITI_CFG_KEYS]; /* its own values; later inherited ones too */
    bool has_bones, adds_bones;                /* skeletonBones[] = or += */
    uint32_t first_item, item_count;
} gaiti_cfg_class;

/* True for the name of a section. */
bool gaiti_cfg_is_section(gait_span name);
/* Makes the classes and items of a document from the tree of its text. */
gait_status gaiti_cfg_build(gait_modelcfg *modelcfg, const gaiti_config_entry *root,
                            const gaiti_report *report);

/* --- the document ----------------------------------------------------------------------------- */

typedef struct gaiti_cfg_skeleton {
    gait_modelcfg_skeleton about;
    uint32_t class_index, first_bone;
    int32_t inherits; /* index of a class; -1 = none */
} gaiti_cfg_skeleton;

typedef struct gaiti_cfg_bone {
    gait_modelcfg_bone about;
    gait_span place; /* position of the name in the text */
} gaiti_cfg_bone;

struct gait_modelcfg {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    gait_span source;
    bool is_utf8;
    gaiti_config_texts texts; /* the source, and what its macros produced */
    uint32_t class_count, item_count;
    gaiti_cfg_class *classes;
    gaiti_config_value *items;
    uint32_t skeleton_count, model_count, bone_count;
    gaiti_cfg_skeleton *skeletons;
    gaiti_cfg_bone *bones;
    gait_modelcfg_model *models;
    uint32_t *model_classes; /* index of the class of each model */
};

/* Resolves bases and inherited values, and makes skeletons, bones and models from classes and items
 * (modelcfg_resolve.c). */
gait_status gaiti_cfg_resolve(gait_modelcfg *modelcfg, const gaiti_report *report);
/* True when a skeleton inherits the human of the game (OFP2_ManSkeleton), which is not in the text.
 */
bool gaiti_cfg_inherits_human(const gait_modelcfg *modelcfg, const gaiti_cfg_skeleton *skeleton);

#endif
