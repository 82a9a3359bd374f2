#include "bank.h"

#include <stdlib.h>
#include <string.h>

#include "keys.h"
#include "stalker.h"
#include "stand.h"
#include "walk.h"
#include "formats/xray/omf/omf.h"

#include "gait/omf.h"

enum { WHOLE_BODY = 0xFFFF, MARKS_MAX = 2, SPINE1 = 12 /* bip01_spine1 */ };

typedef struct step_mark {
    const char *name;
    double from, to; /* fractions of the motion */
} step_mark;

typedef struct motion {
    const char *name;
    stance (*stance)(const figure *man, double part);
    uint32_t frame_count;
    bool loop;
    bool fine; /* 16-bit translation keys */
    uint32_t flags;
    uint16_t bone_or_part;
    float speed, power, accrue, falloff;
    step_mark marks[MARKS_MAX];
} motion;

static const motion motions[] = {
    {.name = "idle",
     .stance = stand_breathing,
     .frame_count = 91,
     .loop = true,
     .flags = GAIT_OMF_IDLE,
     .bone_or_part = WHOLE_BODY,
     .speed = 0.9f,
     .power = 1.0f,
     .accrue = 1.5f,
     .falloff = 2.0f},
    {.name = "walk",
     .stance = walk_stance,
     .frame_count = 33,
     .loop = true,
     .fine = true,
     .flags = GAIT_OMF_USE_FOOT_STEPS,
     .bone_or_part = WHOLE_BODY,
     .speed = 1.0f,
     .power = 1.0f,
     .accrue = 2.0f,
     .falloff = 3.0f,
     .marks = {{"Left", WALK_LEFT_STRIKE, WALK_LEFT_STRIKE + WALK_FOOT_DOWN},
               {"Right", WALK_RIGHT_STRIKE, WALK_RIGHT_STRIKE + WALK_FOOT_DOWN}}},
    {.name = "salute",
     .stance = stand_saluting,
     .frame_count = 61,
     .fine = true,
     .flags = GAIT_OMF_STOP_AT_END,
     .bone_or_part = STALKER_TORSO,
     .speed = 1.1f,
     .power = 1.0f,
     .accrue = 4.0f,
     .falloff = 5.0f},
    {.name = "stand",
     .stance = stand_at_ease,
     .frame_count = 1,
     .fine = true,
     .flags = GAIT_OMF_STOP_AT_END,
     .bone_or_part = WHOLE_BODY,
     .speed = 1.0f,
     .power = 1.0f,
     .accrue = 2.0f,
     .falloff = 2.5f},
    {.name = "hit_chest",
     .stance = stand_hit,
     .frame_count = 16,
     .flags = GAIT_OMF_FX,
     .bone_or_part = SPINE1,
     .speed = 1.25f,
     .power = 0.8f,
     .accrue = 20.0f,
     .falloff = 5.0f},
};

static gait_span text(const char *string) {
    return (gait_span){(const uint8_t *)string, strlen(string)};
}

/* --- parts ------------------------------------------------------------------------------------ */

/* Next bone of a part in alphabetical order. The order of the list is free, because the ids are the
 * track indices. */
static int next_listed(const stalker *man, int part, int last) {
    int next = -1;
    for (uint32_t i = 0; i < man->man.bone_count; i++) {
        const char *name = man->man.name[i];
        if (man->part[i] == part && (last < 0 || strcmp(name, man->man.name[last]) > 0) &&
            (next < 0 || strcmp(name, man->man.name[next]) < 0)) {
            next = (int)i;
        }
    }
    return next;
}

static gait_status add_parts(gait_omf *bank, const stalker *man) {
    static const char *const part_names[STALKER_PARTS] = {"legs", "torso", "head"};
    gait_status status = GAIT_OK;
    for (int part = 0; status == GAIT_OK && part < STALKER_PARTS; part++) {
        status = gaiti_omf_add_part(bank, text(part_names[part]));
        int bone = next_listed(man, part, -1);
        while (status == GAIT_OK && bone >= 0) {
            status = gaiti_omf_add_bone(bank, text(man->man.name[bone]), (uint32_t)bone);
            bone = next_listed(man, part, bone);
        }
    }
    return status;
}

