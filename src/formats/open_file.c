/* Open files: public functions that call the functions of a format. */
#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "base/assert.h"
#include "base/bytes.h"
#include "base/diagnose.h"
#include "base/text/code_page.h"
#include "base/text/text.h"
#include "formats/file_state.h"
#include "formats/foreign_formats.h"
#include "metadata/metadata_state.h"
#include "gait/map.h"
#include "gait/omf.h"
#include "model/clip.h"
#include "formats/format_row.h"
#include "formats/xray/omf/omf.h"

static gait_diagnostics *format_sink(const gait_options *options) {
    return options ? options->diagnostics : NULL;
}

/* The members of gait_diagnostics that describe a file. */
typedef struct format_subject {
    const char *file;
    uint32_t code_page;
    uint64_t errors;
} format_subject;

/* Sets the file that diagnostics are about until format_restore(). Returns the previous one. */
static format_subject format_set_subject(gait_diagnostics *diagnostics, const char *name,
                                         uint32_t code_page) {
    format_subject before = {0};
    if (diagnostics) {
        before = (format_subject){diagnostics->file, diagnostics->code_page, diagnostics->errors};
        diagnostics->file = name ? name : diagnostics->file;
        diagnostics->code_page = code_page;
    }
    return before;
}

static format_subject format_set_file(gait_diagnostics *diagnostics, const gait_file *file) {
    return format_set_subject(diagnostics, file->name, gait_file_code_page(file));
}

/* A limit without a diagnostic is that of memory. */
static gait_status format_restore(gait_diagnostics *diagnostics, format_subject before,
                                  gait_status status) {
    if (diagnostics && status == GAIT_LIMIT && diagnostics->errors == before.errors) {
        gaiti_report report = gaiti_report_to(diagnostics);
        report.has_no_offset = true;
        gaiti_raise(&report, GAITI_FILE_MEMORY, (gaiti_detail){0});
    }
    if (diagnostics) {
        diagnostics->file = before.file;
        diagnostics->code_page = before.code_page;
    }
    return status;
}

/* The row of a file's format; that of GAIT_FORMAT_UNKNOWN, which has no functions, for NULL. */
static const gaiti_format_row *format_row_of(const gait_file *file) {
    return file ? file->row : gaiti_format_row_of(GAIT_FORMAT_UNKNOWN);
}

static gait_status format_refuse(gait_span bytes, const gaiti_format_row *row,
                                 const char *file_name, const gait_options *options) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    if (bytes.size == 0) {
        bool is_model = gaiti_equal_name(gaiti_file_extension(file_name), gaiti_span(".p3d", 4));
        (void)gaiti_raise(&report, is_model ? GAITI_P3D_EMPTY : GAITI_FILE_EMPTY,
                          (gaiti_detail){0});
        return GAIT_TRUNCATED;
    }
    gaiti_foreign_format is = row->probe
                                  ? (gaiti_foreign_format){GAITI_FILE_NO_READER, row->info.title}
                                  : gaiti_foreign_format_of(bytes);
    uint8_t first[4] = {0};
    memcpy(first, bytes.data, bytes.size < 4 ? bytes.size : 4);
    uint32_t found =
        (uint32_t)first[0] << 24 | (uint32_t)first[1] << 16 | (uint32_t)first[2] << 8 | first[3];
    return gaiti_raise(&report, is.rule,
                       (gaiti_detail){.length = bytes.size,
                                      .found = found,
                                      .name = gaiti_span(is.title, strlen(is.title))});
}

/* The file name without folders and extension. */
static char *format_clip_name(gaiti_arena *arena, const char *file_name) {
    const char *name = file_name ? file_name : "";
    size_t end = strlen(name), start = end;
    while (start > 0 && name[start - 1] != '/' && name[start - 1] != '\\') {
        start--;
    }
    end -= gaiti_file_extension(file_name).size;
    char *text = gaiti_alloc(arena, end - start + 1, 1);
    if (text) {
        memcpy(text, name + start, end - start);
    }
    return text;
}

