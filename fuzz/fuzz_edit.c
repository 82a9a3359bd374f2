/* Fuzzes edits: random scripts with names of the file. An edit that fails must say why, and nothing
 * can be written then. The result of the others must open again as the same format with the clips
 * that the differences imply, and be written with the same bytes. A script can also be a part of
 * the input: what follows the last "#!edit" and a line feed. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/bmtr.h"
#include "gait/edit.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "gait/skl.h"
#include "gait/inspect.h"
#include "require.h"

enum {
    MAX_MEMORY = 32 << 20,
    MAX_CLIPS = 4096, /* edits of more clips take too long */
    SCRIPTS = 12,     /* per input */
    SCRIPT_SIZE = 4096,
    NAME_SIZE = 48
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* --- random scripts --------------------------------------------------------------------------- */

typedef struct script_maker {
    const gait_file *file;
    uint64_t seed;
    char text[SCRIPT_SIZE];
    size_t size;
} script_maker;

static uint32_t draw(script_maker *self, uint32_t below) {
    self->seed = self->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return below > 0 ? (uint32_t)(self->seed >> 33) % below : 0;
}

static void put(script_maker *self, const char *text) {
    size_t length = strlen(text);
    if (self->size + length < SCRIPT_SIZE) {
        memcpy(self->text + self->size, text, length);
        self->size += length;
    }
}

static gait_span event_name(script_maker *self) {
    const gait_file *file = self->file;
    if (gait_file_omf(file)) {
        return gait_omf_mark_at(gait_file_omf(file), 0, draw(self, 3)).name;
    }
    if (gait_file_rtm(file)) {
        return gait_rtm_property_at(gait_file_rtm(file), draw(self, 3)).name;
    }
    return gait_file_bmtr(file) ? gait_bmtr_key_at(gait_file_bmtr(file), draw(self, 3)).name
                                : gait_skl_mark_at(gait_file_skl(file), 0, draw(self, 3)).name;
}

/* A name of the file; empty when it has none of this kind. */
static gait_span name_in_file(script_maker *self) {
    const gait_file *file = self->file;
    uint32_t clips = gait_file_clip_count(file), bones = gait_file_bone_count(file);
    uint32_t refs = gait_file_ref_count(file), kind = draw(self, 6);
    if (kind <= 2 && clips > 0) {
        return gait_file_clip_info(file, draw(self, clips)).name;
    }
    if (kind == 3 && bones > 0) {
        return gait_file_bone_name(file, draw(self, bones));
    }
    if (kind == 4 && refs > 0) {
        return gait_file_ref(file, draw(self, refs));
    }
    return kind == 5 ? event_name(self) : (gait_span){0};
}

/* Puts a name of the file, a pattern that matches it, or another name. */
static void put_name(script_maker *self) {
    static const char *const others[] = {"*", "a", "b*", "?*", "x_*", "*_*", "all", "root", ""};
    char name[NAME_SIZE + 1] = "";
    gait_span found = name_in_file(self);
    size_t size = found.size < NAME_SIZE ? found.size : NAME_SIZE;
    uint32_t star = draw(self, 4) ? UINT32_MAX : draw(self, 8);
    for (size_t i = 0; i < size; i++) {
        uint8_t c = found.data[i];
        name[i] = (char)(c < ' ' || c > '~' || c == '"' ? '?' : i == star ? '*' : c);
    }
    put(self, size > 0 ? name : others[draw(self, sizeof others / sizeof *others)]);
}

/* Puts a value of the kind (see edit_kinds), or sometimes any other. */
static void put_value(script_maker *self, char kind) {
    static const char *const values[] = {
        "0",    "0.5",   "0",    "1f",   "50%",      "+0.1",    "-0.1",  "1",   "0.1s",
        "100%", "0.5",   "*1.5", "-1",   "1e38",     "0",       "*1e38", "2",   "none",
        "fx",   "+idle", "-fx",  "0x80", "1,2,3",    "0.5,0,1", "even",  "0,1", "0,0.5,1",
        "x",    "nan",   "1e99", "\xFF", "\xD0\xB0", "\"\"\"\""};
    static const struct {
        char kind;
        uint32_t first, count;
    } kinds[] = {{'t', 0, 10}, {'n', 10, 7}, {'f', 17, 5}, {'x', 22, 2}, {'e', 24, 3}, {0, 0, 0}};
    uint32_t k = 0, all = sizeof values / sizeof *values;
    while (kinds[k].kind && kinds[k].kind != kind) {
        k++;
    }
    bool is_any = !kinds[k].kind || draw(self, 8) == 0;
    put(self, values[is_any ? draw(self, all) : kinds[k].first + draw(self, kinds[k].count)]);
}

