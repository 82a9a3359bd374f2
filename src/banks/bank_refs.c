/* How models store their references: docs/formats/ogf.md#references. */
#include "formats/xray/ogf/ogf.h"
#include "gait/bank_check.h"

const char *gait_refs_form(const gait_file *model) {
    static const char *const names[] = {NULL, "text", "list"};
    return names[gaiti_ogf_refs_form_of(gait_file_ogf(model))];
}
