/* extras.gait: what is read of it, what clips take over, and what it says otherwise than a base. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/bmtr.h"
#include "gait/extras.h"
#include "gait/gltf.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "gait/skl.h"
#include "model/clip.h"
#include "round_trip.h"

/* --- documents -------------------------------------------------------------------------------- */

enum { MOST_TEXT = 4096, MOST_FOUND = 8 };

/* A document whose quotes are single ones, and what was said of it. */
typedef struct told {
    gait_extras *extras;
    gait_status status;
    gait_diagnostic items[MOST_FOUND];
    gait_diagnostics found;
} told;

static told *tell(const char *json) {
    char text[MOST_TEXT];
    told *made = calloc(1, sizeof *made);
    size_t size = strlen(json);
    assert_in_range(size, 0, MOST_TEXT - 1);
    for (size_t i = 0; i < size; i++) {
        text[i] = json[i] == '\'' ? '"' : json[i];
    }
    made->found = (gait_diagnostics){.items = made->items, .capacity = MOST_FOUND};
    gait_options options = {.diagnostics = &made->found};
    gait_span bytes = {(const uint8_t *)text, size};
    made->status = gait_extras_open(bytes, &options, &made->extras);
    memset(text, '?', sizeof text); /* nothing is borrowed */
    return made;
}

static void drop(told *made) {
    gait_extras_free(made->extras);
    free(made);
}

/* A document of one item. */
static told *tell_item(const char *item) {
    char json[MOST_TEXT];
    snprintf(json, sizeof json, "{'schema':'gait.extras/1','clips':[%s]}", item);
    return tell(json);
}

static const gait_extras_clip *only(const told *made) {
    assert_int_equal(made->status, GAIT_OK);
    assert_int_equal(gait_extras_clip_count(made->extras), 1);
    return gait_extras_clip_at(made->extras, 0);
}

static void assert_rule(const told *made, const char *rule) {
    if (!rule) {
        assert_int_equal(made->found.count, 0);
        return;
    }
    assert_int_equal(made->found.count, 1);
    assert_string_equal(made->items[0].rule->id, rule);
}

static void a_whole_document_is_read(void **state) {
    (void)state;
    told *made = tell(
        "{'schema':'gait.extras/1','generator':'x','source':{'format':null},'new':[{'a':[]}],"
        "'skeleton':{'name':'s','bones':['root','\\u0440\\u0443\\u043a\\u0430']},"
        "'parts':[{'name':'legs','bones':['root']},{'name':'none'}],"
        "'clips':[{'name':'w\\u00e9','animation':'we','frames':3,'time_unit':'phase',"
        "'phases':[0,0.5,1],'motion':[-1,0,2.5],'playback':{'loop':false,'flags':4294967295,"
        "'bone_or_part':65535,'speed':0.5,'power':3,'accrue':4,'falloff':5},"
        "'events':[{'name':'a','value':'b','start':0.25,'end':0.75,'start_s':1,'end_s':2,'z':1}]"
        "},{}]}");
    const gait_extras *extras = made->extras;
    assert_int_equal(made->status, GAIT_OK);
    assert_rule(made, NULL);
    assert_int_equal(gait_extras_bone_count(extras), 2);
    assert_string_equal(gait_extras_bone(extras, 1), "\xD1\x80\xD1\x83\xD0\xBA\xD0\xB0");
    assert_int_equal(gait_extras_part_count(extras), 2);
    assert_string_equal(gait_extras_part_name(extras, 0), "legs");
    assert_int_equal(gait_extras_part_bone_count(extras, 0), 1);
    assert_string_equal(gait_extras_part_bone(extras, 0, 0), "root");
    assert_int_equal(gait_extras_part_bone_count(extras, 1), 0);
    assert_int_equal(gait_extras_clip_count(extras), 2);
    const gait_extras_clip *clip = gait_extras_clip_at(extras, 0);
    assert_ptr_equal(gait_extras_find(extras, "we"), clip);
    assert_null(gait_extras_find(extras, "other"));
    assert_string_equal(clip->name, "w\xC3\xA9");
    assert_int_equal(clip->says, 0x1FF);
    assert_int_equal(clip->time_unit, GAIT_TIME_PHASE);
    assert_int_equal(clip->time_count, 3);
    assert_true(clip->times[1] == 0.5F && clip->motion[0] == -1 && clip->motion[2] == 2.5F);
    const gait_playback *playback = &clip->playback;
    assert_true(playback->known && !playback->loop && playback->flags == UINT32_MAX);
    assert_true(playback->bone_or_part == 0xFFFF && playback->speed == 0.5F);
    assert_true(playback->power == 3 && playback->accrue == 4 && playback->falloff == 5);
    assert_int_equal(clip->event_count, 1);
    const gait_extras_event *event = &clip->events[0];
    assert_string_equal(event->name, "a");
    assert_string_equal(event->value, "b");
    assert_true(event->start == 0.25 && event->end == 0.75);
    assert_true(event->start_s == 1 && event->end_s == 2);
    drop(made);
}

static void what_is_not_said_is_a_default(void **state) {
    (void)state;
    static const char *const items[] = {
        "{}",
        "{'name':null,'animation':null,'time_unit':null,'phases':null,'times':null,'motion':null,"
        "'playback':null,'events':null,'unknown':{'deep':[1,{}]}}"};
    for (size_t i = 0; i < 2; i++) {
        told *made = tell_item(items[i]);
        const gait_extras_clip *clip = only(made);
        assert_rule(made, NULL);
        assert_null(clip->name);
        assert_null(clip->animation);
        assert_int_equal(clip->says, 0);
        assert_int_equal(clip->time_count, 0);
        assert_int_equal(clip->event_count, 0);
        assert_false(clip->playback.known);
        assert_int_equal(clip->playback.bone_or_part, 0xFFFF);
        assert_true(clip->playback.speed == 1 && clip->playback.power == 1);
        assert_true(clip->playback.accrue == 2 && clip->playback.falloff == 2);
        drop(made);
    }
}