static void put_option(script_maker *self, const char *const *options, uint32_t count) {
    const char *option = options[draw(self, count)];
    bool is_name = strchr("cbpramBA", option[0]) != NULL;
    put(self, " --");
    put(self, option + 1);
    if (option[0] == 's') {
        return;
    }
    put(self, draw(self, 8) ? " \"" : "=\"");
    if (is_name) {
        put_name(self);
    } else {
        put_value(self, option[0]);
    }
    if (option[0] == 'p' || draw(self, 16) == 0) {
        put(self, draw(self, 4) ? "=" : "\t");
        put_name(self);
        put(self, draw(self, 4) ? "" : "_2");
    }
    put(self, "\"");
}

typedef struct edit_kind {
    const char *name;
    const char *first[5];  /* one of these is put */
    const char *others[8]; /* any of these */
} edit_kind;

/* The first letter of an option is its kind: p = a pair of names, s = no value, t = a time, n = a
 * number, f = flags, x = root motion, e = phases, v = any value, others = a name. */
static const edit_kind edit_kinds[] = {
    {"rename", {"pclip", "pclip", "pbone", "ppart"}, {"pclip", "pbone"}},
    {"set", {"xroot-motion", "ephases"}, {"cclip"}},
    {"event", {"aadd"}, {"tat", "tuntil", "vvalue"}},
    {"event", {"mmove"}, {"tto", "tuntil", "tat"}},
    {"event", {"rremove", "prename"}, {"tat"}},
    {"fix", {NULL}, {NULL}},
    {"refs", {"aadd", "rremove", "prename"}, {"aadd", "rremove", "tat"}},
    {"set",
     {"nspeed", "npower", "naccrue", "nfalloff", "fflags"},
     {"cclip", "nfps", "apart", "bbone"}},
    {"event", {"aadd", "mmove", "rremove"}, {"cclip", "tat", "tto"}},
    {"remove", {"cclip"}, {"cclip"}},
    {"duplicate", {"pclip"}, {"pclip"}},
    {"reorder", {"sfirst", "slast", "Bbefore", "Aafter"}, {"cclip"}},
    {"reorder", {"ssort"}, {NULL}},
};

enum { KINDS = sizeof edit_kinds / sizeof *edit_kinds, KINDS_OF_RTM = 6 };

static uint32_t count_options(const char *const *options, uint32_t most) {
    uint32_t count = 0;
    while (count < most && options[count]) {
        count++;
    }
    return count;
}

/* Puts one edit; most of them are possible in the format of the file. */
static void put_edit(script_maker *self) {
    gait_format format = gait_file_format(self->file);
    bool is_rtm = format == GAIT_FORMAT_RTM || format == GAIT_FORMAT_BMTR;
    bool is_any = draw(self, 8) == 0;
    const edit_kind *kind = &edit_kinds[draw(self, is_rtm && !is_any ? KINDS_OF_RTM : KINDS)];
    if (format == GAIT_FORMAT_OGF && gait_file_clip_count(self->file) == 0 && !is_any) {
        kind = &edit_kinds[KINDS_OF_RTM]; /* references */
    }
    uint32_t others = count_options(kind->others, 8), count = others > 0 ? draw(self, 3) : 0;
    put(self, kind->name);
    if (kind->first[0]) {
        put_option(self, kind->first, count_options(kind->first, 5));
    }
    if (strcmp(kind->name, "reorder") == 0 && others > 0) {
        count++;
    }
    for (uint32_t i = 0; i < count; i++) {
        put_option(self, kind->others, others);
    }
    put(self, draw(self, 8) ? "\n" : " # comment\r\n");
}

/* --- checks ----------------------------------------------------------------------------------- */

