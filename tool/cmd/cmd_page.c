/* gait page: writes a web page that shows files. */
#include "cmd/command.h"

#include "edit/edit.h"
#include "base/base.h"
#include "base/platform.h"
#include "page/page.h"

static const option page_table[] = {
    {"page", 0, OPTION_TEXT, "FILE", offsetof(page_options, page),
     "the page without files; default: the gait.html that is installed with the program"},
    {"skeleton", 0, OPTION_LIST, "FILE", offsetof(page_options, skeletons),
     "include this .ogf, glTF, model.cfg or .p3d with pivots, instead of the one that is found"},
    OPTIONS_SEARCH(page_options),
    OPTIONS_PROJECT(page_options),
    {"no-skeleton", 0, OPTION_FLAG, NULL, offsetof(page_options, no_skeleton),
     "include only the files that are given"},
    {"force", 'f', OPTION_FLAG, NULL, offsetof(page_options, force), "overwrite OUT"},
    OPTIONS_OF_FILES(page_options, "print each file that is included, and why; print notes"),
};

static int page_check_options(const command_call *call, const char *out) {
    const page_options *options = call->options;
    bool has_skeletons = options->skeletons.count > 0 || command_has_option(call, "search");
    if (options->no_skeleton && has_skeletons) {
        return refuse(EXIT_USAGE, NULL,
                      "--no-skeleton cannot be combined with --skeleton and --search");
    }
    /* The last operand could be an input, if OUT was forgotten. */
    if (!path_is_stream(out) && !path_has_one_of(out, ".html .htm")) {
        log_error(out, "OUT, the last operand, must be an .html file");
        log_hint("give a name that ends in .html after the inputs");
        return EXIT_USAGE;
    }
    return files_may_write(out, options->force);
}

/* Refuses an output that is one of the files from which it is made. */
static int check_overwritten(const char *out, const page_template *page, const page_files *files) {
    TRY(edit_refuse_input(out, page->path));
    for (size_t i = 0; i < files->count; i++) {
        TRY(edit_refuse_input(out, files->items[i].path));
    }
    return EXIT_OK;
}

static int make_page(const page_options *options, const inputs *list, const char *out) {
    page_template page = {0};
    page_files files = {0};
    int code;
    TRY_DONE(page_template_load(&page, options->page));
    TRY_DONE(page_collect(options, list, &files));
    TRY_DONE(check_overwritten(out, &page, &files));
    code = page_write(&page, &files, out, options->force, options->common.verbose);
done:
    page_files_free(&files);
    page_template_free(&page);
    return code;
}

static int run_page(const command_call *call) {
    const page_options *options = call->options;
    const char *out = call->operands[call->count - 1];
    TRY(page_check_options(call, out));
    inputs list = inputs_gather(call->operands, call->count - 1, NULL);
    int code = make_page(options, &list, out);
    inputs_free(&list);
    return code;
}

const command command_page = {
    "page",
    "write a web page that shows files in a browser",
    "FILE... OUT",
    "gait page walk.rtm walk.html\n"
    "gait page bank.omf model.ogf bank.html\n"
    "gait page animations/ --search models/ animations.html",
    "OUT is one HTML file that contains the page and the files, so that it can be sent to others\n"
    "and opened without Gait and without a network. The file with the skeleton of an animation\n"
    "is included too, and the buffers and the sidecar of a glTF. A damaged file is included with\n"
    "a warning, because the page shows what is wrong with it.",
    2,
    SIZE_MAX,
    COMMAND_RUN(page_table, page_options, run_page)};
