/* The state of a check of the banks of a model. */
#ifndef GAITI_BANK_STATE_H
#define GAITI_BANK_STATE_H

#include "banks/bank_summary.h"
#include "base/diagnose.h"
#include "base/text/names.h"
#include "formats/xray/ogf/ogf.h"

/* A bank of the model. */
typedef struct gaiti_checked_bank {
    const gait_bank_summary *summary; /* NULL = unreadable, or an earlier bank */
    gait_span name;                   /* UTF-8 */
    uint64_t offset, length;          /* of the reference in the model */
} gaiti_checked_bank;

typedef struct gaiti_bank_check {
    gaiti_arena arena; /* temporary memory */
    const gait_ogf *model;
    gaiti_report report;
    uint32_t bank_count;
    gaiti_checked_bank *banks; /* in the order in which games load them */
    bool is_first_known; /* banks[0] is the first bank of the model: none before it is missing */
} gaiti_bank_check;

/* A list of names for a diagnostic: the first few, in UTF-8. Initialise it with zeros. */
typedef struct gaiti_name_list {
    char text[256];
    size_t size;
    uint32_t count;
} gaiti_name_list;

/* Adds a name in a code page. */
void gaiti_name_list_add(gaiti_name_list *list, uint32_t page, gait_span name);
/* Raises a rule about one bank, and `other` unless it is NULL, with the names of a list. */
void gaiti_bank_raise(const gaiti_bank_check *check, gaiti_rule rule,
                      const gaiti_checked_bank *bank, const gaiti_checked_bank *other,
                      const gaiti_name_list *names);

/* Compares the bones of each bank with those of the model. False when out of memory. */
bool gaiti_bank_check_bones(gaiti_bank_check *check);
/* Compares the parts of each bank with those of the first bank. False when out of memory. */
bool gaiti_bank_check_parts(gaiti_bank_check *check);
/* Finds motions that several banks have. False when out of memory. */
bool gaiti_bank_check_motions(gaiti_bank_check *check);

#endif
