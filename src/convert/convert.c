/* Conversion of an open file: validates the options, selects the route, and makes the outputs one
 * by one. */
#include "base/try.h"
#include "gait/convert.h"

#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text/names.h"
#include "convert/convert_state.h"
#include "formats/abilities.h"
#include "formats/file_state.h"
#include "formats/gltf/write/gltf_writer.h"
#include "gait/gltf.h"
#include "gait/p3d.h"
#include "gait/search.h"
#include "gait/search_steps.h"
#include "gait/convert_steps.h"

/* --- the request ------------------------------------------------------------------------------ */

/* Checks the numeric options and the clip indices. */
static gait_status convert_check_values(gait_conversion *self) {
    const gait_convert_options *options = &self->options;
    const struct {
        gait_range_id range;
        double value;
    } numbers[] = {{GAIT_RANGE_FPS, options->fps},
                   {GAIT_RANGE_DURATION, options->duration_s},
                   {GAIT_RANGE_TOLERANCE, options->tolerance_mm},
                   {GAIT_RANGE_TOLERANCE, options->tolerance_deg}};
    uint32_t all = gait_file_clip_count(self->file);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        GAITI_TRY(gaiti_convert_check_range(self, numbers[i].range, numbers[i].value));
    }
    if (options->config) {
        self->config = gaiti_metadata_copy_object(&self->arena, gaiti_span_of(options->config));
        GAITI_TRY(self->config                    ? GAIT_OK
                  : self->arena.status != GAIT_OK ? self->arena.status
                                                  : GAIT_BAD_ARGUMENT);
    }
    for (uint32_t i = 0; i < options->clip_count; i++) {
        if (!options->clips || options->clips[i] >= all) {
            return gaiti_convert_refuse(
                self, GAITI_CONVERT_BAD_CLIP, -1,
                (gaiti_detail){.expected = all, .found = options->clips ? options->clips[i] : 0});
        }
    }
    return GAIT_OK;
}

/* True when the bank of `model` has this format. */
static bool convert_holds_bank(gait_format model, gait_format bank) {
    const gaiti_model_functions *functions = gaiti_format_row_of(model)->model;
    return functions && functions->bank->info.format == bank;
}

/* True when one of two game formats moves an object and the other one the bones of a skeleton:
 * games cannot exchange such motions. */
static bool convert_mixes_objects(gait_format from, gait_format to) {
    return gaiti_format_has(from, GAIT_MOVES_OBJECT) != gaiti_format_has(to, GAIT_MOVES_OBJECT) &&
           gait_format_get_info(from)->family && gait_format_get_info(to)->family;
}

static bool convert_is_other_form(gait_format from, gait_format to) {
    const gaiti_other_form *other = gaiti_format_row_of(from)->other_form;
    return other && other->format == to;
}

gait_convert_route gait_convert_route_of(gait_format from, gait_format to) {
    static const gait_convert_route routes[] = {[GAITI_EXPORT_GLTF] = GAIT_ROUTE_GLTF,
                                                [GAITI_EXPORT_CLIP] = GAIT_ROUTE_CLIP,
                                                [GAITI_EXPORT_RTM] = GAIT_ROUTE_RTM,
                                                [GAITI_EXPORT_MOTIONS] = GAIT_ROUTE_MOTIONS};
    if ((uint32_t)from >= GAIT_FORMAT_COUNT || (uint32_t)to >= GAIT_FORMAT_COUNT) {
        return GAIT_ROUTE_NONE;
    }
    const gaiti_export *export = gaiti_format_row_of(to)->export;
    if (convert_mixes_objects(from, to)) {
        return GAIT_ROUTE_NONE;
    }
    return from == to && gaiti_format_has(to, GAIT_CAN_WRITE) ? GAIT_ROUTE_COPY
           : convert_holds_bank(from, to)                     ? GAIT_ROUTE_EXTRACT_BANK
           : convert_holds_bank(to, from)                     ? GAIT_ROUTE_REPLACE_BANK
           : convert_is_other_form(from, to)                  ? GAIT_ROUTE_OTHER_FORM
           : export                                           ? routes[export->route]
                                                              : GAIT_ROUTE_NONE;
}

