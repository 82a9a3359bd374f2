/* A hash table of the names of clips, which follows edits of a script. */
#include "edit/edit_index.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"

/* The slot of a name: its FNV-1a hash, in lower case. */
static uint32_t *index_slot(const gaiti_edit_index *index, gait_span name) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < name.size; i++) {
        hash = (hash ^ gaiti_ascii_lower(name.data[i])) * 16777619u;
    }
    return &index->slots[(hash ^ hash >> 16) & index->mask];
}

static bool index_reserve(gaiti_edit_index *index, gaiti_arena *arena, uint32_t count) {
    uint64_t capacity = (uint64_t)count + count / 2 + 8, slots = 16;
    if (index->capacity >= count && index->slots) {
        return true;
    }
    while (slots < capacity) {
        slots *= 2;
    }
    if (capacity > UINT32_MAX / 2) {
        arena->status = GAIT_LIMIT;
        return false;
    }
    uint32_t *next = gaiti_alloc_uninitialised(arena, capacity, sizeof *next);
    uint32_t *first = gaiti_alloc_uninitialised(arena, slots, sizeof *first);
    if (!next || !first) {
        return false;
    }
    index->next = next;
    index->slots = first;
    index->capacity = (uint32_t)capacity;
    index->mask = (uint32_t)slots - 1;
    return true;
}

bool gaiti_edit_index_make(gaiti_edit_index *index, gaiti_arena *arena, const gait_span *names,
                           uint32_t count) {
    index->names = names;
    if (index->is_valid) {
        return true;
    }
    if (!index_reserve(index, arena, count)) {
        return false;
    }
    memset(index->slots, 0xFF, ((size_t)index->mask + 1) * sizeof *index->slots);
    for (uint32_t clip = count; clip-- > 0;) {
        uint32_t *slot = index_slot(index, names[clip]);
        index->next[clip] = *slot;
        *slot = clip;
    }
    index->is_valid = true;
    return true;
}

/* The first clip from `clip` on, in its chain, that has this name. */
static uint32_t index_find(const gaiti_edit_index *index, uint32_t clip, gait_span name) {
    while (clip != GAITI_EDIT_NONE && !gaiti_equal_name(index->names[clip], name)) {
        clip = index->next[clip];
    }
    return clip;
}

uint32_t gaiti_edit_index_first(const gaiti_edit_index *index, gait_span name) {
    return index_find(index, *index_slot(index, name), name);
}

uint32_t gaiti_edit_index_next(const gaiti_edit_index *index, uint32_t clip) {
    return index_find(index, index->next[clip], index->names[clip]);
}

uint32_t gaiti_edit_index_numbered(const gaiti_edit_index *index, const char *text) {
    size_t size;
    uint32_t number;
    if (!gaiti_split_numbered(text, &size, &number)) {
        return GAITI_EDIT_NONE;
    }
    uint32_t clip = gaiti_edit_index_first(index, gaiti_span(text, size));
    while (--number > 0 && clip != GAITI_EDIT_NONE) {
        clip = gaiti_edit_index_next(index, clip);
    }
    return clip;
}

uint32_t gaiti_edit_index_find(const gaiti_edit_index *index, const char *text) {
    uint32_t clip = gaiti_edit_index_first(index, gaiti_span_of(text));
    return clip != GAITI_EDIT_NONE ? clip : gaiti_edit_index_numbered(index, text);
}

/* Adds a clip to the chain of its name. GAITI_EDIT_NONE, the end of a chain, is above all clips. */
static void index_link(gaiti_edit_index *index, uint32_t clip) {
    uint32_t *link = index_slot(index, index->names[clip]);
    while (*link < clip) {
        link = &index->next[*link];
    }
    index->next[clip] = *link;
    *link = clip;
}

bool gaiti_edit_index_add(gaiti_edit_index *index, gaiti_arena *arena, const gait_span *names,
                          uint32_t count) {
    index->is_valid = index->is_valid && count <= index->capacity;
    if (!index->is_valid) {
        return gaiti_edit_index_make(index, arena, names, count);
    }
    index->names = names;
    index_link(index, count - 1);
    return true;
}

void gaiti_edit_index_rename(gaiti_edit_index *index, uint32_t clip, gait_span old_name) {
    uint32_t *link = index_slot(index, old_name);
    while (*link != clip) {
        link = &index->next[*link];
    }
    *link = index->next[clip];
    index_link(index, clip);
}
