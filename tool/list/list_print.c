/* Prints clips as a table whose columns are as wide as their widest cell. */
#include "list/list.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "gait/inspect.h"
#include "gait/names.h"
#include "gait/numbers.h"

enum { NUMBER_SIZE = 40 };

/* The widths of the columns with texts; `flags` is 0 if it is the last column. */
typedef struct list_widths {
    size_t name, part, motion, flags;
} list_widths;

static void widen(size_t *width, const char *text) {
    size_t length = text_length(text);
    *width = length > *width ? length : *width;
}

/* At most three decimals, without zeros at the end. */
static void print_number(char out[NUMBER_SIZE], double value) {
    enum { DECIMALS = 3 };
    size_t size = gait_print_fixed(out, NUMBER_SIZE - 1, value, DECIMALS);
    if (memchr(out, '.', size) && !memchr(out, 'e', size)) {
        while (out[size - 1] == '0') {
            size--;
        }
        size -= out[size - 1] == '.';
    }
    out[size] = 0;
    if (strcmp(out, "-0") == 0) {
        memcpy(out, "0", 2);
    }
}

/* Root motion such as "0,0,-1.5". The caller frees it. */
static char *motion_text(const gait_clip_info *clip) {
    char numbers[3][NUMBER_SIZE];
    for (int i = 0; i < 3; i++) {
        print_number(numbers[i], clip->root_motion[i]);
    }
    return text_format("%s,%s,%s", numbers[0], numbers[1], numbers[2]);
}

/* True when the clips of a file are in phases, and have no parameters of playback. */
static bool has_phases(const source *file) {
    return source_is_rtm(file);
}

static void add_flag(char **flags, const char *name) {
    char *longer = text_format("%s%s%s", *flags, (*flags)[0] ? "," : "", name);
    free(*flags);
    *flags = longer;
}

/* The names of the flags. The caller frees it. */
static char *flags_text(const gait_playback *playback) {
    char *flags = text_copy(playback->flags == 0 ? "-" : "");
    uint32_t named = 0;
    for (uint32_t flag = 1; gait_playback_flag_name(flag); flag <<= 1) {
        named |= flag;
        if (playback->flags & flag) {
            add_flag(&flags, gait_playback_flag_name(flag));
        }
    }
    if (playback->flags & ~named) {
        char *rest = text_format("0x%X", (unsigned)(playback->flags & ~named));
        add_flag(&flags, rest);
        free(rest);
    }
    return flags;
}

/* A longer name moves the rest of its row to the right. */
static list_widths find_widths(const source *file, const list_rows *rows) {
    enum { MAX_WIDTH = 40 };
    list_widths widths = {.name = strlen("NAME"),
                          .part = strlen("PART"),
                          .motion = strlen("ROOT MOTION"),
                          .flags = rows->mod ? strlen("FLAGS") : 0};
    for (size_t i = 0; i < rows->count; i++) {
        gait_clip_info clip = gait_file_clip_info(file->file, rows->clips[i]);
        gait_playback playback = gait_file_playback(file->file, rows->clips[i]);
        char *name = source_clip_name(file, rows->clips[i]);
        char *part = list_part_text(file, rows->clips[i]);
        char *motion = motion_text(&clip), *flags = flags_text(&playback);
        widen(&widths.name, name);
        widen(&widths.part, part);
        widen(&widths.motion, motion);
        if (rows->mod) {
            widen(&widths.flags, flags);
        }
        free(name);
        free(part);
        free(motion);
        free(flags);
    }
    widths.name = widths.name < MAX_WIDTH ? widths.name : MAX_WIDTH;
    widths.part = widths.part < MAX_WIDTH ? widths.part : MAX_WIDTH;
    return widths;
}

static void print_playback(const gait_playback *playback) {
    static const int widths[] = {5, 5, 6, 7};
    const float values[] = {playback->speed, playback->power, playback->accrue, playback->falloff};
    for (int i = 0; i < 4; i++) {
        char number[NUMBER_SIZE] = "-";
        if (playback->known) {
            print_number(number, values[i]);
        }
        result_printf(" %*s", widths[i], number);
    }
}

/* The end of a row in a mod: how long the game plays the clip, and who plays it. */
static void print_played(const source *file, const list_rows *rows, uint32_t index) {
    gait_mod_clip played;
    memory_check(gait_mod_clip_of(rows->mod, rows->mod_file, file->file, index, &played));
    bool is_known = played.seconds_why == GAIT_SECONDS_KNOWN;
    bool is_rated = played.loop >= 0 || (played.first && played.first->kind == GAIT_USE_STATE);
    char seconds[NUMBER_SIZE] = "-";
    if (is_known) {
        seconds[gait_print_fixed(seconds, sizeof seconds - 1, played.seconds, 3)] = 0;
    }
    result_printf(" %7s %-4s  ",
                  is_known                                    ? seconds
                  : played.seconds_why == GAIT_SECONDS_STATIC ? "static"
                  : is_rated                                  ? "?"
                                                              : "-",
                  played.loop == 1   ? "loop"
                  : played.loop == 0 ? "once"
                  : is_rated         ? "?"
                                     : "-");
    const gait_mod_use *first = played.first;
    result_text(!first ? has_phases(file) ? "unused" : "-"
                : first->name && first->name[0]
                    ? first->name
                    : gait_mod_file_at(rows->mod, first->place.file).path,
                0);
    if (played.use_count > 1) {
        result_printf(" +%lu", (unsigned long)played.use_count - 1);
    }
}

