/* Checks of meshes. */
#ifndef TEST_SUPPORT_MESHES_H
#define TEST_SUPPORT_MESHES_H

#include "gait/mesh.h"

/* Asserts what is true for every mesh: finite numbers, unit normals, weights, bones and vertices in
 * range, and the box. */
void assert_valid_mesh(const gait_mesh *mesh);

#endif