static uint32_t count_changes(const gait_edit *edit, const char *prefix) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < gait_edit_change_count(edit); i++) {
        found += strncmp(gait_edit_change_at(edit, i).text, prefix, strlen(prefix)) == 0;
    }
    return found;
}

static void require_same(gait_span a, gait_span b) {
    REQUIRE(a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0));
}

/* The written file must be what the differences tell. */
static void require_result(gait_edit *edit, gait_span bytes, uint32_t clips, gait_span result) {
    const gait_file *source = gait_edit_file(edit);
    gait_options options = {.max_bytes = 2 * (uint64_t)MAX_MEMORY};
    gait_buffer again = {0};
    gait_file *file;
    uint32_t removed = count_changes(edit, "remove clip "),
             added = count_changes(edit, "copy clip ");
    REQUIRE(gait_file_open(result, NULL, &options, &file) == GAIT_OK);
    REQUIRE(gait_file_format(file) == gait_file_format(source));
    REQUIRE(gait_file_clip_count(file) == clips - removed + added);
    REQUIRE(gait_file_write(file, &again) == GAIT_OK);
    require_same((gait_span){again.data, again.size}, result);
    if (gait_edit_change_count(edit) == 0 && gait_file_format(source) != GAIT_FORMAT_OGF) {
        require_same(result, bytes);
    }
    gait_buffer_free(&again);
    gait_file_free(file);
}

static void run_script(gait_span bytes, gait_span script, bool allows_missing) {
    gait_diagnostic stored[2];
    gait_diagnostics sink = {.items = stored, .capacity = 2};
    gait_options options = {.diagnostics = &sink, .max_bytes = MAX_MEMORY};
    gait_edit *edit;
    gait_buffer out = {0};
    if (gait_edit_begin(bytes, NULL, &options, &edit) != GAIT_OK) {
        return;
    }
    if (allows_missing) {
        gait_edit_allow_missing(edit);
    }
    uint32_t clips = gait_file_clip_count(gait_edit_file(edit));
    uint64_t errors = sink.errors;
    gait_status status = gait_edit_script(edit, script);
    REQUIRE(status != GAIT_INTERNAL);
    REQUIRE(status == GAIT_OK || status == GAIT_LIMIT || sink.errors > errors);
    gait_status written = gait_edit_write(edit, &out);
    REQUIRE(status == GAIT_OK || written == GAIT_BAD_ARGUMENT);
    REQUIRE(written == GAIT_OK || out.size == 0);
    REQUIRE(status != GAIT_OK || written != GAIT_BAD_ARGUMENT);
    if (written == GAIT_OK) {
        require_result(edit, bytes, clips, (gait_span){out.data, out.size});
    }
    gait_buffer_free(&out);
    gait_edit_free(edit);
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* The place after the last mark of a script; 0 = none. */
static size_t find_script(gait_span bytes) {
    static const char mark[] = "#!edit\n";
    for (size_t at = bytes.size; at >= sizeof mark - 1; at--) {
        if (memcmp(bytes.data + at - (sizeof mark - 1), mark, sizeof mark - 1) == 0) {
            return at;
        }
    }
    return 0;
}

static void run_random_scripts(gait_span bytes, uint64_t seed) {
    static script_maker maker;
    gait_options options = {.max_bytes = MAX_MEMORY};
    gait_file *file;
    if (gait_file_open(bytes, NULL, &options, &file) != GAIT_OK) {
        return;
    }
    maker.file = file;
    maker.seed = seed;
    for (uint32_t s = 0; s < SCRIPTS && gait_file_clip_count(file) <= MAX_CLIPS; s++) {
        maker.size = 0;
        for (uint32_t lines = s % 4 ? 1 : draw(&maker, 6); lines > 0; lines--) {
            put_edit(&maker);
        }
        run_script(bytes, (gait_span){(const uint8_t *)maker.text, maker.size}, s % 2);
    }
    gait_file_free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_span bytes = {data, size};
    size_t script = find_script(bytes);
    uint64_t seed = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) {
        seed = (seed ^ data[i]) * 1099511628211u;
    }
    if (script > 0) {
        gait_span file = {data, script - strlen("#!edit\n")};
        run_script(file, (gait_span){data + script, size - script}, seed & 1);
    } else {
        run_random_scripts(bytes, seed);
    }
    return 0;
}
