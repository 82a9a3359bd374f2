#include "wrong.h"

#include <stdlib.h>
#include <string.h>

#include "formats/xray/omf/omf.h"
#include "test.h"

char wrong_place;
const gait_convert_options wrong_to_gltf = {.target = GAIT_FORMAT_GLTF};

enum { MOST_FILES = 32, ROOMS = 4, ROOM = 1 << 15, BONES = 256, FILLING = 0x77 };

typedef struct opened_file {
    const char *path;
    bool is_part;
    test_file file;
} opened_file;

static struct {
    opened_file files[MOST_FILES];
    size_t count;
    gait_buffer buffer;
    gait_skeleton *tree;
    gait_reader reader;
    gait_edited_file *edited;
    gait_omf *omf;
    gait_sampler_memory memory;
    const gait_sampler *sampler;
} now;

static gait_status wrong_read(void *user, uint64_t offset, void *out, size_t size) {
    const gait_span *bytes = user;
    if (offset > bytes->size || size > bytes->size - offset) {
        return GAIT_TRUNCATED;
    }
    memcpy(out, bytes->data + offset, size);
    return GAIT_OK;
}

static test_file open_skeleton(const char *path) {
    test_file self = {.bytes = test_fixture_bytes(path)};
    gait_reader reader = {.read = wrong_read, .user = &self.bytes, .size = self.bytes.size};
    assert_int_equal(gait_file_open_reader(&reader, path, GAIT_OPEN_SKELETON, NULL, &self.file),
                     GAIT_OK);
    return self;
}

static test_file open_export(const gait_file *file) {
    test_file self = {0};
    gait_conversion *conversion;
    gait_output output;
    assert_int_equal(gait_convert_begin(file, &wrong_to_gltf, &conversion), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    const gait_output_file *glb = &output.files[0];
    uint8_t *bytes = malloc((size_t)glb->size);
    assert_non_null(bytes);
    for (uint32_t p = 0; p < glb->part_count; p++) {
        memcpy(bytes + self.bytes.size, glb->parts[p].data, glb->parts[p].size);
        self.bytes.size += glb->parts[p].size;
    }
    self.bytes.data = bytes;
    gait_conversion_free(conversion);
    assert_int_equal(gait_file_open(self.bytes, "exported.glb", NULL, &self.file), GAIT_OK);
    return self;
}

static const test_file *open_once(const char *path, bool is_part) {
    static const char export[] = "export:";
    for (size_t i = 0; i < now.count; i++) {
        if (now.files[i].is_part == is_part && strcmp(now.files[i].path, path) == 0) {
            return &now.files[i].file;
        }
    }
    test_file file = is_part ? open_skeleton(path)
                     : strncmp(path, export, sizeof export - 1) == 0
                         ? open_export(wrong_file(path + sizeof export - 1))
                         : test_open(path);
    assert_in_range(now.count, 0, MOST_FILES - 1);
    now.files[now.count] = (opened_file){path, is_part, file};
    return &now.files[now.count++].file;
}

const gait_file *wrong_file(const char *path) {
    return open_once(path, false)->file;
}

gait_span wrong_bytes(const char *path) {
    return open_once(path, false)->bytes;
}

const gait_file *wrong_skeleton_of(const char *path) {
    return open_once(path, true)->file;
}

const gait_reader *wrong_reader(const char *path) {
    const test_file *file = open_once(path, false);
    now.reader = (gait_reader){
        .read = wrong_read, .user = (void *)(uintptr_t)&file->bytes, .size = file->bytes.size};
    return &now.reader;
}

const gait_skeleton *wrong_tree(const char *path) {
    bool has_names_only = strstr(path, "stalker.omf") != NULL;
    if (has_names_only && !now.tree) {
        assert_int_equal(gait_builtin_skeleton("xray-stalker", NULL, &now.tree), GAIT_OK);
    }
    return has_names_only ? now.tree : NULL;
}

int wrong_release(void **state) {
    (void)state;
    free(now.memory.block);
    free(now.memory.work);
    gait_buffer_free(&now.buffer);
    gait_skeleton_free(now.tree);
    gait_edited_file_free(now.edited);
    gait_omf_free(now.omf);
    for (size_t i = 0; i < now.count; i++) {
        test_close(&now.files[i].file);
    }
    memset(&now, 0, sizeof now);
    return 0;
}

static union {
    max_align_t aligned;
    uint8_t bytes[ROOM];
} rooms[ROOMS];

void *wrong_room(unsigned index) {
    assert_in_range(index, 0, ROOMS - 1);
    return &rooms[index];
}

void wrong_fill(unsigned index) {
    memset(rooms[index].bytes, FILLING, ROOM);
}

void wrong_kept(unsigned index) {
    for (size_t i = 0; i < ROOM; i++) {
        assert_int_equal(rooms[index].bytes[i], FILLING);
    }
    memset(rooms[index].bytes, 0, ROOM);
}

void wrong_cleared(unsigned index) {
    uint8_t zeros[4] = {0};
    assert_memory_equal(rooms[index].bytes, zeros, sizeof zeros);
    memset(rooms[index].bytes, 0, ROOM);
}

gait_buffer *wrong_buffer(void) {
    gait_buffer_free(&now.buffer);
    return &now.buffer;
}

const float *wrong_identities(void) {
    static float matrices[BONES][16];
    for (int bone = 0; bone < BONES; bone++) {
        for (int i = 0; i < 4; i++) {
            matrices[bone][i * 5] = 1;
        }
    }
    return matrices[0];
}

const gait_clip *wrong_empty(const gait_clip *clip) {
    static gait_clip empty;
    empty = *clip;
    empty.frame_count = 0;
    return &empty;
}

const gaiti_bone_change *wrong_bone_changes(void) {
    static const gaiti_bone_change changes[BONES];
    return changes;
}

const gait_sampler_memory *wrong_memory(const gait_clip *clip) {
    if (!now.memory.block) {
        assert_int_equal(gait_sampler_measure(clip, &now.memory), GAIT_OK);
        now.memory.block = malloc(now.memory.size);
        now.memory.work = malloc(now.memory.work_size ? now.memory.work_size : 1);
        assert_true(now.memory.block && now.memory.work);
    }
    return &now.memory;
}

const gait_sampler *wrong_sampler(const gait_clip *clip) {
    const gait_sampler_memory *memory = wrong_memory(clip);
    assert_int_equal(gait_sampler_init(clip, GAIT_AXES_ENGINE, memory, &now.sampler), GAIT_OK);
    return now.sampler;
}

gait_edited_file *wrong_host_edited(const gait_host *host) {
    if (!now.edited) {
        assert_int_equal(gait_host_edited_new(host, NULL, 0, NULL, &now.edited), GAIT_OK);
    }
    return now.edited;
}

gait_omf *wrong_new_omf(void) {
    if (!now.omf) {
        assert_int_equal(gaiti_omf_new(4, NULL, &now.omf), GAIT_OK);
        assert_int_equal(gaiti_omf_add_part(now.omf, wrong_name), GAIT_OK);
        assert_int_equal(gaiti_omf_add_bone(now.omf, wrong_name, 0), GAIT_OK);
    }
    return now.omf;
}

void wrong_end_search(gait_search *search) {
    (void)gait_search_end(search, NULL);
}

bool wrong_visit(void *user, const gait_field *field) {
    (void)user;
    return field->name != NULL;
}
