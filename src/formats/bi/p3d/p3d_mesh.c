/* The mesh of a P3D model: docs/formats/p3d.md#geometry. */
#include "base/bytes.h"
#include "base/try.h"
#include "base/text/text.h"
#include "formats/bi/p3d/p3d.h"
#include "model/mesh.h"

enum { P3D_HIDDEN_POINT = 0x01000000, P3D_MANY_BONES = 4, P3D_PROBES = 128 };

/* The influence of a bone on a point. */
typedef struct p3d_weight {
    uint32_t bone;
    uint32_t byte; /* as stored, 1 to 255 */
} p3d_weight;

typedef struct p3d_mesh_face {
    gaiti_p3d_corner corners[4];
    uint32_t sides, part;
} p3d_mesh_face;

typedef struct p3d_mesh_part {
    gait_span texture, material;
    uint32_t first_face, face_count, corner_count, triangle_count;
} p3d_mesh_part;

typedef struct p3d_mesher {
    const gait_p3d *p3d;
    const gaiti_p3d_lod *lod;
    const gait_skeleton *skeleton; /* may be NULL */
    gaiti_report report;
    gaiti_arena arena; /* scratch */
    uint8_t *is_proxy; /* per face of the level */
    uint8_t *is_used;  /* per point: a corner of a face that is drawn */
    /* The weights of point p begin at weight_starts[p] and end at weight_starts[p + 1]. */
    uint64_t *weight_starts;
    p3d_weight *weights;
    gaiti_influence *influences; /* room for one point */
    uint32_t face_count, part_count, bone_count;
    p3d_mesh_face *faces; /* those that are drawn */
    p3d_mesh_part *parts;
    const p3d_mesh_face **sorted; /* faces by part, in file order */
    bool is_moved;                /* by bones */
    uint32_t unmoved_points;      /* in no bone */
    gait_span unmoved_name;
} p3d_mesher;

/* --- tags ------------------------------------------------------------------------------------- */

static bool p3d_is_proxy(gait_span name) {
    const gait_span prefix = gaiti_span_of("proxy:");
    return name.size >= prefix.size && gaiti_equal_name(gaiti_span(name.data, prefix.size), prefix);
}

static void p3d_raise_proxy(const p3d_mesher *job, gait_span name) {
    gaiti_raise(&job->report, GAITI_P3D_PROXY,
                (gaiti_detail){.offset = gaiti_p3d_offset(job->p3d, name.data),
                               .length = name.size,
                               .name = name});
}

/* Marks the faces of proxies, and reports what the mesh leaves out. */
static void p3d_mesh_read_tag(p3d_mesher *job, const gaiti_p3d_tag *tag) {
    if (p3d_is_proxy(tag->name) && gaiti_p3d_is_selection(&job->lod->head, tag)) {
        for (uint32_t f = 0; f < job->lod->head.faces; f++) {
            job->is_proxy[f] |= tag->faces.data[f];
        }
        p3d_raise_proxy(job, tag->name);
    } else if (gaiti_equal_name(tag->name, gaiti_span_of("#Animation#"))) {
        gaiti_raise(&job->report, GAITI_P3D_MORPH,
                    (gaiti_detail){.offset = gaiti_p3d_offset(job->p3d, tag->name.data),
                                   .length = tag->name.size});
    }
}

/* The names of bones, and the selections that were found for them. */
typedef struct p3d_bones {
    gait_span *names;
    gaiti_names set;
    gaiti_p3d_tag *selections; /* one per bone; data is NULL without a selection */
} p3d_bones;

static gait_status p3d_bones_init(p3d_bones *bones, p3d_mesher *job) {
    uint32_t count = job->skeleton->bone_count;
    bones->names = gaiti_alloc(&job->arena, (uint64_t)count + 1, sizeof *bones->names);
    bones->selections = gaiti_alloc(&job->arena, count, sizeof *bones->selections);
    gaiti_names_init(&bones->set, &job->arena, bones->names, count + 1);
    GAITI_TRY(job->arena.status);
    for (uint32_t b = 0; b < count; b++) {
        const char *name = job->skeleton->bones[b].name;
        bones->names[b] = gaiti_span_of(name);
        gaiti_names_add(&bones->set, b);
    }
    return GAIT_OK;
}