/* --- motions ---------------------------------------------------------------------------------- */

/* Local pose of every bone in every frame, and the tracks made from them. */
typedef struct work {
    turn turns[FIGURE_BONES][KEYS_MAX];
    vec3 places[FIGURE_BONES][KEYS_MAX];
    track_keys keys[FIGURE_BONES];
    gait_omf_track tracks[FIGURE_BONES];
} work;

static bool pose_frames(const stalker *man, const motion *source, work *out) {
    for (uint32_t frame = 0; frame < source->frame_count; frame++) {
        bool is_last = source->loop && frame == source->frame_count - 1;
        double part = is_last || frame == 0 ? 0.0 : frame / (double)(source->frame_count - 1);
        stance target = source->stance(&man->man, part);
        pose at;
        if (!figure_pose(&man->man, &target, &at)) {
            return false;
        }
        for (uint32_t bone = 0; bone < man->man.bone_count; bone++) {
            stalker_local(man, &at, bone, &out->turns[bone][frame], &out->places[bone][frame]);
        }
    }
    return true;
}

static gait_omf_motion definition(const motion *source, uint16_t number) {
    return (gait_omf_motion){.name = text(source->name),
                             .flags = source->flags,
                             .bone_or_part = source->bone_or_part,
                             .motion = number,
                             .speed = source->speed,
                             .power = source->power,
                             .accrue = source->accrue,
                             .falloff = source->falloff,
                             .label = text(source->name),
                             .frame_count = source->frame_count};
}

static void put_float(uint8_t *out, double value) {
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)(bits >> (8 * i) & 0xFF);
    }
}

static gait_status add_marks(gait_omf *bank, uint32_t number, const motion *source) {
    double seconds = (source->frame_count - 1) / 30.0;
    gait_status status = GAIT_OK;
    for (uint32_t i = 0; status == GAIT_OK && i < MARKS_MAX && source->marks[i].name; i++) {
        uint8_t interval[8];
        put_float(interval, source->marks[i].from * seconds);
        put_float(interval + 4, source->marks[i].to * seconds);
        gait_omf_mark mark = {.name = text(source->marks[i].name),
                              .interval_count = 1,
                              .intervals = {interval, sizeof interval}};
        status = gait_omf_set_mark(bank, number, i, &mark);
    }
    return status;
}

static gait_status add_motion(gait_omf *bank, const stalker *man, uint32_t number, work *buffers) {
    const motion *source = &motions[number];
    if (!pose_frames(man, source, buffers)) {
        return GAIT_INTERNAL;
    }
    for (uint32_t bone = 0; bone < man->man.bone_count; bone++) {
        make_track(buffers->turns[bone], buffers->places[bone], source->frame_count, source->fine,
                   &buffers->keys[bone]);
        buffers->tracks[bone] = buffers->keys[bone].track;
    }
    gait_omf_motion values = definition(source, (uint16_t)number);
    gait_status status = gaiti_omf_add_motion(bank, &values, buffers->tracks);
    return status == GAIT_OK ? add_marks(bank, number, source) : status;
}

/* --- the bank --------------------------------------------------------------------------------- */

static gait_status fill(gait_omf *bank, const stalker *man, work *buffers) {
    gait_status status = add_parts(bank, man);
    for (uint32_t i = 0; status == GAIT_OK && i < sizeof motions / sizeof *motions; i++) {
        status = add_motion(bank, man, i, buffers);
    }
    return status;
}

gait_status write_bank(gait_buffer *out) {
    gait_omf *bank = NULL;
    stalker *man = malloc(sizeof *man);
    work *buffers = malloc(sizeof *buffers);
    gait_status status = man && buffers ? stalker_make(man) : GAIT_NO_MEMORY;
    if (status == GAIT_OK) {
        status = gaiti_omf_new(4, NULL, &bank);
        if (status == GAIT_OK) {
            status = fill(bank, man, buffers);
        }
        if (status == GAIT_OK) {
            status = gait_omf_write(bank, out);
        }
        stalker_free(man);
    }
    gait_omf_free(bank);
    free(buffers);
    free(man);
    return status;
}
