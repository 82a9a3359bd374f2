/* Values of options as numbers. */
#ifndef GAITI_EDIT_VALUES_H
#define GAITI_EDIT_VALUES_H

#include "edit/edit_state.h"

/* A finite number that fits into a float. Refuses all other texts. */
gait_status gaiti_edit_read_float(const gait_edit *edit, const gaiti_edit_value *value,
                                  const char *text, size_t size, float *out);
/* `count` numbers, separated by commas. */
gait_status gaiti_edit_read_floats(const gait_edit *edit, const gaiti_edit_value *value,
                                   uint32_t count, float *out);
/* Flags of motions: a list of names that replaces the old flags, or of names with + and -, which
 * adds and removes flags; "none" and numbers such as 0x02 too. */
gait_status gaiti_edit_read_flags(const gait_edit *edit, const gaiti_edit_value *value,
                                  uint32_t old_flags, uint32_t *out_flags);
/* A float as text, in `scratch`; NULL when out of memory. */
char *gaiti_edit_print_float(gait_edit *edit, float value);
/* Flags as text: "none", or names separated by commas; unknown ones as a number. */
char *gaiti_edit_print_flags(gait_edit *edit, uint32_t flags);

#endif
