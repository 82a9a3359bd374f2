/* Gait - the index of a mod: what plays an animation, and for how long.
 *
 * The library opens no files. A program passes the paths of all files of a mod, then the bytes of
 * those that the index needs (configs, and what they include), and gets every use of a file:
 *
 *     gait_mod_new(&options, &mod);
 *     for each file:                                    gait_mod_add(mod, path, GAIT_MOD_OWN);
 *     while ((file = gait_mod_need(mod)) >= 0)          gait_mod_provide(mod, file, bytes);
 *     gait_mod_finish(mod);
 *     for (i = 0; i < gait_mod_use_count(mod); i++)     use = gait_mod_use_at(mod, i);
 *
 * docs/commands/uses.md describes how paths, classes and values are resolved. */
#ifndef GAIT_MOD_H
#define GAIT_MOD_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The index of a mod. Once it is finished, several threads may read it. */
typedef struct gait_mod gait_mod;

/* Where a file is. */
typedef enum gait_mod_origin {
    GAIT_MOD_OWN = 0, /* in the mod */
    GAIT_MOD_GAME     /* in the folder of the unpacked game: only its path is used */
} gait_mod_origin;

/* All zero is the default. */
typedef struct gait_mod_options {
    gait_options common; /* allocator, limits, code page of configs that are not UTF-8 */
    const char *name;    /* of the folder of the mod, UTF-8, copied; NULL = unknown */
    bool finds_copies;   /* find animations with equal bytes (USE005): if there is a config, the
                            bytes of animations are needed too */
} gait_mod_options;

/* A file of the mod. */
typedef struct gait_mod_file {
    const char *path; /* UTF-8, relative to the folder of the mod, with `/` between names */
    uint32_t first_use, use_count; /* of gait_mod_use_at() */
    uint32_t finding_count;        /* of gait_mod_check() without a known game */
    bool is_asset; /* an animation, or another file that is useful only if something uses it */
    bool is_script_used; /* only scripts name it */
    bool is_copied;      /* the bytes may be freed after gait_mod_provide() */
} gait_mod_file;

/* What uses a file. */
typedef enum gait_use_kind {
    GAIT_USE_STATE = 0, /* a state of CfgMoves or CfgGestures plays it */
    GAIT_USE_HAND_ANIM, /* a weapon or vehicle names it in handAnim[] */
    GAIT_USE_STRING,    /* another text of a config names it */
    GAIT_USE_HUD_HANDS, /* a line of a hud section: a motion of the hands */
    GAIT_USE_HUD_ITEM,  /* the same: a motion of the item */
    GAIT_USE_VISUAL,    /* a section names the model */
    GAIT_USE_REFERENCE, /* a model refers to the bank */
    GAIT_USE_SCRIPT,    /* a script names it */
    GAIT_USE_EFFECT     /* a camera effect */
} gait_use_kind;

/* Whether the file that is named is here. */
typedef enum gait_use_status {
    GAIT_USE_FOUND = 0,
    GAIT_USE_MISSING, /* it should be in this mod, and is not */
    GAIT_USE_OUTSIDE, /* another addon has it, or the value is not known */
    GAIT_USE_GAME     /* the game has it */
} gait_use_status;

/* Where a value of a state is from. */
typedef enum gait_value_origin {
    GAIT_VALUE_ABSENT = 0,
    GAIT_VALUE_OWN,
    GAIT_VALUE_INHERITED,
    GAIT_VALUE_OUTSIDE /* of a class that is not in this mod: unknown */
} gait_value_origin;

/* Why the duration of a state is known, or not. */
typedef enum gait_seconds_why {
    GAIT_SECONDS_UNKNOWN = 0, /* of a class that is not in this mod; no state */
    GAIT_SECONDS_KNOWN,
    GAIT_SECONDS_STATIC,  /* so fast that it is a pose */
    GAIT_SECONDS_ENDLESS, /* so slow that it never ends */
    GAIT_SECONDS_ZERO,    /* the speed is 0 */
    GAIT_SECONDS_NO_NUMBER
} gait_seconds_why;

/* Where a config contains something. */
typedef struct gait_mod_place {
    uint32_t file;   /* of gait_mod_file_at() */
    uint32_t line;   /* from 1; 0 in binarised configs */
    uint64_t offset; /* in bytes */
} gait_mod_place;

/* One use of a file. Texts are UTF-8, valid as long as the index; NULL = none, or unknown. */
typedef struct gait_mod_use {
    gait_use_kind kind;
    gait_use_status status;
    int32_t file;  /* -1 unless it was found */
    bool is_weak;  /* uncertain: named in a script, or in a config that no other one includes */
    bool is_loose; /* no config of an addon includes the text */
    gait_mod_place place;
    const char *name;        /* of the state, class or section */
    const char *table;       /* CfgMovesMaleSdr, ... */
    const char *key, *value; /* as in the config */
    const char *near_path;   /* missing: a file or motion with a similar name */

    /* Models, banks and motions of X-Ray games. */
    const char *motion;     /* that is played; file: the bank that has it */
    bool plays_idle;        /* the item has no such motion, and plays idle */
    const char *speed;      /* as in the line of the hud section */
    uint32_t section_count; /* sections that have the line, also inherited */

    /* States. */
    const char *base; /* the class from which it inherits */
    bool is_base_here;
    const char *outside; /* the class that is not in this mod, from which other values come */
    gait_value_origin file_from, seconds_from, loop_from, mask_from;
    double seconds; /* with GAIT_SECONDS_KNOWN, otherwise 0 */
    gait_seconds_why seconds_why;
    int32_t loop; /* 1, 0, or -1 = unknown */
    const char *mask;
    const char *skeleton;       /* skeletonName of the table */
    const char *inherited_from; /* the class or section with the value, if it is inherited */
} gait_mod_use;

