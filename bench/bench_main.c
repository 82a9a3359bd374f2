/* gait-bench [TSV [SUBJECT]]: prints the machine and a table of ratios, and writes the table to a
 * file of tab-separated values. Exit code 1 when a row misses its target. */
#include "bench.h"

#include <stdio.h>
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

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*measure)(void);
    } subjects[] = {{"omf", bench_omf},       {"rtm", bench_rtm},   {"bmtr", bench_bmtr},
                    {"trees", bench_trees},   {"ogf", bench_ogf},   {"skl", bench_skl},
                    {"gltf", bench_gltf},     {"bvh", bench_bvh},   {"roundtrip", bench_roundtrip},
                    {"sample", bench_sample}, {"edit", bench_edit}, {"command", bench_command},
                    {"batch", bench_batch},   {"flat", bench_flat}, {"hosts", bench_hosts}};
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