static gait_status convert_find_route(gait_conversion *self) {
    gait_format from = gait_file_format(self->file), to = self->options.target;
    self->route = gait_convert_route_of(from, to);
    if (convert_mixes_objects(from, to)) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_OBJECT,
                                        gait_format_get_info(from)->name,
                                        gait_format_get_info(to)->name);
    }
    return self->route != GAIT_ROUTE_NONE
               ? GAIT_OK
               : gaiti_convert_refuse_for(self, GAITI_CONVERT_NO_ROUTE,
                                          gait_format_get_info(from)->name,
                                          gait_format_get_info(to)->name);
}

static bool convert_poses_clips(const gait_conversion *self) {
    return self->route >= GAIT_ROUTE_GLTF;
}

static bool convert_holds_one_clip(gait_format format) {
    return (gait_format_get_info(format)->abilities & GAIT_MANY_CLIPS) == 0;
}

static gait_status convert_choose_clips(gait_conversion *self) {
    const gait_convert_options *options = &self->options;
    self->clips = options->clips;
    self->clip_count = options->clip_count;
    if (!self->clips) {
        self->clip_count = gait_file_clip_count(self->file);
        uint32_t *all = gaiti_alloc(&self->arena, self->clip_count, sizeof *all);
        for (uint32_t i = 0; all && i < self->clip_count; i++) {
            all[i] = i;
        }
        self->clips = all;
    }
    return self->clips ? GAIT_OK : self->arena.status;
}

/* The first extension in the list of a format. */
static const char *convert_extension(gaiti_arena *arena, gait_format format) {
    const char *all = gait_format_get_info(format)->extensions;
    size_t size = strcspn(all, " ");
    char *first = gaiti_alloc(arena, (uint64_t)size + 1, 1);
    if (first) {
        memcpy(first, all, size);
    }
    return first;
}

static const char *convert_default_name(gait_conversion *self) {
    gait_format target = self->options.target;
    const char *extension = convert_extension(&self->arena, target);
    const char *stem = convert_holds_one_clip(target) ? "{clip}" : self->file->clip_name;
    size_t size = strlen(stem);
    char *name = extension ? gaiti_alloc(&self->arena, size + strlen(extension) + 2, 1) : NULL;
    if (name) {
        memcpy(name, size > 0 ? stem : "_", size > 0 ? size : 1);
        memcpy(name + strlen(name), extension, strlen(extension));
    }
    return name;
}

/* Sets the number of outputs and creates the generator of their names. */
static gait_status convert_name_outputs(gait_conversion *self) {
    bool is_per_clip, is_whole = !convert_poses_clips(self);
    if (!self->options.name) {
        self->options.name = convert_default_name(self);
    }
    if (!self->options.name) {
        return self->arena.status;
    }
    is_per_clip = gait_output_name_is_per_clip(self->options.name) && !is_whole;
    self->output_count = is_per_clip ? self->clip_count : 1;
    return gait_output_names_new(self->options.name, self->output_count, &self->options.common,
                                 &self->names);
}

/* Checks the number of clips for targets that are made from clips. */
static gait_status convert_check_clips(gait_conversion *self) {
    if (!convert_poses_clips(self) || self->route == GAIT_ROUTE_GLTF) {
        return GAIT_OK;
    }
    const char *target = gait_format_get_info(self->options.target)->name;
    if (self->clip_count == 0) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_NO_CLIPS, target, NULL);
    }
    if (self->clip_count > self->output_count && convert_holds_one_clip(self->options.target)) {
        return gaiti_convert_refuse(
            self, GAITI_CONVERT_ONE_CLIP, -1,
            (gaiti_detail){.name = gaiti_span_of(target), .found = self->clip_count});
    }
    return GAIT_OK;
}

