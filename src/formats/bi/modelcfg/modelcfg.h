/* The config text and its document, inside. */
#ifndef GAITI_MODELCFG_H
#define GAITI_MODELCFG_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/text/lines.h"
#include "gait/modelcfg.h"

enum {
    GAITI_CFG_DEPTH = 64,    /* classes in classes; real texts have 5 */
    GAITI_CFG_WORK = 1 << 20 /* steps of inheritance and bones of all skeletons together */
};

/* A value as it stands in the text: between its quotes when it has any. `data` NULL = none. */
typedef struct gaiti_cfg_text {
    gait_span raw;
    bool quoted;
} gaiti_cfg_text;

static inline bool gaiti_cfg_is_one_of(uint8_t c, const char *signs) {
    while (*signs && (uint8_t)*signs != c) {
        signs++;
    }
    return *signs != 0;
}

/* --- the text (modelcfg_text.c) --------------------------------------------------------------- */

/* A cursor that has consumed everything before `at`. What it consumes is told to the walk, if there
 * is one, so that fields tile the text by construction. */
typedef struct gaiti_cfg_cursor {
    gait_span text;
    size_t at;
    bool line_begins;           /* nothing but blanks since the line began */
    gaiti_visitor *visitor;     /* NULL: nothing is shown */
    const gaiti_lines *lines;   /* with `report` */
    const gaiti_report *report; /* NULL: nothing is said */
} gaiti_cfg_cursor;

/* Says something about `size` bytes at `from`; returns the status of an error. */
gait_status gaiti_cfg_report(const gaiti_cfg_cursor *cursor, gaiti_rule rule, size_t from,
                             size_t size, gait_span name);
/* The next sign after blanks, comments and directives; 0 at the end. */
uint8_t gaiti_cfg_next(gaiti_cfg_cursor *cursor);
/* True when the text goes on with the two bytes. */
bool gaiti_cfg_next_is(const gaiti_cfg_cursor *cursor, const char *pair);
/* Consumes `size` bytes as a field of that name. */
gait_span gaiti_cfg_read(gaiti_cfg_cursor *cursor, const char *name, size_t size);
/* Bytes of the word at the cursor, a macro's parentheses included; 0 = no word begins here. */
size_t gaiti_cfg_word_size(const gaiti_cfg_cursor *cursor);
/* Consumes a text in quotes; one that its line does not close ends before the signs that end the
 * line. */
gaiti_cfg_text gaiti_cfg_read_quoted(gaiti_cfg_cursor *cursor, const char *name);
/* Consumes the rest of the line up to a comment or one of `stops` outside of parentheses. */
gaiti_cfg_text gaiti_cfg_read_bare(gaiti_cfg_cursor *cursor, const char *name, const char *stops);

/* --- the grammar (modelcfg_parse.c) ----------------------------------------------------------- */

/* Hears what the text holds; NULL = nobody listens. `depth` counts the classes around. */
typedef struct gaiti_cfg_builder gaiti_cfg_builder;

/* Reads the whole text. The status of the error that ended it. */
gait_status gaiti_cfg_parse(gaiti_cfg_cursor *cursor, gaiti_cfg_builder *builder);

/* --- what is kept (modelcfg_build.c) ---------------------------------------------------------- */

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

/* A class directly inside a section. */
typedef struct gaiti_cfg_class {
    gait_span name, base; /* `base` without data: none */
    gaiti_cfg_section section;
    bool external;                         /* declared here, defined elsewhere */
    bool repeated;                         /* defined before: does not count */
    bool base_is_external;                 /* the base is declared here only */
    int32_t definition;                    /* of this name; only at its first occurrence */
    int32_t base_class;                    /* -1 = none, or not here */
    gaiti_cfg_text values[GAITI_CFG_KEYS]; /* first its own, then inherited ones too */
    bool has_bones, adds_bones;            /* skeletonBones[] = or += */
    uint32_t first_item, item_count;
} gaiti_cfg_class;

struct gaiti_cfg_builder {
    gaiti_cfg_class *classes; /* NULL: counting */
    gaiti_cfg_text *items;
    uint32_t class_count, item_count;
    gaiti_cfg_cursor *cursor; /* for what is to be said */
    gaiti_cfg_section section;
    int32_t open_class; /* the class of `section` that is open; -1 = none */
    bool in_bones;
};

void gaiti_cfg_on_class(gaiti_cfg_builder *builder, uint32_t depth, gait_span name, gait_span base,
                        bool external);
void gaiti_cfg_on_close(gaiti_cfg_builder *builder, uint32_t depth);
void gaiti_cfg_on_value(gaiti_cfg_builder *builder, uint32_t depth, gait_span name,
                        gaiti_cfg_text value);
void gaiti_cfg_on_array(gaiti_cfg_builder *builder, uint32_t depth, gait_span name, bool adds);
/* Of the array heard of last. A nested array is an item without data. */
void gaiti_cfg_on_item(gaiti_cfg_builder *builder, gaiti_cfg_text item);

/* --- the document ----------------------------------------------------------------------------- */

typedef struct gaiti_cfg_skeleton {
    gait_modelcfg_skeleton about;
    uint32_t class_index, first_bone;
    int32_t inherits; /* class index; -1 = none */
} gaiti_cfg_skeleton;

typedef struct gaiti_cfg_bone {
    gait_modelcfg_bone about;
    gait_span place; /* the name in the text */
} gaiti_cfg_bone;

struct gait_modelcfg {
    gaiti_arena arena;
    gait_span source;
    bool is_utf8;
    gaiti_lines lines;
    uint32_t class_count, item_count;
    gaiti_cfg_class *classes;
    gaiti_cfg_text *items;
    uint32_t skeleton_count, model_count, bone_count;
    gaiti_cfg_skeleton *skeletons;
    gaiti_cfg_bone *bones;
    gait_modelcfg_model *models;
    uint32_t *model_classes; /* class index of each model */
};

/* A cursor over the document's text behind its byte order mark. */
gaiti_cfg_cursor gaiti_cfg_cursor_over(const gait_modelcfg *modelcfg, const gaiti_report *report);
/* Bases, inherited values, skeletons, bones and models from classes and items (modelcfg_resolve.c).
 */
gait_status gaiti_cfg_resolve(gait_modelcfg *modelcfg, const gaiti_report *report);

#endif
