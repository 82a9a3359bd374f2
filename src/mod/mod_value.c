/* Values of classes: own, of a base, or unknown; and their numbers. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"
#include "mod/mod_layers.h"

/* Sets those of the values that the class has itself, and that are not set. */
static void value_take_own(const gait_mod *mod, uint32_t owner, bool is_first, uint32_t count,
                           gaiti_mod_result *out) {
    const gaiti_mod_class *class = &mod->tree.classes[owner];
    bool is_long = class->value_count > count;
    gait_value_origin origin = is_first ? GAIT_VALUE_OWN : GAIT_VALUE_INHERITED;
    for (uint32_t k = 1, v = class->first_value; is_long ? k < count : v > 0; k++) {
        const gaiti_mod_entry *value =
            is_long ? gaiti_mod_own_value(mod, owner, k) : gaiti_mod_entry_at(mod, v);
        uint32_t name = is_long ? k : gaiti_mod_name_of(mod, value->name);
        v = is_long ? v : value->next;
        if (value && name > 0 && name < count && !out[name].entry) {
            out[name] = (gaiti_mod_result){origin, owner, value};
        }
    }
}

void gaiti_mod_values_of(const gait_mod *mod, uint32_t owner, uint32_t count,
                         gaiti_mod_result *out) {
    gait_value_origin origin = GAIT_VALUE_OUTSIDE;
    memset(out, 0, count * sizeof *out);
    for (uint32_t i = 0; i < GAITI_MOD_BASES; i++) {
        const gaiti_mod_class *class = &mod->tree.classes[owner];
        value_take_own(mod, owner, i == 0, count, out);
        if (class->base < 0) {
            origin = class->base_name > 0 ? GAIT_VALUE_OUTSIDE : GAIT_VALUE_ABSENT;
            break;
        }
        owner = (uint32_t) class->base;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (!out[k].entry) {
            out[k] = (gaiti_mod_result){origin, owner, NULL};
        }
    }
}

/* --- expressions ------------------------------------------------------------------------------ */

enum { VALUE_TOKENS = 400, VALUE_LEVELS = 64, VALUE_POWER = 64 };

/* Operators and open parentheses wait on one stack for their operands on the other. */
typedef struct value_expression {
    gait_span text;
    size_t at;
    double numbers[VALUE_LEVELS];
    char signs[VALUE_LEVELS]; /* 'n' = a minus before a number */
    uint32_t number_count, sign_count;
    bool is_bad;
} value_expression;

static int value_rank(char sign) {
    return sign == '(' ? 0 : sign == '+' || sign == '-' ? 1 : sign == '*' || sign == '/' ? 2 : 3;
}

static double value_power(double base, double exponent, bool *is_bad) {
    int count = exponent >= -VALUE_POWER && exponent <= VALUE_POWER ? (int)exponent : 0;
    double result = 1;
    *is_bad |= (double)count != exponent;
    for (int i = 0; i < (count < 0 ? -count : count); i++) {
        result *= base;
    }
    return count < 0 ? 1 / result : result;
}

/* Applies the sign on top of the stack. */
static void value_apply(value_expression *self) {
    char sign = self->signs[--self->sign_count];
    uint32_t needed = sign == 'n' ? 1 : 2;
    if (self->number_count < needed || sign == '(') {
        self->is_bad = true;
        return;
    }
    double right = self->numbers[self->number_count - 1];
    if (sign == 'n') {
        self->numbers[self->number_count - 1] = -right;
        return;
    }
    double left = self->numbers[--self->number_count - 1];
    double *out = &self->numbers[self->number_count - 1];
    *out = sign == '+'   ? left + right
           : sign == '-' ? left - right
           : sign == '*' ? left * right
           : sign == '/' ? left / right
                         : value_power(left, right, &self->is_bad);
}

static void value_push_sign(value_expression *self, char sign) {
    self->is_bad |= self->sign_count == VALUE_LEVELS;
    if (!self->is_bad) {
        self->signs[self->sign_count++] = sign;
    }
}

static void value_push_number(value_expression *self, double number) {
    self->is_bad |= self->number_count == VALUE_LEVELS || !gaiti_is_finite(number);
    if (!self->is_bad) {
        self->numbers[self->number_count++] = number;
    }
}

