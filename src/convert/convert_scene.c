/* Hands and the item that they hold as one scene: one skeleton with the bones of both, their
 * meshes, and clips that play both (docs/formats/gltf.md#hands-and-item). */
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/number/trig.h"
#include "base/try.h"
#include "convert/convert_state.h"
#include "gait/transform.h"
#include "gait/convert_steps.h"
#include "model/clip.h"
#include "model/mesh.h"

enum { SCENE_HANDS, SCENE_ITEM };
enum { SCENE_MAX_ENDS = 16 }; /* of a name that are compared with those of clips */

struct gaiti_scene {
    gaiti_arena arena;
    const gait_convert_item *item;
    const gait_skeleton *hands;
    gait_skeleton *skeleton; /* bones of the hands, then those of the item */
    uint32_t root;           /* of the item, among its own bones */
    gait_affine offset;      /* from the bind pose of the item to that of the scene */
};

/* --- the skeleton ----------------------------------------------------------------------------- */

/* The matrix of the attachment: setHPB() of the engine, whose rows are the images of the axes, and
 * the position. */
static gait_affine scene_attachment(const gait_convert_item *item) {
    double sh, ch, sp, cp, sb, cb;
    gaiti_sincos(item->orientation[0] * GAITI_RADIANS_PER_DEGREE, &sh, &ch);
    gaiti_sincos(item->orientation[1] * GAITI_RADIANS_PER_DEGREE, &sp, &cp);
    gaiti_sincos(item->orientation[2] * GAITI_RADIANS_PER_DEGREE, &sb, &cb);
    const double rows[3][3] = {{ch * cb - sp * sh * sb, -cp * sb, sp * ch * sb + sh * cb},
                               {sp * sh * cb + ch * sb, cp * cb, sh * sb - sp * ch * cb},
                               {-cp * sh, sp, cp * ch}};
    gait_affine matrix;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            matrix.m[r][c] = rows[c][r];
        }
        matrix.t[r] = item->position[r];
    }
    return matrix;
}

/* The only root; UINT32_MAX when there are several. */
static uint32_t scene_root(const gait_skeleton *skeleton) {
    uint32_t root = UINT32_MAX, count = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (skeleton->bones[b].parent < 0) {
            root = b;
            count++;
        }
    }
    return count == 1 ? root : UINT32_MAX;
}

/* A name that no bone of the hands has, nor an earlier bone of the item: that of the bone, or with
 * ".item". NULL when out of memory. */
static const char *scene_name(gaiti_scene *self, const char *name) {
    static const char suffix[] = ".item";
    size_t size = strlen(name);
    if (gait_skeleton_find(self->hands, name) < 0) {
        return name;
    }
    char *longer =
        gaiti_alloc(&self->arena, (uint64_t)size + sizeof suffix + GAITI_NUMBER_MAX + 1, 1);
    if (!longer) {
        return NULL;
    }
    memcpy(longer, name, size);
    memcpy(longer + size, suffix, sizeof suffix);
    size += sizeof suffix - 1;
    for (uint32_t number = 2; gait_skeleton_find(self->hands, longer) >= 0 ||
                              gait_skeleton_find(self->item->skeleton, longer) >= 0;
         number++) {
        longer[size + gaiti_print_u64(longer + size, number)] = 0;
    }
    return longer;
}

