/* Writes a skeleton as the text of a model.cfg. */

#include "base/bytes.h"
#include "gait/joints.h"

/* Writes a name as the name of a class: letters, digits and underscores. */
static bool config_write_class(gait_buffer *out, const char *name) {
    bool is_written = !(name[0] >= '0' && name[0] <= '9') || gaiti_write_u8(out, '_');
    for (; *name && is_written; name++) {
        char c = *name;
        bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        is_written = gaiti_write_u8(out, is_word ? (uint8_t)c : '_');
    }
    return is_written;
}

/* Writes a name as a text in double quotes. Line breaks cannot be written. */
static bool config_write_name(gait_buffer *out, const char *name) {
    bool is_written = gaiti_write_u8(out, '"');
    for (; *name && is_written; name++) {
        uint8_t c = (uint8_t)*name;
        is_written =
            (c != '"' || gaiti_write_u8(out, '"')) && gaiti_write_u8(out, c < 32 ? ' ' : c);
    }
    return is_written && gaiti_write_u8(out, '"');
}

static const char *config_comment(const gait_bone *bone, const gait_joint *joint) {
    if (bone->parent_origin == GAIT_ORIGIN_UNKNOWN) {
        return " // no joint was found";
    }
    switch (joint ? joint->kind : GAIT_JOINT_NONE) {
    case GAIT_JOINT_RIGID:
        return " // rigid: both bones move as one, so their names decided";
    case GAIT_JOINT_HELD:
        return " // held: both bones hardly turn against each other, so this is a guess";
    case GAIT_JOINT_PROVED:
    case GAIT_JOINT_NONE:
    default:
        return "";
    }
}

static bool config_write_bone(gait_buffer *out, const gait_skeleton *skeleton, uint32_t index,
                              const gait_joint *joints) {
    const gait_bone *bone = &skeleton->bones[index];
    const char *parent = bone->parent >= 0 ? skeleton->bones[bone->parent].name : "";
    bool is_last = index + 1 == skeleton->bone_count;
    return gaiti_write_text(out, "\t\t\t") && config_write_name(out, bone->name) &&
           gaiti_write_text(out, ", ") && config_write_name(out, parent) &&
           gaiti_write_text(out, is_last ? "" : ",") &&
           gaiti_write_text(out, config_comment(bone, joints ? &joints[index] : NULL)) &&
           gaiti_write_text(out, "\n");
}

gait_status gait_skeleton_write_config(const char *name, const gait_skeleton *skeleton,
                                       const gait_joint *joints, gait_buffer *out) {
    if (!name || !name[0] || !skeleton || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    bool is_written = gaiti_write_text(out, "class CfgSkeletons\n{\n\tclass ") &&
                      config_write_class(out, name) &&
                      gaiti_write_text(out, "\n\t{\n\t\tisDiscrete = 0;\n"
                                            "\t\tskeletonInherit = \"\";\n"
                                            "\t\tskeletonBones[] =\n\t\t{\n");
    for (uint32_t b = 0; b < skeleton->bone_count && is_written; b++) {
        is_written = config_write_bone(out, skeleton, b, joints);
    }
    is_written = is_written && gaiti_write_text(out, "\t\t};\n\t};\n};\n");
    return is_written ? GAIT_OK : GAIT_NO_MEMORY;
}
