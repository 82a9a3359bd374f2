/* Heapsort: no recursion, no memory allocation, the same order on all platforms. */
#include "draw/draw_state.h"

static bool draw_is_before(const gaiti_draw_item *a, const gaiti_draw_item *b) {
    return a->key < b->key || (a->key == b->key && a->index < b->index);
}

static void draw_sift(gaiti_draw_item *items, uint32_t count, uint32_t at) {
    for (uint32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && draw_is_before(&items[child], &items[child + 1])) {
            child++;
        }
        if (!draw_is_before(&items[at], &items[child])) {
            return;
        }
        gaiti_draw_item swapped = items[at];
        items[at] = items[child];
        items[child] = swapped;
        at = child;
    }
}

void gaiti_draw_sort(gaiti_draw_item *items, uint32_t count) {
    for (uint32_t i = count / 2; i > 0; i--) {
        draw_sift(items, count, i - 1);
    }
    for (uint32_t end = count; end > 1; end--) {
        gaiti_draw_item swapped = items[0];
        items[0] = items[end - 1];
        items[end - 1] = swapped;
        draw_sift(items, end - 1, 0);
    }
}
