/* gait convert: converts a file to another format. */
#include "cmd/command.h"

#include <stdlib.h>

#include "batch/batch.h"
#include "convert/convert.h"
#include "base/base.h"
#include "skeleton/skeleton.h"

static const option convert_table[] = {
    {"to", 0, OPTION_TEXT, "FORMAT", offsetof(convert_options, to),
     "format of OUT, if its extension does not determine it"},
    {"clip", 0, OPTION_LIST, "NAME", offsetof(convert_options, clips),
     "convert only these clips; * matches any text, ? matches one character"},
    {"skeleton", 0, OPTION_LIST, "SKELETON", offsetof(convert_options, skeletons), SKELETON_HELP},
    OPTIONS_SEARCH(convert_options),
    {"base", 0, OPTION_TEXT, "FILE", offsetof(convert_options, base),
     "the file that IN was made from; unchanged parts keep the bytes of FILE. For a bank to .ogf: "
     "the model that gets the bank"},
    {"add-new", 0, OPTION_FLAG, NULL, offsetof(convert_options, add_new),
     "with --base: add clips that are only in the edited file"},
    {"drop-missing", 0, OPTION_FLAG, NULL, offsetof(convert_options, drop_missing),
     "with --base: remove clips that are not in the edited file"},
    {"tolerance", 0, OPTION_LIST, "LIMIT", offsetof(convert_options, tolerances),
     "maximum error per key, such as 0.1mm or 0.02deg; for clips to .omf, and for an edited glTF "
     "with --base"},
    {"salvage", 0, OPTION_FLAG, NULL, offsetof(convert_options, salvage),
     "for a damaged .omf: write the complete motions before the damage to a new .omf"},
    {"format-version", 0, OPTION_COUNT, "N", offsetof(convert_options, version),
     "version of OUT: BMTR 2 to 5, OMF 3 or 4, SKL and SKLS 6 or 7; default: the newest"},
    {"missing-bones", 0, OPTION_CHOICE, "auto|refuse|leave-out",
     offsetof(convert_options, missing_bones),
     "for bones that no skeleton has: refuse (default for a bank) or leave them out (default for a "
     "plain RTM to BMTR)"},
    {"lossy", 0, OPTION_FLAG, NULL, offsetof(convert_options, library.is_lossy),
     "write OUT even if games would play it differently due to losses"},
    {"sidecar", 0, OPTION_FLAG, NULL, offsetof(convert_options, library.has_sidecar),
     "for glTF: also write the metadata to NAME.gait.json next to OUT"},
    {"no-mesh", 0, OPTION_FLAG, NULL, offsetof(convert_options, library.no_mesh),
     "for glTF: leave out the mesh of the model; write the shapes of the bones"},
    {"output", 'o', OPTION_TEXT, "OUT", offsetof(convert_options, output),
     "write OUT; every operand is an input. Two inputs, first-person hands and the item that they "
     "hold, become one scene in a glTF"},
    {"anchor", 0, OPTION_TEXT, "BONE", offsetof(convert_options, item.anchor),
     "bone of the hands that holds the item"},
    {"item-position", 0, OPTION_TEXT, "X,Y,Z", offsetof(convert_options, item_position),
     "item_position in the .ltx of the mod, in metres"},
    {"item-orientation", 0, OPTION_TEXT, "H,P,B", offsetof(convert_options, item_orientation),
     "item_orientation in the .ltx of the mod, in degrees"},
    {"ltx", 0, OPTION_TEXT, "FILE:SECTION", offsetof(convert_options, ltx),
     "section of the item in an .ltx of the mod: its values for the three options above"},
    {"item-clip", 0, OPTION_TEXT, "NAME", offsetof(convert_options, item.clip),
     "clip of the item that plays with every clip of the hands; default: the one with the same "
     "name, else idle"},
    {"item-skeleton", 0, OPTION_LIST, "SKELETON", offsetof(convert_options, item_skeletons),
     "skeleton of the item: an .ogf or a glTF"},
    {"fps", 0, OPTION_FPS, "N", offsetof(convert_options, library.fps),
     "for RTM to glTF or BVH: frames per second on which keys are"},
    {"duration", 0, OPTION_DURATION, "S", offsetof(convert_options, library.duration_s),
     "for RTM to glTF or BVH: the clip lasts S seconds; default: as in the configs of the mod"},
    OPTIONS_STATE(convert_options),
    OPTIONS_BATCH(convert_options),
    {"force", 'f', OPTION_FLAG, NULL, offsetof(convert_options, force), "overwrite OUT"},
    {"dry-run", 0, OPTION_FLAG, NULL, offsetof(convert_options, dry_run),
     "do everything except write files"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(convert_options, json),
     "print JSON: for an edited glTF with --base gait.roundtrip/1, with --out gait.batch/1"},
    OPTIONS_OF_FILES(convert_options, "print how the skeleton was found; print notes"),
};

