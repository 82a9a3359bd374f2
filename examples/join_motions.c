/* Joins motions of the X-Ray SDK into one file: join_motions OUT.skls IN.skl... */
#include "example.h"

static gait_skl *open_motions(const char *path) {
    gait_diagnostic items[DIAGNOSTICS];
    gait_diagnostics found = {.items = items, .capacity = DIAGNOSTICS, .file = path};
    gait_options options = {.diagnostics = &found};
    gait_skl *skl = NULL;
    gait_buffer bytes = read_file(path);
    gait_status status = gait_skl_open((gait_span){bytes.data, bytes.size}, &options, &skl);
    status = status == GAIT_OK ? gait_skl_detach(skl) : status; /* then the bytes can be freed */
    gait_buffer_free(&bytes);
    gait_stdio_print_diagnostics(stderr, &found);
    check(status, path);
    if (gait_skl_kind_of(skl) == GAIT_SKL_OBJECT) {
        fail(path, "the motion of an object has no bones");
    }
    return skl;
}

/* The number of keys of all envelopes of a motion. */
static size_t count_keys(const gait_skl *skl, uint32_t motion) {
    size_t count = 0;
    for (uint32_t b = 0; b < gait_skl_motion_at(skl, motion).bone_count; b++) {
        for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
            count += gait_skl_envelope_at(skl, motion, b, c).key_count;
        }
    }
    return count;
}

static void check_motion(const gait_skl *joined, const gait_skl_motion *motion, const char *path) {
    if (motion->version < 6) {
        fail(path, "only motions of version 6 and 7 can be joined");
    }
    for (uint32_t m = 0; m < gait_skl_motion_count(joined); m++) {
        gait_span name = gait_skl_motion_at(joined, m).name;
        if (name.size == motion->name.size &&
            memcmp(name.data, motion->name.data, name.size) == 0) {
            fail(path, "another file has a motion with this name");
        }
    }
}

static void copy_motion(const gait_skl *skl, uint32_t index, gait_skl *joined, const char *path) {
    gait_skl_motion motion = gait_skl_motion_at(skl, index);
    check_motion(joined, &motion, path);
    gait_skl_bone *bones = allocate((size_t)motion.bone_count + 1, sizeof *bones);
    gait_skl_curve(*curves)[GAIT_SKL_CHANNELS] =
        allocate((size_t)motion.bone_count + 1, sizeof *curves);
    gait_skl_key *keys = allocate(count_keys(skl, index) + 1, sizeof *keys), *next = keys;
    for (uint32_t b = 0; b < motion.bone_count; b++) {
        bones[b] = gait_skl_bone_at(skl, index, b);
        for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
            gait_skl_envelope envelope = gait_skl_envelope_at(skl, index, b, c);
            gait_skl_read_keys(skl, index, b, c, next);
            curves[b][c] = (gait_skl_curve){
                {envelope.behaviour[0], envelope.behaviour[1]}, envelope.key_count, next};
            next += envelope.key_count;
        }
    }
    check(gait_skl_add_motion(joined, &motion, bones,
                              (const gait_skl_curve(*)[GAIT_SKL_CHANNELS])curves),
          path);
    for (uint32_t i = 0; i < motion.mark_count; i++) {
        gait_omf_mark mark = gait_skl_mark_at(skl, index, i);
        check(gait_skl_set_mark(joined, gait_skl_motion_count(joined) - 1, i, &mark), path);
    }
    free(keys);
    free(curves);
    free(bones);
    char *name = name_text(motion.name, 1251);
    printf("%s: %u bones, %u marks\n", name, (unsigned)motion.bone_count,
           (unsigned)motion.mark_count);
    free(name);
}

int main(int argc, char **argv) {
    check_usage(argc >= 3, "join_motions OUT.skls IN.skl...");
    gait_skl *joined = NULL;
    gait_buffer bytes = {0};
    check(gait_skl_new(GAIT_SKL_MANY, NULL, &joined), argv[1]);
    for (int i = 2; i < argc; i++) {
        gait_skl *skl = open_motions(argv[i]);
        for (uint32_t m = 0; m < gait_skl_motion_count(skl); m++) {
            copy_motion(skl, m, joined, argv[i]);
        }
        gait_skl_free(skl);
    }
    check(gait_skl_write(joined, &bytes), argv[1]);
    write_buffer(argv[1], &bytes);
    gait_skl_free(joined);
}
