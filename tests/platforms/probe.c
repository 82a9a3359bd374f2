/* probe TREE FILE OUT: writes the report on a file, its conversion to GLB and its unedited copy to
 * OUT.info, OUT.glb and OUT.same. TREE is the name of a built-in skeleton. Calls only
 * functions of gait/flat.h. */
#include <stdio.h>
#include <stdlib.h>

#include "gait/gait.h"

static int fail(const char *what, const char *path) {
    fprintf(stderr, "probe: cannot %s %s\n", what, path);
    return 1;
}

static uint8_t *read_file(const char *path, size_t *size) {
    FILE *stream = fopen(path, "rb");
    if (!stream || fseek(stream, 0, SEEK_END) != 0) {
        return NULL;
    }
    *size = (size_t)ftell(stream);
    rewind(stream);
    uint8_t *bytes = gait_flat_alloc(*size);
    if (bytes && fread(bytes, 1, *size, stream) != *size) {
        gait_flat_free(bytes);
        bytes = NULL;
    }
    fclose(stream);
    return bytes;
}

static int write_bytes(const uint8_t *bytes, size_t size, const char *out, const char *ending) {
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", out, ending);
    FILE *stream = fopen(path, "wb");
    if (!stream) {
        return fail("write", path);
    }
    size_t written = fwrite(bytes, 1, size, stream);
    return fclose(stream) != 0 || written != size ? fail("write", path) : 0;
}

static int write_result(const gait_flat *flat, const char *out, const char *ending) {
    return write_bytes(gait_flat_result(flat), gait_flat_result_size(flat), out, ending);
}

static int write_glb(gait_flat *flat, uint32_t file, uint32_t tree, const char *out) {
    uint32_t skeleton = gait_flat_search(flat, file, NULL, 0, tree, 0, NULL, NULL);
    uint32_t conversion =
        gait_flat_convert(flat, file, "gltf", "out.glb", skeleton, 0, false, 0, 0);
    return !skeleton || !conversion || !gait_flat_next(flat, conversion) ||
                   !gait_flat_output(flat, conversion, 0)
               ? fail("convert", out)
               : write_result(flat, out, "glb");
}

/* The element of "files" of a report of one file. */
static int write_info(gait_flat *flat, uint32_t file, const char *out) {
    return gait_flat_info(flat, file) ? write_result(flat, out, "info") : fail("report", out);
}

static int write_results(gait_flat *flat, uint32_t file, uint32_t tree, const char *out) {
    if (write_info(flat, file, out) != 0 || write_glb(flat, file, tree, out) != 0) {
        return 1;
    }
    return gait_flat_write(flat, file) ? write_result(flat, out, "same") : fail("write back", out);
}

int main(int argc, char **argv) {
    size_t size = 0;
    uint8_t *bytes = argc == 4 ? read_file(argv[2], &size) : NULL;
    if (!bytes) {
        return fail("read", argc == 4 ? argv[2] : "what was not given");
    }
    gait_flat *flat = gait_flat_new(0);
    uint32_t tree = gait_flat_builtin(flat, argv[1]);
    uint32_t file = gait_flat_open(flat, bytes, size, argv[2], 0, GAIT_FLAT_TAKE);
    int code = file && tree ? write_results(flat, file, tree, argv[3]) : fail("open", argv[2]);
    gait_flat_delete(flat);
    return code;
}
