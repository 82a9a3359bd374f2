/* The macros that #define defines. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "formats/bi/config/config.h"

enum { MACROS_FIRST = 64 };

static bool macros_is_blank(uint8_t c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

gaiti_config_macro *gaiti_config_find_macro(const gaiti_config_macros *macros, gait_span name) {
    int32_t index = macros->count > 0 ? gaiti_names_find(&macros->set, name) : -1;
    return index < 0 ? NULL : &macros->items[index];
}

/* Makes room for one more name. The set is made again when the list of names moves. */
static bool macros_reserve(gaiti_config_macros *macros) {
    if (macros->count < macros->capacity) {
        return true;
    }
    uint32_t capacity = macros->capacity ? 2 * macros->capacity : MACROS_FIRST;
    gait_span *names =
        gaiti_grow(&macros->arena, macros->names, macros->count, capacity, sizeof *names);
    gaiti_config_macro *items =
        gaiti_grow(&macros->arena, macros->items, macros->count, capacity, sizeof *items);
    gaiti_names set;
    if (!names || !items || !gaiti_names_init(&set, &macros->arena, names, capacity)) {
        return false;
    }
    set.is_exact = true;
    macros->names = names;
    macros->items = items;
    macros->set = set;
    macros->capacity = capacity;
    for (uint32_t i = 0; i < macros->count; i++) {
        gaiti_names_add(&macros->set, i);
    }
    return true;
}

static bool macros_add(gaiti_config_macros *macros, gait_span name, gaiti_config_macro macro) {
    gaiti_config_macro *known = gaiti_config_find_macro(macros, name);
    macro.is_defined = true;
    if (known) {
        *known = macro;
        return true;
    }
    if (!macros_reserve(macros) || !macros->items || !macros->names) {
        return false;
    }
    macros->names[macros->count] = name;
    macros->items[macros->count] = macro;
    gaiti_names_add(&macros->set, macros->count++);
    macros->begins[name.data[0]] = true;
    return true;
}

gait_status gaiti_config_macros_init(gaiti_config_macros *macros, const gait_options *options) {
    static const char *const games[] = {"__ARMA__", "__ARMA3__", "__A3__"};
    *macros = (gaiti_config_macros){0};
    gaiti_arena_init(&macros->arena, options, 0);
    /* Names of gaiti_config_find_usual() begin with capital letters. */
    memset(macros->begins + 'A', true, 'Z' - 'A' + 1);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        gaiti_config_macro one = {.body = gaiti_span("1", 1)};
        if (!macros_add(macros, gaiti_span_of(games[i]), one)) {
            return macros->arena.status;
        }
    }
    return GAIT_OK;
}

/* --- definitions ------------------------------------------------------------------------------ */

static gait_span macros_trimmed(gait_span text) {
    while (text.size > 0 && macros_is_blank(text.data[0])) {
        text = gaiti_span(text.data + 1, text.size - 1);
    }
    while (text.size > 0 && macros_is_blank(text.data[text.size - 1])) {
        text.size--;
    }
    return text;
}

/* Reads the parameters, which begin after a parenthesis; returns their size with the closing one,
 * 0 if there is none. */
static size_t macros_read_parameters(gaiti_config_macros *macros, gait_span text,
                                     gaiti_config_macro *out) {
    gait_span parameters[GAITI_CONFIG_CALLS];
    const uint8_t *end = text.size > 0 ? memchr(text.data, ')', text.size) : NULL;
    if (!end) {
        return 0;
    }
    size_t size = (size_t)(end - text.data), from = 0;
    for (size_t at = 0; at <= size && out->parameter_count < GAITI_CONFIG_CALLS; at++) {
        if (at == size || text.data[at] == ',') {
            gait_span name = macros_trimmed(gaiti_span(text.data + from, at - from));
            if (name.size > 0) {
                parameters[out->parameter_count++] = name;
            }
            from = at + 1;
        }
    }
    out->parameters = gaiti_alloc(&macros->arena, out->parameter_count, sizeof *out->parameters);
    if (!out->parameters) {
        return 0;
    }
    memcpy(out->parameters, parameters, out->parameter_count * sizeof *out->parameters);
    return size + 1;
}

bool gaiti_config_define(gaiti_config_macros *macros, gait_span text) {
    gaiti_config_macro macro = {0};
    text = macros_trimmed(text);
    size_t size = 0;
    while (size < text.size && gaiti_config_in_name(text.data[size])) {
        size++;
    }
    if (size == 0) {
        return false;
    }
    gait_span rest = gaiti_span(text.data + size, text.size - size);
    if (rest.size > 0 && rest.data[0] == '(') {
        size_t used =
            macros_read_parameters(macros, gaiti_span(rest.data + 1, rest.size - 1), &macro);
        if (used == 0) {
            return false;
        }
        macro.is_call = true;
        rest = gaiti_span(rest.data + used + 1, rest.size - used - 1);
    }
    macro.body = macros_trimmed(rest);
    return macros_add(macros, gaiti_span(text.data, size), macro);
}
