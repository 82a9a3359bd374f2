#include "convert/convert_messages.h"

#include "exit_code.h"
#include "gait/omf.h"
#include "terminal.h"

int convert_tell_status(const source *in, const char *what, gait_status status) {
    memory_check(status);
    if (status != GAIT_OK) {
        tell_error(source_label(in), "%s: %s", what, gait_status_name(status));
    }
    return exit_of_status(status);
}

int convert_tell_failure(const source *in, const char *what, gait_format format,
                         gait_status status) {
    memory_check(status);
    if (status != GAIT_OK) {
        tell_error(source_label(in), "%s cannot become %s: %s", what,
                   gait_format_about(format)->name, gait_status_name(status));
    }
    return exit_of_status(status);
}

int convert_refuse_name(const source *in, const char *what, gait_format format) {
    tell_error(source_label(in), "%s has a name that %s cannot hold", what,
               gait_format_about(format)->name);
    tell_advice("names are of CP1251, of at most 127 bytes; parts are at most 65535");
    return EXIT_UNSUPPORTED;
}

void convert_tell_losses(uint32_t losses, bool allowed) {
    static const struct {
        uint32_t loss;
        const char *what;
    } texts[] = {{GAIT_LOSES_SCALE, "scale"},
                 {GAIT_LOSES_EVENTS, "events, or their values"},
                 {GAIT_LOSES_RATE, "times that are not 1/30 s apart"},
                 {GAIT_LOSES_BONES, "keys of bones that are not listed"},
                 {GAIT_LOSES_STEP, "the displacement per cycle"},
                 {GAIT_LOSES_FLAGS, "flags"}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (losses & texts[i].loss) {
            tell_advice("%s: %s", allowed ? "lost" : "would be lost", texts[i].what);
        }
    }
}