/* Applies the signs that bind at least as strongly. */
static void value_apply_from(value_expression *self, int rank) {
    while (!self->is_bad && self->sign_count > 0 &&
           value_rank(self->signs[self->sign_count - 1]) >= rank) {
        value_apply(self);
    }
}

/* The size of the number at the cursor, with its exponent. */
static size_t value_number_size(gait_span text, size_t at) {
    size_t end = at;
    for (; end < text.size; end++) {
        uint8_t c = text.data[end], before = end > at ? text.data[end - 1] : 0;
        bool is_exponent = (c == 'e' || c == 'E') && end > at;
        bool is_sign = (c == '+' || c == '-') && (before == 'e' || before == 'E');
        if (!(c >= '0' && c <= '9') && c != '.' && !is_exponent && !is_sign) {
            break;
        }
    }
    return end - at;
}

/* Reads a number, a word or an opening parenthesis. True while an operand must follow. */
static bool value_read_operand(value_expression *self) {
    static const char *const words[] = {"false", "true", "__EVAL"};
    gait_span rest = gaiti_span(self->text.data + self->at, self->text.size - self->at);
    uint8_t c = rest.data[0];
    size_t size = 0;
    double number = 0;
    if (c == '-' || c == '+' || c == '(') {
        if (c != '+') {
            value_push_sign(self, c == '-' ? 'n' : '(');
        }
        self->at++;
        return true;
    }
    while (size < rest.size && gaiti_config_in_name(rest.data[size])) {
        size++;
    }
    for (int w = 0; w < 3; w++) {
        if (gaiti_equal_name(gaiti_span(rest.data, size), gaiti_span_of(words[w]))) {
            self->at += size;
            if (w < 2) {
                value_push_number(self, w);
            }
            return w == 2;
        }
    }
    size = value_number_size(self->text, self->at);
    self->is_bad |= !gaiti_parse_typed_f64((const char *)rest.data, size, &number);
    self->at += size;
    value_push_number(self, number);
    return false;
}

/* Reads a sign between operands, or a closing parenthesis. True when an operand must follow. */
static bool value_read_sign(value_expression *self) {
    char c = (char)self->text.data[self->at++];
    if (c == ')') {
        value_apply_from(self, 1);
        self->is_bad |= self->sign_count == 0;
        self->sign_count -= self->sign_count > 0;
        return false;
    }
    self->is_bad |= !gaiti_config_is_one_of((uint8_t)c, "+-*/^");
    value_apply_from(self, value_rank(c));
    value_push_sign(self, c);
    return true;
}

/* The value of an expression. False for another text. */
static bool value_evaluate(gait_span text, double *out) {
    value_expression self = {.text = text};
    bool needs_operand = true;
    for (uint32_t tokens = 0; !self.is_bad; tokens++) {
        while (self.at < text.size && text.data[self.at] <= ' ') {
            self.at++;
        }
        if (self.at == text.size) {
            break;
        }
        self.is_bad |= tokens == VALUE_TOKENS;
        needs_operand = needs_operand ? value_read_operand(&self) : value_read_sign(&self);
    }
    while (!self.is_bad && self.sign_count > 0) {
        value_apply(&self);
    }
    bool is_number = !self.is_bad && !needs_operand && self.number_count == 1;
    *out = is_number ? self.numbers[0] : 0;
    return is_number && gaiti_is_finite(*out);
}

bool gaiti_mod_number(const gait_mod *mod, const gaiti_mod_entry *entry, double *out) {
    uint8_t bytes[4];
    switch (entry->kind) {
    case GAITI_CONFIG_FLOAT:
        gaiti_store_u32(bytes, entry->text);
        *out = (double)gaiti_load_f32(bytes);
        return gaiti_is_finite(*out);
    case GAITI_CONFIG_INT:
        *out = (double)(int32_t)entry->text;
        return true;
    case GAITI_CONFIG_BARE:
    case GAITI_CONFIG_QUOTED:
        return value_evaluate(gaiti_mod_word_span(mod, entry->text), out);
    default:
        return false;
    }
}
