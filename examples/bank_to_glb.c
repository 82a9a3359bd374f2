/* Converts each clip of a bank to a GLB of its own: bank_to_glb BANK.omf FOLDER [MODEL.ogf] */
#include "example.h"

/* Ends the program with the reason when the conversion failed. */
static void check_conversion(const gait_conversion *conversion, gait_status status) {
    gait_convert_problem problem = gait_convert_what_failed(conversion);
    if (problem.rule) {
        fail("conversion", problem.rule->summary);
    }
    check(status, "conversion");
}

/* FOLDER/{clip}.glb, which the caller frees. */
static char *output_pattern(const char *folder) {
    size_t size = strlen(folder) + sizeof "/{clip}.glb";
    char *pattern = allocate(size, 1);
    snprintf(pattern, size, "%s/{clip}.glb", folder);
    return pattern;
}

static void write_output(const gait_output *output) {
    for (uint32_t i = output->file_count; i-- > 0;) {
        const gait_output_file *file = &output->files[i];
        write_file(file->name, file->parts, file->part_count);
        printf("%s: %u frames, %u bones, %llu bytes\n", file->name, (unsigned)output->frame_count,
               (unsigned)output->bone_count, (unsigned long long)file->size);
    }
}

int main(int argc, char **argv) {
    check_usage(argc == 3 || argc == 4, "bank_to_glb BANK.omf FOLDER [MODEL.ogf]");
    opened_file bank = open_file(argv[1]), model = open_file(argv[3]);
    gait_candidate candidate = {.file = model.file, .path = argv[3]};
    gait_search_result *search = NULL;
    check(gait_skeleton_search(bank.file, &candidate, argc == 4, NULL, &search), "skeleton");
    char *pattern = output_pattern(argv[2]);
    gait_conversion *conversion = NULL;
    gait_convert_options options = {.target = GAIT_FORMAT_GLTF,
                                    .name = pattern,
                                    .skeleton = gait_search_result_skeleton(search),
                                    .refused = &conversion}; /* for the reason of a failure */
    gait_status status = gait_convert_begin(bank.file, &options, &conversion);
    check_conversion(conversion, status);
    gait_output output;
    while ((status = gait_convert_next(conversion, &output)) == GAIT_OK) {
        write_output(&output); /* only one output is in memory */
    }
    check_conversion(conversion, status == GAIT_NOT_FOUND ? GAIT_OK : status); /* the end */
    gait_conversion_free(conversion);
    free(pattern);
    gait_search_result_free(search);
    close_file(model);
    close_file(bank);
}
