/* The differences between two files as text: one line per finding. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "base/base.h"
#include "gait/numbers.h"

/* Lines of lists that are printed, unless all are. */
enum { MAX_LINES = 20, MAX_CLIPS = 20, MAX_BONES = 8 };
enum { LABEL_WIDTH = 20, AMOUNT_SIZE = 64 };

static size_t limit(const diff_print_options *options, size_t count, size_t most) {
    return options->is_whole || count <= most + 1 ? count : most;
}

static void print_rest(size_t shown, size_t count, const char *indent, const char *noun) {
    if (shown < count) {
        result_printf("%sand %zu more %s%s (-v shows all)\n", indent, count - shown, noun,
                      text_plural(count - shown));
    }
}

/* --- one line --------------------------------------------------------------------------------- */

/* What is different: "event moved", or "speed" for one of two values. */
static void diff_print_print_label(const char *indent, const char *label) {
    result_printf("%s", indent);
    result_text(label, LABEL_WIDTH);
    result_printf(" ");
}

static void print_values(const gait_difference *difference) {
    if (difference->before && difference->after) {
        result_text(difference->before, 0);
        result_printf(" -> ");
        result_text(difference->after, 0);
    } else if (difference->before || difference->after) {
        result_text(difference->before ? difference->before : difference->after, 0);
    }
}

/* The label of a difference: a parameter has its own name, others have that of the subject. */
static void make_label(const gait_difference *difference, char *out, size_t size) {
    bool is_value = difference->subject == GAIT_DIFFERENCE_PARAMETER ||
                    difference->subject == GAIT_DIFFERENCE_PROPERTY;
    const char *subject = gait_difference_subject_name(difference->subject);
    bool has_kind = difference->kind != GAIT_DIFFERENCE_CHANGED;
    snprintf(out, size, "%s%s%s", is_value ? difference->name : subject, has_kind ? " " : "",
             has_kind ? gait_difference_kind_name(difference->kind) : "");
    for (char *at = out; *at; at++) {
        *at = *at == '_' ? ' ' : *at;
    }
}

static void print_difference(const char *indent, const gait_difference *difference) {
    char label[96];
    bool is_value = difference->subject == GAIT_DIFFERENCE_PARAMETER ||
                    difference->subject == GAIT_DIFFERENCE_PROPERTY;
    bool is_renamed = difference->kind == GAIT_DIFFERENCE_RENAMED;
    bool has_values = difference->before || difference->after;
    make_label(difference, label, sizeof label);
    diff_print_print_label(indent, label);
    if (difference->name[0] && !is_value && !is_renamed) {
        result_text(difference->name, 0);
        result_printf("%s", has_values ? ": " : "");
    }
    print_values(difference);
    result_printf("\n");
}

/* --- clips ------------------------------------------------------------------------------------ */

typedef enum clip_list {
    CLIPS_REMOVED,
    CLIPS_ADDED,
    CLIPS_RENAMED,
    CLIPS_MOVED,
    CLIP_LISTS
} clip_list;

static bool is_in_list(const gait_clip_difference *clip, clip_list which) {
    switch (which) {
    case CLIPS_REMOVED:
        return clip->other < 0;
    case CLIPS_ADDED:
        return clip->clip < 0;
    case CLIPS_RENAMED:
        return clip->is_renamed;
    default:
        return clip->is_moved;
    }
}

static void print_listed_clip(const gait_clip_difference *clip, clip_list which) {
    static const char *const labels[CLIP_LISTS] = {"clip removed", "clip added", "clip renamed",
                                                   "clip moved"};
    uint32_t frames = which == CLIPS_ADDED ? clip->other_frame_count : clip->frame_count;
    diff_print_print_label("  ", labels[which]);
    result_text(which == CLIPS_ADDED ? clip->other_name : clip->name, 0);
    if (which == CLIPS_RENAMED) {
        result_printf(" -> ");
        result_text(clip->other_name, 0);
    } else if (which == CLIPS_MOVED) {
        result_printf(": from place %d to %d", (int)clip->clip, (int)clip->other);
    } else {
        result_printf(" (%u frame%s)", (unsigned)frames, text_plural(frames));
    }
    result_printf("\n");
}

static void print_clip_list(const gait_file_comparison *comparison,
                            const diff_print_options *options, clip_list which, size_t count) {
    uint32_t total = gait_file_comparison_summary(comparison).clip_count;
    size_t shown = limit(options, count, MAX_LINES), printed = 0;
    for (uint32_t i = 0; i < total && printed < shown; i++) {
        gait_clip_difference clip = gait_file_comparison_clip(comparison, i);
        if (is_in_list(&clip, which)) {
            print_listed_clip(&clip, which);
            printed++;
        }
    }
    print_rest(shown, count, "  ", "clip");
}

