/* Compares the parents recovered from the motion of real files with the true ones: of X-Ray banks,
 * whose poses become deltas with the rest pose of their model, of men, and of dogs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "corpus_files.h"
#include "gait/expert.h"
#include "test.h"
#include "base/bytes.h"
#include "joints/joint_state.h"
#include "model/affine.h"
#include "model/clip.h"

/* How a recovered parent compares with the true one. */
typedef enum outcome {
    EXACT,     /* equal */
    TURNED,    /* the joint is right, but its parent is below it */
    ROOT,      /* no parent was found */
    RIGID,     /* two of the bone and its parents move as one: the motion does not tell */
    OTHER_RIG, /* the true joint opens in this file */
    CLOSED,    /* the true joint is no tighter: a bone on one line with others */
    FALSE_PARENT,
    OUTCOMES
} outcome;

/* What one kind of files has. */
typedef struct recovery_rates {
    const char *name;
    double open;         /* a true joint with a larger gap opens, in metres */
    unsigned min_keys;   /* clips with fewer different keys are left out */
    double exact, wrong; /* limits, in percent */
    unsigned clips, bones, counts[OUTCOMES], kinds[GAIT_JOINT_PROVED + 1],
        mistakes[GAIT_JOINT_PROVED + 1];
} recovery_rates;

enum { DOGS, MEN, CREATURES, ITEMS, KINDS };
static recovery_rates seen[KINDS] = {
    {.name = "dogs", .open = 3e-4, .min_keys = 2, .exact = 91, .wrong = 0.3},
    {.name = "men", .open = 3e-4, .min_keys = 2, .exact = 79, .wrong = 1},
    {.name = "creatures", .open = 1e-3, .min_keys = 17, .exact = 82, .wrong = 0.6},
    {.name = "weapons and hands", .open = 1e-3, .min_keys = 17, .exact = 72, .wrong = 0.8}};

/* --- one clip --------------------------------------------------------------------------------- */

/* A clip of deltas, its recovered skeleton, and the true parent of each bone of the clip. */
typedef struct recovery {
    const gait_clip *clip;
    gait_recovered *found;
    gaiti_joint_figure figure; /* all pairs of bones */
    int32_t *truth;            /* -1 = a root */
    recovery_rates *rates;
} recovery;

static const gaiti_joint_pair *pair_of(const recovery *self, int32_t a, int32_t b) {
    return gaiti_joint_pair_of(&self->figure, (uint32_t)a, (uint32_t)b);
}

/* The found parent of a bone of the clip, and how it is known. */
static int32_t found_parent(const recovery *self, int32_t bone, gait_joint_kind *out_kind) {
    const gait_skeleton *skeleton = self->found->skeleton;
    int32_t at = gait_skeleton_find(skeleton, self->clip->skeleton->bones[bone].name);
    int32_t parent = skeleton->bones[at].parent;
    *out_kind = self->found->joints[at].kind;
    return parent < 0 ? -1 : gait_skeleton_find(self->clip->skeleton, skeleton->bones[parent].name);
}

static outcome compare(const recovery *self, int32_t bone, int32_t found) {
    int32_t truth = self->truth[bone];
    if (found == truth) {
        return EXACT;
    }
    if (found < 0) {
        return ROOT;
    }
    if (self->truth[found] == bone) {
        return TURNED;
    }
    const gaiti_joint_pair *stated = pair_of(self, bone, truth), *made = pair_of(self, bone, found);
    if (stated->is_rigid || made->is_rigid || pair_of(self, found, truth)->is_rigid) {
        return RIGID;
    }
    if (stated->gap > self->rates->open &&
        (self->rates->open > 5e-4 || made->gap * 3 < stated->gap)) {
        return OTHER_RIG;
    }
    return self->rates == &seen[MEN] && stated->gap < 1e-3 && made->gap < 1e-3 ? CLOSED
                                                                               : FALSE_PARENT;
}

static bool is_counted(const char *name) {
    static const char *const others[] = {"weapon", "launcher", "camera"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        for (const char *at = name; *at; at++) {
            if (strncasecmp(at, others[i], strlen(others[i])) == 0) {
                return false;
            }
        }
    }
    return true;
}

static void count_bones(recovery *self) {
    recovery_rates *rates = self->rates;
    for (int32_t b = 0; b < (int32_t)self->clip->skeleton->bone_count; b++) {
        const char *name = self->clip->skeleton->bones[b].name;
        gait_joint_kind kind;
        int32_t parent = found_parent(self, b, &kind);
        if (self->truth[b] < 0 || !is_counted(name)) {
            continue;
        }
        outcome result = compare(self, b, parent);
        rates->bones++;
        rates->counts[result]++;
        rates->kinds[kind]++;
        rates->mistakes[kind] += result == FALSE_PARENT;
    }
}

