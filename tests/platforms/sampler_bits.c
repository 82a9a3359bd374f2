/* Prints hashes of sampled poses of generated clips, one line for each kind of clips. */
#include <stdio.h>

#include "sampler_clips.h"

int main(void) {
    for (int kind = 0; kind < SAMPLED_KINDS; kind++) {
        printf("%016llX\n", (unsigned long long)sampler_hash((sampled_kind)kind));
    }
    return 0;
}