static gait_status convert_check_target(gait_conversion *self) {
    switch (self->route) {
    case GAIT_ROUTE_GLTF:
    case GAIT_ROUTE_CLIP:
        return GAIT_OK;
    case GAIT_ROUTE_RTM:
        return gaiti_convert_check_rtm(self);
    case GAIT_ROUTE_MOTIONS:
        return gaiti_convert_check_motions(self);
    case GAIT_ROUTE_NONE:
    case GAIT_ROUTE_COPY:
    case GAIT_ROUTE_EXTRACT_BANK:
    case GAIT_ROUTE_REPLACE_BANK:
    case GAIT_ROUTE_OTHER_FORM:
    default:
        return gaiti_convert_check_bank(self);
    }
}

/* --- the skeleton ----------------------------------------------------------------------------- */

/* True when the caller asks to leave out bones of a motion. */
static bool convert_asks_to_leave_out(const gait_conversion *self) {
    return self->options.missing_bones == GAIT_MISSING_LEAVE_OUT &&
           gaiti_file_has(self->file, GAIT_HAS_MOTIONS);
}

/* Refuses to write a game file without bones whose poses are unknown, unless the caller asks to
 * leave them out. The keys of a plain RTM are the same without them. */
static gait_status convert_check_left_out(gait_conversion *self) {
    const gait_format_info *target = gait_format_get_info(self->options.target);
    return target->family == GAIT_FAMILY_NONE || convert_asks_to_leave_out(self) ||
                   gaiti_file_has(self->file, GAIT_MODEL_SPACE)
               ? GAIT_OK
               : gaiti_convert_refuse(self, GAITI_CONVERT_PART, -1,
                                      (gaiti_detail){.found = self->skeleton->left_out_count,
                                                     .name = gaiti_span_of(target->name)});
}

/* Refuses a skeleton that lacks bones of the file: these bones would have no keys. A skeleton that
 * is already bound to this file can be bound again without error. A file without clips accepts any
 * skeleton. */
static gait_status convert_check_skeleton(gait_conversion *self) {
    const gait_options quiet = {.allocator = self->options.common.allocator};
    gait_skeleton *rebound = NULL;
    if (self->skeleton->left_out_count > 0) {
        return convert_check_left_out(self);
    }
    if (gait_file_clip_count(self->file) == 0 || convert_asks_to_leave_out(self)) {
        return GAIT_OK;
    }
    gait_status status = gait_file_bind_skeleton(self->file, self->skeleton, &quiet, &rebound);
    gait_skeleton_free(rebound);
    if (status == GAIT_NO_MEMORY) {
        return status;
    }
    return status == GAIT_UNSUPPORTED
               ? gaiti_convert_refuse_for(self, GAITI_CONVERT_WRONG_SKELETON, NULL, NULL)
               : GAIT_OK;
}

static gait_status convert_find_skeleton(gait_conversion *self) {
    const gait_format target = self->options.target;
    bool is_game = gait_format_get_info(target)->family != GAIT_FAMILY_NONE;
    const gait_search_options searching = {.common = self->options.common,
                                           .target = is_game ? target : GAIT_FORMAT_UNKNOWN,
                                           .missing_bones = self->options.missing_bones};
    gait_search_result *found = NULL;
    if (!convert_poses_clips(self)) {
        return GAIT_OK;
    }
    if (self->retarget) {
        self->skeleton = gaiti_retarget_skeleton(self->retarget);
        return GAIT_OK;
    }
    self->skeleton = self->options.skeleton;
    if (self->skeleton) {
        return convert_check_skeleton(self);
    }
    gait_status status = gait_skeleton_search(self->file, NULL, 0, &searching, &found);
    self->owned_skeleton = gait_search_result_detach_skeleton(found);
    self->skeleton = self->owned_skeleton;
    gait_search_result_free(found);
    return gaiti_convert_fail(self, GAITI_CONVERT_READING, -1, status);
}