/* Measures all pairs of bones, as a recovery does. */
static void measure(recovery *self, gaiti_arena *arena) {
    gaiti_joint_keys keys;
    uint32_t count = self->clip->skeleton->bone_count;
    gaiti_arena_init(arena, NULL, 0);
    assert_int_equal(gaiti_joint_keys_read(self->clip, NULL, count, arena, &keys), GAIT_OK);
    self->figure = (gaiti_joint_figure){
        .arena = arena,
        .bone_count = count,
        .key_count = keys.key_count,
        .sums = gaiti_alloc(arena, gaiti_joint_pair_count(count), sizeof *self->figure.sums)};
    assert_non_null(self->figure.sums);
    gaiti_joint_sums_add_pairs(&keys, self->figure.sums);
    assert_true(gaiti_joint_measure_pairs(&self->figure));
}

/* Recovers the skeleton of a clip of deltas whose bones have no parents. */
static void examine(const gait_clip *clip, int32_t *truth, recovery_rates *rates) {
    recovery self = {.clip = clip, .truth = truth, .rates = rates};
    gaiti_arena arena;
    if (gait_recover_skeleton("", &clip, 1, 0, NULL, &self.found) != GAIT_OK) {
        return;
    }
    if (self.found->key_count < rates->min_keys) {
        gait_recovered_free(self.found);
        return;
    }
    measure(&self, &arena);
    rates->clips++;
    count_bones(&self);
    gaiti_arena_free(&arena);
    gait_recovered_free(self.found);
}

/* --- X-Ray ------------------------------------------------------------------------------------ */

/* A clip that stores deltas as float32. */
typedef struct delta_clip {
    gait_clip clip;
    gait_skeleton *flat; /* its bones, without parents */
    gait_track *tracks;
    uint8_t *keys; /* twelve floats per key and bone */
} delta_clip;

static void *allocate(size_t count, size_t size) {
    void *room = calloc(count + 1, size);
    assert_non_null(room);
    return room;
}

