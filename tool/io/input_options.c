/* Gathers the inputs of a command that takes many files, or refuses a run without inputs. */
#include "io/input_options.h"

#include "exit_code.h"
#include "terminal.h"

int inputs_gather_all(const input_options *options, const char *const *operands, size_t count,
                      inputs *out) {
    const input_filter filter = {&options->included, &options->excluded, options->extension};
    *out = inputs_gather(operands, count, &filter);
    return options->files_from ? inputs_gather_from(out, options->files_from, &filter) : EXIT_OK;
}

int inputs_read(const command *self, const input_options *options, const char *const *operands,
                size_t count, inputs *out) {
    if (count > 0 || options->files_from) {
        return inputs_gather_all(options, operands, count, out);
    }
    *out = (inputs){0};
    log_error(NULL, "%s needs %s", self->name, self->operands);
    log_hint("try: gait help %s", self->name);
    return EXIT_USAGE;
}
