#include "mesh_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "test.h"

enum { LINE = 8192, COLUMNS = 12 };

/* Columns of meshes.tsv and of MANIFEST.tsv. */
enum { FACT_KIND = 0, FACT_REPOSITORY = 2, FACT_PATH = 4, FACT_FACTS = 9, FACT_POSED = 10 };

/* A path next to the folder of real files. */
static bool beside_corpus(const char *name, char out[MESH_FACT_TEXT]) {
    struct stat about;
    const char *corpus = getenv("GAIT_CORPUS");
    snprintf(out, MESH_FACT_TEXT, "%s/%s", corpus ? corpus : "", name);
    return corpus && *corpus && stat(out, &about) == 0;
}

bool mesh_models_folder(char out[MESH_FACT_TEXT]) {
    return beside_corpus("../models", out);
}

static unsigned split(char *line, char *columns[COLUMNS]) {
    unsigned count = 0;
    line[strcspn(line, "\r\n")] = 0;
    for (char *at = line; at && count < COLUMNS; count++) {
        columns[count] = at;
        at = strchr(at, '\t');
        if (at) {
            *at++ = 0;
        }
    }
    return count;
}

/* Finds the file of a repository in the MANIFEST.tsv of a folder. */
static bool find_in(const char *folder, const char *repository, const char *path,
                    char out[MESH_FACT_TEXT]) {
    char line[LINE], manifest[MESH_FACT_TEXT], *columns[COLUMNS];
    bool found = false;
    snprintf(manifest, sizeof manifest, "%s/MANIFEST.tsv", folder);
    FILE *file = fopen(manifest, "r");
    unsigned repository_column = 0, path_column = 0;
    while (file && !found && fgets(line, sizeof line, file)) {
        unsigned count = split(line, columns);
        for (unsigned c = 0; path_column == 0 && c < count; c++) {
            repository_column = strcmp(columns[c], "repository") == 0 ? c : repository_column;
            path_column = strcmp(columns[c], "path") == 0 ? c : 0;
        }
        found = count > path_column && strcmp(columns[repository_column], repository) == 0 &&
                strcmp(columns[path_column], path) == 0;
        if (found) {
            snprintf(out, MESH_FACT_TEXT, "%s/%s", folder, columns[count - 1]);
        }
    }
    if (file) {
        fclose(file);
    }
    return found;
}

static bool find_file(const char *repository, const char *path, char out[MESH_FACT_TEXT]) {
    char models[MESH_FACT_TEXT];
    const char *corpus = getenv("GAIT_CORPUS");
    return (corpus && find_in(corpus, repository, path, out)) ||
           (mesh_models_folder(models) && find_in(models, repository, path, out));
}

bool mesh_fact_box(const char *text, double out[2][3]) {
    return sscanf(text, "%lf,%lf,%lf..%lf,%lf,%lf", &out[0][0], &out[0][1], &out[0][2], &out[1][0],
                  &out[1][1], &out[1][2]) == 6;
}

/* Reads "repository:path clip=NAME frame=N box=..."; no bank when it cannot be found. */
static void read_posed(char *posed, mesh_fact *fact) {
    char *path = strchr(posed, ':'), *clip = strstr(posed, " clip="),
         *frame = strstr(posed, " frame="), *box = strstr(posed, " box=");
    if (!path || !frame || !box) {
        return;
    }
    *path++ = *frame = *box = 0;
    if (clip) {
        *clip = 0;
        snprintf(fact->clip, sizeof fact->clip, "%s", clip + strlen(" clip="));
    }
    fact->frame = (uint32_t)strtoul(frame + strlen(" frame="), NULL, 10);
    assert_true(mesh_fact_box(box + strlen(" box="), fact->posed));
    if (!find_file(posed, path, fact->bank)) {
        fact->bank[0] = 0;
    }
}

static FILE *open_table(void) {
    char path[MESH_FACT_TEXT];
    const char *facts = getenv("GAIT_FACTS");
    snprintf(path, sizeof path, "%s/meshes.tsv", facts ? facts : "");
    FILE *file = facts && *facts ? fopen(path, "r") : NULL;
    return !file && beside_corpus("../facts/meshes.tsv", path) ? fopen(path, "r") : file;
}

unsigned mesh_facts_each(const char *kind, void (*visit)(const mesh_fact *fact)) {
    static char line[LINE];
    char *columns[COLUMNS];
    unsigned visited = 0;
    FILE *table = open_table();
    while (table && fgets(line, sizeof line, table)) {
        mesh_fact fact = {0};
        if (split(line, columns) <= FACT_POSED || strcmp(columns[FACT_KIND], kind) != 0 ||
            !find_file(columns[FACT_REPOSITORY], columns[FACT_PATH], fact.file)) {
            continue;
        }
        snprintf(fact.facts, sizeof fact.facts, "%s", columns[FACT_FACTS]);
        read_posed(columns[FACT_POSED], &fact);
        visit(&fact);
        visited++;
    }
    if (table) {
        fclose(table);
    }
    return visited;
}

/* The end of a value: before the next " key=". */
static size_t value_size(const char *value) {
    for (const char *space = strchr(value, ' '); space; space = strchr(space + 1, ' ')) {
        size_t letters = strspn(space + 1, "abcdefghijklmnopqrstuvwxyz");
        if (letters > 0 && space[1 + letters] == '=') {
            return (size_t)(space - value);
        }
    }
    return strlen(value);
}

bool mesh_fact_value(const mesh_fact *fact, const char *key, char out[MESH_FACT_TEXT]) {
    size_t size = strlen(key);
    for (const char *at = fact->facts; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, key, size) == 0 && at[size] == '=') {
            const char *value = at + size + 1;
            snprintf(out, MESH_FACT_TEXT, "%.*s", (int)value_size(value), value);
            return true;
        }
    }
    return false;
}

uint32_t mesh_fact_number(const mesh_fact *fact, const char *key) {
    char value[MESH_FACT_TEXT];
    if (!mesh_fact_value(fact, key, value)) {
        fail_msg("%s has no fact %s", fact->file, key);
    }
    return (uint32_t)strtoul(value, NULL, 10);
}
