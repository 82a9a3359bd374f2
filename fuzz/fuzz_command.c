/* Fuzzes the command: what it does with a file after opening it, that is skeleton search, sampling,
 * pictures, conversion to every format, the round trip and salvage. It must not crash, and no exit
 * code may report a defect of the program. */
#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/command.h"
#include "base/base.h"
#include "gait/file.h"
#include "require.h"

enum {
    MAX_MEMORY = 32 << 20,
    MAX_KEYS = 1 << 16, /* of all clips and bones: a few bytes can request millions */
    MAX_BONES = 256,
    PATH = 128
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[PATH];

static void make_folder(void) {
    const char *root = getenv("TMPDIR");
    int length = snprintf(folder, sizeof folder, "%s/gait-fuzz-XXXXXX", root ? root : "/tmp");
    REQUIRE(length < (int)sizeof folder);
    REQUIRE(mkdtemp(folder) != NULL);
}

/* Path of a file in the folder; names begin with '/', such as "/in.rtm". */
typedef struct place {
    char path[2 * PATH];
} place;

static place place_of(const char *name) {
    place it;
    snprintf(it.path, sizeof it.path, "%s%s", folder, name);
    return it;
}

static void remove_files(void) {
    DIR *open_folder = opendir(folder);
    const struct dirent *entry;
    REQUIRE(open_folder != NULL);
    while ((entry = readdir(open_folder)) != NULL) {
        if (entry->d_name[0] != '.') {
            unlinkat(dirfd(open_folder), entry->d_name, 0);
        }
    }
    closedir(open_folder);
}

static void remove_folder(void) {
    remove_files();
    rmdir(folder);
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(place_of(name).path, "wb");
    REQUIRE(file != NULL);
    REQUIRE(size == 0 || fwrite(bytes, 1, size, file) == size);
    REQUIRE(fclose(file) == 0);
}

/* Runs `gait` with the words of a formatted line. Words that begin with '/' are replaced by paths
 * in the folder. */
static int run(const char *format, ...) {
    enum { MAX_WORDS = 16 };
    char line[512];
    place places[MAX_WORDS];
    const char *arguments[MAX_WORDS];
    size_t count = 0;
    va_list values;
    va_start(values, format);
    REQUIRE(vsnprintf(line, sizeof line, format, values) < (int)sizeof line);
    va_end(values);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        REQUIRE(count < MAX_WORDS);
        places[count] = place_of(word);
        arguments[count] = word[0] == '/' ? places[count].path : word;
        count++;
    }
    const command *found = command_find(arguments[0]);
    REQUIRE(found != NULL);
    uint64_t written = terminal_written();
    int code = command_run(found, arguments + 1, count - 1);
    result_flush();
    REQUIRE(code >= 0 && code <= 5);
    /* A failure has a reason; the results of check contain it. */
    REQUIRE(code == EXIT_OK || terminal_written() > written || strcmp(arguments[0], "check") == 0);
    return code;
}

/* Writes a model.cfg in which all bones are children of the first one, as a skeleton for banks. */
static bool write_tree(const gait_file *file) {
    FILE *tree = fopen(place_of("/tree.cfg").path, "wb");
    uint32_t bones = gait_file_bone_count(file);
    bool is_usable = bones > 0 && bones <= MAX_BONES;
    REQUIRE(tree != NULL);
    fputs("class CfgSkeletons { class tree { skeletonInherit = \"\"; skeletonBones[] = {", tree);
    for (uint32_t b = 0; b < bones && is_usable; b++) {
        gait_span name = gait_file_bone_name(file, b), first = gait_file_bone_name(file, 0);
        for (size_t i = 0; i < name.size; i++) {
            is_usable = is_usable && (isalnum(name.data[i]) || name.data[i] == '_');
        }
        fprintf(tree, "%s\"%.*s\",\"%.*s\"", b ? "," : "", (int)name.size, (const char *)name.data,
                b ? (int)first.size : 0, (const char *)first.data);
    }
    fputs("}; }; };\n", tree);
    REQUIRE(fclose(tree) == 0);
    return is_usable;
}

static bool is_small(const gait_file *file) {
    uint64_t keys = 0;
    for (uint32_t c = 0; c < gait_file_clip_count(file) && keys <= MAX_KEYS; c++) {
        keys +=
            (uint64_t)gait_file_clip_info(file, c).frame_count * (gait_file_bone_count(file) + 1u);
    }
    return keys <= MAX_KEYS;
}

/* Converts to glTF, applies that to the input as base file, and converts it to a new file. */
static void round_trip(const char *path, const char *format, const char *options) {
    if (run("convert -f --sidecar %s %s /edited.glb", options, path) == EXIT_OK) {
        run("convert -f --json --to %s --base %s /edited.glb -", format, path);
        run("convert -f --lossy %s --to %s /edited.glb -", options, format);
    }
}

/* Running everything for every input would be slow, so `choice` selects what is run. */
static void use(const char *path, const char *format, const gait_file *file, size_t choice) {
    static const char *const formats[] = {"gltf", "bvh", "rtm",  "bmtr", "omf",
                                          "ogf",  "skl", "skls", "anm"};
    /* phases that are close together give a BVH with many frames, which is slow */
    bool is_timeless = strcmp(format, "rtm") == 0 || strcmp(format, "bmtr") == 0;
    const char *timing = is_timeless && choice % 8 == 1 ? "--duration 1" : "";
    bool has_tree = write_tree(file);
    const char *options = has_tree && choice / 8 % 4 ? "--skeleton /tree.cfg" : "";
    run("info -v %s", path);
    run("check -v --json %s", path);
    run(choice % 2 ? "skeleton -v %s" : "skeleton --for %s arma3-man", path);
    if (is_small(file)) {
        run("draw -f -v --names --frames 3 %s %s -", options, path);
        run("sample --json --time 0 %s %s", options, path);
        run("convert -f --lossy %s %s --to %s %s -", options, timing, formats[choice % 8], path);
        round_trip(path, format, options);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_options options = {.max_bytes = MAX_MEMORY};
    gait_span bytes = {data, size};
    gait_format format = gait_detect(bytes, NULL);
    const char *name = gait_format_get_info(format)->name;
    char path[32];
    gait_file *file;
    if (!folder[0]) {
        make_folder();
        atexit(remove_folder);
    }
    snprintf(path, sizeof path, "/in.%s", format == GAIT_FORMAT_BMTR ? "rtm" : name);
    remove_files();
    write_file(path, data, size);
    gait_status status = gait_file_open(bytes, path, &options, &file);
    if (status == GAIT_OK) {
        use(path, name, file, size);
        gait_file_free(file);
    } else if (status != GAIT_LIMIT) {
        run("check -v %s", path);
        run("convert -f --salvage --to omf %s -", path);
        run("convert -f --salvage --to omf --skeleton %s %s -", path, path);
    }
    return 0;
}
