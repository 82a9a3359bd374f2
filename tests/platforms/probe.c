/* probe TREE FILE OUT: writes the report on a file, its conversion to GLB and its unedited copy to
 * OUT.info, OUT.glb and OUT.same. TREE is the name of a built-in skeleton. Calls only
 * functions of exports.h. */
#include <stdio.h>
#include <stdlib.h>

#include "exports.h"

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
    uint8_t *bytes = gait_wasm_alloc(*size);
    if (bytes && fread(bytes, 1, *size, stream) != *size) {
        gait_wasm_free(bytes);
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

static int write_result(const gait_wasm_file *file, const char *out, const char *ending) {
    return write_bytes(gait_wasm_result(file), gait_wasm_result_size(file), out, ending);
}

static int write_glb(gait_wasm_file *file, const gait_skeleton *tree, const char *out) {
    gait_skeleton *skeleton = gait_wasm_search(file, NULL, 0, tree, NULL, NULL);
    gait_wasm_conversion *conversion = gait_wasm_convert(file, "gltf", "out.glb", skeleton, NULL);
    int code = !skeleton || !conversion || !gait_wasm_convert_next(conversion)
                   ? fail("convert", out)
                   : write_bytes(gait_wasm_output(conversion, 0),
                                 gait_wasm_output_size(conversion, 0), out, "glb");
    gait_wasm_convert_end(conversion);
    gait_wasm_free_skeleton(skeleton);
    return code;
}

static int write_results(gait_wasm_file *file, const gait_skeleton *tree, const char *out) {
    if (!gait_wasm_info(file) || write_result(file, out, "info") != 0) {
        return fail("report", out);
    }
    if (write_glb(file, tree, out) != 0) {
        return 1;
    }
    if (!gait_wasm_write(file) || write_result(file, out, "same") != 0) {
        return fail("write back", out);
    }
    return 0;
}

int main(int argc, char **argv) {
    size_t size = 0;
    uint8_t *bytes = argc == 4 ? read_file(argv[2], &size) : NULL;
    if (!bytes) {
        return fail("read", argc == 4 ? argv[2] : "what was not given");
    }
    gait_skeleton *tree = gait_wasm_builtin(argv[1]);
    gait_wasm_file *file = gait_wasm_open(bytes, size, argv[2]);
    int code = file && tree ? write_results(file, tree, argv[3]) : fail("open", argv[2]);
    gait_wasm_close(file);
    gait_wasm_free_skeleton(tree);
    return code;
}
