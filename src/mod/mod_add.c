/* Adds texts, uses and findings to the index. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
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

gait_span gaiti_mod_utf8(gait_mod *mod, gait_span text) {
    if (text.size == 0) {
        return (gait_span){0};
    }
    uint8_t *copy = gaiti_alloc_uninitialised(&mod->arena, text.size + 8, 1);
    if (!copy) {
        return (gait_span){0};
    }
    memcpy(copy, text.data, text.size);
    memset(copy + text.size, 0, 8);
    unsigned size = 1;
    for (size_t at = 0; at < text.size && size > 0; at += size) {
        size = gaiti_utf8_character(copy + at);
    }
    gait_span result = gaiti_span(copy, text.size);
    if (size == 0) {
        result.data = (const uint8_t *)gaiti_utf8(&mod->arena, mod->options.code_page, text);
        result.size = result.data ? gaiti_utf8_size(mod->options.code_page, text) : 0;
    }
    return result;
}

bool gaiti_mod_add_use(gait_mod *mod, const gait_mod_use *use) {
    gait_mod_use *uses =
        gaiti_reserve(&mod->arena, mod->uses, mod->use_count, &mod->use_capacity, sizeof *uses);
    if (!uses || mod->arena.status != GAIT_OK) {
        return false;
    }
    const gaiti_config_source *source = &mod->paths[use->place.file].source;
    mod->uses = uses;
    uses[mod->use_count] = *use;
    if (source->text.data) {
        gaiti_place place = gaiti_lines_at(&source->lines, (size_t)use->place.offset);
        uses[mod->use_count].place.line = (uint32_t)place.line;
    }
    mod->use_count++;
    return true;
}

bool gaiti_mod_add_finding(gait_mod *mod, const gaiti_mod_finding *finding) {
    gaiti_mod_finding *findings = gaiti_reserve(&mod->arena, mod->findings, mod->finding_count,
                                                &mod->finding_capacity, sizeof *findings);
    if (findings) {
        mod->findings = findings;
        findings[mod->finding_count++] = *finding;
    }
    return findings != NULL;
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
