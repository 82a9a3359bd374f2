/* Prints where a bone is, 60 times a second: sample_motion MOTION BONE BANK.omf [MODEL.ogf] */
#include "read_file.h" /* open_file() reads a file and calls gait_file_open() */

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    check_usage(argc == 4 || argc == 5, "sample_motion MOTION BONE BANK.omf [MODEL.ogf]");
    opened_file bank = open_file(argv[3]), model = open_file(argv[4]);
    gait_candidate candidate = {.file = model.file, .path = argv[4]};
    gait_search_result *search = NULL;
    check(gait_skeleton_search(bank.file, &candidate, argc == 5, NULL, &search), "skeleton");
    const gait_skeleton *skeleton = gait_search_result_skeleton(search);
    gait_clip *clip = NULL;
    check(gait_file_clip(bank.file, find_clip(bank.file, argv[1]), skeleton, NULL, &clip), argv[1]);
    if (gait_pose_requirements(clip, GAIT_SPACE_MODEL) != GAIT_REQUIRES_NOTHING) {
        fail(argv[3], "no skeleton was found; pass the model of the bank");
    }
    uint32_t bone = find_bone(skeleton, argv[2]);
    gait_affine *pose = allocate(2 * (size_t)skeleton->bone_count, sizeof *pose);
    double end = clip->frame_count > 0 ? clip->time[clip->frame_count - 1] : -1;
    for (uint32_t i = 0; i / 60.0 <= end; i++) {
        check(gait_pose_at_time(clip, i / 60.0, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, pose,
                                pose + skeleton->bone_count),
              argv[1]);
        const double *at = pose[bone].t;
        printf("%.3f s: x %6.3f, y %6.3f, z %6.3f m\n", i / 60.0, at[0], at[1], at[2]);
    }
    free(pose);
    gait_clip_free(clip); /* before the file and the skeleton, from which it borrows */
    gait_search_result_free(search);
    close_file(model);
    close_file(bank);
}
