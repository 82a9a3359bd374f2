/* Prints the completions for bash, zsh and fish from the tables of options. */
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "gait/file.h"
#include "base/base.h"

/* --- values of options ------------------------------------------------------------------------ */

static char *format_words(void) {
    text_list names = {0};
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        const gait_format_info *info = gait_format_get_info((gait_format)i);
        if ((info->abilities & GAIT_CAN_EXPORT) != 0) {
            text_list_add(&names, info->name);
        }
    }
    char *words = text_list_join(&names, " ");
    text_list_free(&names, false);
    return words;
}

/* The words that are possible as the value of an option, separated by spaces. "" = any value. */
static char *value_words(const option *row) {
    if (row->kind == OPTION_CHOICE) {
        char *words = text_copy(row->value);
        for (char *at = strchr(words, '|'); at; at = strchr(at, '|')) {
            *at = ' ';
        }
        return words;
    }
    bool is_format = row->value && strcmp(row->value, "FORMAT") == 0;
    bool is_shell = row->value && strcmp(row->value, "SHELL") == 0;
    return is_format ? format_words() : text_copy(is_shell ? "bash zsh fish" : "");
}

static bool takes_folder(const option *row) {
    return row->value && strcmp(row->value, "FOLDER") == 0;
}

static bool takes_command(const command *self) {
    return strcmp(self->operands, "[COMMAND]") == 0;
}

/* Prints a text with a backslash before each of the characters `special`. */
static void print_escaped(const char *text, const char *special) {
    for (; *text; text++) {
        result_printf("%s%c", strchr(special, *text) ? "\\" : "", *text);
    }
}

static void print_names(const command *const *all) {
    for (size_t i = 0; all[i]; i++) {
        result_printf("%s%s", i > 0 ? " " : "", all[i]->name);
    }
}

/* --- bash ------------------------------------------------------------------------------------- */

static void print_bash_value(const command *self, const option *row) {
    char *words = value_words(row);
    if (words[0]) {
        result_printf("    '%s --%s') COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n",
                      self->name, row->name, words);
    } else if (takes_folder(row)) {
        result_printf("    '%s --%s') COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n",
                      self->name, row->name);
    } else if (row->value) {
        result_printf("    '%s --%s') return ;;\n", self->name, row->name);
    }
    free(words);
}

static void print_bash_options(const command *self) {
    result_printf("    %s) words='", self->name);
    for (size_t i = 0; i < self->option_count; i++) {
        const option *row = &self->options[i];
        result_printf("%s--%s", i > 0 ? " " : "", row->name);
        if (row->letter) {
            result_printf(" -%c", row->letter);
        }
    }
    result_printf("' ;;\n");
}

static void print_bash(const command *const *all) {
    result_printf("# bash completion of gait\n"
                  "_gait() {\n"
                  "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                  "    local command='' words='' i\n"
                  "    COMPREPLY=()\n"
                  "    # bash separates --name=value into three words\n"
                  "    if [ \"$word\" = = ]; then\n"
                  "        word=''\n"
                  "    elif [ \"$before\" = = ] && [ \"$COMP_CWORD\" -ge 3 ]; then\n"
                  "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
                  "    fi\n"
                  "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                  "        case ${COMP_WORDS[i]} in\n"
                  "        --color) i=$((i + 1)); [ \"${COMP_WORDS[i]}\" = = ] && i=$((i + 1)) ;;\n"
                  "        -*) ;;\n"
                  "        *) command=${COMP_WORDS[i]}; break ;;\n"
                  "        esac\n"
                  "    done\n"
                  "    if [ \"$before\" = --color ]; then\n"
                  "        COMPREPLY=($(compgen -W 'auto always never' -- \"$word\"))\n"
                  "        return\n"
                  "    fi\n"
                  "    case \"$command $before\" in\n");
    for (size_t i = 0; all[i]; i++) {
        for (size_t k = 0; k < all[i]->option_count; k++) {
            print_bash_value(all[i], &all[i]->options[k]);
        }
    }
    result_printf("    esac\n"
                  "    case $command in\n"
                  "    '') words='--color --help --quiet --verbose --version' ;;\n");
    for (size_t i = 0; all[i]; i++) {
        print_bash_options(all[i]);
    }
    result_printf("    esac\n"
                  "    case \"$command $word\" in\n"
                  "    *' -'*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n"
                  "    ' '* | 'help '*) COMPREPLY=($(compgen -W '");
    print_names(all);
    result_printf("' -- \"$word\")) ;;\n"
                  "    esac\n"
                  "}\n"
                  "complete -o default -F _gait gait\n");
}

