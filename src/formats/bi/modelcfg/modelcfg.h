/* Internals of config texts and of the model.cfg document. */
#ifndef GAITI_MODELCFG_H
#define GAITI_MODELCFG_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/text/lines.h"
#include "gait/modelcfg.h"

/* Opens a text. The bytes must outlive the document. GAIT_UNSUPPORTED for a binarised ("rapified")
 * config. */
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
    GAITI_CFG_DEPTH = 64, /* maximum nesting of classes; real texts use 5 */
    /* Maximum number of inheritance steps and bones of all skeletons together. */
    GAITI_CFG_WORK = 1 << 20
};

/* A value as written in the text, without its quotes if it has any. `data` NULL = none. */
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

/* --- tokens (modelcfg_text.c) ----------------------------------------------------------------- */

/* A cursor; everything before `at` has been consumed. If there is a visitor, everything consumed is
 * reported to it, so that the fields cover the text without gaps. */
typedef struct gaiti_cfg_cursor {
    gait_span text;
    size_t at;
    bool line_begins;           /* only blanks since the start of the line */
    gaiti_visitor *visitor;     /* NULL: fields are not reported */
    const gaiti_lines *lines;   /* required with `report` */
    const gaiti_report *report; /* NULL: diagnostics are not raised */
} gaiti_cfg_cursor;

/* Raises a rule for `size` bytes at `from`; returns the status if it is an error. */
gait_status gaiti_cfg_report(const gaiti_cfg_cursor *cursor, gaiti_rule rule, size_t from,
                             size_t size, gait_span name);
/* Skips blanks, comments and directives; returns the next byte, 0 at the end. */
uint8_t gaiti_cfg_next(gaiti_cfg_cursor *cursor);
/* True when the next two bytes are `pair`. */
bool gaiti_cfg_next_is(const gaiti_cfg_cursor *cursor, const char *pair);
/* Consumes `size` bytes as a field named `name`. */
gait_span gaiti_cfg_read(gaiti_cfg_cursor *cursor, const char *name, size_t size);
/* The size of the word at the cursor, including the parentheses of a macro; 0 = no word. */
size_t gaiti_cfg_word_size(const gaiti_cfg_cursor *cursor);
/* Consumes a quoted text. If the quote is not closed on its line, the text ends before the
 * punctuation at the end of the line. */
gaiti_cfg_text gaiti_cfg_read_quoted(gaiti_cfg_cursor *cursor, const char *name);
/* Consumes the rest of the line up to a comment, or to one of `stops` outside parentheses. */
gaiti_cfg_text gaiti_cfg_read_bare(gaiti_cfg_cursor *cursor, const char *name, const char *stops);

/* --- the grammar (modelcfg_parse.c) ----------------------------------------------------------- */

/* Receives the contents of the text; may be NULL. `depth` is the number of enclosing classes. */
typedef struct gaiti_cfg_builder gaiti_cfg_builder;

/* Parses the complete text. Returns the status of the error that stopped it. */
gait_status gaiti_cfg_parse(gaiti_cfg_cursor *cursor, gaiti_cfg_builder *builder);

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
    gaiti_cfg_text values[GAITI_CFG_KEYS]; /* its own values; later inherited ones too */
    bool has_bones, adds_bones;            /* skeletonBones[] = or += */
    uint32_t first_item, item_count;
} gaiti_cfg_class;

struct gaiti_cfg_builder {
    gaiti_cfg_class *classes; /* NULL: only count */
    gaiti_cfg_text *items;
    uint32_t class_count, item_count;
    gaiti_cfg_cursor *cursor; /* for diagnostics */
    gaiti_cfg_section section;
    int32_t open_class; /* the open class of `section`; -1 = none */
    bool in_bones;
};

void gaiti_cfg_on_class(gaiti_cfg_builder *builder, uint32_t depth, gait_span name, gait_span base,
                        bool external);
void gaiti_cfg_on_close(gaiti_cfg_builder *builder, uint32_t depth);
void gaiti_cfg_on_value(gaiti_cfg_builder *builder, uint32_t depth, gait_span name,
                        gaiti_cfg_text value);
void gaiti_cfg_on_array(gaiti_cfg_builder *builder, uint32_t depth, gait_span name, bool adds);
/* An item of the most recent array. A nested array is an item without data. */
void gaiti_cfg_on_item(gaiti_cfg_builder *builder, gaiti_cfg_text item);

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
    gaiti_lines lines;
    uint32_t class_count, item_count;
    gaiti_cfg_class *classes;
    gaiti_cfg_text *items;
    uint32_t skeleton_count, model_count, bone_count;
    gaiti_cfg_skeleton *skeletons;
    gaiti_cfg_bone *bones;
    gait_modelcfg_model *models;
    uint32_t *model_classes; /* index of the class of each model */
};

/* A cursor at the start of the document's text, after its byte order mark. */
gaiti_cfg_cursor gaiti_cfg_cursor_over(const gait_modelcfg *modelcfg, const gaiti_report *report);
/* Resolves bases and inherited values, and makes skeletons, bones and models from classes and items
 * (modelcfg_resolve.c). */
gait_status gaiti_cfg_resolve(gait_modelcfg *modelcfg, const gaiti_report *report);
/* True when a skeleton inherits the human of the game (OFP2_ManSkeleton), which is not in the text.
 */
bool gaiti_cfg_inherits_human(const gait_modelcfg *modelcfg, const gaiti_cfg_skeleton *skeleton);

#endif