/* Keeps the first selection of each bone. */
static gait_status p3d_find_selection(p3d_mesher *job, p3d_bones *bones, const gaiti_p3d_tag *tag) {
    if (gaiti_p3d_is_property(tag->name) || gaiti_p3d_is_ignored(&job->lod->head, tag->name)) {
        return GAIT_OK;
    }
    const char *name = gaiti_utf8(&job->arena, job->p3d->code_page, tag->name);
    GAITI_TRY(job->arena.status);
    int32_t bone = gaiti_names_find(&bones->set, gaiti_span_of(name));
    if (bone >= 0 && !gaiti_p3d_is_selection(&job->lod->head, tag)) {
        gaiti_p3d_raise_size(job->p3d, job->lod, tag, &job->report);
    } else if (bone >= 0 && !bones->selections[bone].data.data) {
        bones->selections[bone] = *tag;
    }
    return GAIT_OK;
}

/* Sorts the weights by point; those of a point are in the order of the bones. */
static gait_status p3d_sort_weights(p3d_mesher *job, const p3d_bones *bones) {
    uint32_t points = job->lod->head.points, count = job->skeleton->bone_count;
    uint64_t *starts = gaiti_alloc(&job->arena, (uint64_t)points + 2, sizeof *starts);
    GAITI_TRY(job->arena.status);
    /* starts[p + 2] is the number of weights of point p, then starts[p + 1] their place. */
    for (uint32_t b = 0; b < count; b++) {
        const uint8_t *bytes = bones->selections[b].data.data;
        for (uint32_t p = 0; bytes && p < points; p++) {
            starts[p + 2] += bytes[p] != 0;
        }
    }
    uint64_t most = 0;
    for (uint32_t p = 0; p < points; p++) {
        most = starts[p + 2] > most ? starts[p + 2] : most;
        starts[p + 2] += starts[p + 1];
    }
    job->weights = gaiti_alloc_uninitialised(&job->arena, starts[points + 1], sizeof(p3d_weight));
    job->influences = gaiti_alloc(&job->arena, most, sizeof *job->influences);
    GAITI_TRY(job->arena.status);
    for (uint32_t b = 0; b < count; b++) {
        const uint8_t *bytes = bones->selections[b].data.data;
        for (uint32_t p = 0; bytes && p < points; p++) {
            if (bytes[p] != 0) {
                job->weights[starts[p + 1]++] = (p3d_weight){b, bytes[p]};
            }
        }
    }
    job->weight_starts = starts;
    job->is_moved = starts[points] > 0;
    return GAIT_OK;
}

/* A name for the bone of points in no bone that differs from all names of the skeleton. */
static gait_status p3d_name_unmoved(p3d_mesher *job, p3d_bones *bones) {
    static const char base[] = "unmoved";
    uint32_t count = job->skeleton->bone_count;
    size_t size = sizeof base - 1;
    char *name = gaiti_alloc(&job->arena, size + (uint64_t)count + 1, 1);
    GAITI_TRY(job->arena.status);
    memcpy(name, base, size);
    while (gaiti_names_find(&bones->set, gaiti_span(name, size)) >= 0) {
        name[size++] = '_';
    }
    job->unmoved_name = gaiti_span(name, size);
    return GAIT_OK;
}

static gait_status p3d_mesh_read_tags(p3d_mesher *job) {
    gaiti_reader in = gaiti_p3d_reader_at(job->p3d, job->lod->tags_at);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gaiti_p3d_tag tag = {0};
    p3d_bones bones = {0};
    const bool has_bones = job->skeleton != NULL;
    job->is_proxy = gaiti_alloc(&job->arena, job->lod->head.faces, 1);
    GAITI_TRY(has_bones ? p3d_bones_init(&bones, job) : job->arena.status);
    for (uint32_t t = 0; t < job->lod->tag_count; t++) {
        gaiti_p3d_visit_tag(&visitor, &job->lod->head, 0, &tag);
        p3d_mesh_read_tag(job, &tag);
        GAITI_TRY(has_bones ? p3d_find_selection(job, &bones, &tag) : GAIT_OK);
    }
    GAITI_TRY(has_bones ? p3d_sort_weights(job, &bones) : GAIT_OK);
    return has_bones ? p3d_name_unmoved(job, &bones) : GAIT_OK;
}

/* --- faces ------------------------------------------------------------------------------------ */