/* Makes the skeleton. The root of the item gets the pose of the attachment. */
static gait_status scene_make_skeleton(gaiti_scene *self, int32_t anchor,
                                       const gait_options *options) {
    const gait_skeleton *item = self->item->skeleton;
    uint32_t hands = self->hands->bone_count, count = hands + item->bone_count;
    gait_bone *bones = gaiti_alloc(&self->arena, count, sizeof *bones);
    gait_affine attachment = scene_attachment(self->item), inverse;
    GAITI_TRY(self->arena.status);
    for (uint32_t b = 0; b < count; b++) {
        bones[b] = b < hands ? self->hands->bones[b] : item->bones[b - hands];
        if (b >= hands) {
            bones[b].name = scene_name(self, bones[b].name);
            bones[b].parent = bones[b].parent < 0 ? anchor : bones[b].parent + (int32_t)hands;
        }
        if (!bones[b].name) {
            return self->arena.status;
        }
    }
    gait_bone *root = &bones[hands + self->root];
    gait_affine_decompose(&attachment, &root->rest);
    GAITI_TRY(gaiti_skeleton_new(self->hands->name, bones, count, options, &self->skeleton));
    gait_affine_invert(&item->rest_model[self->root], &inverse);
    self->offset = gait_affine_multiply(&self->skeleton->rest_model[hands + self->root], &inverse);
    return GAIT_OK;
}

bool gaiti_scene_has_root(const gait_skeleton *item) {
    return scene_root(item) != UINT32_MAX;
}

gait_status gaiti_scene_new(const gait_convert_item *item, const gait_skeleton *hands,
                            const gait_options *options, gaiti_scene **out_scene) {
    gait_status status;
    *out_scene = NULL;
    gaiti_scene *self =
        gaiti_new_object(options, sizeof *self, offsetof(gaiti_scene, arena), 0, &status);
    GAITI_TRY(status);
    self->item = item;
    self->hands = hands;
    self->root = scene_root(item->skeleton);
    int32_t anchor = item->anchor ? gait_skeleton_find(hands, item->anchor) : -1;
    status = scene_make_skeleton(self, anchor, options);
    if (status != GAIT_OK) {
        gaiti_scene_free(self);
        return status;
    }
    *out_scene = self;
    return GAIT_OK;
}

void gaiti_scene_free(gaiti_scene *self) {
    if (self) {
        gait_skeleton_free(self->skeleton);
        gaiti_free_object(self, offsetof(gaiti_scene, arena));
    }
}

const gait_skeleton *gaiti_scene_skeleton(const gaiti_scene *self) {
    return self->skeleton;
}

uint32_t gaiti_scene_item_bone(const gaiti_scene *self) {
    return self->hands->bone_count;
}

/* --- the mesh --------------------------------------------------------------------------------- */

/* Copies the vertices of a part; those of the item are moved to the place of the item. */
static void scene_copy_vertices(const gaiti_scene *self, int which, const gait_mesh_part *from,
                                gaiti_mesh_part *to) {
    gait_affine move = which == SCENE_ITEM ? self->offset : gait_affine_identity();
    memcpy(to->uvs, from->uvs, (size_t)from->vertex_count * 2 * sizeof(float));
    memcpy(to->triangles, from->triangles, (size_t)from->triangle_count * 3 * sizeof(uint32_t));
    for (size_t v = 0; v < from->vertex_count; v++) {
        const float *p = from->positions + v * 3, *n = from->normals + v * 3;
        for (int r = 0; r < 3; r++) {
            const double *row = move.m[r];
            to->positions[v * 3 + (size_t)r] =
                (float)(row[0] * (double)p[0] + row[1] * (double)p[1] + row[2] * (double)p[2] +
                        move.t[r]);
            to->normals[v * 3 + (size_t)r] =
                (float)(row[0] * (double)n[0] + row[1] * (double)n[1] + row[2] * (double)n[2]);
        }
    }
}

/* Copies the bones of vertices. Vertices of the item that no bone moves follow its root. */
static void scene_copy_weights(const gaiti_scene *self, int which, const gait_mesh_part *from,
                               const uint16_t *map, gaiti_mesh_part *to) {
    uint16_t root = (uint16_t)(self->hands->bone_count + self->root);
    for (size_t v = 0; v < from->vertex_count; v++) {
        bool is_moved = from->joints && from->weights[v * 4] > 0;
        for (size_t i = v * 4; i < v * 4 + 4 && is_moved; i++) {
            to->weights[i] = from->weights[i];
            to->joints[i] = from->weights[i] > 0 ? map[from->joints[i]] : 0;
        }
        if (!is_moved && which == SCENE_ITEM) {
            to->weights[v * 4] = 1;
            to->joints[v * 4] = root;
        }
    }
}

