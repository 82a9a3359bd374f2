/* make-samples FOLDER: writes the sample animations, with the same bytes on every machine. */
#include <stdio.h>
#include <stdlib.h>

#include "bank.h"
#include "binarised.h"
#include "mannequin.h"
#include "soldier.h"

static bool save(const char *folder, const char *name, const gait_buffer *bytes) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        return false;
    }
    FILE *file = fopen(path, "wb");
    if (!file) {
        return false;
    }
    bool whole = fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
    return fclose(file) == 0 && whole;
}

static bool make(const char *folder, const char *name, gait_status (*write)(gait_buffer *)) {
    gait_buffer bytes = {0};
    gait_status status = write(&bytes);
    bool saved = status == GAIT_OK && save(folder, name, &bytes);
    if (status != GAIT_OK) {
        fprintf(stderr, "make-samples: %s: %s\n", name, gait_status_name(status));
    } else if (!saved) {
        fprintf(stderr, "make-samples: cannot write %s/%s\n", folder, name);
    }
    gait_buffer_free(&bytes);
    return saved;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: make-samples FOLDER\n");
        return 2;
    }
    bool made = make(argv[1], "walk.rtm", write_walk);
    made = make(argv[1], "walk_binarised.rtm", write_binarised_walk) && made;
    made = make(argv[1], "stalker.omf", write_bank) && made;
    made = make(argv[1], "mannequin.p3d", write_mannequin) && made;
    return made ? 0 : 1;
}
