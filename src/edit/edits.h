/* The edits. Each is in a file of its own, except for those of whole clips (edit_clips.c). */
#ifndef GAITI_EDITS_H
#define GAITI_EDITS_H

#include "edit/edit_request.h"
#include "gait/edit.h"

gait_status gaiti_edit_rename(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_remove(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_duplicate(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_reorder(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_set(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_event_edit(gait_edit *edit, const gaiti_edit_request *request);
gait_status gaiti_edit_refs(gait_edit *edit, const gaiti_edit_request *request);

#endif