/* The key of a part: texture, NUL, material. In P3DM they are adjacent in the file. */
static gait_span p3d_part_key(const gaiti_p3d_face *face, gaiti_p3d_kind kind) {
    if (kind != GAITI_P3D_P3DM) {
        return gaiti_p3d_until_nul(face->texture);
    }
    return gaiti_span(face->texture.data, face->texture.size + 1 + face->material.size);
}

/* A face whose points are all hidden is not drawn. */
static bool p3d_is_hidden(const p3d_mesher *job, const gaiti_p3d_face *face) {
    bool hidden = job->lod->head.kind != GAITI_P3D_SP3D;
    for (uint32_t c = 0; c < face->sides && hidden; c++) {
        const uint8_t *point = gaiti_p3d_point_bytes(job->p3d, job->lod, face->corners[c].point);
        hidden = (gaiti_load_u32(point + 12) & P3D_HIDDEN_POINT) != 0;
    }
    return hidden;
}

/* True when the face is drawn. */
static bool p3d_is_drawn(const p3d_mesher *job, const gaiti_p3d_face *face, uint32_t index,
                         uint64_t offset) {
    gait_span texture = gaiti_p3d_until_nul(face->texture);
    if (p3d_is_proxy(texture)) { /* in Operation Flashpoint */
        p3d_raise_proxy(job, texture);
        return false;
    }
    return !job->is_proxy[index] &&
           gaiti_p3d_validate_face(job->p3d, job->lod, face, offset, &job->report) == GAIT_OK &&
           gaiti_p3d_is_polygon(face) && !p3d_is_hidden(job, face);
}

static void p3d_add_face(p3d_mesher *job, const gaiti_p3d_face *face, uint32_t part) {
    p3d_mesh_face *added = &job->faces[job->face_count++];
    added->sides = face->sides;
    added->part = part;
    job->parts[part].face_count++;
    job->parts[part].corner_count += face->sides;
    job->parts[part].triangle_count += face->sides - 2;
    for (uint32_t c = 0; c < face->sides; c++) {
        gaiti_p3d_corner corner = face->corners[c];
        corner.uv[0] = corner.uv[0] == 0 ? 0 : corner.uv[0]; /* -0 equals 0 */
        corner.uv[1] = corner.uv[1] == 0 ? 0 : corner.uv[1];
        added->corners[c] = corner;
        job->is_used[corner.point] = 1;
    }
}

/* Reads the faces that are drawn, and assigns each to a part. */
static gait_status p3d_mesh_read_faces(p3d_mesher *job) {
    const gaiti_p3d_head *head = &job->lod->head;
    gaiti_reader in = gaiti_p3d_reader_at(job->p3d, job->lod->faces_at);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gaiti_p3d_face face = {0};
    gaiti_names set;
    gait_span *keys = gaiti_alloc(&job->arena, head->faces, sizeof *keys);
    job->faces = gaiti_alloc_uninitialised(&job->arena, head->faces, sizeof *job->faces);
    job->is_used = gaiti_alloc(&job->arena, head->points, 1);
    job->parts = gaiti_alloc(&job->arena, head->faces, sizeof *job->parts);
    gaiti_names_init(&set, &job->arena, keys, head->faces);
    GAITI_TRY(job->arena.status);
    for (uint32_t f = 0; f < head->faces; f++) {
        uint64_t offset = in.at;
        gaiti_p3d_visit_face(&visitor, head->kind, &face);
        if (p3d_is_drawn(job, &face, f, offset)) {
            keys[job->part_count] = p3d_part_key(&face, head->kind);
            int32_t found = gaiti_names_add(&set, job->part_count);
            uint32_t part = found >= 0 ? (uint32_t)found : job->part_count++;
            if (found < 0) {
                job->parts[part].texture = gaiti_p3d_until_nul(face.texture);
                job->parts[part].material = face.material;
            }
            p3d_add_face(job, &face, part);
        }
    }
    return GAIT_OK;
}

static gait_status p3d_sort_faces(p3d_mesher *job) {
    uint32_t at = 0;
    job->sorted = gaiti_alloc(&job->arena, job->face_count, sizeof *job->sorted);
    GAITI_TRY(job->arena.status);
    for (uint32_t p = 0; p < job->part_count; p++) {
        job->parts[p].first_face = at;
        at += job->parts[p].face_count;
        job->parts[p].face_count = 0;
    }
    for (uint32_t f = 0; f < job->face_count; f++) {
        p3d_mesh_part *part = &job->parts[job->faces[f].part];
        job->sorted[part->first_face + part->face_count++] = &job->faces[f];
    }
    return GAIT_OK;
}