/* Makes the mesh of a model. GAIT_NOT_FOUND when it has none. */
static gait_status convert_mesh_of(const gait_file *model, const gait_skeleton *skeleton,
                                   const gait_options *options, gait_mesh **out_mesh) {
    const gait_p3d *p3d = model ? gait_file_p3d(model) : NULL;
    bool has_only_pivots = p3d && gait_p3d_mesh_lod(p3d) < 0 && skeleton;
    return !model || model->is_skeleton_only || has_only_pivots
               ? GAIT_NOT_FOUND
               : gait_file_mesh(model, skeleton, options, out_mesh);
}

static gait_status convert_make_mesh(gait_conversion *self, const gait_file *model) {
    return convert_mesh_of(model, self->skeleton, &self->options.common, &self->mesh);
}

/* True when the skeleton is from elsewhere and lacks bones of the mesh. The bones of a P3D are
 * those of the skeleton. */
static bool convert_lacks_bones(const gait_conversion *self, const gait_file *model) {
    bool is_own = (model == self->file && self->skeleton == self->owned_skeleton) ||
                  (model && gait_file_p3d(model));
    for (uint32_t i = 0; self->mesh && !is_own && i < self->mesh->bone_count; i++) {
        if (gait_skeleton_find(self->skeleton, self->mesh->bones[i]) < 0) {
            return true;
        }
    }
    return false;
}

/* Makes the scene of hands and item, with the meshes of both. */
static gait_status convert_begin_scene(gait_conversion *self) {
    const gait_convert_item *item = self->options.item;
    const gait_options *common = &self->options.common;
    gait_mesh *of_item = NULL, *both = NULL;
    if (!item) {
        return GAIT_OK;
    }
    GAITI_TRY(gaiti_convert_check_item(self));
    gait_status status = gaiti_scene_new(item, self->skeleton, common, &self->scene);
    if (status != GAIT_OK) {
        return gaiti_convert_fail(self, GAITI_CONVERT_WRITING, -1, status);
    }
    if (self->options.no_mesh) {
        return GAIT_OK;
    }
    status = convert_mesh_of(item->file, item->skeleton, common, &of_item);
    if (status == GAIT_NOT_FOUND) {
        status = convert_mesh_of(item->model, item->skeleton, common, &of_item);
    }
    if (of_item || self->mesh) {
        gait_status joined = gaiti_scene_mesh(self->scene, self->mesh, of_item, common, &both);
        status = joined == GAIT_OK ? status : joined;
    }
    gait_mesh_free(of_item);
    gait_mesh_free(self->mesh);
    self->mesh = both;
    bool is_worse = status != GAIT_OK && status != GAIT_NOT_FOUND;
    bool is_complete = self->mesh_status == GAIT_OK || self->mesh_status == GAIT_NOT_FOUND;
    self->mesh_status = is_worse ? status : is_complete && both ? GAIT_OK : self->mesh_status;
    return status == GAIT_NO_MEMORY ? gaiti_convert_fail(self, GAITI_CONVERT_MESH, -1, status)
                                    : GAIT_OK;
}

/* Finds the images of the textures of the mesh. */
static gait_status convert_find_images(gait_conversion *self) {
    const gait_convert_options *options = &self->options;
    uint32_t parts = self->mesh && options->find_image ? self->mesh->part_count : 0;
    gaiti_names names;
    gait_span *textures = gaiti_alloc(&self->arena, parts, sizeof *textures);
    self->images = gaiti_alloc(&self->arena, parts, sizeof *self->images);
    if (!textures || !self->images || !gaiti_names_init(&names, &self->arena, textures, parts)) {
        return self->arena.status;
    }
    for (uint32_t p = 0; p < parts; p++) {
        gaiti_gltf_texture_image image = {.texture = self->mesh->parts[p].texture};
        textures[p] = gaiti_span_of(image.texture);
        if (textures[p].size > 0 && gaiti_names_add(&names, p) < 0 &&
            options->find_image(options->image_user, image.texture, &image.bytes)) {
            self->images[self->image_count++] = image;
        }
    }
    return GAIT_OK;
}

/* Makes the mesh of the file itself, else that of the model that is given. A file without clips is
 * refused if its mesh cannot be made; clips are converted without the mesh. */
