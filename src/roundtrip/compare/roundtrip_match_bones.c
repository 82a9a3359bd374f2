/* Matches joints with bones by name, also after changes that tools make to names. */
#include <string.h>

#include "base/number/number.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "roundtrip/compare/roundtrip_state.h"

/* Flags of a stage: ignore the number suffix, ignore case, names as three.js writes them, use the
 * alternative name. */
enum {
    JOINT_MATCH_STEM = 1,
    JOINT_MATCH_FOLDED = 2,
    JOINT_MATCH_THREE_JS = 4,
    JOINT_MATCH_OTHER = 8
};

static const uint8_t joint_match_stages[] = {
    0,
    JOINT_MATCH_OTHER,
    JOINT_MATCH_STEM,
    JOINT_MATCH_FOLDED,
    JOINT_MATCH_FOLDED | JOINT_MATCH_STEM,
    JOINT_MATCH_FOLDED | JOINT_MATCH_THREE_JS,
};

uint32_t gaiti_number_suffix(const char *name, size_t *out_stem) {
    size_t size = strlen(name), digits = 0;
    uint32_t number = 0;
    while (digits < size && name[size - 1 - digits] >= '0' && name[size - 1 - digits] <= '9') {
        digits++;
    }
    *out_stem = size;
    if (digits < 3 || digits > 9 || digits + 1 >= size || name[size - 1 - digits] != '.') {
        return 0;
    }
    for (size_t i = size - digits; i < size; i++) {
        number = number * 10 + (uint32_t)(name[i] - '0');
    }
    *out_stem = number ? size - digits - 1 : size;
    return number;
}

/* Converts a letter as three.js does: white space becomes "_". False for the characters of property
 * paths, which three.js removes. */
static bool joint_match_convert_letter(char *letter) {
    *letter = *letter == ' ' || *letter == '\t' ? '_' : *letter;
    return !memchr("[].:/", *letter, 5);
}

/* The key of a name in a stage. The set of keys ignores case: for a stage with case, capitals get
 * the prefix 1. */
static gait_span joint_match_key(gaiti_arena *arena, const char *name, unsigned stage) {
    size_t size = strlen(name), at = 0;
    uint8_t *key = gaiti_alloc(arena, (uint64_t)size * 2 + GAITI_NUMBER_MAX, 1);
    if (!key) {
        return (gait_span){0};
    }
    if (stage & JOINT_MATCH_STEM) {
        gaiti_number_suffix(name, &size);
    }
    for (size_t i = 0; i < size; i++) {
        char letter = name[i];
        if (stage & JOINT_MATCH_THREE_JS && !joint_match_convert_letter(&letter)) {
            continue;
        }
        if (!(stage & JOINT_MATCH_FOLDED) &&
            gaiti_ascii_lower((uint8_t)letter) != (uint8_t)letter) {
            key[at++] = 1;
        }
        key[at++] = (uint8_t)letter;
    }
    return (gait_span){key, at};
}

/* One pass over all names with the flags of one stage. */
typedef struct joint_match_pass {
    const gait_base_file *base;
    const gait_edited_file *edit;
    gaiti_arena *arena;
    unsigned stage;
    gait_span *keys; /* per bone */
    gaiti_names set;
    int32_t *joint_of, *bone_of;
} joint_match_pass;

/* Adds the key of a bone to the set. Equal keys get a suffix "_1" and so on, as in three.js. */
static void joint_match_number(joint_match_pass *pass, uint32_t bone) {
    size_t size = pass->keys[bone].size;
    uint8_t *key = (uint8_t *)(uintptr_t)pass->keys[bone].data;
    for (uint32_t copy = 1; copy < 100 && gaiti_names_add(&pass->set, bone) >= 0; copy++) {
        key[size] = '_';
        pass->keys[bone].size = size + 1 + gaiti_print_u64((char *)key + size + 1, copy);
    }
}

static bool joint_match_list_bones(joint_match_pass *pass) {
    const gait_skeleton *skeleton = pass->base->skeleton;
    pass->keys = gaiti_alloc(pass->arena, skeleton->bone_count, sizeof *pass->keys);
    if (!pass->keys ||
        !gaiti_names_init(&pass->set, pass->arena, pass->keys, skeleton->bone_count)) {
        return false;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const char *name =
            pass->base->bone_names ? pass->base->bone_names[b] : skeleton->bones[b].name;
        pass->keys[b] =
            joint_match_key(pass->arena, name, pass->stage & ~(unsigned)JOINT_MATCH_STEM);
        if (!pass->keys[b].data) {
            return false;
        }
        if (pass->stage & JOINT_MATCH_THREE_JS) {
            joint_match_number(pass, b);
        } else {
            gaiti_names_add(&pass->set, b);
        }
    }
    return true;
}

static bool joint_match_find_bone(joint_match_pass *pass, uint32_t joint) {
    const gait_edited_joint *from = &pass->edit->joints[joint];
    const char *name = pass->stage & JOINT_MATCH_OTHER ? from->alternative : from->name;
    if (!name || pass->bone_of[joint] >= 0) {
        return true;
    }
    gait_span key =
        joint_match_key(pass->arena, name, pass->stage & ~(unsigned)JOINT_MATCH_THREE_JS);
    int32_t bone = key.data ? gaiti_names_find(&pass->set, key) : -1;
    if (bone >= 0 && pass->joint_of[bone] < 0) {
        pass->joint_of[bone] = (int32_t)joint;
        pass->bone_of[joint] = bone;
    }
    return key.data != NULL;
}

bool gaiti_match_joints(const gait_base_file *base, const gait_edited_file *edit,
                        gaiti_arena *arena, int32_t *joint_of, int32_t *bone_of) {
    bool done = true;
    for (uint32_t b = 0; b < base->skeleton->bone_count; b++) {
        joint_of[b] = -1;
    }
    for (uint32_t j = 0; j < edit->joint_count; j++) {
        bone_of[j] = -1;
    }
    for (size_t s = 0; done && s < sizeof joint_match_stages; s++) {
        joint_match_pass pass = {.base = base,
                                 .edit = edit,
                                 .arena = arena,
                                 .stage = joint_match_stages[s],
                                 .joint_of = joint_of,
                                 .bone_of = bone_of};
        done = joint_match_list_bones(&pass);
        for (uint32_t j = 0; done && j < edit->joint_count; j++) {
            done = joint_match_find_bone(&pass, j);
        }
    }
    return done;
}
