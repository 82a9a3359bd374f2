/* Tests reading of metadata documents (extras.gait), valid and invalid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "gait/metadata.h"
#include "metadata_documents.h"
#include "test.h"
#include "metadata/metadata_state.h"

static void assert_rule(const opened_metadata *made, const char *rule) {
    if (!rule) {
        assert_int_equal(made->found.count, 0);
        return;
    }
    assert_int_equal(made->found.count, 1);
    assert_string_equal(made->items[0].rule->id, rule);
}

TEST(a_whole_document_is_read) {
    opened_metadata *made = metadata_from_json(
        "{'schema':'gait.extras/1','generator':'x','source':{'format':null},'new':[{'a':[]}],"
        "'skeleton':{'name':'s','bones':['root','\\u0440\\u0443\\u043a\\u0430']},"
        "'parts':[{'name':'legs','bones':['root']},{'name':'none'}],"
        "'clips':[{'name':'w\\u00e9','animation':'we','frames':3,'time_unit':'phase',"
        "'phases':[0,0.5,1],'motion':[-1,0,2.5],'playback':{'loop':false,'flags':4294967295,"
        "'bone_or_part':65535,'speed':0.5,'power':3,'accrue':4,'falloff':5},"
        "'events':[{'name':'a','value':'b','start':0.25,'end':0.75,'start_s':1,'end_s':2,'z':1}]"
        "},{}]}");
    const gait_metadata *extras = made->extras;
    assert_int_equal(made->status, GAIT_OK);
    assert_rule(made, NULL);
    assert_int_equal(gaiti_metadata_bone_count(extras), 2);
    assert_string_equal(gaiti_metadata_bone(extras, 1), "\xD1\x80\xD1\x83\xD0\xBA\xD0\xB0");
    assert_int_equal(gait_metadata_part_count(extras), 2);
    assert_string_equal(gait_metadata_part_name(extras, 0), "legs");
    assert_int_equal(gait_metadata_part_bone_count(extras, 0), 1);
    assert_string_equal(gait_metadata_part_bone(extras, 0, 0), "root");
    assert_int_equal(gait_metadata_part_bone_count(extras, 1), 0);
    assert_int_equal(gait_metadata_clip_count(extras), 2);
    const gait_metadata_clip *clip = gait_metadata_clip_at(extras, 0);
    assert_ptr_equal(gaiti_metadata_find(extras, "we"), clip);
    assert_null(gaiti_metadata_find(extras, "other"));
    assert_string_equal(clip->name, "w\xC3\xA9");
    assert_int_equal(clip->fields, 0x1FF);
    assert_int_equal(clip->time_unit, GAIT_TIME_PHASE);
    assert_int_equal(clip->time_count, 3);
    assert_true(clip->times[1] == 0.5F && clip->root_motion[0] == -1 &&
                clip->root_motion[2] == 2.5F);
    const gait_playback *playback = &clip->playback;
    assert_true(playback->known && !playback->loop && playback->flags == UINT32_MAX);
    assert_true(playback->bone_or_part == 0xFFFF && playback->speed == 0.5F);
    assert_true(playback->power == 3 && playback->accrue == 4 && playback->falloff == 5);
    assert_int_equal(clip->event_count, 1);
    const gait_metadata_event *event = &clip->events[0];
    assert_string_equal(event->name, "a");
    assert_string_equal(event->value, "b");
    assert_true(event->start == 0.25 && event->end == 0.75);
    assert_true(event->start_s == 1 && event->end_s == 2);
    opened_metadata_free(made);
}

TEST(missing_values_have_defaults) {
    static const char *const items[] = {
        "{}",
        "{'name':null,'animation':null,'time_unit':null,'phases':null,'times':null,'motion':null,"
        "'playback':null,'events':null,'unknown':{'deep':[1,{}]}}"};
    for (size_t i = 0; i < 2; i++) {
        opened_metadata *made = metadata_from_item(items[i]);
        const gait_metadata_clip *clip = only_clip_metadata(made);
        assert_rule(made, NULL);
        assert_null(clip->name);
        assert_null(clip->animation);
        assert_int_equal(clip->fields, 0);
        assert_int_equal(clip->time_count, 0);
        assert_int_equal(clip->event_count, 0);
        assert_false(clip->playback.known);
        assert_int_equal(clip->playback.bone_or_part, 0xFFFF);
        assert_true(clip->playback.speed == 1 && clip->playback.power == 1);
        assert_true(clip->playback.accrue == 2 && clip->playback.falloff == 2);
        opened_metadata_free(made);
    }
}

/* A value of the wrong type is ignored, and the values after it are still read. */
TEST(values_of_wrong_types_are_ignored) {
    static const struct {
        const char *json;
        uint32_t fields;
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
        {"'playback':{'power':-1e39,'accrue':3}", GAIT_META_ACCRUE},
        {"'playback':{'accrue':[[]],'falloff':3}", GAIT_META_FALLOFF},
        {"'playback':{'falloff':{'a':1},'loop':true}", GAIT_META_LOOP},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char item[256];
        snprintf(item, sizeof item, "{%s,'unit':0,'playback':{'speed':7}}", wrong[i].json);
        opened_metadata *made = metadata_from_item(item);
        const gait_metadata_clip *clip = only_clip_metadata(made);
        assert_rule(made, "GLR082");
        assert_null(strpbrk(made->items[0].text, "{}"));
        assert_true(clip->playback.speed == 7);
        assert_int_equal(clip->fields, wrong[i].fields | GAIT_META_SPEED);
        assert_null(clip->name);
        opened_metadata_free(made);
    }
}