/* Each value of a wrong type is left out alone: what stands behind it is still taken. */
static void wrong_types_are_left_out(void **state) {
    (void)state;
    static const struct {
        const char *json;
        uint32_t says;
    } wrong[] = {
        {"'name':1", 0},
        {"'animation':[2]", 0},
        {"'time_unit':'hours'", 0},
        {"'time_unit':3", 0},
        {"'phases':{}", 0},
        {"'times':'0'", 0},
        {"'motion':5", 0},
        {"'motion':[1,2]", 0},
        {"'motion':[1,2,3,4]", 0},
        {"'motion':[1,'2',3]", 0},
        {"'motion':[1,1e39,3]", 0},
        {"'events':{}", 0},
        {"'events':[1]", 0},
        {"'events':[{'name':'a'}]", 0},
        {"'events':[{'start':1}]", 0},
        {"'events':[{'name':2,'start':1}]", 0},
        {"'events':[{'name':'a','start':1,'value':2}]", 0},
        {"'events':[{'name':'a','start':1,'end':'2'}]", 0},
        {"'events':[{'name':'a','start':'0'}]", 0},
        {"'events':[{'name':'a','start':1e999}]", 0},
        {"'events':[{'name':'a','start':0,'end':-1e39}]", 0},
        {"'playback':[]", 0},
        {"'playback':{'loop':'yes'}", 0},
        {"'playback':{'flags':-1}", 0},
        {"'playback':{'flags':0.5}", 0},
        {"'playback':{'flags':4294967296}", 0},
        {"'playback':{'bone_or_part':65536}", 0},
        {"'playback':{'speed':true}", 0},
        {"'playback':{'speed':1e39}", 0},
        {"'playback':{'power':-1e39,'accrue':3}", GAIT_SAYS_ACCRUE},
        {"'playback':{'accrue':[[]],'falloff':3}", GAIT_SAYS_FALLOFF},
        {"'playback':{'falloff':{'a':1},'loop':true}", GAIT_SAYS_LOOP},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char item[256];
        snprintf(item, sizeof item, "{%s,'unit':0,'playback':{'speed':7}}", wrong[i].json);
        told *made = tell_item(item);
        const gait_extras_clip *clip = only(made);
        assert_rule(made, "GLR082");
        assert_null(strpbrk(made->items[0].text, "{}"));
        assert_true(clip->playback.speed == 7);
        assert_int_equal(clip->says, wrong[i].says | GAIT_SAYS_SPEED);
        assert_null(clip->name);
        drop(made);
    }
}

static void wrong_parts_of_a_document_are_left_out(void **state) {
    (void)state;
    static const char *const wrong[] = {"'parts':1",
                                        "'parts':[1]",
                                        "'parts':[{}]",
                                        "'parts':[{'name':1}]",
                                        "'skeleton':[]",
                                        "'skeleton':{'bones':{}}",
                                        "'skeleton':{'bones':[5]}",
                                        "'clips':{}",
                                        "'clips':['a']"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char json[256];
        snprintf(json, sizeof json, "{%s,'schema':'gait.extras/1'}", wrong[i]);
        told *made = tell(json);
        assert_int_equal(made->status, GAIT_OK);
        assert_rule(made, "GLR082");
        assert_int_equal(gait_extras_part_count(made->extras), 0);
        assert_int_equal(gait_extras_bone_count(made->extras), 0);
        assert_int_equal(gait_extras_clip_count(made->extras), 0);
        drop(made);
    }
}

static void what_is_no_document_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *json;
        gait_status status;
        const char *rule;
    } bad[] = {
        {"", GAIT_CORRUPT, "GLR080"},
        {"{", GAIT_CORRUPT, "GLR080"},
        {"{'schema':'gait.extras/1'", GAIT_CORRUPT, "GLR080"},
        {"{'schema':'gait.extras/1'} x", GAIT_CORRUPT, "GLR080"},
        {"{'schema':'gait.extras/1','clips':[{'name':'a\\ud800'}]}", GAIT_CORRUPT, "GLR080"},
        {"{'schema':'gait.extras/1','clips':[{'motion':[NaN,0,0]}]}", GAIT_CORRUPT, "GLR080"},
        {"{'schema':'gait.extras/1','clips':[{'events':[", GAIT_CORRUPT, "GLR080"},
        {"{}", GAIT_UNSUPPORTED, "GLR081"},
        {"[]", GAIT_UNSUPPORTED, "GLR081"},
        {"3", GAIT_UNSUPPORTED, "GLR081"},
        {"{'schema':null}", GAIT_UNSUPPORTED, "GLR081"},
        {"{'schema':'gait.extras/2','clips':[]}", GAIT_UNSUPPORTED, "GLR081"},
        {"{'schema':'gait.extras/1','schema':'x'}", GAIT_UNSUPPORTED, "GLR081"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        told *made = tell(bad[i].json);
        assert_int_equal(made->status, bad[i].status);
        assert_null(made->extras);
        assert_rule(made, bad[i].rule);
        assert_in_range(made->items[0].offset, 0, strlen(bad[i].json));
        drop(made);
    }
}

static void levels_without_end_are_refused(void **state) {
    (void)state;
    char json[MOST_TEXT] = "{'schema':'gait.extras/1','x':";
    memset(json + strlen(json), '[', 1000);
    told *made = tell(json);
    assert_int_equal(made->status, GAIT_CORRUPT);
    drop(made);
}

/* Blender makes numbers of booleans, and whole numbers like 2.0 of whole numbers. */
static void numbers_stand_for_booleans(void **state) {
    (void)state;
    static const char *const yes[] = {"true", "1", "1.0", "-2"}, *const no[] = {"false", "0"};
    for (size_t i = 0; i < 6; i++) {
        char item[128];
        snprintf(item, sizeof item, "{'playback':{'loop':%s,'flags':2.0}}",
                 i < 4 ? yes[i] : no[i - 4]);
        told *made = tell_item(item);
        assert_rule(made, NULL);
        assert_int_equal(only(made)->playback.loop, i < 4);
        assert_int_equal(only(made)->playback.flags, 2);
        drop(made);
    }
}

static void events_have_a_start_of_either_kind(void **state) {
    (void)state;
    told *made = tell_item("{'events':[{'name':'a','start':2},"
                           "{'name':'b','start':null,'end':null,'start_s':3},"
                           "{'name':'c','start_s':3,'end_s':4,'value':null},"
                           "{'name':'d','start':1,'end':null,'end_s':4}]}");
    const gait_extras_clip *clip = only(made);
    assert_rule(made, NULL);
    assert_int_equal(clip->event_count, 4);
    assert_true(clip->events[0].end == 2 && isnan(clip->events[0].end_s));
    assert_true(isnan(clip->events[1].start) && clip->events[1].end_s == 3);
    assert_true(clip->events[2].end_s == 4);
    assert_string_equal(clip->events[2].value, "");
    assert_true(isnan(clip->events[3].end) && clip->events[3].end_s == 4);
    drop(made);
}

static void of_a_key_that_occurs_twice_the_last_one_counts(void **state) {
    (void)state;
    told *made = tell("{'schema':'gait.extras/1','parts':[{'name':'a'},{'name':'b'}],"
                      "'parts':[{'name':'c','bones':['x','y'],'bones':['z']}],"
                      "'skeleton':{'bones':['a','b'],'bones':['c']},"
                      "'clips':[{},{}],'clips':[{'events':[{'name':'a','start':0}],'events':[],"
                      "'motion':[1,2,3],'motion':[4,5,6]}]}");
    assert_rule(made, NULL);
    assert_int_equal(gait_extras_part_count(made->extras), 1);
    assert_string_equal(gait_extras_part_name(made->extras, 0), "c");
    assert_int_equal(gait_extras_part_bone_count(made->extras, 0), 1);
    assert_int_equal(gait_extras_bone_count(made->extras), 1);
    assert_int_equal(only(made)->event_count, 0);
    assert_true(only(made)->motion[0] == 4);
    drop(made);
    made = tell_item("{'events':[{'name':'a','start':0}],'events':[7]}");
    assert_rule(made, "GLR082");
    assert_int_equal(only(made)->says, 0);
    drop(made);
}

