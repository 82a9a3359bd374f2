/* Edits motions of the X-Ray SDK:
 * edit_motion IN.skl OUT.skl rename-bone OLD NEW   in all motions of the file
 * edit_motion IN.skl OUT.skl bake                  curves become one linear key per frame */
#include "example.h"

static void rename_bone(gait_skl *skl, const char *old, const char *new) {
    uint32_t count = 0;
    for (uint32_t m = 0; m < gait_skl_motion_count(skl); m++) {
        for (uint32_t b = 0; b < gait_skl_motion_at(skl, m).bone_count; b++) {
            gait_skl_bone bone = gait_skl_bone_at(skl, m, b);
            if (is_named(bone.name, old)) {
                bone.name = new_name(new);
                check(gait_skl_set_bone(skl, m, b, &bone), new);
                count++;
            }
        }
    }
    if (count == 0) {
        fail(old, "no such bone");
    }
    printf("renamed in %u motions\n", (unsigned)count);
}

/* Replaces an envelope by its values on the frames of the motion. Returns false when there is
 * nothing to replace. */
static bool bake_envelope(gait_skl *skl, uint32_t motion, uint32_t bone, uint32_t channel) {
    gait_skl_envelope envelope = gait_skl_envelope_at(skl, motion, bone, channel);
    uint32_t frames = gait_skl_frame_count(skl, motion);
    if (envelope.key_count < 2 || frames == 0) {
        return false;
    }
    gait_skl_motion info = gait_skl_motion_at(skl, motion);
    double rate =
        info.fps >= 1 && info.fps <= 1000 ? (double)info.fps : 30; /* as the library reads it */
    gait_skl_key *old = allocate(envelope.key_count, sizeof *old);
    gait_skl_key *baked = allocate(frames, sizeof *baked);
    gait_skl_read_keys(skl, motion, bone, channel, old);
    gait_skl_curve curve = {
        {envelope.behaviour[0], envelope.behaviour[1]}, envelope.key_count, old};
    for (uint32_t f = 0; f < frames; f++) {
        float time = (float)(((double)info.frame_start + f) / rate); /* keys have such times */
        baked[f] = (gait_skl_key){.value = (float)gait_skl_evaluate(&curve, (double)time),
                                  .time_s = time,
                                  .shape = GAIT_SKL_LINEAR};
    }
    curve = (gait_skl_curve){{GAIT_SKL_CONSTANT, GAIT_SKL_CONSTANT}, frames, baked};
    check(gait_skl_set_envelope(skl, motion, bone, channel, &curve), "bake");
    free(baked);
    free(old);
    return true;
}

static void bake(gait_skl *skl) {
    uint32_t count = 0;
    for (uint32_t m = 0; m < gait_skl_motion_count(skl); m++) {
        for (uint32_t b = 0; b < gait_skl_motion_at(skl, m).bone_count; b++) {
            for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
                count += bake_envelope(skl, m, b, c);
            }
        }
    }
    printf("%u curves baked\n", (unsigned)count);
}

int main(int argc, char **argv) {
    bool is_bake = argc == 4 && strcmp(argv[3], "bake") == 0;
    bool is_rename = argc == 6 && strcmp(argv[3], "rename-bone") == 0;
    check_usage(is_bake || is_rename, "edit_motion IN.skl OUT.skl bake | rename-bone OLD NEW");
    gait_diagnostic items[DIAGNOSTICS];
    gait_diagnostics found = {.items = items, .capacity = DIAGNOSTICS, .file = argv[1]};
    gait_options options = {.diagnostics = &found};
    gait_skl *skl = NULL;
    gait_buffer result = {0};
    gait_buffer bytes = read_file(argv[1]);
    gait_status status = gait_skl_open((gait_span){bytes.data, bytes.size}, &options, &skl);
    gait_stdio_print_diagnostics(stderr, &found);
    check(status, argv[1]);
    if (is_bake) {
        bake(skl);
    } else {
        rename_bone(skl, argv[4], argv[5]);
    }
    check(gait_skl_write(skl, &result), argv[2]);
    write_buffer(argv[2], &result);
    gait_skl_free(skl); /* before its bytes, from which it borrows */
    gait_buffer_free(&bytes);
}