/* Makes a file without a document. */
static gait_status format_new_file(const gaiti_format_row *row, gait_span bytes,
                                   const char *file_name, const gait_options *options,
                                   gait_file **out_file) {
    gait_status status;
    size_t name_size = file_name ? strlen(file_name) + 1 : 0;
    gait_file *file = gaiti_new_object(options, sizeof *file, offsetof(gait_file, arena),
                                       name_size + 48, &status);
    GAITI_TRY(status);
    file->row = row;
    file->bytes = bytes;
    file->name = file_name;
    file->clip_name = format_clip_name(&file->arena, file_name);
    status = file->arena.status;
    if (status != GAIT_OK) {
        gait_file_free(file);
        file = NULL;
    }
    *out_file = file;
    return status;
}

static gait_status format_open(const gaiti_format_row *row, gait_span bytes, const char *file_name,
                               const gait_options *options, gait_file **out_file) {
    format_subject before =
        format_set_subject(format_sink(options), file_name, options ? options->code_page : 0);
    gait_file *file = NULL;
    gait_status status = options && !gaiti_is_code_page(options->code_page) ? GAIT_UNSUPPORTED
                         : row->open ? format_new_file(row, bytes, file_name, options, &file)
                                     : format_refuse(bytes, row, file_name, options);
    if (file) {
        status = row->open(bytes, options, &file->document);
    }
    if (status != GAIT_OK) {
        gait_file_free(file);
        file = NULL;
    }
    *out_file = file;
    return format_restore(format_sink(options), before, status);
}