/* --- bones ------------------------------------------------------------------------------------ */

static void print_amount(double amount, const char *unit, uint32_t frame) {
    char text[AMOUNT_SIZE] = {0};
    if (amount > 1e300) {
        result_printf(" %13s %6u", "not a number", (unsigned)frame);
        return;
    }
    if (!(amount > 0)) {
        result_printf(" %13s %6s", "-", "");
        return;
    }
    size_t size = 0;
    if (amount < 0.0005) {
        text[size++] = '<';
        amount = 0.001;
    }
    gait_print_fixed(text + size, sizeof text - 8 - size, amount, amount < 1000 ? 3 : 0);
    strncat(text, unit, 7);
    result_printf(" %13s %6u", text, (unsigned)frame);
}

static void diff_print_print_bone(const gait_key_difference *bone, size_t width) {
    result_printf("    ");
    result_text(bone->lever.bone_name, width);
    bool is_any = bone->lever.amount > 0 || bone->scale.amount > 0;
    if (!is_any) {
        result_printf("  the same pose, stored in another way\n");
        return;
    }
    print_amount(bone->rotation.amount, " deg", bone->rotation.frame);
    print_amount(bone->translation.amount, " mm", bone->translation.frame);
    print_amount(bone->lever.amount, " mm", bone->lever.frame);
    if (bone->scale.amount >= 0.0005 || !(bone->lever.amount > 0)) {
        result_printf("  scale");
        print_amount(bone->scale.amount, "", bone->scale.frame);
    }
    result_printf("\n");
}

static void print_bones(const gait_file_comparison *comparison, uint32_t index, size_t count,
                        const diff_print_options *options) {
    size_t shown = limit(options, count, MAX_BONES), width = strlen("BONE");
    for (uint32_t i = 0; i < shown; i++) {
        size_t length =
            text_length(gait_file_comparison_bone(comparison, index, i).lever.bone_name);
        width = length > width ? length : width;
    }
    if (count > 0) {
        char *heading = text_format("    %-*s %13s %6s %13s %6s %13s %6s", (int)width, "BONE",
                                    "ROTATION", "FRAME", "JOINT", "FRAME", "10 CM AWAY", "FRAME");
        result_heading(heading);
        free(heading);
    }
    for (uint32_t i = 0; i < shown; i++) {
        gait_key_difference bone = gait_file_comparison_bone(comparison, index, i);
        diff_print_print_bone(&bone, width);
    }
    print_rest(shown, count, "    ", "bone");
}

/* --- changed clips ---------------------------------------------------------------------------- */

typedef struct changed_clip {
    uint32_t index;
    uint32_t bone_count;
    double amount;
} changed_clip;

static bool diff_print_is_changed(const gait_clip_difference *clip) {
    bool is_in_both = clip->clip >= 0 && clip->other >= 0;
    return is_in_both && (clip->difference_count > 0 || clip->keys == GAIT_KEYS_DIFFERENT);
}

/* The largest differences first. */
static int by_amount(const void *a, const void *b) {
    const changed_clip *left = a, *right = b;
    if (left->amount != right->amount) {
        return left->amount > right->amount ? -1 : 1;
    }
    return left->index < right->index ? -1 : 1;
}

static void print_clip_heading(const gait_clip_difference *clip) {
    result_printf("\n  %s", result_has_colors() ? "\033[1m" : "");
    result_text(clip->name, 0);
    result_printf("%s", result_has_colors() ? "\033[0m" : "");
    if (clip->bone_count > 0) {
        result_printf(": the keys of %u bone%s differ", (unsigned)clip->bone_count,
                      text_plural(clip->bone_count));
    } else if (clip->keys == GAIT_KEYS_DIFFERENT) {
        result_printf(": stored keys differ, but the compared poses are equal up to rounding");
    }
    /* Distances that are not finite are those of keys in the table. */
    if (clip->displacement.bone_name && clip->displacement.amount >= 0.0005) {
        char text[AMOUNT_SIZE] = {0};
        gait_print_fixed(text, sizeof text - 1, clip->displacement.amount, 3);
        result_printf("; ");
        result_text(clip->displacement.bone_name, 0);
        result_printf(" moves by %s mm in frame %u", text, (unsigned)clip->displacement.frame);
    }
    result_printf("\n");
}

