/* Internals of the index of a mod of X-Ray games:
 *
 *     models   the motions of models and banks, and the references of models (mod_models.c)
 *     ltx      the sections of all LTX, and the models and effects that they name (mod_ltx.c)
 *     hud      lines of hud sections, and the motions that they play (mod_hud.c)
 *     scripts  texts of scripts that name something (mod_scripts.c)
 *     findings what is wrong with them (mod_xray_findings.c) */
#ifndef GAITI_MOD_XRAY_H
#define GAITI_MOD_XRAY_H

#include "formats/xray/ltx/ltx_hud.h"
#include "gait/inspect.h"
#include "mod/mod_layers.h"

enum {
    GAITI_MOD_MESHES = 16,          /* folders `meshes` in which models are looked up */
    GAITI_MOD_HANDS = 64,           /* models of hands that are looked at */
    GAITI_MOD_MOTIONS = 1 << 22,    /* motions of all models together */
    GAITI_MOD_USES = 1 << 17,       /* uses of each kind of source */
    GAITI_MOD_PATTERNS = 1 << 22,   /* comparisons of paths with a `*` */
    GAITI_MOD_SIMILAR = 1 << 17,    /* comparisons of names for suggestions */
    GAITI_MOD_PARAMETERS = 64 << 20 /* bytes of the parameters of a bank */
};

/* A model or a bank. */
typedef struct gaiti_mod_holder {
    uint32_t file;
    bool is_read;          /* false: it is damaged or encrypted */
    bool is_merged;        /* motions below are found */
    bool is_complete;      /* all banks of the model are here */
    bool is_hud;           /* hands, or an item that is held */
    gait_span *own, *refs; /* names of its motions; references */
    uint32_t own_count, ref_count;
    gait_span *motions; /* that can be played, once each */
    uint32_t *banks;    /* the file of each */
    bool *used;         /* a line of a hud section plays it */
    uint32_t motion_count;
    gaiti_names set;
} gaiti_mod_holder;

/* A use that was added, by what it is about. */
typedef struct gaiti_mod_slot {
    uint64_t key;
    uint32_t use;  /* index + 1; 0 = empty */
    uint32_t node; /* the last section that was counted */
} gaiti_mod_slot;

typedef struct gaiti_mod_xray {
    gait_ltx **ltx;               /* NULL: cannot be read */
    uint32_t *ltx_files, *ltx_of; /* the file of each LTX, and the reverse */
    uint32_t ltx_count;
    gaiti_ltx_tree tree;
    gaiti_ltx_engine engine;
    bool has_system; /* a system.ltx */
    bool has_hands;  /* all hands are here, with all their banks */
    gaiti_mod_holder *holders;
    uint32_t holder_count, holder_capacity;
    uint32_t *holder_of; /* of each file */
    gait_span meshes[GAITI_MOD_MESHES], anims[GAITI_MOD_MESHES];
    uint32_t mesh_count, anim_count;
    uint32_t motion_count;  /* of all merged models */
    uint32_t pattern_count; /* comparisons so far */
    uint32_t similar_count;
    gaiti_names motion_set; /* names of the motions of all banks */
    bool *is_named;         /* of each of them: a script names it */
    gaiti_mod_slot *slots;
    uint32_t slot_mask, slot_count;
} gaiti_mod_xray;

/* Prepares an index with files of X-Ray games, once all paths are known
 * (mod_xray_index.c). */
gait_status gaiti_mod_xray_new(gait_mod *mod);
void gaiti_mod_xray_free(gait_mod *mod);
/* Finds all uses. */
gait_status gaiti_mod_find_xray(gait_mod *mod);

/* --- shared (mod_xray.c) ---------------------------------------------------------------------- */

/* The same name in another folder: `name` below each of the folders; -1 = none. `extension` is
 * appended unless the name has it. */
int32_t gaiti_mod_find_in(gait_mod *mod, const gait_span *folders, uint32_t count, gait_span name,
                          const char *extension);
/* Writes a path with a `*`, as gaiti_mod_write_path() does. */
bool gaiti_mod_write_pattern(gait_mod *mod, gait_buffer *out, gait_span folder, gait_span path);
/* Adds a use of a file (GAITI_MOD_NONE = none is found) at the place of an item of a section; the
 * caller sets its other values. NULL if there is one of the same kind about the same item and file,
 * to which it adds a section, or if there are too many. NULL also without memory: then
 * arena.status is set. */
gait_mod_use *gaiti_mod_use_item(gait_mod *mod, gait_use_kind kind, uint32_t node, uint32_t item,
                                 int32_t file);
/* A text of an LTX or model as UTF-8; NULL when it is empty. Long ones are cut. */
const char *gaiti_mod_name(gait_mod *mod, gait_span text);

/* --- models (mod_models.c) -------------------------------------------------------------------- */

/* Reads what is needed of a model or bank. */
gait_status gaiti_mod_read_holder(gait_mod *mod, uint32_t file, const gait_reader *reader);
/* Adds the uses of banks by models. */
gait_status gaiti_mod_find_references(gait_mod *mod);
/* The model of a path in a section; NULL = it is not here. Its motions are merged. */
gaiti_mod_holder *gaiti_mod_model(gait_mod *mod, gait_span path);
/* The motion NAME of a model, or else the first one of NAME0.. or NAME1..; -1 = none. */
int32_t gaiti_mod_find_motion(const gait_mod *mod, const gaiti_mod_holder *model, gait_span name);
/* Marks the motions of this name as used. */
void gaiti_mod_mark_motions(const gait_mod *mod, gaiti_mod_holder *model, gait_span name);
/* A motion with a similar name; NULL = none. */
const char *gaiti_mod_near_motion(gait_mod *mod, const gaiti_mod_holder *model, gait_span name);

/* --- sections (mod_ltx.c, mod_hud.c, mod_scripts.c) ------------------------------------------- */

gait_status gaiti_mod_load_ltx(gait_mod *mod);
gait_status gaiti_mod_find_visuals(gait_mod *mod);
gait_status gaiti_mod_find_hud(gait_mod *mod);
gait_status gaiti_mod_find_scripts(gait_mod *mod);

/* --- findings (mod_xray_findings.c) ----------------------------------------------------------- */

/* Adds findings about all LTX, effects and banks. */
gait_status gaiti_mod_check_xray(gait_mod *mod);

#endif
