/* The built-in skeletons as data. */
#ifndef GAITI_BUILTIN_TABLES_H
#define GAITI_BUILTIN_TABLES_H

#include "gait/model.h"

typedef struct gaiti_builtin_bone {
    const char *name;
    const char *parent;   /* NULL = root; may come later in the list */
    bool by_convention;   /* the game itself gives this bone no parent */
    const char *pivot_of; /* the bone of the pivot list that lies at this joint; NULL = same name */
} gaiti_builtin_bone;

/* Where a man's joint is in the rest pose: metres from the pelvis, engine axes. */
typedef struct gaiti_builtin_pivot {
    const char *name;
    double at[3];
} gaiti_builtin_pivot;

typedef struct gaiti_builtin {
    const char *name;
    const char *summary;
    const gaiti_builtin_bone *bones;
    uint32_t bone_count;
    bool has_pivots;
    bool is_flat;
} gaiti_builtin;

enum { GAITI_BUILTIN_COUNT = 6 };

extern const gaiti_builtin gaiti_builtins[GAITI_BUILTIN_COUNT];
extern const gaiti_builtin_pivot gaiti_man_pivots[];
extern const uint32_t gaiti_man_pivot_count;

#endif
