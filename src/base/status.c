/* The version, and the names of statuses and severities. */
#include "gait/base.h"

const char *gait_version(void) {
    return GAIT_VERSION_TEXT;
}

const char *gait_status_name(gait_status status) {
    static const char *const status_names[] = {
        "ok",      "bad argument", "no memory",       "limit",     "truncated",
        "corrupt", "unsupported",  "would lose data", "not found", "internal"};
    size_t count = sizeof status_names / sizeof status_names[0];
    return (size_t)status < count ? status_names[status] : "unknown";
}

const char *gait_severity_name(gait_severity severity) {
    static const char *const severity_names[] = {"off", "note", "warning", "error"};
    int index = (int)severity + 1;
    return index >= 0 && index < 4 ? severity_names[index] : "unknown";
}
