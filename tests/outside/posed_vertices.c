/* posed_vertices MODEL BANK CLIP FRAME OUT: poses the mesh of a model by one key of a clip, and
 * writes the positions of all vertices, in the order of the parts, as native floats in the axes of
 * glTF. CLIP can be "" for a file with one clip. For comparisons with other programs. */
#include <stdio.h>
#include <stdlib.h>

#include "gait/gait.h"
#include "gait/mesh.h"

typedef struct opened {
    uint8_t *bytes;
    gait_file *file;
} opened;

static void require(bool is_true, const char *what) {
    if (!is_true) {
        fprintf(stderr, "%s\n", what);
        exit(1);
    }
}

static opened open_path(const char *path) {
    opened self = {0};
    FILE *in = fopen(path, "rb");
    require(in && fseek(in, 0, SEEK_END) == 0, path);
    size_t size = (size_t)ftell(in);
    self.bytes = malloc(size + 1);
    require(self.bytes && fseek(in, 0, SEEK_SET) == 0 && fread(self.bytes, 1, size, in) == size,
            path);
    fclose(in);
    require(gait_file_open((gait_span){self.bytes, size}, path, NULL, &self.file) == GAIT_OK, path);
    return self;
}

static void close_file(opened *self) {
    gait_file_free(self->file);
    free(self->bytes);
}

/* The skinning matrices of all bones of the mesh. */
static float *matrices_of(const gait_mesh *mesh, const gait_clip *clip, uint32_t frame) {
    const gait_skeleton *skeleton = clip->skeleton;
    int32_t *bones = calloc(mesh->bone_count + 1, sizeof *bones);
    float *matrices = calloc(mesh->bone_count + 1, 12 * sizeof *matrices);
    gait_affine *deltas = calloc(skeleton->bone_count + 1, sizeof *deltas);
    require(bones && matrices && deltas, "memory");
    require(gait_mesh_find_bones(mesh, skeleton, bones) == GAIT_OK, "bones");
    require(gait_pose_at_frame(clip, frame, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, deltas) == GAIT_OK,
            "frame");
    require(gait_skinning_matrices(deltas, skeleton->bone_count, bones, mesh->bone_count,
                                   matrices) == GAIT_OK,
            "matrices");
    free(deltas);
    free(bones);
    return matrices;
}

static void write_mesh(const gait_mesh *mesh, const float *matrices, FILE *out) {
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        float *positions = calloc((size_t)part->vertex_count + 1, 3 * sizeof *positions);
        require(positions, "memory");
        require(gait_mesh_skin(part, matrices, mesh->bone_count, positions, NULL) == GAIT_OK,
                "vertices");
        for (size_t v = 0; v < part->vertex_count; v++) {
            positions[3 * v] = -positions[3 * v];
        }
        require(fwrite(positions, 12, part->vertex_count, out) == part->vertex_count, "output");
        free(positions);
    }
}

int main(int argc, char **argv) {
    require(argc == 6, "usage: posed_vertices MODEL BANK CLIP FRAME OUT");
    opened model = open_path(argv[1]), bank = open_path(argv[2]);
    gait_skeleton *tree = NULL;
    gait_search_result *search;
    gait_mesh *mesh;
    gait_clip *clip;
    if (gait_file_format(model.file) == GAIT_FORMAT_OGF) {
        require(gait_file_skeleton(model.file, NULL, &tree) == GAIT_OK, "skeleton");
    }
    const gait_search_options options = {.skeleton = tree};
    require(gait_skeleton_search(bank.file, NULL, 0, &options, &search) == GAIT_OK, "search");
    const gait_skeleton *skeleton = gait_search_result_skeleton(search);
    int32_t index = *argv[3] ? gait_file_find_clip(bank.file, argv[3]) : 0;
    require(index >= 0, argv[3]);
    require(gait_file_clip(bank.file, (uint32_t)index, skeleton, NULL, &clip) == GAIT_OK, "clip");
    require(gait_file_mesh(model.file, skeleton, NULL, &mesh) == GAIT_OK, "mesh");
    float *matrices = matrices_of(mesh, clip, (uint32_t)strtoul(argv[4], NULL, 10));
    FILE *out = fopen(argv[5], "wb");
    require(out, argv[5]);
    write_mesh(mesh, matrices, out);
    require(fclose(out) == 0, argv[5]);
    free(matrices);
    gait_clip_free(clip);
    gait_mesh_free(mesh);
    gait_search_result_free(search);
    gait_skeleton_free(tree);
    close_file(&bank);
    close_file(&model);
}
