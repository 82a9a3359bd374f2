/* Shows the events and parts in the metadata beside a glTF, for programs that have a glTF reader of
 * their own: show_metadata NAME.gait.json */
#include "example.h"

static void show_clip(const gait_metadata_clip *clip) {
    const char *name = clip->animation ? clip->animation : clip->name;
    printf("%s: %u events", name ? name : "(no name)", (unsigned)clip->event_count);
    if (clip->playback.known) {
        printf(", %s", clip->playback.loop ? "loops" : "plays once");
    }
    printf("\n");
    for (uint32_t e = 0; e < clip->event_count; e++) {
        const gait_metadata_event *event = &clip->events[e];
        if (event->start_s == event->start_s) { /* NaN: only in the unit of the source */
            printf("    %.3f s: %s\n", event->start_s, event->name);
        }
    }
}

int main(int argc, char **argv) {
    check_usage(argc == 2, "show_metadata NAME.gait.json");
    gait_diagnostic items[DIAGNOSTICS];
    gait_diagnostics found = {.items = items, .capacity = DIAGNOSTICS, .file = argv[1]};
    gait_options options = {.diagnostics = &found};
    gait_metadata *metadata = NULL;
    gait_buffer json = read_file(argv[1]);
    gait_status status = gait_metadata_open((gait_span){json.data, json.size}, &options, &metadata);
    gait_buffer_free(&json); /* nothing is borrowed from it */
    gait_stdio_print_diagnostics(stderr, &found);
    check(status, argv[1]);
    for (uint32_t i = 0; i < gait_metadata_clip_count(metadata); i++) {
        show_clip(gait_metadata_clip_at(metadata, i));
    }
    for (uint32_t p = 0; p < gait_metadata_part_count(metadata); p++) {
        printf("part %s:", gait_metadata_part_name(metadata, p));
        for (uint32_t b = 0; b < gait_metadata_part_bone_count(metadata, p); b++) {
            printf(" %s", gait_metadata_part_bone(metadata, p, b));
        }
        printf("\n");
    }
    gait_metadata_free(metadata);
}
