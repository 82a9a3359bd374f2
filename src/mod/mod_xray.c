/* Parts of the index of X-Ray mods share these functions: look-ups, and uses of lines. */
#include "mod/mod_xray.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"

/* --- look-ups --------------------------------------------------------------------------------- */

int32_t gaiti_mod_find_in(gait_mod *mod, const gait_span *folders, uint32_t count, gait_span name,
                          const char *extension) {
    if (name.size > GAITI_LTX_VALUE_MAX) {
        return GAITI_MOD_NONE;
    }
    gait_buffer path = {.allocator = mod->options.allocator};
    size_t size = strlen(extension);
    bool has_it =
        name.size > size &&
        gaiti_equal_name(gaiti_span(name.data + name.size - size, size), gaiti_span_of(extension));
    int32_t found = GAITI_MOD_NONE;
    if (gaiti_write(&path, name.data, name.size) &&
        (has_it || gaiti_write(&path, extension, size))) {
        for (uint32_t f = 0; f < count && found < 0; f++) {
            found = gaiti_mod_find_below(mod, folders[f], gaiti_span(path.data, path.size));
        }
    } else {
        mod->arena.status = GAIT_NO_MEMORY;
    }
    gait_buffer_free(&path);
    return found;
}

bool gaiti_mod_write_pattern(gait_mod *mod, gait_buffer *out, gait_span folder, gait_span path) {
    gait_status status =
        path.size <= GAITI_LTX_VALUE_MAX ? gaiti_mod_write_path(out, folder, path) : GAIT_NOT_FOUND;
    if (status == GAIT_NO_MEMORY) {
        mod->arena.status = status;
    }
    return status == GAIT_OK;
}

/* --- uses ------------------------------------------------------------------------------------- */

static gaiti_mod_slot *xray_slot(gaiti_mod_slot *slots, uint32_t mask, uint64_t key) {
    uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t at = (uint32_t)(hash >> 32) & mask;
    while (slots[at].use != 0 && slots[at].key != key) {
        at = (at + 1) & mask;
    }
    return &slots[at];
}

/* Makes sure that the table is at most half full with one more use. */
static gait_status xray_reserve_slot(gait_mod *mod) {
    gaiti_mod_xray *xray = mod->xray;
    if (xray->slots && 2 * (xray->slot_count + 1) <= xray->slot_mask) {
        return GAIT_OK;
    }
    uint32_t mask = xray->slots ? 2 * xray->slot_mask + 1 : 0xFFF;
    gaiti_mod_slot *slots = gaiti_alloc(&mod->arena, mask + UINT64_C(1), sizeof *slots);
    if (!slots) {
        return mod->arena.status;
    }
    for (uint64_t i = 0; xray->slots && i <= xray->slot_mask; i++) {
        if (xray->slots[i].use != 0) {
            *xray_slot(slots, mask, xray->slots[i].key) = xray->slots[i];
        }
    }
    xray->slots = slots;
    xray->slot_mask = mask;
    return GAIT_OK;
}

const char *gaiti_mod_name(gait_mod *mod, gait_span text) {
    enum { SHOWN = 1024 };
    uint32_t page = mod->options.code_page ? mod->options.code_page : 1251;
    text.size = text.size < SHOWN ? text.size : SHOWN;
    bool is_ascii = true;
    for (size_t i = 0; i < text.size; i++) {
        is_ascii &= text.data[i] < 0x80 && text.data[i] > 0;
    }
    return text.size == 0 ? NULL
           : is_ascii     ? gaiti_mod_word_text(mod, gaiti_mod_intern(mod, text))
                          : gaiti_utf8(&mod->arena, page, text);
}

static gait_mod_use xray_use(gait_mod *mod, gait_use_kind kind, uint32_t node, uint32_t item,
                             int32_t file) {
    const gaiti_ltx_tree *tree = &mod->xray->tree;
    gaiti_ltx_item from = gaiti_ltx_item_at(tree, item);
    const gait_ltx *ltx = mod->xray->ltx[from.file];
    size_t at = (size_t)((uintptr_t)from.key.data - (uintptr_t)ltx->source.data);
    return (gait_mod_use){
        .kind = kind,
        .status = file >= 0 ? GAIT_USE_FOUND : GAIT_USE_OUTSIDE,
        .file = file,
        .is_loose = mod->xray->has_system && !tree->nodes[node].is_system,
        .place = {mod->xray->ltx_files[from.file], from.line, at <= ltx->source.size ? at : 0},
        .name = gaiti_mod_name(mod, gaiti_ltx_node_name(tree, node)),
        .key = gaiti_mod_name(mod, from.key),
        .value = gaiti_mod_name(mod, gaiti_ltx_clean(&mod->arena, from.value)),
        .section_count = 1,
        .inherited_from = from.node != node && from.node != GAITI_LTX_NONE
                              ? gaiti_mod_name(mod, gaiti_ltx_node_name(tree, from.node))
                              : NULL,
        .loop = -1};
}

gait_mod_use *gaiti_mod_use_item(gait_mod *mod, gait_use_kind kind, uint32_t node, uint32_t item,
                                 int32_t file) {
    if (xray_reserve_slot(mod) != GAIT_OK) {
        return NULL;
    }
    uint64_t key = (uint64_t)item << 32 | (uint32_t)((file + 1) * 16 + (int)kind);
    gaiti_mod_slot *slot = xray_slot(mod->xray->slots, mod->xray->slot_mask, key);
    if (slot->use != 0) {
        gaiti_mod_added_use(mod, slot->use - 1)->section_count += slot->node != node;
        slot->node = node;
        return NULL;
    }
    if (mod->xray->slot_count >= GAITI_MOD_USES) {
        return NULL;
    }
    gait_mod_use use = xray_use(mod, kind, node, item, file);
    gait_mod_use *added = gaiti_mod_add_use(mod, &use);
    if (added) {
        *slot = (gaiti_mod_slot){key, mod->uses.count, node};
        mod->xray->slot_count++;
    }
    return added;
}
