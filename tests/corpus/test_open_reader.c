/* Opens every real file completely and, through a reader, for its skeletons only. Bones, rest
 * poses and references must be equal, and models and banks must need few reads. */
#include <stdio.h>
#include <sys/stat.h>

#include "counted_reader.h"
#include "corpus_files.h"
#include "test.h"

/* Maximum number of reads for a model or a bank, and of bytes for a model. */
enum { MOST_READS = 24, MOST_BYTES = 64 << 10 };

static struct {
    unsigned files, models, banks, most_reads;
    unsigned long long model_bytes, model_read, most_read, bank_bytes, bank_read;
} seen;

static void count_model(const char *path, const counted_reader *counted) {
    if (counted->bytes_read > MOST_BYTES) {
        fail_msg("%s: %llu bytes read", path, (unsigned long long)counted->bytes_read);
    }
    if (counted->bytes_read > seen.most_read) {
        seen.most_read = counted->bytes_read;
    }
    seen.models++;
    seen.model_bytes += counted->bytes.size;
    seen.model_read += counted->bytes_read;
}

static void count_bank(const counted_reader *counted) {
    seen.banks++;
    seen.bank_bytes += counted->bytes.size;
    seen.bank_read += counted->bytes_read;
}

static void compare(const char *path, gait_span bytes) {
    counted_reader counted = {.bytes = bytes};
    gait_reader reader = counted_reader_of(&counted);
    gait_file *whole, *part;
    if (gait_file_open(bytes, path, NULL, &whole) != GAIT_OK) {
        return;
    }
    assert_int_equal(gait_file_open_reader(&reader, path, GAIT_OPEN_SKELETON, NULL, &part),
                     GAIT_OK);
    assert_same_skeletons(whole, part);
    gait_format format = gait_file_format(whole);
    if (format == GAIT_FORMAT_OGF || format == GAIT_FORMAT_OMF) {
        assert_true(counted.reads <= MOST_READS);
        seen.most_reads = counted.reads > seen.most_reads ? counted.reads : seen.most_reads;
    }
    if (format == GAIT_FORMAT_OGF) {
        count_model(path, &counted);
    } else if (format == GAIT_FORMAT_OMF) {
        count_bank(&counted);
    }
    seen.files++;
    gait_file_free(part);
    gait_file_free(whole);
}

static void partial_reads_give_the_same_skeletons(void **state) {
    (void)state;
    char models[4096];
    struct stat about;
    assert_true(corpus_each(NULL, compare));
    snprintf(models, sizeof models, "%s/../models", corpus_folder());
    if (stat(models, &about) == 0) {
        assert_true(corpus_each_below(models, NULL, compare));
    }
    print_message("%u files; of %u models %llu of %llu bytes read, at most %llu; of %u banks %llu "
                  "of %llu; at most %u reads\n",
                  seen.files, seen.models, seen.model_read, seen.model_bytes, seen.most_read,
                  seen.banks, seen.bank_read, seen.bank_bytes, seen.most_reads);
    assert_true(seen.files > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partial_reads_give_the_same_skeletons),
    };
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