static gait_status convert_find_mesh(gait_conversion *self) {
    bool has_clips = gait_file_clip_count(self->file) > 0;
    const gait_file *model = self->file;
    if (self->route != GAIT_ROUTE_GLTF) {
        return GAIT_OK;
    }
    if (self->options.no_mesh) {
        return has_clips || self->skeleton
                   ? GAIT_OK
                   : gaiti_convert_refuse_for(self, GAITI_CONVERT_NO_BONES, NULL, NULL);
    }
    gait_status status = convert_make_mesh(self, model);
    bool is_missing = status == GAIT_NOT_FOUND && gait_file_p3d(self->file) && !self->skeleton;
    if (status == GAIT_NOT_FOUND && !is_missing) {
        model = self->options.model;
        status = convert_make_mesh(self, model);
    }
    bool lacks_bones = convert_lacks_bones(self, model);
    if (lacks_bones) {
        gait_mesh_free(self->mesh);
        self->mesh = NULL;
        status = GAIT_UNSUPPORTED;
    }
    self->mesh_status = status;
    bool is_usable = status == GAIT_OK || (status == GAIT_NOT_FOUND && !is_missing) ||
                     (has_clips && status != GAIT_NO_MEMORY);
    return is_usable     ? GAIT_OK
           : lacks_bones ? gaiti_convert_refuse_for(self, GAITI_CONVERT_WRONG_SKELETON, NULL, NULL)
                         : gaiti_convert_fail(self, GAITI_CONVERT_MESH, -1, status);
}

/* True when no bone has a parent, as in a glTF that was made without a hierarchy. Its keys are
 * poses in model space, which a model of the game would apply relative to the parents. */
static bool convert_is_flat(const gait_skeleton *skeleton) {
    bool is_flat = skeleton->bone_count > 1;
    for (uint32_t b = 0; b < skeleton->bone_count && is_flat; b++) {
        is_flat = skeleton->bones[b].parent < 0;
    }
    return is_flat;
}

/* False when a bone has no known rest pose, so that the axes of its keys are not known. */
static bool convert_knows_axes(const gait_skeleton *skeleton) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (skeleton->bones[b].rest_origin == GAIT_ORIGIN_UNKNOWN) {
            return false;
        }
    }
    return true;
}

/* Opens a BVH as a glTF, because both have joints whose axes differ from those of game bones. */
static gait_status convert_open_bvh(gait_conversion *self) {
    gait_options common = self->options.common;
    common.diagnostics = NULL;
    const gait_convert_options to_gltf = {.common = common, .target = GAIT_FORMAT_GLTF};
    gait_conversion *conversion;
    gait_output output;
    GAITI_TRY(gait_convert_begin(self->file, &to_gltf, &conversion));
    gait_status status = gait_convert_next(conversion, &output);
    for (uint32_t p = 0; status == GAIT_OK && p < output.files[0].part_count; p++) {
        gait_span part = output.files[0].parts[p];
        status = gaiti_write(&self->bvh_glb, part.data, part.size) ? GAIT_OK : GAIT_NO_MEMORY;
    }
    gait_conversion_free(conversion);
    GAITI_TRY(status);
    gait_span bytes = {self->bvh_glb.data, self->bvh_glb.size};
    return gait_file_open(bytes, "bvh.glb", &common, &self->bvh_gltf);
}

bool gait_convert_can_retarget(gait_format from) {
    return gaiti_format_has(from, GAIT_OWN_JOINTS) && !gaiti_format_has(from, GAIT_MOVES_OBJECT);
}

