/* Programs that gait-bench uses as a reference, as small as possible.
 *
 *   copy IN OUT SIZE      reads all of IN, writes SIZE bytes to OUT
 *   read LIST SIZE        reads the files whose paths LIST contains, SIZE bytes in total
 *   peak OUT PROGRAM...   runs the program, writes its peak memory in bytes to OUT */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int copy(char **arguments) {
    struct stat about;
    int in = open(arguments[0], O_RDONLY);
    int out = open(arguments[1], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    size_t left = (size_t)strtoull(arguments[2], NULL, 10);
    if (in < 0 || out < 0 || fstat(in, &about) != 0) {
        return 2;
    }
    size_t size = (size_t)about.st_size;
    char *content = malloc(size + 1);
    if (!content || read(in, content, size) != (ssize_t)size) {
        return 2;
    }
    for (size_t part; left > 0; left -= part) {
        part = left < size ? left : size;
        if (write(out, content, part) != (ssize_t)part) {
            return 2;
        }
    }
    return close(out) == 0 ? 0 : 2;
}

/* Returns the size, 0 if the file cannot be read. */
static unsigned long long read_file(const char *path) {
    static char buffer[1 << 20];
    unsigned long long size = 0;
    ssize_t part = sizeof buffer;
    int file = open(path, O_RDONLY);
    while (file >= 0 && part == sizeof buffer) {
        part = read(file, buffer, sizeof buffer);
        size += part > 0 ? (unsigned long long)part : 0;
    }
    return file >= 0 && close(file) == 0 && part >= 0 ? size : 0;
}

static int read_files(char **arguments) {
    char path[4096];
    unsigned long long size = 0;
    FILE *list = fopen(arguments[0], "r");
    while (list && fgets(path, sizeof path, list)) {
        path[strcspn(path, "\n")] = 0;
        size += read_file(path);
    }
    return list && fclose(list) == 0 && size == strtoull(arguments[1], NULL, 10) ? 0 : 2;
}

static int peak(char **arguments) {
    pid_t child;
    int status;
    struct rusage usage;
    FILE *out = fopen(arguments[0], "w");
    if (!out || posix_spawn(&child, arguments[1], NULL, NULL, arguments + 1, environ) != 0 ||
        wait4(child, &status, 0, &usage) != child || status != 0) {
        return 2;
    }
    fprintf(out, "%lld\n", (long long)usage.ru_maxrss * 1024);
    return fclose(out) == 0 ? 0 : 2;
}

int main(int argc, char **argv) {
    if (argc == 5 && strcmp(argv[1], "copy") == 0) {
        return copy(argv + 2);
    }
    if (argc == 4 && strcmp(argv[1], "read") == 0) {
        return read_files(argv + 2);
    }
    return argc > 3 && strcmp(argv[1], "peak") == 0 ? peak(argv + 2) : 2;
}