static gait_skeleton *without_parents(const gait_skeleton *skeleton, const uint32_t *bones,
                                      uint32_t count) {
    gait_bone *flat = allocate(count, sizeof *flat);
    gait_skeleton *made;
    for (uint32_t b = 0; b < count; b++) {
        flat[b] = (gait_bone){.name = skeleton->bones[bones[b]].name,
                              .parent = -1,
                              .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    }
    assert_int_equal(gaiti_skeleton_new("", flat, count, NULL, &made), GAIT_OK);
    free(flat);
    return made;
}

static void store_delta(uint8_t *to, const gait_affine *delta) {
    for (int i = 0; i < 9; i++) {
        gaiti_store_f32(to + 4 * i, (float)delta->m[i % 3][i / 3]);
    }
    for (int i = 0; i < 3; i++) {
        gaiti_store_f32(to + 36 + 4 * i, (float)delta->t[i]);
    }
}

/* The deltas of the bones of a clip that are in `bones`. */
static delta_clip make_deltas(const gait_clip *clip, const uint32_t *bones, uint32_t count) {
    const size_t stride = (size_t)48 * count;
    delta_clip self = {.flat = without_parents(clip->skeleton, bones, count),
                       .tracks = allocate(count, sizeof *self.tracks),
                       .keys = allocate(clip->frame_count, stride)};
    gait_affine *pose = allocate(clip->skeleton->bone_count, sizeof *pose);
    for (uint32_t f = 0; f < clip->frame_count; f++) {
        assert_int_equal(gait_pose_at_frame(clip, f, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, pose),
                         GAIT_OK);
        for (uint32_t b = 0; b < count; b++) {
            store_delta(self.keys + f * stride + (size_t)48 * b, &pose[bones[b]]);
        }
    }
    for (uint32_t b = 0; b < count; b++) {
        gait_channel channel = {.data = self.keys + (size_t)48 * b,
                                .count = clip->frame_count,
                                .stride = (uint32_t)stride,
                                .element = GAIT_MAT3_LE};
        self.tracks[b].rotation = channel;
        channel.data += 36;
        channel.element = GAIT_F32_LE;
        self.tracks[b].translation = channel;
    }
    free(pose);
    self.clip = (gait_clip){.name = clip->name,
                            .skeleton = self.flat,
                            .space = GAIT_SPACE_DELTA,
                            .frame_count = clip->frame_count,
                            .time = clip->time,
                            .tracks = self.tracks};
    return self;
}

/* The nearest ancestor of a bone that is one of `bones`, as an index there; -1 = none. */
static int32_t true_parent(const gait_skeleton *skeleton, const uint32_t *bones, uint32_t count,
                           uint32_t bone) {
    for (int32_t at = skeleton->bones[bone].parent; at >= 0; at = skeleton->bones[at].parent) {
        for (uint32_t b = 0; b < count; b++) {
            if (bones[b] == (uint32_t)at) {
                return (int32_t)b;
            }
        }
    }
    return -1;
}

static void examine_bank(const gait_file *bank, const gait_skeleton *skeleton,
                         recovery_rates *rates) {
    uint32_t *bones = allocate(skeleton->bone_count, sizeof *bones), count = 0;
    int32_t *truth = allocate(skeleton->bone_count, sizeof *truth);
    for (uint32_t n = 0; n < gait_file_bone_count(bank); n++) {
        gait_span name = gait_file_bone_name(bank, n);
        char text[256] = {0};
        memcpy(text, name.data, name.size < sizeof text ? name.size : sizeof text - 1);
        int32_t at = gait_skeleton_find(skeleton, text);
        if (at >= 0) {
            bones[count++] = (uint32_t)at;
        }
    }
    for (uint32_t b = 0; b < count; b++) {
        truth[b] = true_parent(skeleton, bones, count, bones[b]);
    }
    for (uint32_t c = 0; c < gait_file_clip_count(bank) && count >= 3; c++) {
        gait_clip *clip;
        if (gait_file_clip(bank, c, skeleton, NULL, &clip) == GAIT_OK) {
            delta_clip deltas = make_deltas(clip, bones, count);
            examine(&deltas.clip, truth, rates);
            gait_skeleton_free(deltas.flat);
            free(deltas.tracks);
            free(deltas.keys);
            gait_clip_free(clip);
        }
    }
    free(truth);
    free(bones);
}

/* The models of the corpus, opened. */
enum { MAX_MODELS = 256 };
static struct {
    uint32_t count;
    gait_candidate items[MAX_MODELS];
    uint8_t *bytes[MAX_MODELS];
    char *paths[MAX_MODELS];
} models;

static void add_model(const char *path, gait_span bytes) {
    gait_file *file;
    if (models.count == MAX_MODELS) {
        return;
    }
    uint8_t *copy = allocate(bytes.size, 1);
    memcpy(copy, bytes.data, bytes.size);
    if (gait_file_open((gait_span){copy, bytes.size}, path, NULL, &file) != GAIT_OK) {
        free(copy);
        return;
    }
    models.bytes[models.count] = copy;
    models.paths[models.count] = strdup(path);
    models.items[models.count] = (gait_candidate){.file = file, .path = models.paths[models.count]};
    models.count++;
}

/* The models of the mod of a bank omf/OWNER__REPOSITORY/FILE: those in ogf/OWNER__REPOSITORY. */
static uint32_t models_beside(const char *path, gait_candidate out[MAX_MODELS]) {
    size_t size = (size_t)(strrchr(path, '/') - path);
    while (size > 0 && path[size - 1] != '/') {
        size--;
    }
    const char *mod = path + size;
    size_t length = (size_t)(strrchr(path, '/') - mod) + 1;
    uint32_t count = 0;
    for (uint32_t m = 0; m < models.count; m++) {
        const char *at = strstr(models.paths[m], "/ogf/");
        if (at && strncmp(at + 5, mod, length) == 0) {
            out[count++] = models.items[m];
        }
    }
    return count;
}

/* The path of a file of the corpus from the folder `meshes` on, in `out`. */
static const char *path_in_mod(const char *path, char out[4096]) {
    const char *at = strstr(path, "meshes__");
    char *to = out;
    *to++ = '/';
    for (at = at ? at + 8 : strrchr(path, '/') + 1; *at && to < out + 4095; at++) {
        bool is_separator = at[0] == '_' && at[1] == '_';
        *to++ = is_separator ? '/' : *at;
        at += is_separator;
    }
    *to = 0;
    return out;
}

static void visit_bank(const char *path, gait_span bytes) {
    gait_candidate candidates[MAX_MODELS];
    uint32_t count = models_beside(path, candidates);
    gait_search_result *result = NULL;
    gait_file *bank;
    if (gait_file_open(bytes, path, NULL, &bank) != GAIT_OK) {
        return;
    }
    char named[4096];
    gait_search_options options = {.path = path_in_mod(path, named)};
    bool is_found = gait_skeleton_search(bank, candidates, count, &options, &result) == GAIT_OK;
    const gait_search_entry *used = gait_search_result_summary(result).used;
    if (is_found && used && used->reason == GAIT_REASON_NAMES_FILE) {
        bool is_creature = strstr(path, "monsters") != NULL;
        examine_bank(bank, gait_search_result_skeleton(result),
                     &seen[is_creature ? CREATURES : ITEMS]);
    }
    gait_search_result_free(result);
    gait_file_free(bank);
}

/* --- plain RTM -------------------------------------------------------------------------------- */

static gait_skeleton *man, *dog;

/* The true parent of a bone of a dog, which the config states, or the anatomy where the config
 * lacks the bone or contradicts the motion. */
static int32_t parent_of_dog(const gait_skeleton *flat, const char *name) {
    static const char *const known[][2] = {{"RigNeck1", "RigChest"},
                                           {"RigLFLeg1", "RigLFLegCollarbone"},
                                           {"RigRFLeg1", "RigRFLegCollarbone"},
                                           {"RigRFLegCollarbone", "RigChest"},
                                           {"RigLShoulderBlade", "RigChest"},
                                           {"RigRShoulderBlade", "RigChest"},
                                           {"RigLEyelid1", "RigHead"},
                                           {"RigREyelid1", "RigHead"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcasecmp(known[i][0], name) == 0) {
            return gait_skeleton_find(flat, known[i][1]);
        }
    }
    int32_t bone = dog ? gait_skeleton_find(dog, name) : -1;
    int32_t parent = bone >= 0 ? dog->bones[bone].parent : -1;
    return parent >= 0 ? gait_skeleton_find(flat, dog->bones[parent].name) : -1;
}

/* The nearest ancestor in the skeleton of the game that the file has. */
static int32_t parent_of_man(const gait_skeleton *flat, const char *name) {
    int32_t at = gait_skeleton_find(man, name), found = -1;
    for (at = at >= 0 ? man->bones[at].parent : -1; at >= 0 && found < 0;
         at = man->bones[at].parent) {
        found = gait_skeleton_find(flat, man->bones[at].name);
    }
    return found;
}

static void read_dog(const char *path, gait_span bytes) {
    gait_file *file;
    if (dog || !strstr(path, "MFR_Dogs") ||
        gait_file_open(bytes, "model.cfg", NULL, &file) != GAIT_OK) {
        return;
    }
    (void)gait_file_skeleton(file, NULL, &dog);
    gait_file_free(file);
}

/* The largest gap of a joint half way between two keys of the dogs, in metres. */
static double half_way_gap;

static double gap_of_pose(const gait_skeleton *skeleton, const gait_affine *deltas) {
    double worst = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const double *at = skeleton->rest_model[b].t;
        int32_t parent = skeleton->bones[b].parent;
        const gait_affine *own = &deltas[b], *other = &deltas[parent >= 0 ? parent : (int32_t)b];
        double gap[3];
        for (int r = 0; r < 3; r++) {
            const double turned[3] = {own->m[r][0] - other->m[r][0], own->m[r][1] - other->m[r][1],
                                      own->m[r][2] - other->m[r][2]};
            gap[r] = gaiti_vector_dot(turned, at) + own->t[r] - other->t[r];
        }
        worst = gaiti_vector_length(gap) > worst ? gaiti_vector_length(gap) : worst;
    }
    return worst;
}