static gait_status convert_begin_retarget(gait_conversion *self) {
    const gait_convert_options *options = &self->options;
    gaiti_rule rule = GAITI_CONVERT_READING;
    const gait_file *gltf = gait_file_gltf(self->file) ? self->file : NULL;
    bool has_joints = gait_convert_can_retarget(gait_file_format(self->file));
    bool is_bvh = has_joints && !gltf;
    bool moves_object = gaiti_format_has(options->target, GAIT_MOVES_OBJECT);
    if (options->retarget && (!has_joints || moves_object)) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_OPTION, "a skeleton to retarget to",
                                        NULL);
    }
    const gaiti_export *export = gaiti_format_row_of(options->target)->export;
    if (is_bvh && export && export->route == GAITI_EXPORT_MOTIONS && !moves_object &&
        (!options->retarget || !convert_knows_axes(options->retarget))) {
        return gaiti_convert_refuse_for(self, GAITI_CONVERT_NEEDS_SKELETON, NULL,
                                        options->retarget
                                            ? "this skeleton has bones without a known rest pose"
                                            : "there is no skeleton");
    }
    gait_status status = GAIT_OK;
    if (is_bvh && options->retarget) {
        status = convert_open_bvh(self);
        gltf = self->bvh_gltf;
    }
    if (status == GAIT_OK) {
        status = gaiti_retarget_new(self->file, gltf, options, &self->retarget, &rule);
    }
    bool is_step = rule == GAITI_CONVERT_READING || rule == GAITI_CONVERT_RETARGETING;
    return status == GAIT_OK || is_step ? gaiti_convert_fail(self, rule, -1, status)
                                        : gaiti_convert_refuse_for(self, rule, NULL, NULL);
}

/* --- begin and end ---------------------------------------------------------------------------- */

/* The code page for names in the result: that of a game file, or that recorded in the metadata of a
 * glTF; 0 = chosen by the names. */
static uint32_t convert_choose_code_page(const gait_file *file) {
    uint32_t page = gait_file_code_page(file), source = gait_file_source_code_page(file);
    return page != GAIT_CODE_PAGE_UTF8 ? page : source != 1251 ? source : 0;
}

/* The motion of an object is that of one bone. */
static gait_status convert_check_object(gait_conversion *self) {
    uint32_t bones = self->skeleton ? self->skeleton->bone_count : 0;
    bool moves_object = gaiti_format_has(self->options.target, GAIT_MOVES_OBJECT);
    return moves_object && self->route == GAIT_ROUTE_MOTIONS && bones != 1
               ? gaiti_convert_refuse(
                     self, GAITI_CONVERT_ONE_BONE, -1,
                     (gaiti_detail){.name = gaiti_span_of(self->file->row->info.name),
                                    .found = bones})
               : GAIT_OK;
}

/* Motions on the skeleton of the extras need parents. */
static gait_status convert_check_parents(gait_conversion *self) {
    bool is_exported = self->retarget && !self->options.retarget;
    return is_exported && self->route == GAIT_ROUTE_MOTIONS && self->skeleton &&
                   convert_is_flat(self->skeleton)
               ? gaiti_convert_refuse_for(self, GAITI_CONVERT_NEEDS_PARENTS, NULL, NULL)
               : GAIT_OK;
}

/* Runs the steps before the first output. A check of the request ends before the steps that need
 * clips, skeletons or meshes. */
static gait_status convert_prepare(gait_conversion *self, bool only_checks) {
    static gait_status (*const steps[])(gait_conversion *) = {
        convert_check_values, convert_begin_retarget, convert_find_route,   convert_choose_clips,
        convert_name_outputs, convert_check_clips,    convert_check_target, convert_find_skeleton,
        convert_find_mesh,    convert_begin_scene,    convert_find_images,  convert_check_parents,
        convert_check_object};
    enum { CHECKS = 7 };
    size_t count = only_checks ? CHECKS : sizeof steps / sizeof steps[0];
    gait_diagnostics *sink = self->options.common.diagnostics;
    const char *before = gaiti_set_file(sink, self->file->name);
    gait_status status = GAIT_OK;
    for (size_t i = 0; i < count && status == GAIT_OK; i++) {
        status = steps[i](self);
    }
    gaiti_restore_file(sink, before);
    return status;
}

