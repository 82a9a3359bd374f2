/* Macros whose header is usually outside of a mod: those of CBA, which ACE3 and most mods that are
 * built from it include. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "formats/bi/config/config.h"

#define USUAL_QUOTED(name, form, count)                                                            \
    {name, form, count}, {"Q" name, "\"" form "\"", count}, {                                      \
        "QQ" name, "\"\"" form "\"\"", count                                                       \
    }

const gaiti_config_usual *gaiti_config_find_usual(gait_span name) {
    static const gaiti_config_usual all[] = {
        {"QUOTE", "\"1\"", 1},
        {"QQUOTE", "\"\"1\"\"", 1},
        {"ADDON", "P_C", 0},
        USUAL_QUOTED("GVAR", "P_C_1", 1),
        USUAL_QUOTED("GVARMAIN", "P_1", 1),
        USUAL_QUOTED("EGVAR", "P_1_2", 2),
        USUAL_QUOTED("PATHTOF", "\\M\\P\\S\\C\\1", 1),
        USUAL_QUOTED("PATHTO_T", "\\M\\P\\S\\C\\1", 1),
        USUAL_QUOTED("PATHTOEF", "\\M\\P\\S\\1\\2", 2),
        USUAL_QUOTED("PATHTO_R", "M\\P\\S\\C\\1", 1),
        USUAL_QUOTED("FUNC", "P_C_\1_1", 1),
        USUAL_QUOTED("EFUNC", "P_1_\1_2", 2),
        {"DOUBLES", "1_2", 2},
        {"TRIPLES", "1_2_3", 3},
        {"CSTRING", "\"$\2_P_C_1\"", 1},
        {"ECSTRING", "\"$\2_P_1_2\"", 2},
        {"LSTRING", "\"\2_P_C_1\"", 1},
        {"ELSTRING", "\"\2_P_1_2\"", 2},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (gaiti_same_bytes(name, gaiti_span_of(all[i].name))) {
            return &all[i];
        }
    }
    return NULL;
}

gait_span gaiti_config_usual_part(const gaiti_config_macros *macros, char letter) {
    static const struct {
        char letter;
        const char *macro, *otherwise;
    } parts[] = {{'P', "PREFIX", "?"},         {'C', "COMPONENT", "?"}, {'M', "MAINPREFIX", "z"},
                 {'S', "SUBPREFIX", "addons"}, {'\1', "", "fnc"},       {'\2', "", "STR"}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].letter == letter) {
            const gaiti_config_macro *macro =
                gaiti_config_find_macro(macros, gaiti_span_of(parts[i].macro));
            return macro && macro->is_defined ? macro->body : gaiti_span_of(parts[i].otherwise);
        }
    }
    return (gait_span){0};
}
