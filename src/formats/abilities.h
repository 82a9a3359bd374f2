/* Questions about formats that do not name them. */
#ifndef GAITI_FORMATS_ABILITIES_H
#define GAITI_FORMATS_ABILITIES_H

#include "gait/file.h"

/* True when the format has at least one of these abilities. */
static inline bool gaiti_format_has(gait_format format, uint32_t abilities) {
    return (gait_format_get_info(format)->abilities & abilities) != 0;
}

static inline bool gaiti_file_has(const gait_file *file, uint32_t abilities) {
    return gaiti_format_has(gait_file_format(file), abilities);
}

/* True for formats whose keys are records: phases, relative to the parents. */
static inline bool gaiti_format_has_records(gait_format format) {
    return gaiti_format_has(format, GAIT_HAS_PHASES) && !gaiti_format_has(format, GAIT_MODEL_SPACE);
}

#endif
