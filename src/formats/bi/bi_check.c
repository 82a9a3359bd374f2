/* Checks of phases and of humans, in plain and in binarised RTM. */
#include <math.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "formats/bi/bi_check.h"
#include "model/builtin_tables.h"
#include "model/quaternion.h"

/* --- phases ----------------------------------------------------------------------------------- */

/* Ranges up to 2 % are not visible. RTM043 and BMT053 report phases far outside 0..1. */
bool gaiti_phases_are_partial(const gaiti_phases *phases) {
    if (phases->count < 3) {
        return false;
    }
    double first = (double)gaiti_phase_at(phases, 0);
    double last = (double)gaiti_phase_at(phases, phases->count - 1);
    double step = 1.5 * (last - first) / (phases->count - 1);
    bool is_late = first > step && first > 0.02, ends_early = 1 - last > step && last < 0.98;
    return first >= -1 && last <= 1.001 && (is_late || ends_early);
}

/* A phase with at most four decimals; about -1 to 1. */
static size_t cycle_print_phase(char *out, double phase) {
    int64_t rounded = (int64_t)(phase * 1e4 + (phase < 0 ? -0.5 : 0.5));
    return gaiti_print_f32(out, (float)((double)rounded / 1e4));
}

void gaiti_raise_cycle(gaiti_report *report, const gaiti_phases *phases, uint64_t offset) {
    char words[2 * GAITI_NUMBER_MAX + 4];
    double first = (double)gaiti_phase_at(phases, 0);
    double last = (double)gaiti_phase_at(phases, phases->count - 1), range = last - first;
    size_t size = cycle_print_phase(words, first);
    memcpy(words + size, " to ", 4);
    size += 4;
    size += cycle_print_phase(words + size, last);
    report->frame = (int32_t)phases->count - 1;
    gaiti_raise(report, range < 0.5 ? GAITI_RTM_SHORT_CYCLE : GAITI_RTM_PART_OF_CYCLE,
                (gaiti_detail){.offset = offset,
                               .length = 4,
                               .found = (int64_t)(range * 100 + 0.5),
                               .words = gaiti_span(words, size)});
    report->frame = -1;
}

/* --- humans ----------------------------------------------------------------------------------- */

bool gaiti_lacks_weapon(const gaiti_names *bones) {
    const gaiti_builtin_bone *body = gaiti_arma_man()->bones;
    uint32_t found = 0;
    if (gaiti_names_find(bones, gaiti_span_of("weapon")) >= 0) {
        return false;
    }
    for (uint32_t b = 0; b < gaiti_arma_body_count; b++) {
        found += gaiti_names_find(bones, gaiti_span_of(body[b].name)) >= 0;
    }
    return 2 * found >= gaiti_arma_body_count;
}

int32_t gaiti_find_pelvis(const gaiti_names *bones) {
    int32_t pelvis = gaiti_names_find(bones, gaiti_span_of("pelvis"));
    return pelvis >= 0 ? pelvis : gaiti_names_find(bones, gaiti_span_of("bricho"));
}

void gaiti_check_travel(const gaiti_report *report, const double first[3], const double last[3],
                        gaiti_extent root_motion) {
    const double far_m = 0.5, level_m = 0.15;
    double x = last[0] - first[0], z = last[2] - first[2];
    double distance = sqrt(x * x + z * z);
    if (distance > far_m && distance < 1e6 && gaiti_abs(last[1] - first[1]) <= level_m) {
        double rounded = (double)(int64_t)(distance * 100 + 0.5) / 100;
        gaiti_raise(report, GAITI_RTM_NO_STEP,
                    (gaiti_detail){.offset = root_motion.offset,
                                   .length = root_motion.length,
                                   .number = rounded});
    }
}
