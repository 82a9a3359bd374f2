/* load_library LIBRARY FILE: loads the library of a wheel, and prints its version and the list of
 * the clips of a file, as gait_flat_list() gives it. Then it unloads and deletes the library, which
 * Windows allows only if nothing keeps it loaded. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "flat.h"

#ifdef _WIN32
#include <windows.h>
typedef HMODULE library;
#define OPEN(path) LoadLibraryA(path)
#define FIND(from, name) GetProcAddress(from, name)
#define CLOSE(from) (FreeLibrary(from) != 0)
#define LOCKS_LIBRARIES true
#else
#include <dlfcn.h>
typedef void *library;
#define OPEN(path) dlopen(path, RTLD_NOW)
#define FIND(from, name) dlsym(from, name)
#define CLOSE(from) (dlclose(from) == 0)
#define LOCKS_LIBRARIES false
#endif

/* The function of the library with this name, as a pointer of the type of its declaration. */
#define FUNCTION(name) __typeof__(&name) name##_ = (__typeof__(&name))(uintptr_t)FIND(from, #name)

/* Unloads the library and deletes its file. A system that locks the files of loaded libraries must
 * refuse to delete it before. */
static bool delete_library(library from, const char *path) {
    if (LOCKS_LIBRARIES && remove(path) == 0) {
        fputs("the file of a loaded library can be deleted\n", stderr);
        return false;
    }
    if (!CLOSE(from) || remove(path) != 0) {
        fputs("the library cannot be unloaded and deleted\n", stderr);
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    static uint8_t content[1 << 20];
    library from = argc == 3 ? OPEN(argv[1]) : NULL;
    FILE *stream = from ? fopen(argv[2], "rb") : NULL;
    if (!stream) {
        fputs("the library or the file cannot be opened\n", stderr);
        return EXIT_FAILURE;
    }
    size_t size = fread(content, 1, sizeof content, stream);
    FUNCTION(gait_flat_library_version);
    FUNCTION(gait_flat_new);
    FUNCTION(gait_flat_open);
    FUNCTION(gait_flat_list);
    FUNCTION(gait_flat_result);
    FUNCTION(gait_flat_delete);
    gait_flat *flat = gait_flat_new_(0);
    uint32_t file = gait_flat_open_(flat, content, size, "stalker.omf", 0, GAIT_FLAT_BORROW);
    if (!gait_flat_list_(flat, file)) {
        return EXIT_FAILURE;
    }
    printf("%s\n%s", gait_flat_library_version_(), (const char *)gait_flat_result_(flat));
    gait_flat_delete_(flat);
    if (fclose(stream) != 0) {
        return EXIT_FAILURE;
    }
    return delete_library(from, argv[1]) ? EXIT_SUCCESS : EXIT_FAILURE;
}