static void names_are_found_as_they_are(void **state) {
    (void)state;
    told *made = tell("{'schema':'gait.extras/1','clips':[{'animation':'walk'},"
                      "{'animation':'Walk'},{'animation':'walk'},{'name':'run'},{},"
                      "{'animation':'a\\u0000b'}]}");
    const gait_extras *extras = made->extras;
    assert_ptr_equal(gait_extras_find(extras, "walk"), gait_extras_clip_at(extras, 0));
    assert_ptr_equal(gait_extras_find(extras, "Walk"), gait_extras_clip_at(extras, 1));
    assert_ptr_equal(gait_extras_find(extras, "run"), gait_extras_clip_at(extras, 3));
    assert_ptr_equal(gait_extras_find(extras, "a"), gait_extras_clip_at(extras, 5));
    assert_null(gait_extras_find(extras, "WALK"));
    assert_null(gait_extras_find(extras, ""));
    drop(made);
}

/* Time and memory of many events are a line: a hundred thousand of them take no million
 * allocations. */
static void many_events_are_read(void **state) {
    (void)state;
    enum { EVENTS = 100000, ONE = 64 };
    char *json = malloc((size_t)EVENTS * ONE);
    size_t size = (size_t)sprintf(json, "{\"schema\":\"gait.extras/1\",\"clips\":[{\"events\":[");
    for (int e = 0; e < EVENTS; e++) {
        size +=
            (size_t)sprintf(json + size, "%s{\"name\":\"e%d\",\"start\":%d}", e ? "," : "", e, e);
    }
    size += (size_t)sprintf(json + size, "]}]}");
    test_allocator allocator = {0};
    gait_options options = test_allocator_options(&allocator);
    gait_extras *extras;
    assert_int_equal(gait_extras_open((gait_span){(const uint8_t *)json, size}, &options, &extras),
                     GAIT_OK);
    const gait_extras_clip *clip = gait_extras_clip_at(extras, 0);
    assert_int_equal(clip->event_count, EVENTS);
    assert_string_equal(clip->events[EVENTS - 1].name, "e99999");
    assert_in_range(allocator.allocations, 1, 100);
    assert_in_range(allocator.live_bytes, 1, (uint64_t)EVENTS * 320);
    gait_extras_free(extras);
    free(json);
}

/* --- given to clips --------------------------------------------------------------------------- */

/* Two bones, of which the second is the source's first. */
static gait_skeleton *two_bones(void) {
    gait_skeleton *skeleton;
    gait_bone bones[2] = {
        {.name = "root", .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}},
        {.name = "hand", .parent = 0, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}}};
    assert_int_equal(gait_skeleton_new("two", bones, 2, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

static gait_clip *clip_of(const gait_skeleton *skeleton, uint32_t count, const float *time,
                          const gait_options *options, gait_status *out_status) {
    gaiti_clip *made = gaiti_clip_new(skeleton, "we", count, 0, options, out_status);
    if (!made) {
        return NULL;
    }
    if (count > 0) {
        memcpy(made->time, time, count * sizeof *time);
    }
    made->clip.axes = GAIT_AXES_GLTF;
    return &made->clip;
}

static const float thirds[4] = {0, 0.1F, 0.2F, 0.3F};

/* The item given to a clip of these times. */
static gait_clip *given(const char *document, const gait_skeleton *skeleton, uint32_t count,
                        const float *time) {
    gait_status status;
    told *made = tell(document);
    gait_clip *clip = clip_of(skeleton, count, time, NULL, &status);
    assert_int_equal(made->status, GAIT_OK);
    assert_int_equal(gait_extras_apply(made->extras, gait_extras_clip_at(made->extras, 0), clip),
                     GAIT_OK);
    drop(made); /* nothing is borrowed */
    return clip;
}

static gait_clip *given_item(const char *item, const gait_skeleton *skeleton, uint32_t count,
                             const float *time) {
    char json[MOST_TEXT];
    snprintf(json, sizeof json, "{'schema':'gait.extras/1','clips':[%s]}", item);
    return given(json, skeleton, count, time);
}

static void near(double value, double wanted) {
    if (!(fabs(value - wanted) < 1e-6)) {
        fail_msg("%.9g is not %.9g", value, wanted);
    }
}

static void phases_are_taken_when_they_fit(void **state) {
    (void)state;
    static const struct {
        const char *phases;
        bool fits;
    } cases[] = {{"[0,0.33333334,0.6666667,1]", true},
                 {"[0.5,1,1.5,2]", true},
                 {"[0,0.35,0.65,1]", true},
                 {"[0,0.5,0.6666667,1]", false},
                 {"[0,0.33333334,1]", false},
                 {"[0,0.33333334,0.6666667,1,2]", false},
                 {"[1,0.6666667,0.33333334,0]", false},
                 {"[0,0,0.6666667,1]", false},
                 {"[0,null,0.6666667,1]", false},
                 {"[0,0,0,0]", false},
                 {"[0,0.33333334,0.6666667,3e38]", false},
                 {"[]", false}};
    gait_skeleton *skeleton = two_bones();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char item[256];
        snprintf(
            item, sizeof item,
            "{'time_unit':'phase','phases':%s,'events':[{'name':'e','start':0.5,'start_s':9}]}",
            cases[i].phases);
        gait_clip *clip = given_item(item, skeleton, 4, thirds);
        assert_int_equal(clip->phases != NULL, cases[i].fits);
        assert_int_equal(clip->event_count, 1);
        if (!cases[i].fits) {
            near(clip->events[0].start, 9);
        } else if (clip->phases[0] == 0) {
            near(clip->events[0].start, 0.15);
        } else {
            near(clip->events[0].start, 0);
        }
        gait_clip_free(clip);
    }
    gait_clip *seconds = given_item("{'time_unit':'seconds','phases':[0,0.33333334,0.6666667,1]}",
                                    skeleton, 4, thirds);
    assert_null(seconds->phases);
    gait_clip_free(seconds);
    gait_skeleton_free(skeleton);
}

static void events_stand_where_they_are_said(void **state) {
    (void)state;
    static const float late[3] = {1, 2, 3};
    static const struct {
        const char *item;
        double start, end;
    } cases[] = {
        {"{'events':[{'name':'a','start':0.5,'end':0.75}]}", 1.5, 1.75},
        {"{'events':[{'name':'a','start':0.5,'start_s':9,'end_s':10}]}", 1.5, 11},
        {"{'events':[{'name':'a','start':null,'start_s':0.25}]}", 1.25, 1.25},
        {"{'time_unit':'seconds','times':[5,6,7],"
         "'events':[{'name':'a','start':5.5,'start_s':0.5,'end':6,'end_s':1}]}",
         1.5, 2},
        /* No phase per key any more: seconds, else the same share of the clip. */
        {"{'time_unit':'phase','events':[{'name':'a','start':0.25,'start_s':1}]}", 2, 2},
        {"{'time_unit':'phase','events':[{'name':'a','start':0.25,'end':1}]}", 1.5, 3},
    };
    gait_skeleton *skeleton = two_bones();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gait_clip *clip = given_item(cases[i].item, skeleton, 3, late);
        assert_int_equal(clip->event_count, 1);
        near(clip->events[0].start, cases[i].start);
        if (i != 1 && i != 4) {
            near(clip->events[0].end, cases[i].end);
        }
        gait_clip_free(clip);
    }
    gait_clip *none = given_item("{'events':[{'name':'a','start':0.5}]}", skeleton, 0, NULL);
    near(none->events[0].start, 0.5);
    gait_clip_free(none);
    gait_skeleton_free(skeleton);
}