/* Adds the parts of a mesh. GAIT_UNSUPPORTED when the skeleton lacks bones of it. */
static gait_status scene_add_mesh(const gaiti_scene *self, int which, const gait_mesh *from,
                                  gaiti_mesh *to) {
    const gait_skeleton *own = which == SCENE_ITEM ? self->item->skeleton : self->hands;
    uint32_t first = which == SCENE_ITEM ? self->hands->bone_count : 0;
    uint32_t bones = from ? from->bone_count : 0, parts = from ? from->part_count : 0;
    uint16_t *map = gaiti_alloc(&to->arena, bones, sizeof *map);
    for (uint32_t b = 0; map && b < bones; b++) {
        int32_t found = gait_skeleton_find(own, from->bones[b]);
        if (found < 0) {
            return GAIT_UNSUPPORTED;
        }
        map[b] = (uint16_t)(first + (uint32_t)found);
    }
    for (uint32_t p = 0; map && p < parts; p++) {
        const gait_mesh_part *part = &from->parts[p];
        bool has_joints = part->joints || which == SCENE_ITEM;
        gaiti_mesh_part *added =
            gaiti_mesh_add_part(to, part->vertex_count, part->triangle_count, has_joints);
        if (!added) {
            return to->arena.status;
        }
        added->texture = gaiti_copy_text(&to->arena, part->texture);
        added->material = gaiti_copy_text(&to->arena, part->material);
        GAITI_TRY(to->arena.status);
        scene_copy_vertices(self, which, part, added);
        if (has_joints) {
            scene_copy_weights(self, which, part, map, added);
        }
    }
    return map ? GAIT_OK : to->arena.status;
}

gait_status gaiti_scene_mesh(const gaiti_scene *self, const gait_mesh *hands, const gait_mesh *item,
                             const gait_options *options, gait_mesh **out_mesh) {
    uint32_t parts = (hands ? hands->part_count : 0) + (item ? item->part_count : 0);
    gaiti_mesh *mesh;
    *out_mesh = NULL;
    GAITI_TRY(gaiti_mesh_new(options, parts, self->skeleton->bone_count, &mesh));
    for (uint32_t b = 0; b < self->skeleton->bone_count; b++) {
        mesh->bones[b] = self->skeleton->bones[b].name;
    }
    gait_status status;
    GAITI_TRY_DONE(scene_add_mesh(self, SCENE_HANDS, hands, mesh));
    GAITI_TRY_DONE(scene_add_mesh(self, SCENE_ITEM, item, mesh));
    return gaiti_mesh_finish(mesh, out_mesh);
done:
    gaiti_mesh_free(mesh);
    return status;
}

/* --- clips ------------------------------------------------------------------------------------ */

int32_t gait_convert_item_clip(const gait_convert_item *item, const char *name) {
    if (!item || !name || !item->file) {
        return -1;
    }
    if (item->clip) {
        return gait_file_find_clip(item->file, item->clip);
    }
    int32_t found = gait_file_find_clip(item->file, name);
    const char *at = name + strcspn(name, "_");
    for (int i = 0; i < SCENE_MAX_ENDS && *at && at[1] && found < 0; i++) {
        found = gait_file_find_clip(item->file, at + 1);
        at += 1 + strcspn(at + 1, "_");
    }
    found = found < 0 ? gait_file_find_clip(item->file, "idle") : found;
    return found < 0 && gait_file_clip_count(item->file) == 1 ? 0 : found;
}