/* Returns NULL and sets *out_status when the arguments are wrong or there is no memory. */
static gait_conversion *convert_new(const gait_file *file, const gait_convert_options *options,
                                    gait_status *out_status) {
    *out_status = GAIT_BAD_ARGUMENT;
    if (!file || !options || (uint32_t)options->target >= GAIT_FORMAT_COUNT) {
        return NULL;
    }
    gait_conversion *self = gaiti_new_object(&options->common, sizeof *self,
                                             offsetof(gait_conversion, arena), 512, out_status);
    if (!self) {
        return NULL;
    }
    self->file = file;
    self->options = *options;
    if (options->common.code_page == 0) {
        self->options.common.code_page =
            convert_choose_code_page(options->base ? options->base : file);
    }
    self->content.allocator = self->bin.allocator = self->sidecar.allocator =
        self->clip_name.allocator = self->bvh_glb.allocator = options->common.allocator;
    self->problem.clip = -1;
    self->errors_before = options->common.diagnostics ? options->common.diagnostics->errors : 0;
    self->mesh_status = GAIT_NOT_FOUND;
    return self;
}

gait_status gait_convert_check(const gait_file *file, const gait_convert_options *options,
                               gait_convert_problem *out_problem) {
    gait_status status;
    gait_conversion *self = convert_new(file, options, &status);
    status = self ? convert_prepare(self, true) : status;
    if (out_problem) {
        *out_problem = gait_convert_what_failed(self);
    }
    gait_conversion_free(self);
    return status;
}