static void names_are_kept_unless_they_were_changed(void **state) {
    (void)state;
    gait_skeleton *skeleton = two_bones();
    gait_clip *same = given_item("{'name':'long name','animation':'we'}", skeleton, 1, thirds);
    gait_clip *other = given_item("{'name':'long name','animation':'they'}", skeleton, 1, thirds);
    gait_clip *bare = given_item("{'name':'long name'}", skeleton, 1, thirds);
    assert_string_equal(same->name, "long name");
    assert_string_equal(other->name, "we");
    assert_string_equal(bare->name, "we");
    gait_clip_free(same);
    gait_clip_free(other);
    gait_clip_free(bare);
    gait_skeleton_free(skeleton);
}

static void an_fx_keeps_its_bone(void **state) {
    (void)state;
    static const struct {
        const char *playback;
        uint16_t bone;
    } cases[] = {{"'flags':1,'bone_or_part':0", 1},         {"'flags':1,'bone_or_part':1", 0},
                 {"'flags':1,'bone_or_part':2", 2},         {"'flags':1,'bone_or_part':9", 9},
                 {"'flags':1,'bone_or_part':65535", 65535}, {"'flags':0,'bone_or_part':0", 0}};
    gait_skeleton *skeleton = two_bones();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[512];
        snprintf(json, sizeof json,
                 "{'schema':'gait.extras/1','skeleton':{'bones':['Hand','root','gone']},"
                 "'clips':[{'playback':{%s}}]}",
                 cases[i].playback);
        gait_clip *clip = given(json, skeleton, 1, thirds);
        assert_int_equal(clip->playback.bone_or_part, cases[i].bone);
        gait_clip_free(clip);
    }
    told *made = tell_item("{'playback':{'flags':1,'bone_or_part':0},'motion':[1,2,3]}");
    gait_status status;
    gait_clip *clip = clip_of(skeleton, 1, thirds, NULL, &status);
    assert_int_equal(gait_extras_apply(NULL, only(made), clip), GAIT_OK);
    assert_int_equal(clip->playback.bone_or_part, 0);
    assert_true(clip->motion[2] == 3);
    gait_clip_free(clip);
    drop(made);
    gait_skeleton_free(skeleton);
}

/* --- compared with a base --------------------------------------------------------------------- */

/* Motion 1, 2, 3; played with flags 4; one event "a" = "v" from 0.1 to 0.2. */
static gait_clip *base_clip(const gait_skeleton *skeleton, gait_time_unit unit) {
    static const float phases[4] = {0, 0.25F, 0.5F, 1};
    gait_status status;
    gait_clip *clip =
        clip_of(skeleton, 4, unit == GAIT_TIME_PHASE ? phases : thirds, NULL, &status);
    gait_event *events = gaiti_clip_add_events((gaiti_clip *)(void *)clip, 1);
    events[0] = (gait_event){"a", "v", 0.1, 0.2};
    clip->time_unit = unit;
    for (int i = 0; i < 3; i++) {
        clip->motion[i] = (float)(i + 1);
    }
    clip->playback = (gait_playback){true, true, 4, 1, 1.5F, 0.5F, 3, 4};
    return clip;
}

/* What an item says otherwise; *out_clip is to be freed. */
static uint32_t changes_of(const char *item, const gait_extras_base *base, gait_clip **out_clip) {
    uint32_t changes = 99;
    told *made = tell_item(item);
    assert_int_equal(gait_extras_compare(only(made), base, NULL, &changes, out_clip), GAIT_OK);
    assert_int_equal(*out_clip != NULL, changes != 0);
    drop(made);
    return changes;
}

static void each_field_is_its_bit(void **state) {
    (void)state;
    static const struct {
        const char *item;
        uint32_t changes;
    } cases[] = {
        {"{}", 0},
        {"{'motion':[1,2,3],'playback':{'speed':1.5}}", 0},
        {"{'motion':[1,2,4]}", GAIT_SAYS_MOTION},
        {"{'playback':{'flags':5}}", GAIT_SAYS_FLAGS},
        {"{'playback':{'bone_or_part':2}}", GAIT_SAYS_BONE_OR_PART},
        {"{'playback':{'speed':2}}", GAIT_SAYS_SPEED},
        {"{'playback':{'power':2}}", GAIT_SAYS_POWER},
        {"{'playback':{'accrue':2}}", GAIT_SAYS_ACCRUE},
        {"{'playback':{'falloff':2}}", GAIT_SAYS_FALLOFF},
        {"{'playback':{'loop':false}}", GAIT_SAYS_FLAGS},
        {"{'playback':{'loop':true}}", 0},
        {"{'playback':{'loop':false,'flags':4}}", GAIT_SAYS_FLAGS},
        {"{'events':[]}", GAIT_SAYS_EVENTS},
        {"{'events':[{'name':'a','value':'v','start':0.1,'end':0.2}]}", 0},
        {"{'events':[{'name':'A','value':'v','start':0.1,'end':0.2}]}", GAIT_SAYS_EVENTS},
        {"{'events':[{'name':'a','value':'','start':0.1,'end':0.2}]}", GAIT_SAYS_EVENTS},
        {"{'events':[{'name':'a','value':'v','start':0.1,'end':0.3}]}", GAIT_SAYS_EVENTS},
        {"{'events':[{'name':'a','value':'v','start':0,'end':0.2}],'motion':[0,0,0]}",
         GAIT_SAYS_EVENTS | GAIT_SAYS_MOTION},
    };
    gait_skeleton *skeleton = two_bones();
    gait_clip *clip = base_clip(skeleton, GAIT_TIME_SECONDS);
    gait_extras_base base = {.clip = clip, .seconds = thirds};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gait_clip *said;
        uint32_t changes = changes_of(cases[i].item, &base, &said);
        if (changes != cases[i].changes) {
            fail_msg("%s: %#x", cases[i].item, changes);
        }
        if (changes == GAIT_SAYS_FLAGS) {
            assert_int_equal(said->playback.flags, i == 3 ? 5 : 6);
            assert_true(said->playback.speed == 1.5F && said->playback.bone_or_part == 1);
        }
        gait_clip_free(said);
    }
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