/* `item` may be NULL. */
static int convert_one(const convert_options *options, const char *in, const char *item,
                       const char *out) {
    conversion job = {.options = options, .item = item};
    TRY(convert_read_options(options, &job.library));
    job.library.name = out;
    convert_warn_of_braces(out);
    job.in = source_new();
    job.durations = mod_durations_new(&options->state);
    int code = convert_file(&job, in);
    mod_durations_free(job.durations);
    source_free(job.in);
    return code;
}

/* --- many files ------------------------------------------------------------------------------- */

typedef struct convert_batch {
    const convert_options *options;
    gait_convert_options library;
    const char *extension;
    mod_durations *durations;
} convert_batch;

static int convert_item(void *user, batch_file *file) {
    const convert_batch *run = user;
    convert_options options = *run->options;
    char *base =
        options.base ? batch_pattern_expand(options.base, file->item->in, run->extension) : NULL;
    options.base = base;
    options.force = options.force || options.batch.update;
    file->has_sidecar = options.library.has_sidecar;
    conversion job = {.options = &options,
                      .in = file->in,
                      .library = run->library,
                      .durations = run->durations,
                      .batch = file};
    job.library.name = file->item->out;
    int code = convert_opened_file(&job);
    free(base);
    return code;
}

static int convert_many(const convert_options *options, const command_call *call) {
    convert_batch run = {.options = options,
                         .extension = options->to ? convert_file_extension(options->to) : NULL};
    const batch_work work = {.done = options->dry_run ? "would be converted" : "converted",
                             .extension = run.extension,
                             .clips = &options->clips,
                             .skeletons = &options->skeletons,
                             .folders = &options->folders,
                             .has_clip_outputs = true,
                             .needs_clips = true,
                             .takes_damaged = true,
                             .is_json = options->json,
                             .verbose = options->common.verbose,
                             .user = &run,
                             .run = convert_item};
    TRY(convert_read_options(options, &run.library));
    if (options->to && !run.extension) {
        return convert_refuse_format(options->to);
    }
    if (options->base) {
        TRY(batch_pattern_check(options->base));
    }
    run.durations = mod_durations_new(&options->state);
    int code = batch_run(&work, &options->batch, call);
    mod_durations_free(run.durations);
    return code;
}

static int run_convert(const command_call *call) {
    const convert_options *options = call->options;
    const char *const *operands = call->operands;
    bool has_item = options->output && call->count == 2;
    int code;
    TRY(held_item_check(options, has_item));
    if (options->output && (options->batch.out || call->count < 1 || call->count > 2)) {
        return refuse(EXIT_USAGE, NULL,
                      options->batch.out ? "-o and --out cannot be combined"
                                         : "-o takes one input, or hands and item");
    }
    if (options->output) {
        return convert_one(options, operands[0], has_item ? operands[1] : NULL, options->output);
    }
    if (batch_is_asked(call, &options->batch, &code)) {
        return convert_many(options, call);
    }
    TRY(code);
    return convert_one(options, operands[0], NULL, operands[1]);
}

const command command_convert = {
    "convert",
    "convert a file to another format",
    "IN OUT | IN... --out FOLDER | HANDS ITEM -o OUT",
    "gait convert old.omf old.glb\n"
    "gait convert --base old.omf edited.glb new.omf\n"
    "gait convert walk.rtm walk.glb\n"
    "gait convert --clip \"norm_torso_*\" --skeleton actor.ogf bank.omf torso.glb\n"
    "gait convert bank.omf \"{clip}.glb\"\n"
    "gait convert --base model.ogf bank.omf new.ogf\n"
    "gait convert bank.omf \"{clip}.bvh\"\n"
    "gait convert animations/ --out glb --to glb\n"
    "gait convert hands.omf item.omf --anchor lead_gun -o scene.glb\n"
    "gait convert edited/ --base \"old/{dir}/{name}.omf\" --out new --to omf",
    "With --out, every input is converted: files, and all animations in folders. PATTERN may\n"
    "contain {dir} (folder of the input below the folder that was given), {name} (its name\n"
    "without extension), {from} (that extension), {ext} (extension of FORMAT) and {clip}. FOLDER "
    "is the pattern\n"
    "FOLDER/{dir}/{name}.{ext}. Missing folders are created. Files that cannot be converted are\n"
    "reported, and the others are done; the exit code is the worst one. --base may be a pattern\n"
    "too.\n\n"
    "If OUT contains {clip}, Gait writes one file per clip. A .bvh contains one clip. A .gltf\n"
    "has a .bin next to it. If OUT is '-', --to gltf writes a .glb.\n\n"
    "If OUT has the same format as IN, OUT is a copy that is written field by field; for a\n"
    "valid IN the copy has the same bytes.\n\n"
    "The bank inside a model can be converted to an .omf. With --base it can be put back; its\n"
    "bytes do not change.\n\n"
    "An RTM stores no duration. In glTF and BVH, --duration is that of the cycle, phase 0 to 1.\n"
    "By default, each step of the grid on which its keys are is a frame of --fps (30).",
    0,
    SIZE_MAX,
    COMMAND_RUN(convert_table, convert_options, run_convert)};