/* --- zsh -------------------------------------------------------------------------------------- */

static void print_zsh_text(const char *text) {
    for (; *text; text++) {
        if (*text == '\'') {
            result_printf("'\\''");
        } else {
            result_printf("%s%c", strchr("[]:\\", *text) ? "\\" : "", *text);
        }
    }
}

static void print_zsh_option(const option *row) {
    char *words = value_words(row);
    const char *value = row->value ? "=" : "";
    result_printf(" \\\n            ");
    if (row->letter) {
        result_printf("'(-%c --%s)'{-%c,--%s%s}'[", row->letter, row->name, row->letter, row->name,
                      value);
    } else {
        bool is_repeatable = row->kind == OPTION_LIST;
        result_printf("'%s--%s%s[", is_repeatable ? "*" : "", row->name, value);
    }
    print_zsh_text(row->help);
    result_printf("]");
    if (row->value) {
        result_printf(":value:%s%s%s", words[0] ? "(" : "", words[0] ? words : "",
                      words[0]            ? ")"
                      : takes_folder(row) ? "_files -/"
                                          : "_files");
    }
    result_printf("'");
    free(words);
}

static void print_zsh(const command *const *all) {
    result_printf("#compdef gait\n"
                  "_gait() {\n"
                  "    local -a commands\n"
                  "    commands=(\n");
    for (size_t i = 0; all[i]; i++) {
        result_printf("        '%s:", all[i]->name);
        print_zsh_text(all[i]->summary);
        result_printf("'\n");
    }
    result_printf("    )\n"
                  "    if ((CURRENT == 2)); then\n"
                  "        _describe command commands\n"
                  "        return\n"
                  "    fi\n"
                  "    local command=$words[2]\n"
                  "    shift words\n"
                  "    ((CURRENT--))\n"
                  "    case $command in\n");
    for (size_t i = 0; all[i]; i++) {
        result_printf("    %s)\n        _arguments", all[i]->name);
        for (size_t k = 0; k < all[i]->option_count; k++) {
            print_zsh_option(&all[i]->options[k]);
        }
        if (takes_command(all[i])) {
            result_printf(" \\\n            '1:command:(");
            print_names(all);
            result_printf(")'");
        } else if (all[i]->max_operands > 0) {
            result_printf(" \\\n            '*:file:_files'");
        }
        result_printf("\n        ;;\n");
    }
    result_printf("    esac\n"
                  "}\n"
                  "_gait \"$@\"\n");
}

/* --- fish ------------------------------------------------------------------------------------- */

static void print_fish_option(const command *self, const option *row) {
    char *words = value_words(row);
    result_printf("complete -c gait -n '__fish_seen_subcommand_from %s' -l %s", self->name,
                  row->name);
    if (row->letter) {
        result_printf(" -s %c", row->letter);
    }
    if (words[0]) {
        result_printf(" -x -a '%s'", words);
    } else if (takes_folder(row)) {
        result_printf(" -x -a '(__fish_complete_directories)'");
    } else if (row->value) {
        result_printf(" -r");
    }
    result_printf(" -d '");
    print_escaped(row->help, "\\'");
    result_printf("'\n");
    free(words);
}

static void print_fish(const command *const *all) {
    result_printf("# fish completion of gait\n");
    for (size_t i = 0; all[i]; i++) {
        result_printf("complete -c gait -n __fish_use_subcommand -f -a %s -d '", all[i]->name);
        print_escaped(all[i]->summary, "\\'");
        result_printf("'\n");
    }
    for (size_t i = 0; all[i]; i++) {
        for (size_t k = 0; k < all[i]->option_count; k++) {
            print_fish_option(all[i], &all[i]->options[k]);
        }
        if (takes_command(all[i])) {
            result_printf("complete -c gait -n '__fish_seen_subcommand_from %s' -f -a '",
                          all[i]->name);
            print_names(all);
            result_printf("'\n");
        }
    }
}

bool help_print_completion(const command *const *all, const char *shell) {
    if (strcmp(shell, "bash") == 0) {
        print_bash(all);
    } else if (strcmp(shell, "zsh") == 0) {
        print_zsh(all);
    } else if (strcmp(shell, "fish") == 0) {
        print_fish(all);
    } else {
        return false;
    }
    return true;
}