static void an_fx_has_no_loop_to_follow(void **state) {
    (void)state;
    gait_skeleton *skeleton = two_bones();
    gait_clip *clip = base_clip(skeleton, GAIT_TIME_SECONDS), *said;
    gait_extras_base base = {.clip = clip, .seconds = thirds};
    clip->playback.flags = 1;
    assert_int_equal(changes_of("{'playback':{'loop':false}}", &base, &said), 0);
    clip->playback.known = false; /* nothing can hold it */
    assert_int_equal(changes_of("{'playback':{'speed':9}}", &base, &said), 0);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

/* Moved in the edited file: seconds of another rate, in the unit of the base. */
static void moved_events_come_in_the_unit_of_the_base(void **state) {
    (void)state;
    static const struct {
        gait_time_unit unit;
        double rate, seconds, wanted;
    } cases[] = {
        {GAIT_TIME_SECONDS, 0, 0.25, 0.25}, {GAIT_TIME_SECONDS, 1.25, 0.25, 0.2},
        {GAIT_TIME_PHASE, 0, 0.1, 0.25},    {GAIT_TIME_PHASE, 0, 0.25, 0.75},
        {GAIT_TIME_PHASE, 2, 0.2, 0.25},    {GAIT_TIME_PHASE, 1.25, 0.3125, 0.75},
    };
    gait_skeleton *skeleton = two_bones();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gait_clip *clip = base_clip(skeleton, cases[i].unit), *said;
        gait_extras_base base = {.clip = clip, .seconds = thirds, .rate = cases[i].rate};
        char item[256];
        snprintf(item, sizeof item, "{'events':[{'name':'a','start':null,'start_s':%.9g}]}",
                 cases[i].seconds);
        assert_int_equal(changes_of(item, &base, &said), GAIT_SAYS_EVENTS);
        near(said->events[0].start, cases[i].wanted);
        near(said->events[0].end, cases[i].wanted);
        assert_int_equal(said->time_unit, cases[i].unit);
        gait_clip_free(said);
        gait_clip_free(clip);
    }
    gait_skeleton_free(skeleton);
}

