/* Makes the tree of a config: classes, and their members in file order. */
#include <string.h>

#include "base/bytes.h"
#include "formats/bi/config/config.h"

gaiti_config_builder gaiti_config_builder_over(gaiti_arena *arena, gaiti_config_entry *root) {
    *root = (gaiti_config_entry){.kind = GAITI_CONFIG_CLASS};
    return (gaiti_config_builder){.arena = arena, .open = {root}};
}

/* Passes the last member of the class that is open, and frees it. */
static void tree_pass(gaiti_config_builder *builder) {
    const gaiti_config_receiver *receiver = builder->receiver;
    bool is_taken = receiver->member(receiver->context, builder->last[builder->depth]);
    gaiti_arena_reset(builder->arena);
    builder->arena->status = is_taken ? builder->arena->status : GAIT_NO_MEMORY;
    builder->last[builder->depth] = NULL;
}

void gaiti_config_add(gaiti_config_builder *builder, gaiti_config_kind kind, gait_span name,
                      gait_span text) {
    builder->ignores_next = kind == GAITI_CONFIG_CLASS && builder->depth == 0 &&
                            builder->requires && !builder->requires(name);
    if (builder->ignored > 0 || builder->ignores_next) {
        return;
    }
    gaiti_config_entry *entry = gaiti_alloc(builder->arena, 1, sizeof *entry);
    gaiti_config_entry *last = builder->last[builder->depth];
    if (!entry) {
        return;
    }
    *entry = (gaiti_config_entry){.kind = kind,
                                  .name = name.data,
                                  .name_size = (uint32_t)name.size,
                                  .text = text.data,
                                  .text_size = (uint32_t)text.size};
    *(last ? &last->next : &builder->open[builder->depth]->first) = entry;
    builder->last[builder->depth] = entry;
    bool is_array = kind == GAITI_CONFIG_ARRAY || kind == GAITI_CONFIG_ADDED;
    if (builder->receiver && builder->arrays == 0 && !is_array) {
        tree_pass(builder);
    }
}

void gaiti_config_open_last(gaiti_config_builder *builder) {
    if (builder->ignored > 0 || builder->ignores_next) {
        builder->ignored++;
        return;
    }
    gaiti_config_entry *entry = builder->last[builder->depth++];
    /* The entry of a class that was passed on is freed: the entry of the root is used instead. */
    builder->open[builder->depth] = entry ? entry : builder->open[0];
    builder->last[builder->depth] = NULL;
    builder->arrays += builder->receiver && entry;
}

void gaiti_config_close(gaiti_config_builder *builder) {
    if (builder->ignored > 0) {
        builder->ignored--;
        return;
    }
    builder->depth--;
    if (builder->arrays > 0) {
        builder->arrays--;
        if (builder->arrays == 0) {
            tree_pass(builder);
        }
    } else if (builder->receiver && !builder->receiver->close(builder->receiver->context)) {
        builder->arena->status = GAIT_NO_MEMORY;
    }
}

gait_span gaiti_config_unquoted(gaiti_arena *arena, gait_span text) {
    if (text.size == 0 || !memchr(text.data, '"', text.size)) {
        return text;
    }
    uint8_t *out = gaiti_alloc(arena, text.size, 1);
    size_t size = 0;
    for (size_t i = 0; out && i < text.size; i++) {
        out[size++] = text.data[i];
        i += gaiti_config_has_pair(text, i, "\"\"");
    }
    return gaiti_span(out, size);
}
