/* Keeps the line of every 256th byte, so that each offset is near a known line. */
#include "base/text/lines.h"

enum { LINES_BYTES_PER_MARK = 256 };

/* For every 256th byte of the text: the number of its line, and the offset at which that line
 * begins. */
struct gaiti_line_mark {
    uint64_t line, start;
};

/* True when a line ends at `at`. In CR LF only the LF ends the line. */
static bool lines_ends_at(gait_span text, size_t at) {
    bool before_lf = at + 1 < text.size && text.data[at + 1] == '\n';
    return text.data[at] == '\n' || (text.data[at] == '\r' && !before_lf);
}

static gaiti_line_mark lines_advance(gait_span text, gaiti_line_mark mark, size_t from, size_t to) {
    for (size_t at = from; at < to; at++) {
        if (lines_ends_at(text, at)) {
            mark.line++;
            mark.start = at + 1;
        }
    }
    return mark;
}

bool gaiti_lines_init(gaiti_lines *lines, gaiti_arena *arena, gait_span text) {
    size_t count = text.size / LINES_BYTES_PER_MARK + 1;
    lines->text = text;
    lines->marks = gaiti_alloc(arena, count, sizeof *lines->marks);
    if (!lines->marks) {
        return false;
    }
    gaiti_line_mark mark = {.line = 1};
    for (size_t i = 0; i < count; i++) {
        size_t at = i * LINES_BYTES_PER_MARK;
        mark = lines_advance(text, mark, i > 0 ? at - LINES_BYTES_PER_MARK : 0, at);
        lines->marks[i] = mark;
    }
    return true;
}

gaiti_place gaiti_lines_at(const gaiti_lines *lines, size_t offset) {
    size_t index = offset / LINES_BYTES_PER_MARK;
    gaiti_line_mark mark =
        lines_advance(lines->text, lines->marks[index], index * LINES_BYTES_PER_MARK, offset);
    return (gaiti_place){mark.line, offset - mark.start + 1};
}
