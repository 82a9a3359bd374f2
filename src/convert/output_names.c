/* File names of outputs, from a pattern that may contain "{clip}". */
#include "base/try.h"
#include "convert/convert_state.h"

#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "gait/output_names.h"

struct gait_output_names {
    gaiti_arena arena;
    const char *pattern;
    gaiti_names taken; /* set without case, for file systems that ignore case */
    gait_span *names;  /* the names generated so far */
    uint32_t *numbers; /* per name: the last number given to an equal clip name */
    uint32_t count, capacity;
};

static const char output_clip_mark[] = "{clip}";

bool gait_output_name_is_per_clip(const char *pattern) {
    const size_t size = sizeof output_clip_mark - 1;
    for (const char *at = pattern; at && *at; at++) {
        if (strncmp(at, output_clip_mark, size) == 0) {
            return true;
        }
    }
    return false;
}

gait_status gait_output_names_new(const char *pattern, uint32_t count, const gait_options *options,
                                  gait_output_names **out_names) {
    gait_status status = GAIT_BAD_ARGUMENT;
    if (!GAITI_CLEAR(out_names) || !pattern) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_output_names *self =
        gaiti_new_object(options, sizeof *self, offsetof(gait_output_names, arena), 512, &status);
    GAITI_TRY(status);
    self->capacity = count;
    self->pattern = gaiti_copy_text(&self->arena, pattern);
    self->names = gaiti_alloc(&self->arena, count, sizeof *self->names);
    self->numbers = gaiti_alloc(&self->arena, count, sizeof *self->numbers);
    if (!self->pattern || !self->names || !self->numbers ||
        !gaiti_names_init(&self->taken, &self->arena, self->names, count)) {
        status = self->arena.status;
        gait_output_names_free(self);
        return status;
    }
    *out_names = self;
    return GAIT_OK;
}

void gait_output_names_free(gait_output_names *names) {
    gaiti_free_object(names, offsetof(gait_output_names, arena));
}

/* The size of a clip's name in the name of a file. File systems allow 255 bytes, which leaves room
 * for the other parts of the name. The end is that of a character. */
static size_t output_name_size(const char *clip_name) {
    enum { MAX_SIZE = 180 };
    size_t size = strlen(clip_name);
    if (size > MAX_SIZE) {
        size = MAX_SIZE;
        while (size > 0 && ((unsigned char)clip_name[size] & 0xC0) == 0x80) {
            size--;
        }
    }
    return size;
}

/* The size of the character at `p`, if it is one that names of files should not contain: control
 * characters, also those of U+0080 to U+009F, and those that Windows does not allow. Otherwise 0.
 */
static size_t output_unsafe_size(const char *p) {
    unsigned char first = (unsigned char)p[0], second = (unsigned char)p[1];
    bool is_c1 = first == 0xC2 && second >= 0x80 && second < 0xA0;
    return is_c1 ? 2 : first < 0x20 || first == 0x7F || memchr("/\\:*?\"<>|", first, 9) ? 1 : 0;
}

/* The name of a clip with invalid characters replaced, cut if it is too long, and with "-number"
 * appended if number > 1. */
static char *output_safe_name(gaiti_arena *arena, const char *clip_name, uint32_t number) {
    size_t given = output_name_size(clip_name), size = 0;
    char digits[GAITI_NUMBER_MAX];
    size_t digit_count = number > 1 ? gaiti_print_i64(digits, number) : 0;
    char *safe = gaiti_alloc(arena, (uint64_t)given + digit_count + 3, 1);
    if (!safe) {
        return NULL;
    }
    for (size_t i = 0; i < given;) {
        size_t unsafe = output_unsafe_size(clip_name + i);
        safe[size++] = unsafe > 0 ? '_' : clip_name[i];
        i += unsafe > 0 ? unsafe : 1;
    }
    if (digit_count > 0) {
        safe[size++] = '-';
        memcpy(safe + size, digits, digit_count);
    }
    if (safe[0] == '.' || safe[0] == 0) {
        safe[0] = '_';
    }
    return safe;
}

/* True when Windows reserves the name for a device, which it does with any extension. */
static bool output_is_device(const char *name, size_t size) {
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    size_t stem = 0;
    while (stem < size && name[stem] != '.') {
        stem++;
    }
    while (stem > 0 && name[stem - 1] == ' ') {
        stem--;
    }
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        if (gaiti_equal_name(gaiti_span(name, stem), gaiti_span_of(devices[i]))) {
            return true;
        }
    }
    bool is_port = stem > 3 && (gaiti_equal_name(gaiti_span(name, 3), gaiti_span("com", 3)) ||
                                gaiti_equal_name(gaiti_span(name, 3), gaiti_span("lpt", 3)));
    /* Superscript digits count as digits; those of Latin-1 have two bytes. */
    return is_port && ((stem == 4 && name[3] >= '0' && name[3] <= '9') ||
                       (stem == 5 && memchr("\xB9\xB2\xB3", name[4], 3) && name[3] == '\xC2'));
}

