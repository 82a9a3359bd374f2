/* Prints where a bone is, 60 times a second: sample_motion MOTION BONE BANK.omf [MODEL.ogf] */
#include <gait/gait.h>
#include <gait/stdio.h>

static void check(bool is_done, const char *what, const char *reason) {
    if (!is_done) {
        fprintf(stderr, "%s: %s\n", what, reason);
        exit(EXIT_FAILURE);
    }
}

static void check_status(gait_status status, const char *what) {
    check(status == GAIT_OK, what, gait_status_name(status));
}

int main(int argc, char **argv) {
    gait_buffer bytes[2] = {{0}};
    gait_file *bank = NULL, *model = NULL;
    check(argc == 4 || argc == 5, "usage", "sample_motion MOTION BONE BANK.omf [MODEL.ogf]");
    check_status(gait_stdio_open(argv[3], NULL, &bytes[0], &bank, NULL), argv[3]);
    if (argc == 5) {
        check_status(gait_stdio_open(argv[4], NULL, &bytes[1], &model, NULL), argv[4]);
    }
    gait_candidate candidate = {.file = model, .path = argv[4]};
    gait_search_result *search = NULL;
    check_status(gait_skeleton_search(bank, &candidate, argc == 5, NULL, &search), "skeleton");
    const gait_skeleton *skeleton = gait_search_result_skeleton(search);
    int32_t motion = gait_file_find_clip(bank, argv[1]);
    int32_t bone = gait_skeleton_find(skeleton, argv[2]);
    check(motion >= 0, argv[1], "no such clip");
    check(bone >= 0, argv[2], "no such bone");
    gait_clip *clip = NULL;
    check_status(gait_file_clip(bank, (uint32_t)motion, skeleton, NULL, &clip), argv[1]);
    check(gait_pose_requirements(clip, GAIT_SPACE_MODEL) == GAIT_REQUIRES_NOTHING, argv[3],
          "no skeleton was found; pass the model of the bank");
    gait_affine *pose = calloc(2 * (size_t)skeleton->bone_count, sizeof *pose);
    check(pose != NULL, "pose", "no memory");
    double end = clip->frame_count > 0 ? clip->time[clip->frame_count - 1] : -1;
    for (uint32_t i = 0; i / 60.0 <= end; i++) {
        check_status(gait_pose_at_time(clip, i / 60.0, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, pose,
                                       pose + skeleton->bone_count),
                     argv[1]);
        const double *at = pose[bone].t;
        printf("%.3f s: x %6.3f, y %6.3f, z %6.3f m\n", i / 60.0, at[0], at[1], at[2]);
    }
    free(pose);
    gait_clip_free(clip); /* before the files and the skeleton, from which it borrows */
    gait_search_result_free(search);
    gait_file_free(model);
    gait_file_free(bank);
    gait_buffer_free(&bytes[1]);
    gait_buffer_free(&bytes[0]);
}
