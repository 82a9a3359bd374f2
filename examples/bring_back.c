/* Applies what was edited in a glTF to the file that it was exported from, such as a bank:
 * bring_back BASE.omf EDITED.glb RESULT.omf */
#include "example.h"

static const char *const outcomes[GAIT_ROUNDTRIP_OUTCOME_COUNT] = {
    [GAIT_ROUNDTRIP_UNCHANGED] = "unchanged",
    [GAIT_ROUNDTRIP_CHANGED] = "changed",
    [GAIT_ROUNDTRIP_KEPT] = "not in the edited file, kept",
    [GAIT_ROUNDTRIP_DROPPED] = "not in the edited file, removed",
    [GAIT_ROUNDTRIP_REFUSED] = "cannot be applied",
    [GAIT_ROUNDTRIP_ADDED] = "added",
    [GAIT_ROUNDTRIP_LEFT_OUT] = "not in the base, left out",
    [GAIT_ROUNDTRIP_RENAMED] = "renamed",
};

static void print_report(const gait_roundtrip_report *report) {
    for (uint32_t i = 0; i < gait_roundtrip_report_clip_count(report); i++) {
        gait_roundtrip_clip_result clip = gait_roundtrip_report_clip(report, i);
        printf("%s: %s", clip.name, outcomes[clip.outcome]);
        if (clip.outcome == GAIT_ROUNDTRIP_CHANGED) {
            printf(", %u keys, up to %.1f degrees and %.1f mm", (unsigned)clip.diff.key_count,
                   clip.diff.rotation.amount, clip.diff.translation.amount);
        }
        printf("\n");
    }
}

int main(int argc, char **argv) {
    check_usage(argc == 4, "bring_back BASE.omf EDITED.glb RESULT.omf");
    opened_file base = open_file(argv[1]), edited = open_file(argv[2]);
    gait_roundtrip_report *report = NULL;
    gait_buffer bytes = {0};
    gait_roundtrip_options options = {.refused = &report}; /* for the clips that are refused */
    gait_status status = gait_roundtrip(base.file, edited.file, NULL, &options, &report, &bytes);
    print_report(report);
    check(status, "round trip");
    write_buffer(argv[3], &bytes);
    gait_roundtrip_report_free(report); /* before the files, from which it borrows */
    close_file(edited);
    close_file(base);
}
