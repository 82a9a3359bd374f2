/* Where an entry of a config is. */
#include "base/bytes.h"
#include "mod/mod_layers.h"

gait_mod_place gaiti_mod_place_of(const gaiti_mod_keeper *keeper, const gaiti_config_entry *entry,
                                  gait_mod_place parent) {
    gait_span where = entry->name_size > 0 ? gaiti_config_name(entry) : gaiti_config_text(entry);
    if (!where.data || (entry->name_size == 0 && !keeper->texts)) {
        return parent;
    }
    if (!keeper->texts) {
        return (gait_mod_place){.file = keeper->root->file,
                                .offset = (uint64_t)(where.data - keeper->source.data)};
    }
    gaiti_config_place place = gaiti_config_place_of(keeper->texts, where);
    return (gait_mod_place){.file = (*keeper->files)[place.source], .offset = place.offset};
}