/* --- bones ------------------------------------------------------------------------------------ */

static uint64_t p3d_weight_count(const p3d_mesher *job, uint32_t point) {
    return job->weight_starts[point + 1] - job->weight_starts[point];
}

/* Reports the points of the mesh in no bone, and in too many. */
static void p3d_count_bones(p3d_mesher *job) {
    uint32_t points = job->lod->head.points;
    int64_t many = 0;
    gaiti_detail where = {.offset = job->lod->points_at,
                          .length = points * gaiti_p3d_point_size(&job->lod->head)};
    if (!job->is_moved) {
        if (job->skeleton) {
            gaiti_raise(&job->report, GAITI_P3D_NO_BONES,
                        (gaiti_detail){.offset = job->lod->offset, .length = 4});
        }
        return;
    }
    for (uint32_t p = 0; p < points; p++) {
        if (job->is_used[p]) {
            job->unmoved_points += p3d_weight_count(job, p) == 0;
            many += p3d_weight_count(job, p) > P3D_MANY_BONES;
        }
    }
    if (job->unmoved_points > 0) {
        where.found = job->unmoved_points;
        gaiti_raise(&job->report, GAITI_P3D_UNMOVED, where);
    }
    if (many > 0) {
        where.found = many;
        gaiti_raise(&job->report, GAITI_P3D_MANY_BONES, where);
    }
}

static void p3d_set_weights(const p3d_mesher *job, gaiti_mesh *mesh, gaiti_mesh_part *part,
                            uint32_t vertex, uint32_t point) {
    uint32_t count = (uint32_t)p3d_weight_count(job, point);
    const p3d_weight *weights = job->weights + job->weight_starts[point];
    gaiti_influence unmoved = {job->skeleton->bone_count, 1};
    for (uint32_t i = 0; i < count; i++) {
        job->influences[i] = (gaiti_influence){weights[i].bone, (256 - weights[i].byte) / 255.0};
    }
    gaiti_mesh_set_weights(mesh, part, vertex, count > 0 ? job->influences : &unmoved,
                           count > 0 ? count : 1);
}

static bool p3d_name_bones(const p3d_mesher *job, gaiti_mesh *mesh) {
    for (uint32_t b = 0; b < mesh->bone_count; b++) {
        const char *name = b < job->skeleton->bone_count ? job->skeleton->bones[b].name
                                                         : (const char *)job->unmoved_name.data;
        mesh->bones[b] = gaiti_copy_text(&mesh->arena, name);
        if (!mesh->bones[b]) {
            return false;
        }
    }
    return true;
}

/* --- vertices --------------------------------------------------------------------------------- */

/* The different corners of a part, in a hash table. */
typedef struct p3d_vertices {
    const gaiti_p3d_corner **corners; /* one per vertex */
    uint32_t *vertex_of_corner;       /* in the order of the faces */
    uint32_t *slots;                  /* vertex + 1; 0 = empty */
    uint32_t count;
} p3d_vertices;

static uint64_t p3d_slot_count(uint32_t corner_count) {
    uint64_t count = 8;
    while (count < 2 * (uint64_t)corner_count) {
        count *= 2;
    }
    return count;
}

static gait_status p3d_vertices_init(p3d_vertices *vertices, p3d_mesher *job) {
    uint32_t most = 0;
    for (uint32_t p = 0; p < job->part_count; p++) {
        most = job->parts[p].corner_count > most ? job->parts[p].corner_count : most;
    }
    vertices->corners = gaiti_alloc(&job->arena, most, sizeof *vertices->corners);
    vertices->vertex_of_corner = gaiti_alloc(&job->arena, most, sizeof(uint32_t));
    vertices->slots = gaiti_alloc(&job->arena, p3d_slot_count(most), sizeof(uint32_t));
    return job->arena.status;
}

