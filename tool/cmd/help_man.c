/* Prints the manual page from the tables of options. */
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "base/base.h"
#include "gait/base.h"

/* Prints a text of one or more lines with the escapes that roff requires. */
static void print_roff(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bool begins = i == 0 || text[i - 1] == '\n';
        if (begins && (text[i] == '.' || text[i] == '\'')) {
            result_printf("\\&");
        }
        if (text[i] == '-') {
            result_printf("\\-");
        } else if (text[i] == '\\') {
            result_printf("\\e");
        } else {
            result_bytes(&text[i], 1);
        }
    }
}

static void print_roff_text(const char *text) {
    print_roff(text, strlen(text));
}

static void print_man_option(const option *row) {
    result_printf(".TP\n");
    if (row->letter) {
        result_printf("\\fB\\-%c\\fR, ", row->letter);
    }
    result_printf("\\fB\\-\\-");
    print_roff_text(row->name);
    result_printf("\\fR");
    if (row->value) {
        result_printf(" \\fI");
        print_roff_text(row->value);
        result_printf("\\fR");
    }
    result_printf("\n");
    char *help = option_help(row);
    print_roff_text(help);
    result_printf("\n");
    free(help);
}

/* The paragraphs and rows of `details`; see options.h. */
static void print_man_details(const char *text) {
    bool begins_paragraph = true;
    while (*text) {
        size_t size = strcspn(text, "\n");
        if (size == 0) {
            begins_paragraph = true;
        } else if (text[0] == ' ') {
            size_t start = strspn(text, " ");
            size_t term = strcspn(text + start, " ");
            size_t gap = strspn(text + start + term, " ");
            result_printf(".TP\n");
            print_roff(text + start, term);
            result_printf("\n");
            print_roff(text + start + term + gap, size - start - term - gap);
            result_printf("\n");
            begins_paragraph = true;
        } else {
            result_printf("%s", begins_paragraph ? ".PP\n" : "");
            print_roff(text, size);
            result_printf("\n");
            begins_paragraph = false;
        }
        text += size + (text[size] == '\n');
    }
}

static void print_man_command(const command *self) {
    result_printf(".SS gait ");
    print_roff_text(self->name);
    result_printf(" %s", self->option_count > 0 ? "[OPTION...] " : "");
    print_roff_text(self->operands);
    result_printf("\n");
    print_roff_text(self->summary);
    result_printf(".\n.PP\nExample:\n.PP\n.nf\n");
    print_roff_text(self->example);
    result_printf("\n.fi\n");
    for (size_t i = 0; i < self->option_count; i++) {
        print_man_option(&self->options[i]);
    }
    print_man_details(self->details);
}

void help_print_man(const command *const *all) {
    result_printf(".TH GAIT 1 \"\" \"gait %s\" \"User Commands\"\n", gait_version());
    result_printf(
        ".SH NAME\n"
        "gait \\- read, check, convert and draw skeletal animation files\n"
        ".SH SYNOPSIS\n"
        "\\fBgait\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIOPERAND\\fR...]\n"
        ".SH DESCRIPTION\n"
        "Gait reads and edits animation files of Operation Flashpoint, Arma and DayZ (RTM)\n"
        "and of S.T.A.L.K.E.R. (OMF), and converts them to and from glTF and BVH.\n"
        "Results go to stdout, messages to stderr. The path \\(aq\\-\\(aq is stdin or\n"
        "stdout.\n"
        ".SH COMMANDS\n");
    for (size_t i = 0; all[i]; i++) {
        print_man_command(all[i]);
    }
    result_printf(".SH \"EXIT STATUS\"\n");
    for (const exit_meaning *row = exit_meanings; row->text; row++) {
        result_printf(".TP\n%d\n", row->code);
        print_roff_text(row->text);
        result_printf("\n");
    }
    result_printf(
        ".PP\nWith several files, the exit code is the first one in the list 70, 3, 4, 5, 2,\n"
        "1 that occurred.\n"
        ".SH ENVIRONMENT\n"
        ".TP\nGAIT_SEARCH\n"
        "Further folders in which skeletons are searched, separated like those in PATH.\n"
        ".TP\nNO_COLOR\n"
        "If it is set and not empty, the output has no colours.\n");
}
