/* gait-bench [TSV [SUBJECT]]: prints the machine and a table of ratios, and writes the table to a
 * file of tab-separated values. Exit code 1 when a row misses its target.
 *
 * gait-bench --bank MOTIONS FRAMES BANK MODEL: writes the bank that is measured, and its model. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Prints the properties of the machine that affect the ratios. */
static void bench_print_machine(void) {
    char line[256], model[256] = "unknown processor\n";
    struct utsname system;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');
        if (value && strncmp(line, "model name", 10) == 0) {
            snprintf(model, sizeof model, "%s", value + 2);
            break;
        }
    }
    if (file) {
        fclose(file);
    }
    printf("%ld x %s", sysconf(_SC_NPROCESSORS_ONLN), model);
    if (uname(&system) == 0) {
        printf("%s %s %s, ", system.sysname, system.release, system.machine);
    }
#ifdef __clang__
    printf("%s\n\n", __VERSION__);
#else
    printf("gcc %s\n\n", __VERSION__);
#endif
}

static void bench_save(const char *path, gait_buffer bytes) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file) != 0) {
        bench_fail("cannot write a file");
    }
    gait_buffer_free(&bytes);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*measure)(void);
    } subjects[] = {
#define BENCH_SUBJECT(name) {#name, bench_##name},
#include "subjects.def"
#undef BENCH_SUBJECT
    };
    if (argc == 6 && strcmp(argv[1], "--bank") == 0) {
        bench_save(argv[4], bench_bank((uint32_t)atoi(argv[2]), (uint32_t)atoi(argv[3])));
        bench_save(argv[5], bench_model());
        return 0;
    }
    bench_print_machine();
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        if (argc < 3 || strcmp(argv[2], subjects[i].name) == 0) {
            subjects[i].measure();
        }
    }
    if (argc > 1 && !bench_write(argv[1])) {
        bench_fail("cannot write the table");
    }
    return bench_missed() > 0;
}