TEST(malformed_document_parts_are_ignored) {
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
        opened_metadata *made = metadata_from_json(json);
        assert_int_equal(made->status, GAIT_OK);
        assert_rule(made, "GLR082");
        assert_int_equal(gait_metadata_part_count(made->extras), 0);
        assert_int_equal(gaiti_metadata_bone_count(made->extras), 0);
        assert_int_equal(gait_metadata_clip_count(made->extras), 0);
        opened_metadata_free(made);
    }
}

TEST(invalid_documents_are_refused) {
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
        opened_metadata *made = metadata_from_json(bad[i].json);
        assert_int_equal(made->status, bad[i].status);
        assert_null(made->extras);
        assert_rule(made, bad[i].rule);
        assert_in_range(made->items[0].offset, 0, strlen(bad[i].json));
        opened_metadata_free(made);
    }
}

TEST(excessive_nesting_is_refused) {
    char json[METADATA_TEXT] = "{'schema':'gait.extras/1','x':";
    memset(json + strlen(json), '[', 1000);
    opened_metadata *made = metadata_from_json(json);
    assert_int_equal(made->status, GAIT_CORRUPT);
    opened_metadata_free(made);
}

/* Blender converts booleans to numbers, and may write integers as 2.0. */
TEST(numbers_are_accepted_as_booleans) {
    static const char *const yes[] = {"true", "1", "1.0", "-2"}, *const no[] = {"false", "0"};
    for (size_t i = 0; i < 6; i++) {
        char item[128];
        snprintf(item, sizeof item, "{'playback':{'loop':%s,'flags':2.0}}",
                 i < 4 ? yes[i] : no[i - 4]);
        opened_metadata *made = metadata_from_item(item);
        assert_rule(made, NULL);
        assert_int_equal(only_clip_metadata(made)->playback.loop, i < 4);
        assert_int_equal(only_clip_metadata(made)->playback.flags, 2);
        opened_metadata_free(made);
    }
}

TEST(events_may_use_start_or_start_s) {
    opened_metadata *made = metadata_from_item("{'events':[{'name':'a','start':2},"
                                               "{'name':'b','start':null,'end':null,'start_s':3},"
                                               "{'name':'c','start_s':3,'end_s':4,'value':null},"
                                               "{'name':'d','start':1,'end':null,'end_s':4}]}");
    const gait_metadata_clip *clip = only_clip_metadata(made);
    assert_rule(made, NULL);
    assert_int_equal(clip->event_count, 4);
    assert_true(clip->events[0].end == 2 && isnan(clip->events[0].end_s));
    assert_true(isnan(clip->events[1].start) && clip->events[1].end_s == 3);
    assert_true(clip->events[2].end_s == 4);
    assert_string_equal(clip->events[2].value, "");
    assert_true(isnan(clip->events[3].end) && clip->events[3].end_s == 4);
    opened_metadata_free(made);
}

TEST(the_last_of_duplicate_keys_is_used) {
    opened_metadata *made = metadata_from_json(
        "{'schema':'gait.extras/1','parts':[{'name':'a'},{'name':'b'}],"
        "'parts':[{'name':'c','bones':['x','y'],'bones':['z']}],"
        "'skeleton':{'bones':['a','b'],'bones':['c']},"
        "'clips':[{},{}],'clips':[{'events':[{'name':'a','start':0}],'events':[],"
        "'motion':[1,2,3],'motion':[4,5,6]}]}");
    assert_rule(made, NULL);
    assert_int_equal(gait_metadata_part_count(made->extras), 1);
    assert_string_equal(gait_metadata_part_name(made->extras, 0), "c");
    assert_int_equal(gait_metadata_part_bone_count(made->extras, 0), 1);
    assert_int_equal(gaiti_metadata_bone_count(made->extras), 1);
    assert_int_equal(only_clip_metadata(made)->event_count, 0);
    assert_true(only_clip_metadata(made)->root_motion[0] == 4);
    opened_metadata_free(made);
    made = metadata_from_item("{'events':[{'name':'a','start':0}],'events':[7]}");
    assert_rule(made, "GLR082");
    assert_int_equal(only_clip_metadata(made)->fields, 0);
    opened_metadata_free(made);
}