/* Measures the joints between the keys, on the skeleton that is used for the file. */
static void measure_half_way(const gait_file *file) {
    const gait_search_options options = {.from_motion = true};
    const double most_metres = 10; /* from the origin; one file is in centimetres */
    gait_search_result *result;
    gait_clip *clip = NULL;
    assert_int_equal(gait_skeleton_search(file, NULL, 0, &options, &result), GAIT_OK);
    const gait_skeleton *skeleton = gait_search_result_skeleton(result);
    assert_int_equal(gait_file_clip(file, 0, skeleton, NULL, &clip), GAIT_OK);
    gait_affine *pose = allocate(skeleton->bone_count, sizeof *pose);
    gait_affine *work = allocate(skeleton->bone_count, sizeof *work);
    for (uint32_t f = 1; f < clip->frame_count; f++) {
        double time = ((double)clip->time[f - 1] + (double)clip->time[f]) / 2;
        assert_int_equal(
            gait_pose_at_time(clip, time, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, pose, work), GAIT_OK);
        double gap = gap_of_pose(skeleton, pose);
        bool is_in_metres = gaiti_vector_length(skeleton->rest_model[0].t) < most_metres;
        half_way_gap = is_in_metres && gap > half_way_gap ? gap : half_way_gap;
    }
    free(work);
    free(pose);
    gait_clip_free(clip);
    gait_search_result_free(result);
}

