/* Edits a motion bank:
 * edit_bank IN.omf OUT.omf version 3|4 [lose-marks]
 * edit_bank IN.omf OUT.omf rename-part OLD NEW
 * edit_bank IN.omf OUT.omf rename-bone OLD NEW
 * edit_bank IN.omf OUT.omf copy-track FROM_MOTION TO_MOTION BONE
 * edit_bank IN.omf OUT.omf add-mark MOTION NAME FROM TO */
#include "example.h"

#define USAGE                                                                                      \
    "edit_bank IN.omf OUT.omf version 3|4 [lose-marks] | rename-part OLD NEW | "                   \
    "rename-bone OLD NEW | copy-track FROM_MOTION TO_MOTION BONE | add-mark MOTION NAME FROM TO"

static gait_omf *open_bank(const char *path) {
    gait_diagnostic items[DIAGNOSTICS];
    gait_diagnostics found = {.items = items, .capacity = DIAGNOSTICS, .file = path};
    gait_options options = {.diagnostics = &found};
    gait_omf *bank = NULL;
    gait_buffer bytes = read_file(path);
    gait_status status = gait_omf_open((gait_span){bytes.data, bytes.size}, &options, &bank);
    status = status == GAIT_OK ? gait_omf_detach(bank) : status; /* then the bytes can be freed */
    gait_buffer_free(&bytes);
    gait_stdio_print_diagnostics(stderr, &found);
    check(status, path);
    return bank;
}

static uint32_t find_motion(const gait_omf *bank, const char *name) {
    for (uint32_t m = 0; m < gait_omf_motion_count(bank); m++) {
        if (is_named(gait_omf_motion_at(bank, m).name, name)) {
            return m;
        }
    }
    fail(name, "no such motion");
}

/* Version 3 is version 4 without marks. */
static void set_version(gait_omf *bank, const char *version, bool lose_marks) {
    gait_diagnostic items[DIAGNOSTICS];
    gait_diagnostics found = {.items = items, .capacity = DIAGNOSTICS};
    gait_status status =
        gait_omf_set_version(bank, strcmp(version, "3") == 0 ? 3 : 4, lose_marks, &found);
    for (uint32_t i = 0; i < found.count; i++) {
        fprintf(stderr, "%s\n", items[i].text);
    }
    check(status, "version");
}

static void rename_part(gait_omf *bank, const char *old, const char *new) {
    for (uint32_t p = 0; p < gait_omf_part_count(bank); p++) {
        if (is_named(gait_omf_part_at(bank, p).name, old)) {
            check(gait_omf_rename_part(bank, p, new_name(new)), new);
            return;
        }
    }
    fail(old, "no such part");
}

/* The number of the bone does not change, so it keeps its tracks. */
static void rename_bone(gait_omf *bank, const char *old, const char *new) {
    for (uint32_t b = 0; b < gait_omf_bone_count(bank); b++) {
        gait_omf_bone bone = gait_omf_listed_bone(bank, b);
        if (is_named(bone.name, old)) {
            bone.name = new_name(new);
            check(gait_omf_set_listed_bone(bank, b, &bone), new);
            return;
        }
    }
    fail(old, "no such bone");
}

/* Keys, their size and their centre are copied as they are stored: nothing is rounded. */
static void copy_track(gait_omf *bank, uint32_t from, uint32_t to, const char *bone) {
    uint32_t track = 0;
    while (track < gait_omf_bone_count(bank) && !is_named(gait_omf_bone_name(bank, track), bone)) {
        track++;
    }
    if (track == gait_omf_bone_count(bank)) {
        fail(bone, "no such bone");
    }
    gait_omf_track values = gait_omf_track_at(bank, from, track);
    bool is_still = (values.flags & GAIT_OMF_ROTATION_CONSTANT) != 0 &&
                    (values.flags & GAIT_OMF_TRANSLATION_KEYS) == 0;
    if (!is_still &&
        gait_omf_motion_at(bank, from).frame_count != gait_omf_motion_at(bank, to).frame_count) {
        fail(bone, "its track has another number of frames than the motion it is copied to");
    }
    check(gait_omf_set_track(bank, to, track, &values), bone);
}

static void add_mark(gait_omf *bank, uint32_t motion, const char *name, double from, double to) {
    float from_to[2] = {(float)from, (float)to};
    uint8_t interval[8]; /* as in the file: little-endian floats */
    for (size_t i = 0; i < sizeof interval; i++) {
        uint32_t bits;
        memcpy(&bits, &from_to[i / 4], sizeof bits);
        interval[i] = (uint8_t)(bits >> (i % 4 * 8));
    }
    gait_omf_mark mark = {
        .name = new_name(name), .interval_count = 1, .intervals = {interval, sizeof interval}};
    check(gait_omf_set_mark(bank, motion, gait_omf_mark_count(bank, motion), &mark), name);
}

int main(int argc, char **argv) {
    const char *edit = argc > 3 ? argv[3] : "";
    bool is_version = strcmp(edit, "version") == 0 && (argc == 5 || argc == 6) &&
                      (strcmp(argv[4], "3") == 0 || strcmp(argv[4], "4") == 0) &&
                      (argc == 5 || strcmp(argv[5], "lose-marks") == 0);
    bool is_part = strcmp(edit, "rename-part") == 0 && argc == 6;
    bool is_bone = strcmp(edit, "rename-bone") == 0 && argc == 6;
    bool is_track = strcmp(edit, "copy-track") == 0 && argc == 7;
    bool is_mark = strcmp(edit, "add-mark") == 0 && argc == 8;
    check_usage(is_version || is_part || is_bone || is_track || is_mark, USAGE);
    gait_omf *bank = open_bank(argv[1]);
    gait_buffer bytes = {0};
    if (is_version) {
        set_version(bank, argv[4], argc == 6);
    } else if (is_part) {
        rename_part(bank, argv[4], argv[5]);
    } else if (is_bone) {
        rename_bone(bank, argv[4], argv[5]);
    } else if (is_track) {
        copy_track(bank, find_motion(bank, argv[4]), find_motion(bank, argv[5]), argv[6]);
    } else {
        add_mark(bank, find_motion(bank, argv[4]), argv[5], parse_number(argv[6]),
                 parse_number(argv[7]));
    }
    check(gait_omf_write(bank, &bytes), argv[2]);
    write_buffer(argv[2], &bytes);
    gait_omf_free(bank);
}