gait_status gait_convert_begin(const gait_file *file, const gait_convert_options *options,
                               gait_conversion **out_conversion) {
    gait_status status;
    if (options && options->refused) {
        *options->refused = NULL;
    }
    if (!GAITI_CLEAR(out_conversion)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_conversion *self = convert_new(file, options, &status);
    if (!self) {
        return status;
    }
    status = self->status = convert_prepare(self, false);
    gait_conversion **out = status == GAIT_OK ? out_conversion : options->refused;
    if (out && status != GAIT_NO_MEMORY) {
        *out = self;
    } else {
        gait_conversion_free(self);
    }
    return status;
}

gait_status gait_convert_mesh_status(const gait_conversion *conversion) {
    return conversion ? conversion->mesh_status : GAIT_BAD_ARGUMENT;
}

gait_convert_problem gait_convert_what_failed(const gait_conversion *conversion) {
    return conversion ? conversion->problem : (gait_convert_problem){.clip = -1};
}

void gait_conversion_free(gait_conversion *conversion) {
    if (conversion) {
        gaiti_gltf_writer_free(conversion->gltf);
        gait_buffer_free(&conversion->content);
        gait_buffer_free(&conversion->bin);
        gait_buffer_free(&conversion->sidecar);
        gait_buffer_free(&conversion->clip_name);
        gait_output_names_free(conversion->names);
        gait_skeleton_free(conversion->owned_skeleton);
        gait_mesh_free(conversion->mesh);
        gaiti_scene_free(conversion->scene);
        gaiti_retarget_free(conversion->retarget);
        gait_file_free(conversion->bvh_gltf);
        gait_buffer_free(&conversion->bvh_glb);
    }
    gaiti_free_object(conversion, offsetof(gait_conversion, arena));
}

/* --- outputs ---------------------------------------------------------------------------------- */

/* The clip that names the next output. Routes without clips use the first clip of the file. */
static const char *convert_name_of_next(gait_conversion *self) {
    uint32_t all = gait_file_clip_count(self->file);
    uint32_t clip = self->output_count > 1 || convert_poses_clips(self)
                        ? (self->clip_count > 0 ? self->clips[self->next_output] : all)
                        : 0;
    return clip < all ? gaiti_convert_clip_name(self, self->file, clip) : "";
}

static bool convert_add_file(gait_output *output, const char *name) {
    output->files[output->file_count++].name = name;
    return name != NULL;
}

static bool convert_name_files(gait_conversion *self, gait_output *output) {
    const char *clip = convert_name_of_next(self);
    const char *name = clip ? gait_output_names_next(self->names, clip) : NULL;
    if (!name || !convert_add_file(output, name)) {
        return false;
    }
    if (self->route != GAIT_ROUTE_GLTF) {
        return true;
    }
    if (gaiti_has_extension(name, ".gltf") &&
        !convert_add_file(output, gaiti_with_extension(&self->arena, name, ".bin"))) {
        return false;
    }
    return !self->options.has_sidecar ||
           convert_add_file(output, gaiti_with_extension(&self->arena, name, ".gait.json"));
}

bool gait_convert_peek(gait_conversion *conversion, gait_output *out_output) {
    gait_conversion *self = conversion;
    if (!self || !out_output || self->status != GAIT_OK ||
        self->next_output == self->output_count) {
        return false;
    }
    if (self->upcoming.file_count == 0) {
        gait_output output = {.clips = self->clips, .clip_count = self->clip_count};
        if (self->output_count > 1) {
            output.clips += self->next_output;
            output.clip_count = 1;
        }
        self->status = convert_name_files(self, &output) ? GAIT_OK : GAIT_NO_MEMORY;
        self->upcoming = output;
    }
    *out_output = self->upcoming;
    return self->status == GAIT_OK;
}

static gait_status convert_make(gait_conversion *self, gait_output *output) {
    switch (self->route) {
    case GAIT_ROUTE_GLTF:
        return gaiti_convert_make_gltf(self, output);
    case GAIT_ROUTE_CLIP:
        return gaiti_convert_make_clip(self, output);
    case GAIT_ROUTE_RTM:
        return gaiti_convert_make_rtm(self, output);
    case GAIT_ROUTE_MOTIONS:
        return gaiti_convert_make_motions(self, output);
    case GAIT_ROUTE_NONE:
    case GAIT_ROUTE_COPY:
    case GAIT_ROUTE_EXTRACT_BANK:
    case GAIT_ROUTE_REPLACE_BANK:
    case GAIT_ROUTE_OTHER_FORM:
    default:
        return gaiti_convert_make_bank(self, output);
    }
}

gait_status gait_convert_next(gait_conversion *conversion, gait_output *out_output) {
    gait_conversion *self = conversion;
    if (!self || !out_output) {
        if (out_output) {
            *out_output = (gait_output){0};
        }
        return GAIT_BAD_ARGUMENT;
    }
    gait_diagnostics *sink = self->options.common.diagnostics;
    if (self->status == GAIT_OK) {
        self->problem = (gait_convert_problem){.clip = -1};
        self->errors_before = sink ? sink->errors : 0;
    }
    if (!gait_convert_peek(self, out_output)) {
        *out_output = (gait_output){0};
        return self->status != GAIT_OK ? self->status : GAIT_NOT_FOUND;
    }
    gaiti_gltf_writer_free(self->gltf);
    self->gltf = NULL;
    self->content.size = self->bin.size = self->sidecar.size = 0;
    self->frames = 0;
    const char *before = gaiti_set_file(sink, self->file->name);
    gait_status status = convert_make(self, out_output);
    gaiti_restore_file(sink, before);
    self->next_output++;
    self->upcoming = (gait_output){0};
    if (status != GAIT_OK) {
        *out_output = (gait_output){0};
        return status;
    }
    out_output->frame_count = self->frames;
    const gait_skeleton *skeleton =
        self->scene ? gaiti_scene_skeleton(self->scene) : self->skeleton;
    out_output->bone_count = skeleton ? skeleton->bone_count : 0;
    return GAIT_OK;
}

/* --- retargeting ------------------------------------------------------------------------------ */

bool gait_convert_retarget_info(const gait_conversion *conversion, gait_retarget_info *out_info) {
    if (!conversion || !out_info || !conversion->retarget) {
        return false;
    }
    *out_info = gaiti_retarget_get_info(conversion->retarget);
    return true;
}

gait_clip_diff gait_convert_retarget_clip(const gait_conversion *conversion, uint32_t clip) {
    bool is_there =
        conversion && conversion->retarget && clip < gait_file_clip_count(conversion->file);
    return is_there ? gaiti_retarget_get_clip(conversion->retarget, clip) : (gait_clip_diff){0};
}