/* How long an animation lasts. */
typedef struct gait_mod_duration {
    double seconds;
    const gait_mod_use *state; /* with this duration; of several, the first in the order of uses */
    uint32_t other_count;      /* other states with a duration */
    const gait_mod_use *other; /* the first of them with another duration; NULL = none */
} gait_mod_duration;

/* How the game plays a clip. */
typedef struct gait_mod_clip {
    const uint32_t *uses; /* of gait_mod_use_at(): what plays it; valid as long as the index */
    uint32_t use_count;
    const gait_mod_use *first; /* the state of gait_mod_duration_of(), else the first state, else
                                  the first use; NULL = none */
    double seconds;            /* of one cycle, with GAIT_SECONDS_KNOWN, otherwise 0 */
    gait_seconds_why seconds_why;
    int32_t loop; /* 1, 0, or -1 = unknown */
} gait_mod_clip;

/* The game that a mod is probably made for. */
enum { GAIT_GAME_REASONS = 6 };
typedef struct gait_mod_game {
    int32_t game; /* of gait_game; -1 = nothing tells */
    bool is_sure;
    uint32_t games; /* those that it may be: for gait_diagnostics_set_games() */
    uint32_t reason_count;
    const char *reasons[GAIT_GAME_REASONS]; /* what was found; static storage */
} gait_mod_game;

/* Makes an index without files. The caller frees it. `options` may be NULL. */
GAIT_API gait_status gait_mod_new(const gait_mod_options *options, gait_mod **out_mod);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_mod_free(gait_mod *mod);
/* Adds a file, before the first call of gait_mod_need(). `path` is UTF-8, relative to the folder of
 * the mod or of the game, and is copied. GAIT_BAD_ARGUMENT for NULL, for a path that has no name or
 * leads out of the folder, and after the first call of gait_mod_need(). */
GAIT_API gait_status gait_mod_add(gait_mod *mod, const char *path, gait_mod_origin origin);
/* The next file whose bytes are needed (gait_mod_file_at()); -1 = none is needed. */
GAIT_API int32_t gait_mod_need(gait_mod *mod);
/* Passes the bytes of a file that is needed. They are not copied: they must stay valid until the
 * index is freed, except those of animations, models and banks. NULL = the file cannot be read.
 * GAIT_BAD_ARGUMENT for a file that is not needed. */
GAIT_API gait_status gait_mod_provide(gait_mod *mod, uint32_t file, gait_span bytes);
/* Finds all uses. GAIT_BAD_ARGUMENT for NULL, while files are needed, and if it is finished. */
GAIT_API gait_status gait_mod_finish(gait_mod *mod);

/* The number of files of the mod; they are sorted by the bytes of their paths. */
GAIT_API uint32_t gait_mod_file_count(const gait_mod *mod);
/* All zero when the index is out of range. */
GAIT_API gait_mod_file gait_mod_file_at(const gait_mod *mod, uint32_t file);
/* The file with this path, ignoring ASCII case and the kind of slashes; -1 = none. */
GAIT_API int32_t gait_mod_find(const gait_mod *mod, const char *path);
/* The number of uses: those of files first, in their order, then those without a file; in both by
 * place. 0 before gait_mod_finish(). */
GAIT_API uint32_t gait_mod_use_count(const gait_mod *mod);
/* Adds the findings about a file of a finished index: paths and values in a config, or an animation
 * that nothing uses (docs/formats/mods.md). They do not change the status. GAIT_BAD_ARGUMENT for
 * NULL, and when the index is out of range. */
GAIT_API gait_status gait_mod_check(const gait_mod *mod, uint32_t file,
                                    gait_diagnostics *diagnostics);
/* NULL when the index is out of range. */
GAIT_API const gait_mod_use *gait_mod_use_at(const gait_mod *mod, uint32_t use);
/* The duration of an animation that most of its states have; that of `state` if this is not NULL
 * (its name, ignoring ASCII case). A pose lasts one second. GAIT_NOT_FOUND if no state has one. */
GAIT_API gait_status gait_mod_duration_of(const gait_mod *mod, uint32_t file, const char *state,
                                          gait_mod_duration *out);
/* How the game plays a clip of an animation, which is a file of the index. For an RTM, the
 * values are those of `first`; the motions of banks and models store speed and loop themselves. All
 * zero but `loop` with a status other than GAIT_OK: GAIT_BAD_ARGUMENT for NULL, before
 * gait_mod_finish(), and when an index is out of range. */
GAIT_API gait_status gait_mod_clip_of(const gait_mod *mod, uint32_t file,
                                      const gait_file *animation, uint32_t clip,
                                      gait_mod_clip *out);
/* The game of a finished index. */
GAIT_API gait_mod_game gait_mod_guess_game(const gait_mod *mod);
/* Appends the value of a key of an LTX section, also an inherited one, without blanks. `section`
 * NULL = the first section that has the key. GAIT_NOT_FOUND when no section has it. */
GAIT_API gait_status gait_mod_value(const gait_mod *mod, const char *section, const char *key,
                                    gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
