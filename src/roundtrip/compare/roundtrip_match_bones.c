/* Matches joints with bones by name, also after changes that tools make to names. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/names.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "roundtrip/compare/compare_steps.h"

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

/* A name as three.js writes it, with room for a number. NULL data when there is no memory. */
static gait_span joint_match_three_js_name(gaiti_arena *arena, const char *name) {
    size_t size = strlen(name), at = 0;
    uint8_t *converted = gaiti_alloc(arena, (uint64_t)size + GAITI_NUMBER_MAX, 1);
    for (size_t i = 0; converted && i < size; i++) {
        char letter = name[i];
        if (joint_match_convert_letter(&letter)) {
            converted[at++] = (uint8_t)letter;
        }
    }
    return (gait_span){converted, at};
}

/* One pass over all names with the flags of one stage. */
typedef struct joint_match_pass {
    const gaiti_base_file *base;
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
    pass->set.is_exact = !(pass->stage & JOINT_MATCH_FOLDED);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const char *name =
            pass->base->bone_names ? pass->base->bone_names[b] : skeleton->bones[b].name;
        if (!(pass->stage & JOINT_MATCH_THREE_JS)) {
            pass->keys[b] = gaiti_span_of(name);
            gaiti_names_add(&pass->set, b);
            continue;
        }
        pass->keys[b] = joint_match_three_js_name(pass->arena, name);
        if (!pass->keys[b].data) {
            return false;
        }
        joint_match_number(pass, b);
    }
    return true;
}

static void joint_match_find_bone(joint_match_pass *pass, uint32_t joint) {
    const gait_edited_joint *from = &pass->edit->joints[joint];
    const char *name = pass->stage & JOINT_MATCH_OTHER ? from->alternative : from->name;
    if (!name || pass->bone_of[joint] >= 0) {
        return;
    }
    size_t size = strlen(name);
    if (pass->stage & JOINT_MATCH_STEM) {
        gaiti_number_suffix(name, &size);
    }
    int32_t bone = gaiti_names_find(&pass->set, gaiti_span(name, size));
    if (bone >= 0 && pass->joint_of[bone] < 0) {
        pass->joint_of[bone] = (int32_t)joint;
        pass->bone_of[joint] = bone;
    }
}

bool gaiti_match_joints(const gaiti_base_file *base, const gait_edited_file *edit,
                        gaiti_arena *arena, int32_t *joint_of, int32_t *bone_of) {
    for (uint32_t b = 0; b < base->skeleton->bone_count; b++) {
        joint_of[b] = -1;
    }
    for (uint32_t j = 0; j < edit->joint_count; j++) {
        bone_of[j] = -1;
    }
    for (size_t s = 0; s < sizeof joint_match_stages; s++) {
        joint_match_pass pass = {.base = base,
                                 .edit = edit,
                                 .arena = arena,
                                 .stage = joint_match_stages[s],
                                 .joint_of = joint_of,
                                 .bone_of = bone_of};
        if (!joint_match_list_bones(&pass)) {
            return false;
        }
        for (uint32_t j = 0; j < edit->joint_count; j++) {
            joint_match_find_bone(&pass, j);
        }
    }
    return true;
}