static bool output_is_separator(char c) {
    return c == '/' || c == '\\' || c == ':';
}

bool gait_output_name_is_device(const char *path) {
    const char *name = path;
    for (const char *at = path; at && *at; at++) {
        name = output_is_separator(*at) ? at + 1 : name;
    }
    return name && output_is_device(name, strlen(name));
}

/* Changes one name in a path that Windows would not create as it is. There must be capacity for one
 * more character. Returns the new end. */
static char *output_finish_name(char *start, char *end) {
    for (char *at = end; at > start && (at[-1] == '.' || at[-1] == ' '); at--) {
        at[-1] = '_';
    }
    if (!output_is_device(start, (size_t)(end - start))) {
        return end;
    }
    memmove(start + 1, start, (size_t)(end - start));
    start[0] = '_';
    return end + 1;
}

/* Replaces every "{clip}" in the pattern, and finishes the names in the path that contain one. */
static const char *output_fill_pattern(gaiti_arena *arena, const char *pattern, const char *safe) {
    const size_t mark = sizeof output_clip_mark - 1, size = strlen(safe);
    uint64_t needed = 1;
    for (const char *at = pattern; *at; at++) {
        bool is_mark = strncmp(at, output_clip_mark, mark) == 0;
        needed += is_mark ? (uint64_t)size + 1 : 1;
        at += is_mark ? mark - 1 : 0;
    }
    char *filled = gaiti_alloc(arena, needed, 1);
    char *to = filled, *start = filled;
    bool is_per_clip = false;
    while (to) {
        if (strncmp(pattern, output_clip_mark, mark) == 0) {
            memcpy(to, safe, size);
            to += size;
            pattern += mark;
            is_per_clip = true;
            continue;
        }
        if (is_per_clip && (!*pattern || output_is_separator(*pattern))) {
            to = output_finish_name(start, to);
            is_per_clip = false;
        }
        *to++ = *pattern;
        start = output_is_separator(*pattern) ? to : start;
        if (!*pattern++) {
            break;
        }
    }
    return filled;
}

const char *gait_output_names_next(gait_output_names *names, const char *clip_name) {
    gait_output_names *self = names;
    int32_t taken = -1;
    uint32_t number = 1;
    if (!self || !clip_name || self->count == self->capacity) {
        return NULL;
    }
    for (;;) {
        char *safe = output_safe_name(&self->arena, clip_name, number);
        const char *name = safe ? output_fill_pattern(&self->arena, self->pattern, safe) : NULL;
        if (!name) {
            return NULL;
        }
        self->names[self->count] = gaiti_span_of(name);
        int32_t equal = gaiti_names_add(&self->taken, self->count);
        if (equal < 0) {
            break;
        }
        taken = taken < 0 ? equal : taken;
        number = number == 1 ? self->numbers[taken] + 1 : number + 1;
    }
    self->numbers[self->count] = 1;
    if (taken >= 0) {
        self->numbers[taken] = number;
    }
    return (const char *)self->names[self->count++].data;
}

const char *gaiti_name_of_path(const char *path) {
    const char *name = path;
    for (const char *p = path; *p; p++) {
        name = *p == '/' || *p == '\\' ? p + 1 : name;
    }
    return name;
}

bool gaiti_has_extension(const char *path, const char *extension) {
    const char *name = gaiti_name_of_path(path);
    size_t size = strlen(name), tail = strlen(extension);
    return size > tail && gaiti_equal_text(name + size - tail, extension);
}

/* The number of bytes of a path before its extension. */
static size_t output_stem_size(const char *path) {
    const char *name = gaiti_name_of_path(path);
    for (size_t i = strlen(name); i > 1; i--) {
        if (name[i - 1] == '.') {
            return (size_t)(name - path) + i - 1;
        }
    }
    return strlen(path);
}

bool gaiti_is_path_named(const char *path, const char *name) {
    const char *start = gaiti_name_of_path(path);
    size_t size = output_stem_size(path) - (size_t)(start - path);
    return strlen(name) == size && memcmp(start, name, size) == 0;
}

const char *gaiti_with_extension(gaiti_arena *arena, const char *path, const char *extension) {
    size_t size = output_stem_size(path), tail = strlen(extension);
    char *text = gaiti_alloc(arena, (uint64_t)size + tail + 1, 1);
    if (text) {
        memcpy(text, path, size);
        memcpy(text + size, extension, tail);
    }
    return text;
}
