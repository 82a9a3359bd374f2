/* gait page: writes a web page that shows files. */
#include "cmd/command.h"

#include <stddef.h>

#include "edit/edit.h"
#include "base/exit_code.h"
#include "base/paths.h"
#include "page/page.h"
#include "base/terminal.h"

typedef struct page_options {
    common_options common;
    const char *page;
    text_list skeletons;
    text_list folders;
    bool no_skeleton;
    bool force;
} page_options;

static const option page_table[] = {
    {"page", 0, OPTION_TEXT, "FILE", offsetof(page_options, page),
     "the page without files; default: the gait.html that is installed with the program"},
    {"skeleton", 0, OPTION_LIST, "FILE", offsetof(page_options, skeletons),
     "include this .ogf, glTF, model.cfg or .p3d with pivots, instead of the one that is found"},
    OPTIONS_SEARCH(page_options),
    {"no-skeleton", 0, OPTION_FLAG, NULL, offsetof(page_options, no_skeleton),
     "include only the files that are given"},
    {"force", 'f', OPTION_FLAG, NULL, offsetof(page_options, force), "overwrite OUT"},
    OPTIONS_VERBOSE(page_options, "print each file that is included, and why; print notes"),
    OPTIONS_CODE_PAGE(page_options, "names"),
    OPTIONS_QUIET(page_options),
    OPTIONS_COLOR(page_options),
    OPTIONS_HELP(page_options),
};

static int page_check_options(const page_options *options, const char *out) {
    if (options->no_skeleton && options->skeletons.count + options->folders.count > 0) {
        log_error(NULL, "--no-skeleton cannot be combined with --skeleton and --search");
        return EXIT_USAGE;
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
    int code = edit_refuse_input(out, page->path);
    for (size_t i = 0; i < files->count && code == EXIT_OK; i++) {
        code = edit_refuse_input(out, files->items[i].path);
    }
    return code;
}

static int make_page(const page_options *options, const inputs *list, const char *out) {
    const page_request request = {.list = list,
                                  .skeletons = &options->skeletons,
                                  .folders = &options->folders,
                                  .no_skeleton = options->no_skeleton,
                                  .verbose = options->common.verbose};
    page_template page = {0};
    page_files files = {0};
    int code = page_template_load(&page, options->page);
    if (code == EXIT_OK) {
        code = page_collect(&request, &files);
    }
    if (code == EXIT_OK) {
        code = check_overwritten(out, &page, &files);
    }
    if (code == EXIT_OK) {
        code = page_write(&page, &files, out, options->force, options->common.verbose);
    }
    page_files_free(&files);
    page_template_free(&page);
    return code;
}

static int run_page(const void *given, const char *const *operands, size_t count) {
    const page_options *options = given;
    const char *out = operands[count - 1];
    int code = page_check_options(options, out);
    if (code == EXIT_OK) {
        inputs list = inputs_gather(operands, count - 1, NULL);
        code = make_page(options, &list, out);
        inputs_free(&list);
    }
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
    OPTION_TABLE(page_table),
    sizeof(page_options),
    run_page};