static void print_changed_clip(const gait_file_comparison *comparison, uint32_t index,
                               const diff_print_options *options) {
    gait_clip_difference clip = gait_file_comparison_clip(comparison, index);
    size_t shown = limit(options, clip.difference_count, MAX_LINES);
    print_clip_heading(&clip);
    for (uint32_t i = 0; i < shown; i++) {
        gait_difference difference = gait_file_comparison_clip_difference(comparison, index, i);
        print_difference("    ", &difference);
    }
    print_rest(shown, clip.difference_count, "    ", "difference");
    print_bones(comparison, index, clip.bone_count, options);
}

static void print_changed_clips(const gait_file_comparison *comparison,
                                const diff_print_options *options) {
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    changed_clip *list = memory_resize(NULL, summary.changed, sizeof *list);
    size_t count = 0;
    for (uint32_t i = 0; i < summary.clip_count && count < summary.changed; i++) {
        gait_clip_difference clip = gait_file_comparison_clip(comparison, i);
        if (diff_print_is_changed(&clip)) {
            list[count++] = (changed_clip){i, clip.bone_count, clip.largest.lever.amount};
        }
    }
    if (count > 0) {
        qsort(list, count, sizeof *list, by_amount);
    }
    size_t shown = limit(options, count, MAX_CLIPS);
    for (size_t i = 0; i < shown; i++) {
        print_changed_clip(comparison, list[i].index, options);
    }
    print_rest(shown, count, "\n  ", "changed clip");
    free(list);
}

/* --- the files -------------------------------------------------------------------------------- */

/* The numbers of clips: "2 of 7 clips changed, 1 removed". */
static void print_clip_counts(const gait_files_summary *summary) {
    static const char *const names[] = {"changed", "removed", "renamed", "moved", "added"};
    const uint32_t counts[] = {summary->changed, summary->removed, summary->renamed, summary->moved,
                               summary->added};
    uint32_t clips = summary->clip_count - summary->added;
    const char *separator = summary->difference_count > 0 ? "; " : "";
    bool is_first = true;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (counts[i] == 0) {
            continue;
        }
        result_printf("%s%u ", separator, (unsigned)counts[i]);
        if (is_first && i < 4) {
            result_printf("of %u clip%s ", (unsigned)clips, text_plural(clips));
        } else if (is_first) {
            result_printf("clip%s ", text_plural(counts[i]));
        }
        result_printf("%s", names[i]);
        separator = ", ";
        is_first = false;
    }
}

static bool has_geometry(const gait_files_summary *summary) {
    return format_has(summary->format, GAIT_HAS_MESH);
}

static void diff_print_print_heading(const gait_files_summary *summary,
                                     const diff_print_options *options) {
    result_text(options->names[0], 0);
    if (strcmp(options->names[0], options->names[1]) != 0) {
        result_printf(" -> ");
        result_text(options->names[1], 0);
    }
    result_printf(": ");
    if (summary->outcome == GAIT_FILES_EQUAL) {
        result_printf("equal\n");
        return;
    }
    if (summary->outcome == GAIT_FILES_SAME_CONTENT) {
        result_printf("the same content; %llu byte%s differ%s%s\n",
                      (unsigned long long)summary->differing_bytes,
                      text_plural(summary->differing_bytes),
                      summary->differing_bytes == 1 ? "s" : "",
                      has_geometry(summary) ? " (geometry is not compared)" : "");
        return;
    }
    if (summary->difference_count > 0) {
        result_printf("%u difference%s of the file%s", (unsigned)summary->difference_count,
                      text_plural(summary->difference_count),
                      summary->format != summary->other_format ? "s" : "");
    }
    print_clip_counts(summary);
    result_printf("\n");
}

void diff_print(const gait_file_comparison *comparison, const diff_print_options *options) {
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    const size_t counts[CLIP_LISTS] = {summary.removed, summary.added, summary.renamed,
                                       summary.moved};
    size_t shown = limit(options, summary.difference_count, MAX_LINES);
    diff_print_print_heading(&summary, options);
    for (uint32_t i = 0; i < shown; i++) {
        gait_difference difference = gait_file_comparison_difference(comparison, i);
        print_difference("  ", &difference);
    }
    print_rest(shown, summary.difference_count, "  ", "difference");
    for (int i = 0; i < CLIP_LISTS; i++) {
        print_clip_list(comparison, options, (clip_list)i, counts[i]);
    }
    print_changed_clips(comparison, options);
}
