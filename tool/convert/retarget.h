/* The animations of a glTF on a skeleton that is given, or that of its extras: joints are bones by
 * their names. */
#ifndef TOOL_RETARGET_H
#define TOOL_RETARGET_H

#include "gait/model.h"
#include "io/source.h"
#include "text.h"

typedef struct fitting fitting;

/* True when no skeleton has to be given: its extras hold the one that it was exported on, and
 * `target` lists the bones of a game, whose axes programs change. */
bool fitting_knows_skeleton(const source *in, gait_format target);
/* `given` are the values of --skeleton; none: that of its extras, which must be known. Bones
 * without a joint rest, but in RTM (`target`) they are left out. Tells what fits and what does not;
 * returns an exit code. */
int fitting_open(source *in, const text_list *given, gait_format target, fitting **out);
/* NULL is fine. */
void fitting_free(fitting *self);

/* A skeleton of its own for the caller to free. */
gait_skeleton *fitting_skeleton(const fitting *self);
/* A clip on that skeleton, whose caller frees it before the fitting. Scale is lost, which is
 * refused unless it may be. Tells what is wrong; returns an exit code. */
int fitting_clip(fitting *self, uint32_t index, bool is_lossy, gait_clip **out_clip);

#endif