/* Phases are no seconds: of extras of another format the seconds count, as they were exported. */
static void another_unit_than_the_base_has_counts_by_seconds(void **state) {
    (void)state;
    gait_skeleton *skeleton = two_bones();
    gait_clip *clip = base_clip(skeleton, GAIT_TIME_SECONDS), *said;
    gait_extras_base base = {.clip = clip, .seconds = thirds, .rate = 1.25};
    assert_int_equal(changes_of("{'time_unit':'phase','events':[{'name':'a','value':'v','start':1,"
                                "'start_s':0.3}]}",
                                &base, &said),
                     GAIT_SAYS_EVENTS);
    near(said->events[0].start, 0.3);
    gait_clip_free(said);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

/* The extras of an export, as glTF has them beside. */
static gait_buffer exported(const round_trip *trip) {
    gait_gltf *gltf;
    gait_buffer out = {0};
    assert_int_equal(gait_gltf_begin(trip->skeleton, NULL, &gltf), GAIT_OK);
    assert_int_equal(gait_gltf_add_parts(gltf, trip->file), GAIT_OK);
    for (uint32_t c = 0; c < trip->base->clip_count; c++) {
        assert_int_equal(gait_gltf_add_lifted(gltf, trip->base->lifted[c], NULL), GAIT_OK);
    }
    assert_int_equal(gait_gltf_finish_extras(gltf, &out), GAIT_OK);
    gait_gltf_free(gltf);
    return out;
}

static void assert_nothing_differs(const round_trip *trip, const gait_extras *extras) {
    assert_int_equal(gait_extras_clip_count(extras), trip->base->clip_count);
    for (uint32_t c = 0; c < trip->base->clip_count; c++) {
        gait_extras_base base = {.clip = trip->base->lifted[c],
                                 .seconds = trip->base->clips[c]->time};
        const gait_extras_clip *said = gait_extras_find(extras, trip->base->clip_names[c]);
        uint32_t changes = 99;
        gait_clip *clip;
        assert_non_null(said);
        assert_int_equal(gait_extras_compare(said, &base, NULL, &changes, &clip), GAIT_OK);
        assert_int_equal(changes, 0);
        assert_null(clip);
    }
}

static void an_export_says_what_its_source_does(void **state) {
    (void)state;
    static const char *const samples[][2] = {{"../../samples/stalker.omf", "xray-stalker"},
                                             {"../../samples/walk.rtm", "arma3-man"},
                                             {"../../samples/walk_binarised.rtm", "arma3-man"}};
    for (size_t i = 0; i < 3; i++) {
        gait_span bytes = test_fixture_bytes(samples[i][0]);
        gait_skeleton *tree;
        round_trip trip;
        gait_extras *extras;
        assert_int_equal(gait_builtin_skeleton(samples[i][1], NULL, &tree), GAIT_OK);
        assert_true(round_trip_open(bytes, strrchr(samples[i][0], '/') + 1, tree, &trip));
        gait_buffer json = exported(&trip);
        assert_int_equal(gait_extras_open((gait_span){json.data, json.size}, NULL, &extras),
                         GAIT_OK);
        assert_nothing_differs(&trip, extras);
        assert_int_equal(gait_extras_part_count(extras), gait_file_part_count(trip.file));
        gait_extras_free(extras);
        gait_buffer_free(&json);
        round_trip_close(&trip);
        gait_skeleton_free(tree);
        free((void *)(uintptr_t)bytes.data);
    }
}

/* As many as any glTF, and a few for what is said: however much it is. */
static void open_files_say_it_with_few_allocations(void **state) {
    (void)state;
    static const char *const files[] = {"gltf/ok/extras_of_blender.glb", "gltf/bad/extras_cut.glb",
                                        "gltf/bad/extras_flags.glb"};
    for (size_t i = 0; i < 3; i++) {
        gait_span bytes = test_fixture_bytes(files[i]);
        test_allocator allocator = {0};
        gait_options options = test_allocator_options(&allocator);
        gait_file *file;
        assert_int_equal(gait_file_open(bytes, "x.glb", &options, &file), GAIT_OK);
        assert_in_range(allocator.allocations, 1, 12);
        assert_int_equal(gait_file_extras(file) != NULL, i != 1);
        gait_file_free(file);
        assert_int_equal(allocator.live_blocks, 0);
        free((void *)(uintptr_t)bytes.data);
    }
}

static gait_status open_and_give(const gait_options *options, void *user) {
    gait_span *bytes = user, json = {(const uint8_t *)"{\"schema\":\"gait.extras/1\"}", 26};
    gait_file *file;
    gait_status status = gait_file_open(*bytes, "x.glb", options, &file);
    status = status == GAIT_OK ? gait_file_give_extras(file, json, NULL) : status;
    if (status == GAIT_OK) {
        assert_non_null(gait_file_extras(file));
        assert_null(gait_file_extras_clip(file, 0));
        assert_int_equal(gait_file_give_extras(file, json, NULL), GAIT_WOULD_LOSE);
    }
    gait_file_free(file);
    return status;
}

static void extras_are_given_once(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("gltf/ok/waving.glb");
    gait_span walk = test_fixture_bytes("../../samples/walk.rtm");
    gait_file *file;
    test_every_failing_allocation(open_and_give, &bytes);
    assert_int_equal(gait_file_open(walk, "walk.rtm", NULL, &file), GAIT_OK);
    assert_null(gait_file_extras(file));
    assert_null(gait_file_extras_clip(file, 0));
    assert_int_equal(gait_file_give_extras(file, bytes, NULL), GAIT_UNSUPPORTED);
    gait_file_free(file);
    free((void *)(uintptr_t)bytes.data);
    free((void *)(uintptr_t)walk.data);
}

/* --- into documents --------------------------------------------------------------------------- */

/* A base and what an item says otherwise of it. */
typedef struct heard {
    gait_skeleton *skeleton;
    gait_clip *base, *said;
    uint32_t changes;
} heard;

static heard hear(const char *item, gait_time_unit unit, gait_space space) {
    heard one = {.skeleton = two_bones()};
    one.base = base_clip(one.skeleton, unit);
    one.base->space = space;
    one.base->axes = GAIT_AXES_FILE;
    gait_extras_base base = {.clip = one.base, .seconds = thirds};
    one.changes = changes_of(item, &base, &one.said);
    assert_non_null(one.said);
    return one;
}

static void unhear(heard *one) {
    gait_clip_free(one->said);
    gait_clip_free(one->base);
    gait_skeleton_free(one->skeleton);
}

/* Bytes at the same distance from both ends that two files share; what is between was changed. */
static void assert_changed_between(gait_span old, const gait_buffer *new, size_t from,
                                   size_t old_left) {
    size_t same = 0;
    assert_true(new->size >= old_left);
    while (same < old.size && same < new->size &&old.data[same] == new->data[same]) {
        same++;
    }
    assert_true(same >= from);
    assert_memory_equal(old.data + old.size - old_left, new->data + new->size - old_left, old_left);
}

static void a_plain_rtm_takes_properties_and_step(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("rtm/ok/properties.rtm");
    heard one = hear("{'time_unit':'phase','motion':[4,5,6],'playback':{'speed':9},"
                     "'events':[{'name':'new','value':'x','start':0.5},{'name':'b','start':1}]}",
                     GAIT_TIME_PHASE, GAIT_SPACE_DELTA);
    gait_rtm *rtm;
    gait_buffer out = {0};
    assert_int_equal(gait_rtm_open(bytes, NULL, &rtm), GAIT_OK);
    size_t frame = 4 + gait_rtm_bone_count(rtm) * 80;
    size_t left = gait_rtm_bone_count(rtm) * 32 + gait_rtm_frame_count(rtm) * frame;
    assert_int_equal(gait_rtm_take_extras(rtm, one.said, one.changes, NULL), GAIT_OK);
    assert_int_equal(gait_rtm_property_count(rtm), 2);
    gait_rtm_property first = gait_rtm_property_at(rtm, 0);
    assert_true(first.phase == 0.5F && first.name.size == 3 && first.value.size == 1);
    assert_memory_equal(first.name.data, "new", 3);
    assert_int_equal(gait_rtm_write(rtm, &out), GAIT_OK);
    assert_changed_between(bytes, &out, 0, left);
    gait_rtm *again;
    assert_int_equal(gait_rtm_open((gait_span){out.data, out.size}, NULL, &again), GAIT_OK);
    assert_int_equal(gait_rtm_property_count(again), 2);
    gait_rtm_free(again);
    gait_rtm_free(rtm);
    gait_buffer_free(&out);
    free((void *)(uintptr_t)bytes.data);
    unhear(&one);
}

static void rtm_refuses_what_has_no_place(void **state) {
    (void)state;
    char item[512] = "{'time_unit':'phase','events':[{'name':'", *end = item + strlen(item);
    memset(end, 'x', 256);
    strcpy(end + 256, "','start':1}]}");
    heard one = hear(item, GAIT_TIME_PHASE, GAIT_SPACE_DELTA);
    heard other =
        hear("{'events':[{'name':'\\u4e2d','start':1}]}", GAIT_TIME_PHASE, GAIT_SPACE_DELTA);
    heard sideways = hear("{'motion':[1,0,5]}", GAIT_TIME_PHASE, GAIT_SPACE_DELTA);
    gait_span bytes = test_fixture_bytes("rtm/ok/properties.rtm");
    gait_span old = test_fixture_bytes("rtm/ok/old_block.rtm");
    gait_rtm *rtm;
    assert_int_equal(gait_rtm_open(bytes, NULL, &rtm), GAIT_OK);
    assert_int_equal(gait_rtm_take_extras(rtm, one.said, one.changes, NULL), GAIT_WOULD_LOSE);
    assert_int_equal(gait_rtm_take_extras(rtm, other.said, other.changes, NULL), GAIT_WOULD_LOSE);
    gait_rtm_free(rtm);
    assert_int_equal(gait_rtm_open(old, NULL, &rtm), GAIT_OK);
    assert_int_equal(gait_rtm_take_extras(rtm, sideways.said, sideways.changes, NULL),
                     GAIT_WOULD_LOSE);
    gait_rtm_free(rtm);
    free((void *)(uintptr_t)bytes.data);
    free((void *)(uintptr_t)old.data);
    unhear(&one);
    unhear(&other);
    unhear(&sideways);
}

static void a_binarised_rtm_takes_key_stones_from_version_4_on(void **state) {
    (void)state;
    static const struct {
        const char *file;
        bool has_keys;
    } files[] = {{"bmtr/ok/version_2.rtm", false},
                 {"bmtr/ok/version_3.rtm", false},
                 {"bmtr/ok/version_4_lzo.rtm", true},
                 {"../../samples/walk_binarised.rtm", true}};
    heard one = hear("{'time_unit':'phase','motion':[4,5,6],"
                     "'events':[{'name':'StepSound','value':'run','start':0.5},{'name':'b',"
                     "'start':1}]}",
                     GAIT_TIME_PHASE, GAIT_SPACE_LOCAL_DELTA);
    heard none = hear("{'events':[]}", GAIT_TIME_PHASE, GAIT_SPACE_LOCAL_DELTA);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        gait_span bytes = test_fixture_bytes(files[i].file);
        gait_bmtr *bmtr;
        assert_int_equal(gait_bmtr_open(bytes, NULL, &bmtr), GAIT_OK);
        assert_int_equal(gait_bmtr_take_extras(bmtr, one.said, one.changes, NULL),
                         files[i].has_keys ? GAIT_OK : GAIT_WOULD_LOSE);
        if (files[i].has_keys) {
            assert_int_equal(gait_bmtr_key_count(bmtr), 2);
            assert_int_equal(gait_bmtr_key_at(bmtr, 1).id, -1);
            assert_true(gait_bmtr_key_at(bmtr, 0).time == 0.5F);
        }
        assert_int_equal(gait_bmtr_take_extras(bmtr, none.said, none.changes, NULL), GAIT_OK);
        assert_int_equal(gait_bmtr_key_count(bmtr), 0);
        gait_bmtr_free(bmtr);
        free((void *)(uintptr_t)bytes.data);
    }
    unhear(&one);
    unhear(&none);
}

