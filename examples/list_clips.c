/* Lists the clips of an animation file of any format: list_clips FILE */
#include "example.h"

static void print_clip(const gait_file *file, uint32_t clip) {
    gait_clip_info info = gait_file_clip_info(file, clip);
    char *name = clip_name(file, clip);
    printf("%s: %u frames", name, (unsigned)info.frame_count);
    if (info.duration_s >= 0) { /* else the format does not state it, nor whether the clip loops */
        printf(", %.2f s", info.duration_s);
    }
    if (info.loop >= 0) {
        printf(", %s", info.loop ? "loops" : "plays once");
    }
    printf(", %u events\n", (unsigned)info.event_count);
    free(name);
}

int main(int argc, char **argv) {
    check_usage(argc == 2, "list_clips FILE");
    opened_file opened = open_file(argv[1]);
    const gait_file *file = opened.file;
    printf("%s, %u bones, %u clips\n", gait_format_get_info(gait_file_format(file))->title,
           (unsigned)gait_file_bone_count(file), (unsigned)gait_file_clip_count(file));
    for (uint32_t i = 0; i < gait_file_clip_count(file); i++) {
        print_clip(file, i);
    }
    close_file(opened);
}
