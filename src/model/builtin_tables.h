/* The tables of the built-in skeletons. */
#ifndef GAITI_BUILTIN_TABLES_H
#define GAITI_BUILTIN_TABLES_H

#include "gait/model.h"

typedef struct gaiti_builtin_bone {
    const char *name;
    const char *parent;   /* NULL = root; may be later in the list */
    bool by_convention;   /* the game defines no parent for this bone */
    const char *pivot_of; /* name of its entry in gaiti_man_pivots; NULL = the same name */
} gaiti_builtin_bone;

/* Position of a joint of the human skeleton in the rest pose: metres from the pelvis, engine
 * axes. */
typedef struct gaiti_builtin_pivot {
    const char *name;
    double at[3];
} gaiti_builtin_pivot;

typedef struct gaiti_builtin_table {
    const char *name;
    const char *summary;
    gait_family family;
    const gaiti_builtin_bone *bones;
    uint32_t bone_count;
    bool has_pivots;
    bool is_flat;
} gaiti_builtin_table;

enum { GAITI_BUILTIN_COUNT = 6 };

extern const gaiti_builtin_table gaiti_builtin_tables[GAITI_BUILTIN_COUNT];
/* The human of Arma 3, whose first bones are the body, as in all Arma games; the others are the
 * face. */
const gaiti_builtin_table *gaiti_arma_man(void);
extern const uint32_t gaiti_arma_body_count;

extern const gaiti_builtin_pivot gaiti_man_pivots[];
extern const uint32_t gaiti_man_pivot_count;

#endif
