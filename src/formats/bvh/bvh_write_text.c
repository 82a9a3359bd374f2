/* Writing text and numbers of a BVH. */
#include "base/bytes.h"
#include "base/number/number.h"
#include "formats/bvh/bvh_writer.h"
#include "model/quaternion.h"

void gaiti_bvh_write(gaiti_bvh_writer *self, const char *text) {
    self->no_memory |= !gaiti_write_text(self->out, text);
}

size_t gaiti_bvh_print(char *out, double value) {
    static const double limits[] = {1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1};
    unsigned decimals = 0;
    while (decimals < 9 && gaiti_abs(value) < limits[decimals]) {
        decimals++;
    }
    size_t size = gaiti_print_fixed(out, GAITI_NUMBER_MAX, value, decimals);
    while (decimals > 0 && out[size - 1] == '0') {
        size--;
    }
    size -= decimals > 0 && out[size - 1] == '.';
    if (size == 2 && out[0] == '-' && out[1] == '0') {
        out[0] = '0';
        size = 1;
    }
    return size;
}
