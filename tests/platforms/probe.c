/* probe TREE FILE OUT: what the library makes of a file, as OUT.info, OUT.glb and OUT.same. TREE is
 * a built-in one. Of the library it needs the public header only. */
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

static int write_result(const gait_wasm_file *file, const char *out, const char *ending) {
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", out, ending);
    FILE *stream = fopen(path, "wb");
    size_t size = gait_wasm_result_size(file);
    if (!stream) {
        return fail("write", path);
    }
    size_t written = fwrite(gait_wasm_result(file), 1, size, stream);
    return fclose(stream) != 0 || written != size ? fail("write", path) : 0;
}

static int write_results(gait_wasm_file *file, const gait_skeleton *tree, const char *out) {
    if (!gait_wasm_info(file) || write_result(file, out, "info") != 0) {
        return fail("report", out);
    }
    if (!gait_wasm_glb(file, tree) || write_result(file, out, "glb") != 0) {
        return fail("convert", out);
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
    gait_wasm_free_tree(tree);
    return code;
}
