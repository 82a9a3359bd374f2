/* Makes skeletons from builtin_tables.c; bones without a pivot inherit that of a similar bone. */
#include "base/try.h"
#include "model/builtin_tables.h"

#include "base/memory.h"
#include "base/text/text.h"
#include "model/clip.h"
#include "model/side.h"

const char *gaiti_family_name(gait_family family) {
    static const char *const names[] = {NULL, "bohemia", "xray"};
    return (uint32_t)family < sizeof names / sizeof names[0] ? names[family] : NULL;
}

uint32_t gait_builtin_count(void) {
    return GAITI_BUILTIN_COUNT;
}

gait_builtin gait_builtin_at(uint32_t index) {
    if (index >= GAITI_BUILTIN_COUNT) {
        return (gait_builtin){0};
    }
    const gaiti_builtin_table *table = &gaiti_builtin_tables[index];
    return (gait_builtin){table->name, table->summary, table->family, table->bone_count,
                          table->is_flat};
}

/* Case-sensitive, because the tables use one spelling; called thousands of times. */
static bool builtin_same(const char *a, const char *b) {
    while (*a == *b && *a) {
        a++;
        b++;
    }
    return *a == *b;
}

static const gaiti_builtin_pivot *builtin_pivot(const gaiti_builtin_bone *bone) {
    const char *name = bone->pivot_of ? bone->pivot_of : bone->name;
    for (uint32_t i = 0; i < gaiti_man_pivot_count; i++) {
        if (builtin_same(gaiti_man_pivots[i].name, name)) {
            return &gaiti_man_pivots[i];
        }
    }
    return NULL;
}

static int32_t builtin_index(const gaiti_builtin_table *builtin, const char *name) {
    for (uint32_t b = 0; name && b < builtin->bone_count; b++) {
        if (builtin_same(builtin->bones[b].name, name)) {
            return (int32_t)b;
        }
    }
    return -1;
}

/* The pivot of `bone` or of its nearest ancestor that has one; NULL = none. */
static const gaiti_builtin_pivot *builtin_inherited(const gaiti_builtin_table *builtin,
                                                    int32_t bone) {
    const gaiti_builtin_pivot *pivot = NULL;
    while (bone >= 0 && !(pivot = builtin_pivot(&builtin->bones[bone]))) {
        bone = builtin_index(builtin, builtin->bones[bone].parent);
    }
    return pivot;
}

/* Rest poses of human skeletons are translations from the parent's joint to the bone's joint. */
static void builtin_rest(const gaiti_builtin_table *builtin, uint32_t index, gait_bone *bone) {
    const gaiti_builtin_pivot *from = builtin_inherited(builtin, bone->parent);
    const gaiti_builtin_pivot *to = builtin_pivot(&builtin->bones[index]);
    bool is_borrowed = builtin->bones[index].pivot_of != NULL;
    bone->rest_origin = !to           ? GAIT_ORIGIN_PARENT
                        : is_borrowed ? GAIT_ORIGIN_CONVENTION
                                      : GAIT_ORIGIN_TABLE;
    for (int i = 0; to && i < 3; i++) {
        bone->rest.t[i] = to->at[i] - (from ? from->at[i] : 0);
    }
}

static void builtin_bone(const gaiti_builtin_table *builtin, uint32_t index, gait_bone *bone) {
    const gaiti_builtin_bone *row = &builtin->bones[index];
    *bone = (gait_bone){
        .name = row->name,
        .parent = builtin_index(builtin, row->parent),
        .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}},
        .parent_origin = row->by_convention ? GAIT_ORIGIN_CONVENTION : GAIT_ORIGIN_TABLE,
        .rest_origin = GAIT_ORIGIN_UNKNOWN,
    };
    if (builtin->has_pivots) {
        builtin_rest(builtin, index, bone);
    }
}

static gait_status builtin_make(const gaiti_builtin_table *builtin, const gait_options *options,
                                gait_skeleton **out_skeleton) {
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, options, 0);
    gait_bone *bones = gaiti_alloc(&scratch, builtin->bone_count, sizeof *bones);
    gait_status status = scratch.status;
    if (bones) {
        for (uint32_t b = 0; b < builtin->bone_count; b++) {
            builtin_bone(builtin, b, &bones[b]);
        }
        status =
            gaiti_skeleton_new(builtin->name, bones, builtin->bone_count, options, out_skeleton);
    }
    gaiti_arena_free(&scratch);
    return status;
}

/* The index of a built-in skeleton; GAITI_BUILTIN_COUNT = none. */
static uint32_t builtin_named(const char *name) {
    uint32_t index = 0;
    while (index < GAITI_BUILTIN_COUNT &&
           !gaiti_equal_text(gaiti_builtin_tables[index].name, name)) {
        index++;
    }
    return index;
}

const gaiti_builtin_table *gaiti_arma_man(void) {
    return &gaiti_builtin_tables[builtin_named("arma3-man")];
}

gait_status gait_builtin_skeleton(const char *name, const gait_options *options,
                                  gait_skeleton **out_skeleton) {
    if (!GAITI_CLEAR(out_skeleton) || !name) {
        return GAIT_BAD_ARGUMENT;
    }
    uint32_t index = builtin_named(name);
    return index < GAITI_BUILTIN_COUNT
               ? builtin_make(&gaiti_builtin_tables[index], options, out_skeleton)
               : GAIT_NOT_FOUND;
}
