/* Facts about the meshes of real models: the table meshes.tsv in the folder GAIT_FACTS (without it,
 * the folder facts next to GAIT_CORPUS). The models are in GAIT_CORPUS and in the folder models
 * next to it. */
#ifndef TEST_SUPPORT_MESH_FACTS_H
#define TEST_SUPPORT_MESH_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MESH_FACT_TEXT = 2048, MESH_FACT_CLIP = 128 };

/* A row of the table. */
typedef struct mesh_fact {
    char file[MESH_FACT_TEXT]; /* the path of the model */
    char facts[MESH_FACT_TEXT];
    char bank[MESH_FACT_TEXT]; /* the path of a bank or motion that poses it; "" = none */
    char clip[MESH_FACT_CLIP]; /* "" = the only one */
    uint32_t frame;
    double posed[2][3]; /* the box of the posed vertices */
} mesh_fact;

/* Calls `visit` with the rows of one kind: "ogf" or "p3d". Rows whose model is in neither folder
 * are left out. Returns the number of calls; 0 when there is no table. */
unsigned mesh_facts_each(const char *kind, void (*visit)(const mesh_fact *fact));
/* Copies the value of `key`; false when there is none. */
bool mesh_fact_value(const mesh_fact *fact, const char *key, char out[MESH_FACT_TEXT]);
/* The value of a key as a number; fails the test when there is none. */
uint32_t mesh_fact_number(const mesh_fact *fact, const char *key);
/* Reads a box such as "-1.0000,0.0000,-1.0000..1.0000,2.0000,1.0000". */
bool mesh_fact_box(const char *text, double out[2][3]);
/* The folder models next to GAIT_CORPUS. False when there is none. */
bool mesh_models_folder(char out[MESH_FACT_TEXT]);

#endif
