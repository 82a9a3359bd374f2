#include "text_reading.h"

#include "test.h"

void text_reading_begin(text_reading *self, gait_span source) {
    memset(self, 0, sizeof *self);
    self->found = (gait_diagnostics){.items = self->items, .capacity = 2};
    self->report = gaiti_report_to(&self->found);
    gaiti_arena_init(&self->scratch, NULL, 0);
    self->text = (gaiti_text){
        .report = &self->report, .source = source, .arena = &self->scratch, .code_page = 1251};
    gaiti_text_begin(&self->text, &self->scratch);
}

const char *text_reading_end(text_reading *self) {
    gait_status status = gaiti_text_end(&self->text);
    assert_int_equal(status == GAIT_OK, self->found.count == 0);
    gaiti_arena_free(&self->scratch);
    return self->found.count > 0 ? self->items[0].rule->id : "";
}
