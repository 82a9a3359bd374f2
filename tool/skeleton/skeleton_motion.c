/* Recovers a skeleton from the motion of plain RTM files, and writes skeletons to files. */
#include "skeleton/skeleton.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "gait/convert.h"

/* --- the files -------------------------------------------------------------------------------- */

/* An open plain RTM. */
typedef struct motion_file {
    char *path;
    file_bytes bytes;
    gait_file *file;
    gait_skeleton *bones; /* its bones, without parents */
    gait_clip *clip;
} motion_file;

struct motion_files {
    motion_file *items;
    size_t count;
    const gait_clip **clips; /* of the items */
};

static motion_files *motion_files_new(size_t capacity) {
    motion_files *self = memory_resize(NULL, 1, sizeof *self);
    *self = (motion_files){memory_resize(NULL, capacity, sizeof *self->items), 0,
                           memory_resize(NULL, capacity, sizeof *self->clips)};
    memset(self->items, 0, capacity * sizeof *self->items);
    return self;
}

/* Adds an open plain RTM, and takes it from its source. */
static gait_status motion_add(motion_files *self, source *in) {
    motion_file *file = &self->items[self->count];
    gait_status status = gait_file_bind_skeleton(in->file, NULL, NULL, &file->bones);
    if (status == GAIT_OK) {
        status = gait_file_clip(in->file, 0, file->bones, NULL, &file->clip);
    }
    memory_check(status);
    if (status != GAIT_OK) {
        gait_skeleton_free(file->bones);
        return status;
    }
    file->path = in->path; /* the file refers to it */
    in->path = text_copy(file->path);
    file->bytes = in->bytes;
    file->file = in->file;
    self->clips[self->count++] = file->clip;
    in->bytes = (file_bytes){0};
    in->file = NULL;
    return GAIT_OK;
}

/* Opens an input and adds it; logs the reason if that fails. */
static int motion_add_input(motion_files *self, source *in, const input *item) {
    int code = source_open_input(in, item);
    source_log_diagnostics(in);
    if (code != EXIT_OK) {
        return code;
    }
    if (!format_has(in->format, GAIT_MODEL_SPACE)) {
        return refuse(EXIT_UNSUPPORTED, source_label(in),
                      "is not a plain RTM: a skeleton can only be recovered from plain RTM files");
    }
    gait_status status = motion_add(self, in);
    if (status != GAIT_OK) {
        log_error(source_label(in), "its clip cannot be read: %s", gait_status_name(status));
    }
    return exit_of_status(status);
}

int motion_files_open(const inputs *list, motion_files **out) {
    motion_files *self = motion_files_new(list->count);
    source *in = source_new();
    int code = EXIT_OK;
    for (size_t i = 0; i < list->count && code == EXIT_OK; i++) {
        code = motion_add_input(self, in, &list->items[i]);
    }
    source_free(in);
    *out = self;
    return code;
}

void motion_files_free(motion_files *self) {
    for (size_t i = 0; self && i < self->count; i++) {
        gait_clip_free(self->items[i].clip);
        gait_skeleton_free(self->items[i].bones);
        gait_file_free(self->items[i].file);
        files_free(&self->items[i].bytes);
        free(self->items[i].path);
    }
    if (self) {
        free(self->items);
        free(self->clips);
        free(self);
    }
}

/* --- the skeleton ----------------------------------------------------------------------------- */

/* Logs which files were not used, and how the parents are known. */
static void motion_log(const motion_files *self, const gait_recovered *found) {
    unsigned kinds[GAIT_JOINT_PROVED + 1], used = 0;
    skeleton_count_joints(found, kinds);
    for (size_t i = 0; i < self->count; i++) {
        used += found->is_used[i];
        if (!found->is_used[i]) {
            log_warning(self->items[i].path, "its joints or bones differ: left out");
        }
    }
    log_note("recovered from %u different keys of %u file%s: parents of %u bones (proved %u, held "
             "%u, rigid %u), %u without a parent",
             (unsigned)found->key_count, used, text_plural(used), (unsigned)found->joint_count,
             kinds[GAIT_JOINT_PROVED], kinds[GAIT_JOINT_HELD], kinds[GAIT_JOINT_RIGID],
             kinds[GAIT_JOINT_NONE]);
}

int motion_recover(const motion_files *self, const char *name, gait_recovered **out) {
    gait_status status =
        gait_recover_skeleton(name, self->clips, (uint32_t)self->count, 1, NULL, out);
    memory_check(status);
    if (status == GAIT_OK) {
        motion_log(self, *out);
        return EXIT_OK;
    }
    log_error(self->items[0].path, status == GAIT_UNSUPPORTED
                                       ? "it has more bones than can be examined"
                                       : "the motion shows no joint");
    log_hint("choose files in which the bones turn against each other");
    return EXIT_UNSUPPORTED;
}

int motion_compare(const motion_files *self, const char *given) {
    enum { MOTION_MIN_COMPARED = 3 };
    skeleton_place place = skeleton_place_of(given);
    source *config = source_new();
    gait_skeleton *stated = NULL;
    int code = source_open_or_fail(config, place.path);
    if (code == EXIT_OK) {
        code = skeleton_from_argument(config, place.name, &stated);
    }
    if (code == EXIT_OK && !stated) {
        code = refuse(EXIT_UNSUPPORTED, source_label(config), "holds no skeleton");
    }
    if (code == EXIT_OK) {
        const gait_options options = source_options(config);
        uint64_t warnings = config->diagnostics.warnings;
        gait_status status =
            gait_check_joints(stated, self->clips, (uint32_t)self->count, &options);
        memory_check(status);
        source_log_diagnostics(config);
        code = config->diagnostics.warnings > warnings ? EXIT_FINDINGS : exit_of_status(status);
        if (self->count < MOTION_MIN_COMPARED) {
            log_warning(source_label(config),
                        "is not compared: expected at least %d files with motion, found %zu",
                        MOTION_MIN_COMPARED, self->count);
            log_hint("add plain RTM files of the same model");
        } else if (code == EXIT_OK) {
            log_note("%s: no joint of it is contradicted by the motion of %zu files",
                     source_label(config), self->count);
        }
    }
    gait_skeleton_free(stated);
    source_free(config);
    skeleton_place_free(&place);
    return code;
}