/* True when both have their keys at the same times, up to the end of the shorter one. */
static bool scene_has_one_clock(const gait_clip *a, const gait_clip *b) {
    uint32_t count = a->frame_count < b->frame_count ? a->frame_count : b->frame_count;
    bool is_one = a->time_unit == GAIT_TIME_SECONDS && b->time_unit == GAIT_TIME_SECONDS;
    for (uint32_t f = 0; f < count && is_one; f++) {
        double apart = (double)a->time[f] - (double)b->time[f];
        is_one = apart < 1e-3 && apart > -1e-3;
    }
    return is_one;
}

static size_t scene_key_size(const gait_channel *channel, bool is_rotation) {
    static const size_t floats = sizeof(float);
    return channel->element == GAIT_SNORM16   ? 8
           : channel->element == GAIT_MAT3_LE ? 9 * floats
           : is_rotation                      ? 4 * floats
                                              : 3 * floats;
}

/* Cuts the keys at the end of the clip, or repeats them: all of a loop, otherwise the last one.
 * False when out of memory. */
static bool scene_fit(gaiti_clip *clip, gait_channel *channel, bool is_rotation, bool is_loop) {
    uint32_t frames = clip->clip.frame_count, count = channel->count;
    size_t size = scene_key_size(channel, is_rotation);
    if (count <= 1 || count >= frames) {
        channel->count = count > frames ? frames : count;
        return true;
    }
    uint8_t *keys = gaiti_alloc_uninitialised(&clip->arena, frames, size);
    if (!keys) {
        return false;
    }
    for (uint32_t f = 0; f < frames; f++) {
        uint32_t key = is_loop ? f % (count - 1) : f < count ? f : count - 1;
        memcpy(keys + f * size, channel->data + (size_t)key * channel->stride, size);
    }
    channel->data = keys;
    channel->count = frames;
    channel->stride = (uint32_t)size;
    return true;
}

/* Sets the tracks from `first` on. */
static bool scene_set_tracks(gaiti_clip *clip, uint32_t first, const gait_clip *from) {
    bool is_loop = from->playback.known && from->playback.loop, done = true;
    for (uint32_t b = 0; b < from->skeleton->bone_count && done; b++) {
        gait_track *track = &clip->tracks[first + b];
        *track = from->tracks[b];
        done = scene_fit(clip, &track->rotation, true, is_loop) &&
               scene_fit(clip, &track->translation, false, is_loop) &&
               scene_fit(clip, &track->scale, false, is_loop);
    }
    return done;
}

gait_status gaiti_scene_clip(const gaiti_scene *self, const gait_clip *hands, const gait_clip *item,
                             const gait_options *options, gait_clip **out_clip) {
    bool is_still = hands->frame_count <= 1;
    const gait_clip *timed = item && is_still && item->frame_count > 1 ? item : hands;
    gait_status status;
    *out_clip = NULL;
    if (item && !scene_has_one_clock(hands, item)) {
        return GAIT_UNSUPPORTED;
    }
    gaiti_clip *clip =
        gaiti_clip_new(self->skeleton, hands->name, timed->frame_count, 0, options, &status);
    GAITI_TRY(status);
    gait_clip own = clip->clip;
    clip->clip = *hands; /* events stay views of those of `hands` */
    clip->clip.name = own.name;
    clip->clip.skeleton = own.skeleton;
    clip->clip.time = own.time;
    clip->clip.phases = NULL;
    clip->clip.frame_count = own.frame_count;
    clip->clip.tracks = own.tracks;
    clip->clip.bone_order = NULL;
    clip->clip.bone_order_count = 0;
    for (uint32_t f = 0; f < own.frame_count; f++) {
        clip->time[f] = timed->time[f];
    }
    bool done = scene_set_tracks(clip, 0, hands) &&
                (!item || scene_set_tracks(clip, self->hands->bone_count, item));
    if (!done) {
        status = clip->arena.status;
        gait_clip_free(&clip->clip);
        return status;
    }
    if (item) { /* the root does not move in the hands */
        clip->tracks[self->hands->bone_count + self->root] = (gait_track){0};
    }
    *out_clip = &clip->clip;
    return GAIT_OK;
}