static gait_omf *open_bank(gait_span bytes) {
    gait_omf *omf;
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    return omf;
}

/* All of a definition but its marks. */
static void assert_same_motion(const gait_omf *a, const gait_omf *b, uint32_t motion) {
    gait_omf_motion x = gait_omf_motion_at(a, motion), y = gait_omf_motion_at(b, motion);
    assert_int_equal(x.flags, y.flags);
    assert_int_equal(x.bone_or_part, y.bone_or_part);
    assert_true(x.speed == y.speed && x.power == y.power);
    assert_true(x.accrue == y.accrue && x.falloff == y.falloff);
    assert_int_equal(gait_omf_mark_count(a, motion), gait_omf_mark_count(b, motion));
}

static void a_bank_takes_marks_and_playback(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("../../samples/stalker.omf");
    heard one = hear("{'playback':{'flags':6,'speed':9},'motion':[9,9,9],'events':[{'name':'x',"
                     "'start':0.1,'end':0.2},{'name':'y','start':0},{'name':'x','start':0.3}]}",
                     GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    gait_omf *omf = open_bank(bytes), *old = open_bank(bytes);
    uint32_t count = gait_omf_motion_count(omf);
    gait_buffer out = {0};
    assert_true(count >= 3);
    assert_int_equal(gait_omf_take_extras(omf, count, one.said, one.changes), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_omf_take_extras(omf, 1, one.said, one.changes), GAIT_OK);
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    gait_omf_free(omf);
    omf = open_bank((gait_span){out.data, out.size});
    for (uint32_t m = 0; m < count; m++) {
        if (m != 1) {
            assert_same_motion(old, omf, m);
        }
    }
    gait_omf_motion motion = gait_omf_motion_at(omf, 1);
    assert_true(motion.flags == 6 && motion.speed == 9 && motion.power == 0.5F);
    assert_int_equal(gait_omf_mark_count(omf, 1), 2);
    /* The chunk of keys comes first, and is the same. */
    uint32_t keys = 8 + (uint32_t)(bytes.data[4] | bytes.data[5] << 8 | bytes.data[6] << 16 |
                                   (uint32_t)bytes.data[7] << 24);
    assert_memory_equal(out.data, bytes.data, keys);
    gait_omf_free(omf);
    gait_omf_free(old);
    gait_buffer_free(&out);
    free((void *)(uintptr_t)bytes.data);
    unhear(&one);
}

/* The memory of marks that were set before is not that of the new ones. */
static void a_bank_takes_marks_again(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("../../samples/stalker.omf");
    heard one = hear("{'events':[{'name':'x','start':0.1},{'name':'y','start':0}]}",
                     GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    heard other =
        hear("{'events':[{'name':'z','start':0.2}]}", GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    gait_omf *omf = open_bank(bytes);
    assert_int_equal(gait_omf_take_extras(omf, 0, one.said, one.changes), GAIT_OK);
    assert_int_equal(gait_omf_mark_count(omf, 0), 2);
    assert_int_equal(gait_omf_take_extras(omf, 0, other.said, other.changes), GAIT_OK);
    assert_int_equal(gait_omf_mark_count(omf, 0), 1);
    assert_memory_equal(gait_omf_mark_at(omf, 0, 0).name.data, "z", 1);
    gait_omf_free(omf);
    free((void *)(uintptr_t)bytes.data);
    unhear(&one);
    unhear(&other);
}

/* Which no event tells of. */
static void an_sdk_motion_keeps_marks_without_intervals(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("skl/ok/marks.skl");
    heard one = hear("{'playback':{'flags':256},'events':[{'name':'x','start':0.1}]}",
                     GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    gait_skl *skl;
    assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gait_skl_mark_at(skl, 0, 1).interval_count, 0);
    gait_span empty = gait_skl_mark_at(skl, 0, 1).name;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gait_skl_take_extras(skl, 0, one.said, GAIT_SAYS_EVENTS), GAIT_OK);
        assert_int_equal(gait_skl_motion_at(skl, 0).mark_count, 2);
        assert_int_equal(gait_skl_mark_at(skl, 0, 1).interval_count, 0);
        assert_int_equal(gait_skl_mark_at(skl, 0, 1).name.size, empty.size);
    }
    assert_int_equal(gait_skl_take_extras(skl, 0, one.said, GAIT_SAYS_FLAGS), GAIT_WOULD_LOSE);
    gait_skl_free(skl);
    free((void *)(uintptr_t)bytes.data);
    unhear(&one);
}

static bool is_called(gait_span name, const char *text) {
    return name.size == strlen(text) && memcmp(name.data, text, name.size) == 0;
}

/* No event tells of them. */
static void marks_without_intervals_stay_behind_the_others(void **state) {
    (void)state;
    const gait_omf_mark bare = {.name = {(const uint8_t *)"bare", 4}};
    heard one = hear("{'events':[{'name':'x','start':0.1}]}", GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    gait_span bank = test_fixture_bytes("../../samples/stalker.omf");
    gait_span motion = test_fixture_bytes("skl/ok/marks.skl");
    gait_omf *omf = open_bank(bank);
    gait_skl *skl;
    assert_int_equal(gait_skl_open(motion, NULL, &skl), GAIT_OK);
    uint32_t marks = gait_skl_motion_at(skl, 0).mark_count;
    assert_int_equal(gait_omf_set_mark(omf, 0, gait_omf_mark_count(omf, 0), &bare), GAIT_OK);
    assert_int_equal(gait_skl_set_mark(skl, 0, marks, &bare), GAIT_OK);
    assert_int_equal(gait_omf_take_extras(omf, 0, one.said, one.changes), GAIT_OK);
    assert_int_equal(gait_skl_take_extras(skl, 0, one.said, one.changes), GAIT_OK);
    assert_int_equal(gait_omf_mark_count(omf, 0), 2);
    assert_int_equal(gait_skl_motion_at(skl, 0).mark_count, 3); /* one was there */
    assert_true(is_called(gait_omf_mark_at(omf, 0, 0).name, "x"));
    assert_true(is_called(gait_skl_mark_at(skl, 0, 0).name, "x"));
    assert_true(is_called(gait_omf_mark_at(omf, 0, 1).name, "bare"));
    assert_true(is_called(gait_skl_mark_at(skl, 0, 2).name, "bare"));
    gait_skl_free(skl);
    gait_omf_free(omf);
    free((void *)(uintptr_t)motion.data);
    free((void *)(uintptr_t)bank.data);
    unhear(&one);
}

static void a_bank_of_version_3_has_no_marks(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("../../samples/stalker.omf");
    heard one = hear("{'playback':{'speed':9},'events':[{'name':'x','start':0.1}]}",
                     GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    heard odd =
        hear("{'events':[{'name':'a\\nb','start':0.1}]}", GAIT_TIME_SECONDS, GAIT_SPACE_LOCAL);
    gait_omf *omf = open_bank(bytes);
    assert_int_equal(gait_omf_take_extras(omf, 0, odd.said, odd.changes), GAIT_BAD_ARGUMENT);
    gait_omf_free(omf);
    omf = open_bank(bytes);
    assert_int_equal(gait_omf_set_version(omf, 3, true, NULL), GAIT_OK);
    assert_int_equal(gait_omf_take_extras(omf, 0, one.said, one.changes), GAIT_WOULD_LOSE);
    assert_int_equal(gait_omf_take_extras(omf, 0, one.said, GAIT_SAYS_SPEED), GAIT_OK);
    assert_true(gait_omf_motion_at(omf, 0).speed == 9);
    gait_omf_free(omf);
    free((void *)(uintptr_t)bytes.data);
    unhear(&one);
    unhear(&odd);
}

/* --- memory, and bytes that mean no good ------------------------------------------------------ */

static const char small[] =
    "{\"schema\":\"gait.extras/1\",\"skeleton\":{\"bones\":[\"root\",\"hand\"]},"
    "\"parts\":[{\"name\":\"a\",\"bones\":[\"root\"]},{\"name\":\"b\"}],"
    "\"clips\":[{\"name\":\"w\",\"animation\":\"we\",\"time_unit\":\"phase\","
    "\"phases\":[0,0.333,0.667,1],\"motion\":[1,2,3],\"playback\":{\"loop\":1,\"flags\":1,"
    "\"bone_or_part\":0,\"speed\":1},\"events\":[{\"name\":\"e\\u00e9\",\"value\":\"v\","
    "\"start\":0.5},{\"name\":\"f\",\"start\":null,\"start_s\":0.1}]}]}";

/* Everything that is done with a document. */
static gait_status use_document(const gait_options *options, gait_span json) {
    gait_skeleton *skeleton = two_bones();
    gait_clip *base_of = base_clip(skeleton, GAIT_TIME_PHASE), *clip = NULL, *said = NULL;
    gait_extras_base base = {.clip = base_of, .seconds = thirds};
    gait_extras *extras;
    uint32_t changes = 0;
    gait_status status = gait_extras_open(json, options, &extras);
    assert_int_equal(extras != NULL, status == GAIT_OK);
    for (uint32_t c = 0; status == GAIT_OK && c < gait_extras_clip_count(extras); c++) {
        const gait_extras_clip *item = gait_extras_clip_at(extras, c);
        clip = clip_of(skeleton, 4, thirds, options, &status);
        status = clip ? gait_extras_apply(extras, item, clip) : status;
        if (status == GAIT_OK) {
            status = gait_extras_compare(item, &base, options, &changes, &said);
            assert_int_equal(said != NULL, status == GAIT_OK && changes != 0);
        }
        gait_clip_free(said);
        gait_clip_free(clip);
        said = clip = NULL;
    }
    gait_extras_free(extras);
    gait_clip_free(base_of);
    gait_skeleton_free(skeleton);
    return status;
}

static gait_status use_small(const gait_options *options, void *user) {
    (void)user;
    return use_document(options, (gait_span){(const uint8_t *)small, sizeof small - 1});
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    assert_in_range(test_every_failing_allocation(use_small, NULL), 3, 100);
}

/* In a block of exactly its size. */
static void use_damaged(const uint8_t *bytes, size_t size) {
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_options options = {.diagnostics = &found};
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    gait_status status = use_document(&options, (gait_span){copy, size});
    assert_true(status == GAIT_OK || status == GAIT_CORRUPT || status == GAIT_UNSUPPORTED);
    assert_true(status == GAIT_OK || found.warnings > 0);
    assert_int_equal(found.errors, 0);
    for (uint32_t i = 0; i < found.count; i++) {
        assert_in_range(items[i].offset, 0, size);
    }
    free(copy);
}

static void damaged_bytes_do_no_harm(void **state) {
    (void)state;
    static const uint8_t values[] = {0, '"', '[', ']', '{', '}', ',', '-', '9', 'e', '\\', 0xFF};
    uint8_t bytes[sizeof small];
    memcpy(bytes, small, sizeof small);
    for (size_t at = 0; at < sizeof small - 1; at++) {
        use_damaged(bytes, at);
        for (size_t v = 0; v < sizeof values; v++) {
            bytes[at] = values[v];
            use_damaged(bytes, sizeof small - 1);
        }
        bytes[at] = (uint8_t)small[at];
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_document_is_read),
        cmocka_unit_test(what_is_not_said_is_a_default),
        cmocka_unit_test(wrong_types_are_left_out),
        cmocka_unit_test(wrong_parts_of_a_document_are_left_out),
        cmocka_unit_test(what_is_no_document_is_refused),
        cmocka_unit_test(levels_without_end_are_refused),
        cmocka_unit_test(numbers_stand_for_booleans),
        cmocka_unit_test(events_have_a_start_of_either_kind),
        cmocka_unit_test(of_a_key_that_occurs_twice_the_last_one_counts),
        cmocka_unit_test(names_are_found_as_they_are),
        cmocka_unit_test(many_events_are_read),
        cmocka_unit_test(phases_are_taken_when_they_fit),
        cmocka_unit_test(events_stand_where_they_are_said),
        cmocka_unit_test(names_are_kept_unless_they_were_changed),
        cmocka_unit_test(an_fx_keeps_its_bone),
        cmocka_unit_test(each_field_is_its_bit),
        cmocka_unit_test(an_fx_has_no_loop_to_follow),
        cmocka_unit_test(moved_events_come_in_the_unit_of_the_base),
        cmocka_unit_test(another_unit_than_the_base_has_counts_by_seconds),
        cmocka_unit_test(an_export_says_what_its_source_does),
        cmocka_unit_test(open_files_say_it_with_few_allocations),
        cmocka_unit_test(extras_are_given_once),
        cmocka_unit_test(a_plain_rtm_takes_properties_and_step),
        cmocka_unit_test(rtm_refuses_what_has_no_place),
        cmocka_unit_test(a_binarised_rtm_takes_key_stones_from_version_4_on),
        cmocka_unit_test(a_bank_takes_marks_and_playback),
        cmocka_unit_test(a_bank_takes_marks_again),
        cmocka_unit_test(an_sdk_motion_keeps_marks_without_intervals),
        cmocka_unit_test(marks_without_intervals_stay_behind_the_others),
        cmocka_unit_test(a_bank_of_version_3_has_no_marks),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(damaged_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
