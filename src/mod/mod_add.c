/* Adds uses and findings to the index. */
#include <string.h>

#include "base/bytes.h"
#include "mod/mod_layers.h"

const char *gaiti_mod_text(gait_mod *mod, gait_span text) {
    if (text.size == 0) {
        return NULL;
    }
    char *copy = gaiti_alloc(&mod->arena, text.size + 1, 1);
    if (copy) {
        memcpy(copy, text.data, text.size);
    }
    return copy;
}

void *gaiti_mod_append(gaiti_arena *arena, gaiti_mod_pages *list, size_t size) {
    uint32_t page = list->count / GAITI_MOD_PAGE;
    if (page == list->page_count) {
        void **pages = gaiti_reserve(arena, list->pages, page, &list->capacity, sizeof *pages);
        if (!pages) {
            return NULL;
        }
        list->pages = pages;
        pages[page] = gaiti_alloc_uninitialised(arena, GAITI_MOD_PAGE, size);
        if (!pages[page]) {
            return NULL;
        }
        list->page_count++;
    }
    return gaiti_mod_page_at(list, list->count++, size);
}

gait_mod_use *gaiti_mod_add_use(gait_mod *mod, const gait_mod_use *use) {
    gait_mod_use *added = mod->arena.status == GAIT_OK
                              ? gaiti_mod_append(&mod->arena, &mod->uses, sizeof *added)
                              : NULL;
    if (!added) {
        return NULL;
    }
    const gaiti_config_source *source = &mod->paths[use->place.file].source;
    *added = *use;
    if (source->text.data) {
        gaiti_place place = gaiti_lines_at(&source->lines, (size_t)use->place.offset);
        added->place.line = (uint32_t)place.line;
    }
    return added;
}

bool gaiti_mod_add_finding(gait_mod *mod, const gaiti_mod_finding *finding) {
    return gaiti_append(&mod->arena, &mod->findings, &mod->finding_count, &mod->finding_capacity,
                        finding, sizeof *finding) == GAIT_OK;
}

const char *gaiti_mod_words(gait_mod *mod, const char *before, const char *name) {
    size_t size = strlen(before), name_size = name ? strlen(name) + 1 : 0;
    char *words = name ? gaiti_alloc(&mod->arena, (uint64_t)size + name_size, 1) : NULL;
    if (words) {
        memcpy(words, before, size);
        memcpy(words + size, name, name_size);
    }
    return words;
}