static void visit_plain(const char *path, gait_span bytes) {
    gait_file *file;
    gait_skeleton *flat = NULL;
    gait_clip *clip = NULL;
    if (gait_file_open(bytes, path, NULL, &file) != GAIT_OK) {
        return;
    }
    if (gait_file_format(file) == GAIT_FORMAT_RTM &&
        gait_file_bind_skeleton(file, NULL, NULL, &flat) == GAIT_OK &&
        gait_file_clip(file, 0, flat, NULL, &clip) == GAIT_OK) {
        bool is_dog = gait_skeleton_find(flat, "RigPelvis") >= 0;
        bool is_man = gait_skeleton_find(flat, "LeftForeArm") >= 0;
        int32_t *truth = allocate(flat->bone_count, sizeof *truth);
        for (uint32_t b = 0; b < flat->bone_count; b++) {
            truth[b] = is_dog ? parent_of_dog(flat, flat->bones[b].name)
                              : parent_of_man(flat, flat->bones[b].name);
        }
        if (is_dog || is_man) {
            examine(clip, truth, &seen[is_dog ? DOGS : MEN]);
        }
        if (is_dog) {
            measure_half_way(file);
        }
        free(truth);
    }
    gait_clip_free(clip);
    gait_skeleton_free(flat);
    gait_file_free(file);
}

/* --- results ---------------------------------------------------------------------------------- */

static double percent(unsigned part, unsigned all) {
    return all > 0 ? 100.0 * part / all : 0;
}

static void print_rates(const recovery_rates *self) {
    static const char *const names[OUTCOMES] = {"exact",     "turned", "root", "rigid",
                                                "other rig", "closed", "false"};
    print_message("%s: %u clips, %u bones:", self->name, self->clips, self->bones);
    for (int o = 0; o < OUTCOMES; o++) {
        print_message(" %s %.1f", names[o], percent(self->counts[o], self->bones));
    }
    print_message("; false of proved %.1f (of %u), of held %.1f (%u), of rigid %.1f (%u)\n",
                  percent(self->mistakes[GAIT_JOINT_PROVED], self->kinds[GAIT_JOINT_PROVED]),
                  self->kinds[GAIT_JOINT_PROVED],
                  percent(self->mistakes[GAIT_JOINT_HELD], self->kinds[GAIT_JOINT_HELD]),
                  self->kinds[GAIT_JOINT_HELD],
                  percent(self->mistakes[GAIT_JOINT_RIGID], self->kinds[GAIT_JOINT_RIGID]),
                  self->kinds[GAIT_JOINT_RIGID]);
}

static void most_parents_are_the_true_ones(void **state) {
    enum { MIN_CLIPS = 10 };
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        const recovery_rates *rates = &seen[k];
        print_rates(rates);
        if (rates->clips >= MIN_CLIPS) {
            assert_true(percent(rates->counts[EXACT], rates->bones) >= rates->exact);
            assert_true(percent(rates->counts[FALSE_PARENT], rates->bones) <= rates->wrong);
        }
    }
    assert_int_equal(seen[DOGS].mistakes[GAIT_JOINT_PROVED], 0);
}

static void joints_stay_closed_between_the_keys(void **state) {
    (void)state;
    print_message("dogs: at most %.3f mm half way between two keys\n", half_way_gap * 1000);
    assert_true(half_way_gap < 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(most_parents_are_the_true_ones),
                                       cmocka_unit_test(joints_stay_closed_between_the_keys)};
    const char *corpus = corpus_folder();
    char beside[4096];
    if (!corpus) {
        return CORPUS_SKIPPED;
    }
    snprintf(beside, sizeof beside, "%s/../found/rigs/dogs", corpus);
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    if (!corpus_each(".cfg", read_dog) || !corpus_each(".ogf", add_model) ||
        !corpus_each(".rtm", visit_plain) || !corpus_each(".omf", visit_bank)) {
        return CORPUS_SKIPPED;
    }
    (void)corpus_each_below(beside, ".rtm", visit_plain);
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    for (uint32_t m = 0; m < models.count; m++) {
        gait_file_free((gait_file *)(uintptr_t)models.items[m].file);
        free(models.bytes[m]);
        free(models.paths[m]);
    }
    gait_skeleton_free(dog);
    gait_skeleton_free(man);
    return result;
}