static uint64_t p3d_hash_corner(const gaiti_p3d_corner *corner) {
    uint32_t uv[2];
    memcpy(uv, corner->uv, sizeof uv);
    uint64_t hash = corner->point | (uint64_t)corner->normal << 32;
    hash = (hash ^ hash >> 29) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= uv[0] | (uint64_t)uv[1] << 32;
    hash = (hash ^ hash >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ hash >> 32;
}

/* The vertex of equal corners, or a new one. A corner that needs too many probes, such as one of
 * crafted collisions, gets a vertex of its own. */
static uint32_t p3d_find_vertex(p3d_vertices *vertices, uint64_t mask,
                                const gaiti_p3d_corner *corner) {
    uint64_t first = p3d_hash_corner(corner);
    for (uint32_t i = 0; i < P3D_PROBES; i++) {
        uint32_t *slot = &vertices->slots[(first + i) & mask];
        if (*slot == 0) {
            vertices->corners[vertices->count++] = corner;
            *slot = vertices->count;
            return *slot - 1;
        }
        if (memcmp(vertices->corners[*slot - 1], corner, sizeof *corner) == 0) {
            return *slot - 1;
        }
    }
    vertices->corners[vertices->count] = corner;
    return vertices->count++;
}

static void p3d_find_vertices(const p3d_mesher *job, const p3d_mesh_part *part,
                              p3d_vertices *vertices) {
    uint64_t slots = p3d_slot_count(part->corner_count);
    uint32_t *out = vertices->vertex_of_corner;
    memset(vertices->slots, 0, (size_t)slots * sizeof *vertices->slots);
    vertices->count = 0;
    for (uint32_t f = 0; f < part->face_count; f++) {
        const p3d_mesh_face *face = job->sorted[part->first_face + f];
        for (uint32_t c = 0; c < face->sides; c++) {
            *out++ = p3d_find_vertex(vertices, slots - 1, &face->corners[c]);
        }
    }
}

/* Files are turned by 180 degrees about Y, and have normals that point inwards. */
static void p3d_set_vertex(const p3d_mesher *job, gaiti_mesh *mesh, gaiti_mesh_part *part,
                           uint32_t vertex, const gaiti_p3d_corner *corner) {
    float *position = part->positions + 3 * (size_t)vertex;
    float *normal = part->normals + 3 * (size_t)vertex, *uv = part->uvs + 2 * (size_t)vertex;
    gaiti_load_f32s(gaiti_p3d_point_bytes(job->p3d, job->lod, corner->point), 3, position);
    gaiti_load_f32s(job->p3d->source.data + job->lod->normals_at + (uint64_t)corner->normal * 12, 3,
                    normal);
    position[0] = -position[0];
    position[2] = -position[2];
    normal[1] = -normal[1];
    memcpy(uv, corner->uv, sizeof corner->uv);
    if (part->joints) {
        p3d_set_weights(job, mesh, part, vertex, corner->point);
    }
}

/* Corners of files are in the opposite order, too. */
static void p3d_set_triangles(const p3d_mesher *job, const p3d_mesh_part *part,
                              const uint32_t *corners, uint32_t *out) {
    for (uint32_t f = 0; f < part->face_count; f++) {
        uint32_t sides = job->sorted[part->first_face + f]->sides;
        for (uint32_t c = 2; c < sides; c++) {
            *out++ = corners[0];
            *out++ = corners[c];
            *out++ = corners[c - 1];
        }
        corners += sides;
    }
}

static bool p3d_make_part(const p3d_mesher *job, const p3d_mesh_part *from, p3d_vertices *vertices,
                          gaiti_mesh *mesh) {
    p3d_find_vertices(job, from, vertices);
    gaiti_mesh_part *part =
        gaiti_mesh_add_part(mesh, vertices->count, from->triangle_count, job->is_moved);
    if (!part) {
        return false;
    }
    part->texture = gaiti_utf8(&mesh->arena, job->p3d->code_page, from->texture);
    part->material = gaiti_utf8(&mesh->arena, job->p3d->code_page, from->material);
    if (!part->texture || !part->material) {
        return false;
    }
    for (uint32_t v = 0; v < vertices->count; v++) {
        p3d_set_vertex(job, mesh, part, v, vertices->corners[v]);
    }
    p3d_set_triangles(job, from, vertices->vertex_of_corner, part->triangles);
    return true;
}

/* --- the mesh --------------------------------------------------------------------------------- */

static gait_status p3d_mesh_read(p3d_mesher *job) {
    GAITI_TRY(p3d_mesh_read_tags(job));
    GAITI_TRY(p3d_mesh_read_faces(job));
    GAITI_TRY(p3d_sort_faces(job));
    if (job->part_count == 0) {
        return gaiti_raise(&job->report, GAITI_P3D_NO_MESH,
                           (gaiti_detail){.length = 4, .found = job->p3d->lod_count});
    }
    p3d_count_bones(job);
    job->bone_count = job->is_moved ? job->skeleton->bone_count + (job->unmoved_points > 0) : 0;
    return GAIT_OK;
}

static gait_status p3d_mesh_make(p3d_mesher *job, const gait_options *options,
                                 gait_mesh **out_mesh) {
    gaiti_mesh *mesh;
    p3d_vertices vertices = {0};
    GAITI_TRY(p3d_vertices_init(&vertices, job));
    GAITI_TRY(gaiti_mesh_new(options, job->part_count, job->bone_count, &mesh));
    bool done = p3d_name_bones(job, mesh);
    for (uint32_t p = 0; p < job->part_count && done; p++) {
        done = p3d_make_part(job, &job->parts[p], &vertices, mesh);
    }
    if (!done) {
        gait_status status = mesh->arena.status;
        gaiti_mesh_free(mesh);
        return status;
    }
    return gaiti_mesh_finish(mesh, out_mesh);
}

gait_status gaiti_p3d_mesh(const gait_p3d *p3d, const gait_skeleton *skeleton,
                           const gait_options *options, gait_mesh **out_mesh) {
    if (!GAITI_CLEAR(out_mesh) || !p3d) {
        return GAIT_BAD_ARGUMENT;
    }
    p3d_mesher job = {.p3d = p3d,
                      .skeleton = skeleton,
                      .report = gaiti_report_to(options ? options->diagnostics : NULL)};
    if (p3d->mesh_lod < 0) {
        return gaiti_raise(&job.report, GAITI_P3D_NO_MESH,
                           (gaiti_detail){.length = 4, .found = p3d->lod_count});
    }
    job.lod = &p3d->lods[p3d->mesh_lod];
    gaiti_arena_init(&job.arena, options, 0);
    gait_status status = p3d_mesh_read(&job);
    if (status == GAIT_OK) {
        status = p3d_mesh_make(&job, options, out_mesh);
    }
    gaiti_arena_free(&job.arena);
    return status;
}

/* --- counts ----------------------------------------------------------------------------------- */

static gait_status p3d_count_faces(const gait_p3d *p3d, const gaiti_p3d_lod *lod,
                                   gaiti_arena *arena, gait_mesh_info *out_info) {
    const gaiti_p3d_head *head = &lod->head;
    gaiti_reader in = gaiti_p3d_reader_at(p3d, lod->faces_at);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gaiti_p3d_face face = {0};
    gaiti_names parts, textures;
    gait_span *keys = gaiti_alloc(arena, 2 * (uint64_t)head->faces, sizeof *keys);
    gaiti_names_init(&parts, arena, keys, head->faces);
    gaiti_names_init(&textures, arena, keys + head->faces, head->faces);
    GAITI_TRY(arena->status);
    *out_info = (gait_mesh_info){.vertex_count = head->points};
    for (uint32_t f = 0; f < head->faces; f++) {
        gaiti_p3d_visit_face(&visitor, head->kind, &face);
        gait_span texture = gaiti_p3d_until_nul(face.texture);
        keys[f] = p3d_part_key(&face, head->kind);
        keys[head->faces + f] = texture;
        out_info->part_count += gaiti_names_add(&parts, f) < 0;
        out_info->texture_count += texture.size > 0 && gaiti_names_add(&textures, f) < 0;
        out_info->triangle_count += face.sides == 4 ? 2 : face.sides == 3;
    }
    return GAIT_OK;
}

gait_status gaiti_p3d_mesh_info(const void *document, const gait_options *options,
                                gait_mesh_info *out_info) {
    const gait_p3d *p3d = document;
    if (p3d->mesh_lod < 0) {
        return GAIT_NOT_FOUND;
    }
    gaiti_arena arena;
    gaiti_arena_init(&arena, options, 0);
    gait_status status = p3d_count_faces(p3d, &p3d->lods[p3d->mesh_lod], &arena, out_info);
    gaiti_arena_free(&arena);
    return status;
}