/* True for an open config with skeletons, such as a model.cfg. */
static bool motion_is_config(const source *file) {
    const gait_format_info *info = gait_format_get_info(file->format);
    return file->file && info->family == GAIT_FAMILY_BOHEMIA && !path_is_stream(file->path) &&
           (info->abilities & GAIT_HAS_SKELETON) != 0 &&
           (info->abilities & (GAIT_HAS_CLIPS | GAIT_HAS_MESH)) == 0;
}

/* True for an open plain RTM with at least half of its bones in the skeleton. */
static bool motion_matches(const source *file, const gait_skeleton *stated) {
    if (file->exit_code != EXIT_OK || !format_has(file->format, GAIT_MODEL_SPACE)) {
        return false;
    }
    text_list names = source_bone_names(file);
    size_t matched = 0;
    for (size_t i = 0; i < names.count; i++) {
        matched += gait_skeleton_find(stated, names.items[i]) >= 0;
    }
    bool is_enough = names.count > 0 && 2 * matched >= names.count;
    text_list_free(&names, true);
    return is_enough;
}

/* Opens at most MOTION_MAX_OPENED of the files, and keeps the first MOTION_MAX that match the
 * skeleton. */
static motion_files *motion_files_that_match(const inputs *list, const gait_skeleton *stated) {
    enum { MOTION_MAX = 64, MOTION_MAX_OPENED = 512 };
    motion_files *self = motion_files_new(MOTION_MAX);
    source *in = source_new();
    for (size_t i = 0; i < list->count && i < MOTION_MAX_OPENED && self->count < MOTION_MAX; i++) {
        (void)source_open_input(in, &list->items[i]);
        if (motion_matches(in, stated)) {
            (void)motion_add(self, in);
        }
    }
    source_free(in);
    return self;
}

void motion_check(source *config) {
    gait_skeleton *stated = NULL;
    if (!motion_is_config(config)) {
        return;
    }
    gait_options options = source_options(config);
    options.diagnostics = NULL;
    memory_check(gait_file_skeleton(config->file, &options, &stated));
    if (stated) {
        char *folder = path_folder(config->path);
        inputs list = inputs_below(folder, ".rtm");
        motion_files *files = motion_files_that_match(&list, stated);
        options.diagnostics = &config->diagnostics;
        memory_check(gait_check_joints(stated, files->clips, (uint32_t)files->count, &options));
        motion_files_free(files);
        inputs_free(&list);
        free(folder);
    }
    gait_skeleton_free(stated);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes a .glb of the first file on a skeleton. */
static int motion_write_glb(const motion_files *self, const gait_skeleton *skeleton,
                            const char *path, bool force) {
    const motion_file *first = &self->items[0];
    gait_skeleton *bound = NULL;
    gait_conversion *conversion = NULL;
    gait_output output;
    gait_status status = gait_file_bind_skeleton(first->file, skeleton, NULL, &bound);
    const gait_convert_options options = {
        .target = format_of_extension(path), .name = path_name(path), .skeleton = bound};
    if (status == GAIT_OK) {
        status = gait_convert_begin(first->file, &options, &conversion);
    }
    if (status == GAIT_OK) {
        status = gait_convert_next(conversion, &output);
    }
    memory_check(status);
    int code = exit_of_status(status);
    if (code != EXIT_OK) {
        log_error(first->path, "cannot be converted to glTF: %s", gait_status_name(status));
    } else {
        const file_content content = {path, output.files[0].parts, output.files[0].part_count};
        code = files_write_all(&content, 1, force);
    }
    gait_conversion_free(conversion);
    gait_skeleton_free(bound);
    return code;
}

static int skeleton_write_config(const char *path, const char *name, const gait_skeleton *skeleton,
                                 const gait_joint *joints, bool force) {
    gait_buffer text = {0};
    gait_status status = gait_skeleton_write_config(name, skeleton, joints, &text);
    memory_check(status);
    int code = EXIT_USAGE;
    if (status == GAIT_OK) {
        code = files_write(path, &text, force);
    } else {
        log_error(path, "is not written: the skeleton has no name");
        log_hint("give a name with --name");
    }
    gait_buffer_free(&text);
    return code;
}

int skeleton_write(const char *path, const char *name, const gait_skeleton *skeleton,
                   const gait_joint *joints, const motion_files *files, bool force) {
    bool is_glb = path_has_extension(path, ".glb");
    if (format_has_scene(format_of_extension(path)) && !(files && is_glb)) {
        log_error(path, files ? "a skeleton is written as a .glb, not as a .gltf"
                              : "only the skeleton of RTM files can be written as a .glb");
        log_hint("give a name that ends in %s", files ? ".glb or .cfg" : ".cfg");
        return EXIT_USAGE;
    }
    TRY(files_may_write(path, force));
    TRY(is_glb ? motion_write_glb(files, skeleton, path, force)
               : skeleton_write_config(path, name, skeleton, joints, force));
    log_note("wrote %s: %u bone%s", path, (unsigned)skeleton->bone_count,
             text_plural(skeleton->bone_count));
    return EXIT_OK;
}