gait_status gait_file_open(gait_span bytes, const char *file_name, const gait_options *options,
                           gait_file **out_file) {
    if (!GAITI_CLEAR(out_file) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    const gaiti_format_row *row = gaiti_format_row_of(gait_detect(bytes, file_name));
    return format_open(row, bytes, file_name, options, out_file);
}

gait_status gait_file_salvage(gait_span bytes, const char *file_name, const gait_file *model,
                              const gait_options *options, gait_file **out_file,
                              gait_salvaged *out_salvaged) {
    gait_file *file = NULL;
    gait_omf *bank = NULL;
    if (out_salvaged) {
        *out_salvaged = (gait_salvaged){0};
    }
    if (!GAITI_CLEAR(out_file) || !out_salvaged || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = format_new_file(gaiti_format_row_of(GAIT_FORMAT_OMF), (gait_span){0},
                                         file_name, options, &file);
    if (!file) {
        return status;
    }
    uint32_t bones = model ? gait_file_bone_count(model) : 0;
    gait_span *names = gaiti_alloc(&file->arena, bones, sizeof *names);
    status = file->arena.status;
    if (names) {
        for (uint32_t b = 0; b < bones; b++) { /* tracks are in the order of the model's bones */
            names[b] = gait_file_bone_name(model, b);
        }
        status = gaiti_omf_salvage(bytes, names, bones, options, &bank, out_salvaged);
        file->document = bank;
    }
    if (status != GAIT_OK) {
        gait_file_free(file);
        return status;
    }
    *out_file = file;
    return GAIT_OK;
}

void gait_file_free(gait_file *file) {
    if (file && file->document) {
        file->row->free(file->document);
    }
    if (file) {
        gait_buffer_free(&file->owned);
    }
    gaiti_free_object(file, offsetof(gait_file, arena));
}

/* --- files that are read through a callback --------------------------------------------------- */

static gait_status format_read_whole(const gait_reader *reader, const gait_options *options,
                                     gait_buffer *out) {
    if (reader->size > gaiti_max_bytes(options) || reader->size > SIZE_MAX) {
        return GAIT_LIMIT;
    }
    size_t size = (size_t)reader->size;
    if (size == 0) {
        return GAIT_OK;
    }
    out->data = gaiti_resize(&out->allocator, NULL, 0, size);
    if (!out->data) {
        return GAIT_NO_MEMORY;
    }
    out->size = out->capacity = size;
    memset(out->data, 0, size); /* for callbacks that write fewer bytes than requested */
    return reader->read(reader->user, 0, out->data, size);
}

/* Opens the file from the part that skeletons require. GAIT_OK without a file when the complete
 * file must be read, because its format has no outline or it is damaged; opening it then reports
 * the reason. */
static gait_status format_open_outline(const gait_reader *reader, const char *file_name,
                                       const gait_options *options, gait_buffer *bytes,
                                       gait_file **out_file) {
    gait_options silent = options ? *options : (gait_options){0};
    const gaiti_format_row *row = NULL;
    gait_status status = GAIT_OK;
    silent.diagnostics = NULL;
    for (int i = 1; i < GAIT_FORMAT_COUNT && bytes->size == 0 && status == GAIT_OK; i++) {
        row = gaiti_format_row_of((gait_format)i);
        if (row->outline) {
            status = row->outline(reader, gaiti_max_bytes(options), bytes);
        }
    }
    if (status != GAIT_OK || bytes->size == 0) {
        return status;
    }
    gait_span span = {bytes->data, bytes->size};
    status = format_open(row, span, file_name, &silent, out_file);
    return status == GAIT_NO_MEMORY || status == GAIT_LIMIT ? status : GAIT_OK;
}

gait_status gait_file_open_reader(const gait_reader *reader, const char *file_name,
                                  gait_open_mode mode, const gait_options *options,
                                  gait_file **out_file) {
    bool is_skeleton_only = mode == GAIT_OPEN_SKELETON;
    if (!GAITI_CLEAR(out_file) || !reader || !reader->read ||
        (!is_skeleton_only && mode != GAIT_OPEN_WHOLE)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_file *file = NULL;
    gait_buffer bytes = {0};
    if (options) {
        bytes.allocator = options->allocator;
    }
    gait_status status =
        is_skeleton_only ? format_open_outline(reader, file_name, options, &bytes, &file) : GAIT_OK;
    if (status == GAIT_OK && !file) {
        gait_buffer_free(&bytes);
        status = format_read_whole(reader, options, &bytes);
        if (status == GAIT_OK) {
            gait_span span = {bytes.data, bytes.size};
            status = gait_file_open(span, file_name, options, &file);
        }
    }
    if (!file) {
        gait_buffer_free(&bytes);
        return status;
    }
    file->owned = bytes;
    file->is_skeleton_only = is_skeleton_only;
    *out_file = file;
    return GAIT_OK;
}

gait_format gait_file_format(const gait_file *file) {
    return file ? file->row->info.format : GAIT_FORMAT_UNKNOWN;
}

int32_t gait_file_version(const gait_file *file) {
    const gaiti_format_row *row = format_row_of(file);
    return row->version ? row->version(file->document) : -1;
}

uint32_t gait_file_code_page(const gait_file *file) {
    uint32_t page = file ? gaiti_row_code_page(file->row, file->document) : 0;
    return file && page == 0 ? 1251 : page;
}

uint32_t gait_file_bone_count(const gait_file *file) {
    const gaiti_format_row *row = format_row_of(file);
    return row->bone_count ? row->bone_count(file->document) : 0;
}

gait_span gait_file_bone_name(const gait_file *file, uint32_t bone) {
    bool is_there = bone < gait_file_bone_count(file);
    return is_there ? file->row->bone_name(file->document, bone) : (gait_span){0};
}

const gaiti_format_row *gaiti_clips_of(const gait_file *file, const void **out_document) {
    const gaiti_format_row *row = format_row_of(file);
    *out_document = !file        ? NULL
                    : row->model ? row->model->motions(file->document)
                                 : file->document;
    return row->model ? row->model->bank : row;
}

uint32_t gait_file_clip_count(const gait_file *file) {
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    bool has_clips = row->clip_count && !file->is_skeleton_only;
    return has_clips ? row->clip_count(document) : 0;
}

gait_clip_info gait_file_clip_info(const gait_file *file, uint32_t clip) {
    if (clip >= gait_file_clip_count(file)) {
        return (gait_clip_info){0};
    }
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    gait_clip_info info = row->clip_info(document, clip);
    if (!info.name.data) {
        info.name = gaiti_span(file->clip_name, strlen(file->clip_name));
        info.name_is_utf8 = true;
    }
    return info;
}

gait_playback gait_file_playback(const gait_file *file, uint32_t clip) {
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    bool is_there = row->playback && clip < gait_file_clip_count(file);
    return is_there ? row->playback(document, clip) : (gait_playback){0};
}

gait_span gait_file_playback_part(const gait_file *file, uint32_t clip) {
    gait_playback playback = gait_file_playback(file, clip);
    if (!playback.known) {
        return (gait_span){0};
    }
    if (!(playback.flags & GAIT_OMF_FX)) {
        return gaiti_file_part(file, playback.bone_or_part).name;
    }
    /* The bones of a glTF are in another order than those of its source. */
    bool is_source = !(file->row->info.abilities & GAIT_UTF8_NAMES);
    return is_source ? gait_file_bone_name(file, playback.bone_or_part) : (gait_span){0};
}

gait_event_info gait_file_event(const gait_file *file, uint32_t clip, uint32_t event) {
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    bool is_there = row->event && event < gait_file_clip_info(file, clip).event_count;
    return is_there ? row->event(document, clip, event) : (gait_event_info){0};
}

void gait_file_event_interval(const gait_file *file, uint32_t clip, uint32_t event,
                              uint32_t interval, double out_from_to[2]) {
    if (out_from_to) {
        out_from_to[0] = out_from_to[1] = 0;
    }
    if (out_from_to && interval < gait_file_event(file, clip, event).interval_count) {
        const void *document;
        const gaiti_format_row *row = gaiti_clips_of(file, &document);
        row->event_interval(document, clip, event, interval, out_from_to);
    }
}

/* True when the name of the clip equals a UTF-8 text. */
static bool format_is_clip_name(const gait_clip_info *clip, uint32_t page, gait_span text,
                                bool ignores_case) {
    const uint8_t *name = text.data, *end = text.data + text.size;
    for (size_t i = 0; i < clip->name.size; i++) {
        char utf8[4] = {(char)clip->name.data[i]};
        size_t size = 1;
        if (!clip->name_is_utf8) {
            gait_span one = {&clip->name.data[i], 1};
            size = gaiti_utf8_size(page, one);
            gaiti_to_utf8(page, one, utf8);
        }
        for (size_t k = 0; k < size; k++, name++) {
            if (name == end) {
                return false;
            }
            uint8_t found = *name, expected = (uint8_t)utf8[k];
            bool equal = ignores_case ? gaiti_ascii_lower(found) == gaiti_ascii_lower(expected)
                                      : found == expected;
            if (!equal) {
                return false;
            }
        }
    }
    return name == end;
}

/* The clip with this name for the `number`th time, from 1; -1 = none. */
static int32_t format_find_clip(const gait_file *file, gait_span name, uint32_t number,
                                bool ignores_case) {
    uint32_t count = gait_file_clip_count(file), page = gait_file_code_page(file);
    for (uint32_t clip = 0; clip < count; clip++) {
        gait_clip_info info = gait_file_clip_info(file, clip);
        number -= format_is_clip_name(&info, page, name, ignores_case);
        if (number == 0) {
            return (int32_t)clip;
        }
    }
    return -1;
}

int32_t gait_file_find_clip(const gait_file *file, const char *name) {
    size_t size;
    uint32_t number;
    if (!file || !name) {
        return -1;
    }
    gait_span whole = gaiti_span(name, strlen(name));
    int32_t found = format_find_clip(file, whole, 1, false);
    found = found < 0 ? format_find_clip(file, whole, 1, true) : found;
    if (found < 0 && gaiti_split_numbered(name, &size, &number)) {
        found = format_find_clip(file, gaiti_span(name, size), number, true);
    }
    return found;
}

uint32_t gait_file_part_count(const gait_file *file) {
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    return row->part_count ? row->part_count(document) : 0;
}

gaiti_part_info gaiti_file_part(const gait_file *file, uint32_t part) {
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    return part < gait_file_part_count(file) ? row->part(document, part) : (gaiti_part_info){0};
}

gait_span gaiti_file_part_bone(const gait_file *file, uint32_t part, uint32_t index) {
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    bool is_there = index < gaiti_file_part(file, part).bone_count;
    return is_there ? row->part_bone(document, part, index) : (gait_span){0};
}

uint32_t gait_file_ref_count(const gait_file *file) {
    const gaiti_format_row *row = format_row_of(file);
    return row->ref_count ? row->ref_count(file->document) : 0;
}

gait_span gait_file_ref(const gait_file *file, uint32_t ref) {
    bool is_there = ref < gait_file_ref_count(file);
    return is_there ? file->row->ref(file->document, ref) : (gait_span){0};
}

gait_status gaiti_file_raise(const gait_file *file, gait_diagnostics *diagnostics, gaiti_rule rule,
                             gaiti_detail detail) {
    gaiti_report report = gaiti_report_to(diagnostics);
    report.has_no_offset = true;
    format_subject before = format_set_file(diagnostics, file);
    return format_restore(diagnostics, before, gaiti_raise(&report, rule, detail));
}

/* Reports the extension of another format with the same document: games choose the loader by it. */
static void format_check_extension(const gait_file *file, gait_diagnostics *diagnostics) {
    gaiti_report report = gaiti_report_to(diagnostics);
    gait_span extension = gaiti_file_extension(file->name);
    const gaiti_format_row *own = file->row;
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        const gaiti_format_row *row = gaiti_format_row_of((gait_format)i);
        if (row->open == own->open && gaiti_format_has_extension(row, extension) &&
            !gaiti_format_has_extension(own, extension)) {
            gaiti_raise(&report, GAITI_SKL_EXTENSION,
                        (gaiti_detail){.name = gaiti_span_of(own->info.extensions),
                                       .name_is_utf8 = true,
                                       .other = extension});
        }
    }
}

gait_status gait_file_check(const gait_file *file, gait_diagnostics *diagnostics) {
    if (!file) {
        return GAIT_BAD_ARGUMENT;
    }
    if (file->is_skeleton_only) {
        return GAIT_UNSUPPORTED;
    }
    format_subject before = format_set_file(diagnostics, file);
    gait_status status = file->row->check ? file->row->check(file->document, diagnostics) : GAIT_OK;
    format_check_extension(file, diagnostics);
    return format_restore(diagnostics, before, status);
}

static gait_status format_show(const gait_file *file, gait_field_visitor visit, void *user) {
    const gaiti_format_row *row = file->row;
    gait_buffer written = {.allocator = file->arena.allocator};
    gait_span bytes = file->bytes;
    gait_status status = GAIT_OK;
    if (row->edit || row->model) {
        status = row->write(file->document, &written);
        bytes = gaiti_span(written.data, written.size);
    }
    if (status == GAIT_OK) {
        gaiti_reader in = gaiti_reader_over(bytes, 0);
        gaiti_visitor visitor = gaiti_visit_showing(&in, visit, user);
        visitor.code_page = row->code_page ? gaiti_row_code_page(row, file->document) : 0;
        row->show(file->document, &visitor);
        status = visitor.no_memory ? GAIT_NO_MEMORY : in.failed ? GAIT_INTERNAL : GAIT_OK;
    }
    gait_buffer_free(&written);
    return status;
}

gait_status gait_file_map(const gait_file *file, gait_field_visitor visit, void *user) {
    if (!file || !visit) {
        return GAIT_BAD_ARGUMENT;
    }
    if (file->is_skeleton_only) {
        return GAIT_UNSUPPORTED;
    }
    if (file->row->show) {
        return format_show(file, visit, user);
    }
    if (file->bytes.size > UINT32_MAX) {
        return GAIT_UNSUPPORTED;
    }
    const gait_field content = {.bytes = file->bytes,
                                .name = "content",
                                .type = GAIT_FIELD_BYTES,
                                .rows = 1,
                                .columns = (uint32_t)file->bytes.size};
    (void)visit(user, &content);
    return GAIT_OK;
}

gait_status gait_file_write(const gait_file *file, gait_buffer *out) {
    if (!file || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    bool can_write = file->row->write && !file->is_skeleton_only;
    return can_write ? file->row->write(file->document, out) : GAIT_UNSUPPORTED;
}

uint32_t gait_file_skeleton_count(const gait_file *file) {
    const gaiti_format_row *row = format_row_of(file);
    if (row->skeleton_count) {
        return row->skeleton_count(file->document);
    }
    return row->skeleton && gait_file_bone_count(file) > 0;
}

gait_skeleton_info gait_file_skeleton_info(const gait_file *file, uint32_t skeleton) {
    if (skeleton >= gait_file_skeleton_count(file)) {
        return (gait_skeleton_info){0};
    }
    const gaiti_format_row *row = file->row;
    gait_skeleton_info info = row->skeleton_info
                                  ? row->skeleton_info(file->document, skeleton)
                                  : (gait_skeleton_info){NULL, gait_file_bone_count(file)};
    info.name = info.name ? info.name : file->clip_name;
    return info;
}

gait_status gait_file_skeleton_at(const gait_file *file, uint32_t skeleton,
                                  const gait_options *options, gait_skeleton **out_skeleton) {
    if (!GAITI_CLEAR(out_skeleton) || skeleton >= gait_file_skeleton_count(file)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!file->row->skeleton_at) {
        return gait_file_skeleton(file, options, out_skeleton);
    }
    format_subject before = format_set_file(format_sink(options), file);
    gait_status status =
        file->row->skeleton_at(file->document, skeleton, file->clip_name, options, out_skeleton);
    return format_restore(format_sink(options), before, status);
}

uint32_t gait_file_dependency_count(const gait_file *file) {
    const gaiti_format_row *row = format_row_of(file);
    return row->dependency_count ? row->dependency_count(file->document) : 0;
}

const char *gait_file_dependency_at(const gait_file *file, uint32_t dependency) {
    bool is_there = dependency < gait_file_dependency_count(file);
    return is_there ? file->row->dependency(file->document, dependency) : NULL;
}

uint64_t gait_file_dependency_size(const gait_file *file, uint32_t dependency) {
    bool is_there = dependency < gait_file_dependency_count(file);
    return is_there ? file->row->dependency_size(file->document, dependency) : 0;
}

gait_status gait_file_provide(gait_file *file, uint32_t dependency, gait_span bytes,
                              gait_diagnostics *diagnostics) {
    if (dependency >= gait_file_dependency_count(file) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    format_subject before = format_set_file(diagnostics, file);
    gait_status status = file->row->provide(file->document, dependency, bytes, diagnostics);
    return format_restore(diagnostics, before, status);
}

gait_status gait_file_check_complete(const gait_file *file, gait_diagnostics *diagnostics) {
    if (!file) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!file->row->check_complete) {
        return GAIT_OK;
    }
    format_subject before = format_set_file(diagnostics, file);
    gait_status status = file->row->check_complete(file->document, diagnostics);
    return format_restore(diagnostics, before, status);
}

const gait_metadata *gaiti_file_metadata(const gait_file *file) {
    const gaiti_format_row *row = format_row_of(file);
    return row->metadata ? row->metadata(file->document) : NULL;
}

uint32_t gait_file_source_code_page(const gait_file *file) {
    const gait_metadata *metadata = gaiti_file_metadata(file);
    return !metadata ? 0 : metadata->code_page ? metadata->code_page : 1251;
}

bool gaiti_file_has_metadata(const gait_file *file) {
    return file && gaiti_file_metadata(file);
}

bool gait_file_has_exported_skeleton(const gait_file *file) {
    const gait_metadata *metadata = file ? gaiti_file_metadata(file) : NULL;
    gait_skeleton *exported = NULL;
    if (metadata) {
        (void)gaiti_metadata_skeleton(metadata, "", NULL, &exported);
    }
    gait_skeleton_free(exported);
    return exported != NULL;
}

const gait_metadata_clip *gaiti_file_metadata_clip(const gait_file *file, uint32_t clip) {
    bool has = format_row_of(file)->metadata_clip && clip < gait_file_clip_count(file);
    return has ? file->row->metadata_clip(file->document, clip) : NULL;
}

gait_status gait_file_attach_metadata(gait_file *file, gait_span json,
                                      gait_diagnostics *diagnostics) {
    if (!file || !gaiti_is_span(json)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!file->row->attach_metadata) {
        return GAIT_UNSUPPORTED;
    }
    format_subject before = format_set_file(diagnostics, file);
    gait_status status = file->row->attach_metadata(file->document, json, diagnostics);
    return format_restore(diagnostics, before, status);
}

gait_status gait_file_skeleton(const gait_file *file, const gait_options *options,
                               gait_skeleton **out_skeleton) {
    return gaiti_file_skeleton_for(file, file, options, out_skeleton);
}

gait_status gaiti_file_skeleton_for(const gait_file *file, const gait_file *animation,
                                    const gait_options *options, gait_skeleton **out_skeleton) {
    if (!GAITI_CLEAR(out_skeleton) || !file) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!file->row->skeleton) {
        return GAIT_NOT_FOUND;
    }
    format_subject before = format_set_file(format_sink(options), file);
    gait_status status =
        file->row->skeleton(file->document, animation->clip_name, options, out_skeleton);
    return format_restore(format_sink(options), before, status);
}

gait_status gait_file_bind_skeleton(const gait_file *file, const gait_skeleton *tree,
                                    const gait_options *options, gait_skeleton **out_skeleton) {
    if (!GAITI_CLEAR(out_skeleton) || !file) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!file->row->bind_skeleton) {
        return GAIT_NOT_FOUND;
    }
    format_subject before = format_set_file(format_sink(options), file);
    gait_status status = file->row->bind_skeleton(file->document, tree, options, out_skeleton);
    return format_restore(format_sink(options), before, status);
}

gait_status gaiti_file_clip_part(const gait_file *file, uint32_t index,
                                 const gait_skeleton *skeleton, const gait_options *options,
                                 gait_clip **out_clip) {
    if (!GAITI_CLEAR(out_clip) || !skeleton || index >= gait_file_clip_count(file)) {
        return GAIT_BAD_ARGUMENT;
    }
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    if (!row->clip) {
        return GAIT_UNSUPPORTED;
    }
    format_subject before = format_set_file(format_sink(options), file);
    gait_status status = row->clip(document, index, file->clip_name, skeleton, options, out_clip);
    GAIT_ASSERT((status == GAIT_OK) == (*out_clip != NULL));
    GAIT_ASSERT(status != GAIT_OK || gaiti_clip_is_valid(*out_clip));
    return format_restore(format_sink(options), before, status);
}

gait_status gait_file_clip(const gait_file *file, uint32_t index, const gait_skeleton *skeleton,
                           const gait_options *options, gait_clip **out_clip) {
    GAITI_TRY(gaiti_file_clip_part(file, index, skeleton, options, out_clip));
    if (gaiti_clip_lacks_bones(*out_clip)) {
        gait_clip_free(*out_clip);
        *out_clip = NULL;
        return GAIT_BAD_ARGUMENT;
    }
    return GAIT_OK;
}

gait_status gait_file_mesh(const gait_file *file, const gait_skeleton *skeleton,
                           const gait_options *options, gait_mesh **out_mesh) {
    if (!GAITI_CLEAR(out_mesh) || !file) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!file->row->mesh) {
        return GAIT_NOT_FOUND;
    }
    if (file->is_skeleton_only) {
        return GAIT_UNSUPPORTED;
    }
    format_subject before = format_set_file(format_sink(options), file);
    gait_status status = file->row->mesh(file->document, skeleton, options, out_mesh);
    GAIT_ASSERT((status == GAIT_OK) == (*out_mesh != NULL));
    return format_restore(format_sink(options), before, status);
}

gait_status gait_file_mesh_info(const gait_file *file, const gait_options *options,
                                gait_mesh_info *out_info) {
    if (out_info) {
        *out_info = (gait_mesh_info){0};
    }
    if (!file || !out_info) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!file->row->mesh_info) {
        return GAIT_NOT_FOUND;
    }
    return file->is_skeleton_only ? GAIT_UNSUPPORTED
                                  : file->row->mesh_info(file->document, options, out_info);
}