static void end_row(const source *file, const list_rows *rows, uint32_t index) {
    if (rows->mod) {
        print_played(file, rows, index);
    }
    result_printf("\n");
}

/* A row of an RTM. */
static void print_phase_row(const source *file, const list_rows *rows, uint32_t index,
                            const list_widths *widths) {
    gait_clip_info clip = gait_file_clip_info(file->file, index);
    char *name = source_clip_name(file, index), *motion = motion_text(&clip);
    char phases[2][NUMBER_SIZE] = {"-", "-"};
    for (int i = 0; i < 2 && clip.has_phases; i++) {
        print_number(phases[i], clip.phases[i]);
    }
    result_printf("%5u  ", (unsigned)index);
    result_text(name, widths->name);
    result_printf(" %6u %11s %10s  %-*s %6u", (unsigned)clip.frame_count, phases[0], phases[1],
                  (int)widths->motion, motion, (unsigned)clip.event_count);
    end_row(file, rows, index);
    free(name);
    free(motion);
}

static void list_print_print_row(const source *file, const list_rows *rows, uint32_t index,
                                 const list_widths *widths) {
    gait_clip_info clip = gait_file_clip_info(file->file, index);
    gait_playback playback = gait_file_playback(file->file, index);
    char *name = source_clip_name(file, index), *part = list_part_text(file, index);
    char *flags = flags_text(&playback);
    char seconds[NUMBER_SIZE] = "-";
    if (clip.duration_s >= 0) {
        seconds[gait_print_fixed(seconds, sizeof seconds - 1, clip.duration_s, 2)] = 0;
    }
    result_printf("%5u  ", (unsigned)index);
    result_text(name, widths->name);
    result_printf(" %6u %7s", (unsigned)clip.frame_count, seconds);
    print_playback(&playback);
    result_printf(" %6u  ", (unsigned)clip.event_count);
    result_text(part, widths->part);
    result_printf("  ");
    result_text(flags, widths->flags);
    end_row(file, rows, index);
    free(name);
    free(part);
    free(flags);
}

/* --- events ----------------------------------------------------------------------------------- */

static void print_times(const source *file, uint32_t clip, uint32_t event,
                        const gait_event_info *info) {
    const char *unit = info->time_unit == GAIT_TIME_SECONDS ? " s" : "";
    for (uint32_t i = 0; i < info->interval_count; i++) {
        double from_to[2];
        char from[NUMBER_SIZE], to[NUMBER_SIZE];
        gait_file_event_interval(file->file, clip, event, i, from_to);
        print_number(from, from_to[0]);
        print_number(to, from_to[1]);
        result_printf("%s%s", i > 0 ? ", " : "", from);
        if (strcmp(from, to) != 0) {
            result_printf("-%s", to);
        }
        result_printf("%s", unit);
    }
    if (info->interval_count == 0) {
        result_printf("no time");
    }
}

static void print_events(const source *file, uint32_t clip) {
    uint32_t count = gait_file_clip_info(file->file, clip).event_count;
    size_t width = 0;
    for (uint32_t i = 0; i < count; i++) {
        char *name = list_event_text(file, gait_file_event(file->file, clip, i).name);
        widen(&width, name);
        free(name);
    }
    for (uint32_t i = 0; i < count; i++) {
        gait_event_info info = gait_file_event(file->file, clip, i);
        char *name = list_event_text(file, info.name), *value = list_event_text(file, info.value);
        result_printf("%8s", "");
        result_text(name, width);
        result_printf("  ");
        print_times(file, clip, i, &info);
        if (value[0]) {
            result_printf("  ");
            result_text(value, 0);
        }
        result_printf("\n");
        free(name);
        free(value);
    }
}

/* --- one file --------------------------------------------------------------------------------- */

static void list_print_print_heading(const source *file, const list_rows *rows,
                                     const list_widths *widths) {
    const char *played = rows->mod ? "   LASTS LOOP  USED BY" : "";
    char *text =
        has_phases(file)
            ? text_format("INDEX  %-*s FRAMES FIRST PHASE LAST PHASE  %-*s EVENTS%s",
                          (int)widths->name, "NAME", (int)widths->motion, "ROOT MOTION", played)
            : text_format(
                  "INDEX  %-*s FRAMES SECONDS SPEED POWER ACCRUE FALLOFF EVENTS  %-*s  %-*s%s",
                  (int)widths->name, "NAME", (int)widths->part, "PART", (int)widths->flags, "FLAGS",
                  played);
    result_heading(text);
    free(text);
}

void list_print(const source *file, const list_rows *rows) {
    uint32_t total = gait_file_clip_count(file->file);
    list_widths widths = find_widths(file, rows);
    result_text(source_label(file), 0);
    if (rows->count == total) {
        result_printf(": %zu clip%s\n", rows->count, text_plural(rows->count));
    } else {
        result_printf(": %zu of %u clips\n", rows->count, (unsigned)total);
    }
    if (rows->count > 0) {
        list_print_print_heading(file, rows, &widths);
    }
    for (size_t i = 0; i < rows->count; i++) {
        (has_phases(file) ? print_phase_row : list_print_print_row)(file, rows, rows->clips[i],
                                                                    &widths);
        if (rows->events) {
            print_events(file, rows->clips[i]);
        }
    }
}

void list_print_names(const source *file, const uint32_t *clips, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char *name = source_clip_name(file, clips[i]);
        result_text(name, 0);
        result_printf("\n");
        free(name);
    }
}
