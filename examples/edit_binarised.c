/* Edits a binarised RTM:
 * edit_binarised IN.rtm OUT.rtm preload on|off         whether the game keeps it in memory
 * edit_binarised IN.rtm OUT.rtm step X Y Z             displacement per cycle, metres, file axes
 * edit_binarised IN.rtm OUT.rtm add-event PHASE NAME [VALUE] */
#include "example.h"

#define USAGE                                                                                      \
    "edit_binarised IN.rtm OUT.rtm preload on|off | step X Y Z | add-event PHASE NAME [VALUE]"

static gait_bmtr *open_binarised(const char *path) {
    gait_diagnostic items[DIAGNOSTICS];
    gait_diagnostics found = {.items = items, .capacity = DIAGNOSTICS, .file = path};
    gait_options options = {.diagnostics = &found};
    gait_bmtr *bmtr = NULL;
    gait_buffer bytes = read_file(path);
    gait_status status = gait_bmtr_open((gait_span){bytes.data, bytes.size}, &options, &bmtr);
    status = status == GAIT_OK ? gait_bmtr_detach(bmtr) : status; /* then the bytes can be freed */
    gait_buffer_free(&bytes);
    gait_stdio_print_diagnostics(stderr, &found);
    check(status, path);
    return bmtr;
}

static void add_event(gait_bmtr *bmtr, const char *phase, const char *name, const char *value) {
    gait_bmtr_key key = {.id = strcmp(name, "StepSound") == 0 ? 0 : -1,
                         .name = new_name(name),
                         .time = (float)parse_number(phase),
                         .value = new_name(value)};
    check(gait_bmtr_set_key(bmtr, gait_bmtr_key_count(bmtr), &key), name);
}

int main(int argc, char **argv) {
    const char *edit = argc > 3 ? argv[3] : "";
    bool is_preload = strcmp(edit, "preload") == 0 && argc == 5 &&
                      (strcmp(argv[4], "on") == 0 || strcmp(argv[4], "off") == 0);
    bool is_step = strcmp(edit, "step") == 0 && argc == 7;
    bool is_event = strcmp(edit, "add-event") == 0 && (argc == 6 || argc == 7);
    check_usage(is_preload || is_step || is_event, USAGE);
    gait_bmtr *bmtr = open_binarised(argv[1]);
    gait_buffer bytes = {0};
    if (is_preload) {
        check(gait_bmtr_set_preload(bmtr, strcmp(argv[4], "on") == 0), edit);
    } else if (is_step) {
        float step[3];
        for (int i = 0; i < 3; i++) {
            step[i] = (float)parse_number(argv[4 + i]);
        }
        check(gait_bmtr_set_root_motion(bmtr, step), edit);
    } else {
        add_event(bmtr, argv[4], argv[5], argc == 7 ? argv[6] : "");
    }
    check(gait_bmtr_write(bmtr, &bytes), argv[2]);
    write_buffer(argv[2], &bytes);
    gait_bmtr_free(bmtr);
}