TEST(name_lookup_is_case_sensitive) {
    opened_metadata *made =
        metadata_from_json("{'schema':'gait.extras/1','clips':[{'animation':'walk'},"
                           "{'animation':'Walk'},{'animation':'walk'},{'name':'run'},{},"
                           "{'animation':'a\\u0000b'}]}");
    const gait_metadata *extras = made->extras;
    assert_ptr_equal(gaiti_metadata_find(extras, "walk"), gait_metadata_clip_at(extras, 0));
    assert_ptr_equal(gaiti_metadata_find(extras, "Walk"), gait_metadata_clip_at(extras, 1));
    assert_ptr_equal(gaiti_metadata_find(extras, "run"), gait_metadata_clip_at(extras, 3));
    assert_ptr_equal(gaiti_metadata_find(extras, "a"), gait_metadata_clip_at(extras, 5));
    assert_null(gaiti_metadata_find(extras, "WALK"));
    assert_null(gaiti_metadata_find(extras, ""));
    opened_metadata_free(made);
}

/* Time and memory are linear in the number of events: 100,000 events need less than a million
 * allocations. */
TEST(many_events_are_read) {
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
    gait_metadata *extras;
    assert_int_equal(
        gait_metadata_open((gait_span){(const uint8_t *)json, size}, &options, &extras), GAIT_OK);
    const gait_metadata_clip *clip = gait_metadata_clip_at(extras, 0);
    assert_int_equal(clip->event_count, EVENTS);
    assert_string_equal(clip->events[EVENTS - 1].name, "e99999");
    assert_in_range(allocator.allocations, 1, 100);
    assert_in_range(allocator.live_bytes, 1, (uint64_t)EVENTS * 320);
    gait_metadata_free(extras);
    free(json);
}

/* --- memory, and damaged documents ------------------------------------------------------------ */

static const char small[] =
    "{\"schema\":\"gait.extras/1\",\"skeleton\":{\"bones\":[\"root\",\"hand\"]},"
    "\"parts\":[{\"name\":\"a\",\"bones\":[\"root\"]},{\"name\":\"b\"}],"
    "\"clips\":[{\"name\":\"w\",\"animation\":\"we\",\"time_unit\":\"phase\","
    "\"phases\":[0,0.333,0.667,1],\"motion\":[1,2,3],\"playback\":{\"loop\":1,\"flags\":1,"
    "\"bone_or_part\":0,\"speed\":1},\"events\":[{\"name\":\"e\\u00e9\",\"value\":\"v\","
    "\"start\":0.5},{\"name\":\"f\",\"start\":null,\"start_s\":0.1}]}]}";

/* Runs all operations on a document. */
static gait_status use_document(const gait_options *options, gait_span json) {
    gait_skeleton *skeleton = two_bones();
    gait_clip *base_of = base_clip_with_metadata(skeleton, GAIT_TIME_PHASE), *clip = NULL,
              *diagnostics = NULL;
    gaiti_metadata_base base = {.clip = base_of, .seconds = thirds};
    gait_metadata *extras;
    uint32_t changes = 0;
    gait_status status = gait_metadata_open(json, options, &extras);
    assert_int_equal(extras != NULL, status == GAIT_OK);
    for (uint32_t c = 0; status == GAIT_OK && c < gait_metadata_clip_count(extras); c++) {
        const gait_metadata_clip *item = gait_metadata_clip_at(extras, c);
        clip = clip_without_keys(skeleton, 4, thirds, options, &status);
        status = clip ? gaiti_metadata_apply(extras, item, clip) : status;
        if (status == GAIT_OK) {
            status = gaiti_metadata_compare(item, &base, options, &changes, &diagnostics);
            assert_int_equal(diagnostics != NULL, status == GAIT_OK && changes != 0);
        }
        gait_clip_free(diagnostics);
        gait_clip_free(clip);
        diagnostics = clip = NULL;
    }
    gait_metadata_free(extras);
    gait_clip_free(base_of);
    gait_skeleton_free(skeleton);
    return status;
}

static gait_status use_small(const gait_options *options, void *user) {
    (void)user;
    return use_document(options, (gait_span){(const uint8_t *)small, sizeof small - 1});
}

TEST(every_allocation_may_fail) {
    assert_in_range(test_every_failing_allocation(use_small, NULL), 3, 100);
}

/* Copies the bytes to a block of the exact size, so that sanitizers detect reads past its end. */
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

TEST(damaged_documents_are_read_or_refused) {
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
