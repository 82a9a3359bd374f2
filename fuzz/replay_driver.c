/* Runs a fuzz target once for every file below the given paths: the fuzz corpus as a plain test.
 * Each input is in a block of exactly its size, so that a sanitizer detects a read past its end.
 * Fails when no file is found, so that a moved folder is noticed. */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned long inputs_run;

static void die(const char *what, const char *path) {
    fprintf(stderr, "replay: cannot %s %s: %s\n", what, path, strerror(errno));
    exit(3);
}

static void run_file(const char *path, size_t size) {
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(size ? size : 1);
    if (!file || !data) {
        die("read", path);
    }
    if (fread(data, 1, size, file) != size) {
        die("read", path);
    }
    fclose(file);
    if (getenv("REPLAY_VERBOSE")) {
        fprintf(stderr, "%s\n", path);
    }
    LLVMFuzzerTestOneInput(size ? data : NULL, size);
    free(data);
    inputs_run++;
}

static int not_hidden(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static void run_path(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0) {
        die("open", path);
    }
    if (S_ISREG(info.st_mode)) {
        run_file(path, (size_t)info.st_size);
        return;
    }
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, not_hidden, alphasort);
    if (count < 0) {
        die("list", path);
    }
    for (int i = 0; i < count; i++) {
        char child[4096];
        int length = snprintf(child, sizeof child, "%s/%s", path, entries[i]->d_name);
        if (length < 0 || (size_t)length >= sizeof child) {
            errno = ENAMETOOLONG;
            die("open", path);
        }
        run_path(child);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv) {
    LLVMFuzzerTestOneInput(NULL, 0);
    for (int i = 1; i < argc; i++) {
        run_path(argv[i]);
    }
    printf("replayed %lu inputs\n", inputs_run);
    return inputs_run > 0 ? 0 : 1;
}
