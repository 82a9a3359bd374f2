/* Calls the library: the headers and the linked library must have the same version. */
#include <gait/gait.h>

#include <stdio.h>
#include <string.h>

int main(void) {
    puts(gait_version());
    return strcmp(gait_version(), GAIT_VERSION_TEXT) == 0 ? 0 : 1;
}
