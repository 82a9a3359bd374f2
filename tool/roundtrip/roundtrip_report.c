/* What became of an edited file, told to people and to programs. */
#include "roundtrip/roundtrip_job.h"

#include <stdlib.h>

#include "exit_code.h"
#include "gait/report.h"
#include "results.h"
#include "roundtrip/roundtrip_notes.h"
#include "terminal.h"

enum { MOST_NAMES = 4 };

/* A few names in one text, and how many are left. */
static char *few_names(const text_list *names) {
    text_list few = *names;
    few.count = names->count > MOST_NAMES ? MOST_NAMES : names->count;
    char *text = text_list_join(&few, ", ");
    if (names->count > few.count) {
        char *longer = text_format("%s and %zu more", text, names->count - few.count);
        free(text);
        text = longer;
    }
    return text;
}

static void tell_missing(const way_back *way) {
    text_list names = {0};
    for (uint32_t b = 0; b < way->skeleton->bone_count; b++) {
        if (gait_back_joint_of(way->back, b) >= 0) {
            continue;
        }
        const char *name = way->skeleton->bones[b].name;
        int32_t near = names.count < MOST_NAMES ? gait_back_near_joint(way->back, b) : -1;
        text_list_add(
            &names, near < 0 ? text_copy(name)
                             : text_format("%s (%s?)", name, way->edited.edit->joints[near].name));
    }
    char *few = few_names(&names);
    if (names.count > 0) {
        tell_warning(source_label(way->job->in), "%zu bone%s not in it, as in the base: %s",
                     names.count, names.count == 1 ? " is" : "s are", few);
    }
    free(few);
    text_list_free(&names, true);
}

static void tell_unused(const way_back *way) {
    text_list names = {0};
    for (uint32_t j = 0; j < way->edited.edit->joint_count; j++) {
        if (gait_back_bone_of(way->back, j) < 0) {
            text_list_add(&names, way->edited.edit->joints[j].name);
        }
    }
    char *few = few_names(&names);
    if (names.count > 0) {
        tell_note("%zu joint%s no bone: %s", names.count, names.count == 1 ? " moves" : "s move",
                  few);
    }
    free(few);
    text_list_free(&names, false);
}

/* With other rests all motions of a bank change, and none was edited; matrices of RTM are relative
 * to rests, and stay. */
static void tell_other_rest(const way_back *way, uint32_t notes) {
    gait_format format = way->base->format;
    if (notes & GAIT_BACK_OTHER_REST && way->counts[BACK_CHANGED] > 0 &&
        format != GAIT_FORMAT_RTM && format != GAIT_FORMAT_BMTR) {
        tell_warning(source_label(way->job->in),
                     "its bones rest elsewhere than those of %s: motions change along",
                     source_label(way->base));
        tell_advice("give the --skeleton that it was exported with, here too");
    }
}

/* Of a bank with events, an export without them says nothing of those that were moved. */
static void tell_silence(const way_back *way) {
    uint64_t events = 0;
    for (uint32_t i = 0; i < way->clips->clip_count; i++) {
        events += way->clips->lifted[i] ? way->clips->lifted[i]->event_count : 0;
    }
    if (events > 0 && !gait_file_extras(way->job->in->file)) {
        tell_note("%s says nothing of events: they stay as in the base (Blender exports them with "
                  "\"Custom Properties\")",
                  source_label(way->job->in));
    }
}

void back_tell_json(const way_back *way) {
    gait_buffer json = {0};
    uint32_t *extras = back_said_changes(way);
    gait_back_report report = {.in = way->job->in->path,
                               .base = way->base->path,
                               .out = way->job->out,
                               .in_format = way->job->in->format,
                               .format = way->base->format,
                               .back = way->back,
                               .clips = way->clips,
                               .edit = way->edited.edit,
                               .extras = extras,
                               .adds_new = way->counts[BACK_ADDED] > 0,
                               .drops_missing = way->job->options->drop_missing,
                               .is_written = way->is_written};
    gait_status status = gait_report_back(&report, &json);
    result_json(status, &json);
    result_json_raw("\n");
    gait_buffer_free(&json);
    free(extras);
}

/* How many more clips there were of each kind. */
static void tell_unnamed(const way_back *way) {
    static const struct {
        back_outcome outcome;
        const char *what;
    } kinds[] = {{BACK_KEPT, "stay as in the base"},
                 {BACK_DROPPED, "are dropped"},
                 {BACK_ADDED, "are new"},
                 {BACK_LEFT_OUT, "are new, and left out"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        unsigned count = way->counts[kinds[i].outcome];
        if (count > BACK_MOST_CLIPS && !way->job->options->common.verbose) {
            tell_note("%u more clips %s (-v names them)", count - BACK_MOST_CLIPS, kinds[i].what);
        }
    }
}

/* Clips that cannot be taken over, or none that the base knows: another file was meant. */
static int refuse(const way_back *way) {
    const unsigned *counts = way->counts;
    unsigned used =
        counts[BACK_CHANGED] + counts[BACK_UNCHANGED] + counts[BACK_ADDED] + counts[BACK_DROPPED];
    if (counts[BACK_REFUSED] > 0) {
        tell_advice("mend the export, or leave these clips out of the edited file");
        return EXIT_UNSUPPORTED;
    }
    if (used == 0 && gait_back_clip_count(way->back) > 0) {
        tell_error(source_label(way->job->in), "holds no clip of %s", source_label(way->base));
        tell_advice("the base is the file that it was exported from; --add-new adds clips to it");
        return EXIT_UNSUPPORTED;
    }
    return EXIT_FINE;
}

int back_refuse_no_bones(const way_back *way) {
    if ((gait_back_summarize(way->back).notes & GAIT_BACK_NO_BONES) == 0) {
        return EXIT_FINE;
    }
    tell_error(source_label(way->job->in), "no joint has the name of a bone of %s",
               source_label(way->base));
    return EXIT_UNSUPPORTED;
}

int back_tell(const way_back *way) {
    gait_back_summary summary = gait_back_summarize(way->back);
    unsigned before[BACK_OUTCOMES] = {0};
    back_tell_file_notes(&summary);
    tell_missing(way);
    tell_silence(way);
    if (way->job->options->common.verbose) {
        tell_unused(way);
    }
    for (uint32_t i = 0; i < gait_back_clip_count(way->back); i++) {
        back_tell_clip(way, i, before[way->outcomes[i]]++);
    }
    tell_unnamed(way);
    tell_other_rest(way, summary.notes);
    return refuse(way);
}

int back_refuse_emptying(const way_back *way) {
    const unsigned *counts = way->counts;
    if (counts[BACK_DROPPED] == 0 ||
        counts[BACK_CHANGED] + counts[BACK_UNCHANGED] + counts[BACK_KEPT] > 0) {
        return EXIT_FINE;
    }
    tell_error(source_label(way->job->in),
               "holds no clip of %s: --drop-missing would leave none of them",
               source_label(way->base));
    tell_advice("clips go by their names: gait info lists those of both files");
    return EXIT_UNSUPPORTED;
}
