/* Finds members that a class has twice in one body. */
#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"
#include "mod/mod_layers.h"

enum {
    TWICE_FEW = 12,      /* members that are compared one by one */
    TWICE_FINDINGS = 256 /* of one config */
};

/* The first of the names before this one that is equal to it; -1 = none. */
static int32_t twice_before(const gait_span *names, uint32_t name) {
    for (uint32_t n = 0; n < name; n++) {
        if (names[n].size == names[name].size && gaiti_equal_name(names[n], names[name])) {
            return (int32_t)n;
        }
    }
    return -1;
}

/* Where the first definition is, such as "; the first one is on line 12 of a.hpp". */
static const char *twice_first(const gaiti_mod_keeper *keeper, gait_mod_place first,
                               gait_mod_place second) {
    gait_mod *mod = keeper->mod;
    const gaiti_config_source *source = &mod->paths[first.file].source;
    bool is_same = first.file == second.file;
    gait_buffer text = {.allocator = mod->options.allocator};
    char digits[GAITI_NUMBER_MAX];
    if (!source->text.data) {
        return NULL;
    }
    gaiti_place place = gaiti_lines_at(&source->lines, (size_t)first.offset);
    bool is_ok = gaiti_write_text(&text, "; the first one is on line ") &&
                 gaiti_write(&text, digits, gaiti_print_i64(digits, (int64_t)place.line)) &&
                 (is_same || (gaiti_write_text(&text, " of ") &&
                              gaiti_write(&text, mod->paths[first.file].text.data,
                                          mod->paths[first.file].text.size)));
    const char *words = is_ok ? gaiti_mod_text(mod, gaiti_span(text.data, text.size)) : NULL;
    gait_buffer_free(&text);
    return words;
}

static gait_mod_place twice_place(const gaiti_mod_keeper *keeper, gait_span name) {
    const gaiti_config_entry entry = {.name = name.data, .name_size = (uint32_t)name.size};
    return gaiti_mod_place_of(keeper, &entry, (gait_mod_place){0});
}

static bool twice_raise(gaiti_mod_keeper *keeper, gait_span first, gait_span second) {
    gait_mod *mod = keeper->mod;
    gait_mod_place place = twice_place(keeper, second);
    const gaiti_mod_finding finding = {
        .rule = GAITI_MOV_TWICE,
        .place = place,
        .name =
            gaiti_mod_word_text(mod, gaiti_mod_intern_text(mod, &keeper->scratch, second, false)),
        .words = twice_first(keeper, twice_place(keeper, first), place)};
    return gaiti_mod_add_finding(mod, &finding);
}

bool gaiti_mod_find_twice(gaiti_mod_keeper *keeper) {
    uint32_t from = keeper->levels[keeper->depth].first_member;
    uint32_t count = keeper->member_count - from;
    const gait_span *names = count > 0 ? keeper->members + from : NULL;
    gaiti_names set;
    bool is_few = count <= TWICE_FEW;
    if (!is_few && !gaiti_names_init(&set, &keeper->scratch, names, count)) {
        return false;
    }
    for (uint32_t n = 0; n < count; n++) {
        int32_t first = is_few ? twice_before(names, n) : gaiti_names_add(&set, n);
        bool is_reported = first >= 0 && keeper->twice_count++ < TWICE_FINDINGS;
        if (is_reported && !twice_raise(keeper, names[first], names[n])) {
            return false;
        }
    }
    return true;
}
