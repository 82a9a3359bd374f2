/* Makes a forest of bones from the pairs that may be joined.
 *
 * 1. Bones that move as one are a group: the motion cannot tell how they hang together, so names
 *    decide inside.
 * 2. Groups are linked by the closed pairs with the least cost. The gap decides first, then how
 *    much both turn together: a bone follows its parent more than the parent of its parent. Then
 *    names, and whether the same joint of the other side is closed too.
 * 3. Each tree gets a root. Bones that close no joint stay alone; the nearest bone is no better
 *    guess than any other. */
#include <string.h>

#include "base/number/log.h"
#include "base/sort.h"
#include "joints/joint_state.h"

enum { JOINT_CERTAIN_ROOTS = 4 }; /* the first names of roots */

/* A possible link of two bones. */
typedef struct joint_link {
    uint32_t a, b;
    double cost;
} joint_link;

/* A step of the search for links. */
typedef struct joint_forest {
    gaiti_joint_figure *figure;
    uint32_t *group; /* per bone: the first bone of its group */
    uint32_t *hub;   /* per group, at its first bone: the bone on which others of it hang */
    uint32_t *tree;  /* union-find: per bone another bone of its tree; the representative: itself */
    joint_link *links;
    uint32_t link_count;
    joint_link *possible;
    uint32_t *order; /* room for twice the number of pairs */
} joint_forest;

static const gaiti_joint_name *joint_name_of(const joint_forest *self, uint32_t bone) {
    return &self->figure->names[bone];
}

static bool joint_link_before(const void *user, uint32_t a, uint32_t b) {
    const joint_link *links = user;
    return links[a].cost < links[b].cost;
}

/* Orders the possible links by cost. */
static void joint_sort_links(joint_forest *self, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        self->order[i] = i;
    }
    gaiti_sort(self->order, count, joint_link_before, self->possible, self->order + count);
}

static uint32_t joint_find_tree(joint_forest *self, uint32_t bone) {
    while (self->tree[bone] != bone) {
        bone = self->tree[bone] = self->tree[self->tree[bone]];
    }
    return bone;
}

/* Links two bones, unless they are in one tree. */
static void joint_link_bones(joint_forest *self, uint32_t a, uint32_t b) {
    uint32_t first = joint_find_tree(self, a), second = joint_find_tree(self, b);
    if (first != second) {
        self->tree[first > second ? first : second] = first > second ? second : first;
        self->links[self->link_count++] = (joint_link){a, b, 0};
    }
}

static bool joint_is_opposite(const joint_forest *self, uint32_t a, uint32_t b) {
    gaiti_side left = joint_name_of(self, a)->side, right = joint_name_of(self, b)->side;
    return left != right && left != GAITI_SIDE_MIDDLE && right != GAITI_SIDE_MIDDLE;
}

/* --- groups ----------------------------------------------------------------------------------- */

/* Joins the second group to the first. `moves` has the largest motion of any two bones of two
 * groups. */
static void joint_merge_groups(joint_forest *self, double *moves, uint32_t first, uint32_t second) {
    const uint32_t count = self->figure->bone_count;
    for (uint32_t b = 0; b < count; b++) {
        double move = moves[(size_t)second * count + b];
        self->group[b] = self->group[b] == second ? first : self->group[b];
        if (move > moves[(size_t)first * count + b]) {
            moves[(size_t)first * count + b] = moves[(size_t)b * count + first] = move;
        }
    }
}

/* Joins bones that move as one, if all bones of both groups do. */
static bool joint_find_groups(joint_forest *self) {
    const gaiti_joint_figure *figure = self->figure;
    const uint32_t count = figure->bone_count;
    double *moves = gaiti_alloc(figure->arena, (uint64_t)count * count, sizeof *moves);
    uint32_t pair = 0, rigid_count = 0;
    for (uint32_t high = 0; high < count && moves; high++) {
        self->group[high] = high;
        for (uint32_t low = 0; low < high; low++, pair++) {
            double move = figure->pairs[pair].move;
            moves[(size_t)high * count + low] = moves[(size_t)low * count + high] = move;
            if (figure->pairs[pair].is_rigid) {
                self->possible[rigid_count++] = (joint_link){low, high, move};
            }
        }
    }
    joint_sort_links(self, rigid_count);
    for (uint32_t i = 0; i < rigid_count && moves; i++) {
        const joint_link *link = &self->possible[self->order[i]];
        uint32_t a = self->group[link->a], b = self->group[link->b];
        if (a != b && moves[(size_t)a * count + b] < 2 * GAITI_JOINT_RIGID * figure->size) {
            joint_merge_groups(self, moves, a < b ? a : b, a < b ? b : a);
        }
    }
    return moves != NULL;
}

static void joint_find_hubs(joint_forest *self) {
    for (uint32_t b = 0; b < self->figure->bone_count; b++) {
        uint32_t *hub = &self->hub[self->group[b]];
        const gaiti_joint_name *name = joint_name_of(self, b);
        bool is_first = self->group[b] == b; /* of its group */
        if (is_first || gaiti_joint_names_compare(name, joint_name_of(self, *hub)) < 0) {
            *hub = b;
        }
    }
}

static bool joint_is_hub(const joint_forest *self, uint32_t bone) {
    return self->hub[self->group[bone]] == bone;
}

/* Links the bones of each group by the likeness of their names, the others to the hub. */
static void joint_link_groups(joint_forest *self) {
    const double similar_min = 0.5, hub_bonus = 0.01;
    const uint32_t bone_count = self->figure->bone_count;
    uint32_t count = 0;
    for (uint32_t b = 0; b < bone_count; b++) {
        for (uint32_t a = 0; a < b; a++) {
            if (self->group[a] != self->group[b] || joint_is_opposite(self, a, b)) {
                continue;
            }
            double similar =
                gaiti_joint_names_similar(joint_name_of(self, a), joint_name_of(self, b));
            bool has_hub = joint_is_hub(self, a) || joint_is_hub(self, b);
            if (similar >= similar_min) {
                self->possible[count++] = (joint_link){a, b, (has_hub ? -hub_bonus : 0) - similar};
            }
        }
    }
    joint_sort_links(self, count);
    for (uint32_t i = 0; i < count; i++) {
        const joint_link *link = &self->possible[self->order[i]];
        joint_link_bones(self, link->a, link->b);
    }
    for (uint32_t b = 0; b < bone_count; b++) {
        uint32_t best = b, hub = self->hub[self->group[b]];
        for (uint32_t c = b + 1; c < bone_count; c++) {
            bool is_same = joint_find_tree(self, c) == joint_find_tree(self, b);
            if (is_same &&
                gaiti_joint_names_compare(joint_name_of(self, c), joint_name_of(self, best)) < 0) {
                best = c;
            }
        }
        joint_link_bones(self, hub, best);
    }
}

/* --- links between groups --------------------------------------------------------------------- */

static double joint_misfit_cost(const gaiti_joint_figure *figure, const gaiti_joint_pair *pair) {
    double ratio = pair->misfit / (GAITI_JOINT_NOISE * figure->size);
    return gaiti_log(1 + ratio * ratio);
}

/* The same pair on the other side of the body, or the pair itself. */
static const gaiti_joint_pair *joint_mirror_pair(const joint_forest *self, uint32_t a, uint32_t b) {
    int32_t first = joint_name_of(self, a)->mirror, second = joint_name_of(self, b)->mirror;
    uint32_t mirror_a = first >= 0 ? (uint32_t)first : a;
    uint32_t mirror_b = second >= 0 ? (uint32_t)second : b;
    return mirror_a == mirror_b ? gaiti_joint_pair_of(self->figure, a, b)
                                : gaiti_joint_pair_of(self->figure, mirror_a, mirror_b);
}

/* The first bone of a chain such as tongue1, tongue2 hangs on another bone, if both could. The cost
 * is small: it decides only between links that are equal otherwise. */
static double joint_number_cost(const joint_forest *self, uint32_t a, uint32_t b) {
    const uint32_t number_max = 4;
    uint32_t first = joint_name_of(self, a)->number, second = joint_name_of(self, b)->number;
    return 0.007 * ((first < number_max ? first : number_max) +
                    (second < number_max ? second : number_max));
}

static double joint_link_cost(const joint_forest *self, uint32_t a, uint32_t b) {
    const double turn_max = 2, mirror_max = 4; /* one broken side must not break the other */
    const double chain_min = 0.5;              /* names of one chain are more similar */
    const gaiti_joint_pair *pair = gaiti_joint_pair_of(self->figure, a, b);
    const gaiti_joint_pair *mirror = joint_mirror_pair(self, a, b);
    double turn = pair->turn > mirror->turn ? pair->turn : mirror->turn;
    double other = joint_misfit_cost(self->figure, mirror);
    double similar = gaiti_joint_names_similar(joint_name_of(self, a), joint_name_of(self, b));
    int hubs = joint_is_hub(self, a) + joint_is_hub(self, b);
    return joint_misfit_cost(self->figure, pair) + 0.5 * (turn < turn_max ? turn : turn_max) -
           0.7 * similar + (joint_is_opposite(self, a, b) ? 3 : 0) +
           0.3 * (other < mirror_max ? other : mirror_max) - 0.05 * hubs +
           (similar < chain_min ? joint_number_cost(self, a, b) : 0);
}

/* True for two bones that may be linked. Bones of opposite sides that only touch, such as hands or
 * the fingers of both hands, have larger gaps than joints. */
static bool joint_may_link(const joint_forest *self, uint32_t a, uint32_t b) {
    const double touching = GAITI_JOINT_OPEN * self->figure->size / 10;
    const gaiti_joint_pair *pair = gaiti_joint_pair_of(self->figure, a, b);
    return self->group[a] != self->group[b] && pair->is_closed &&
           !(joint_is_opposite(self, a, b) && pair->misfit > touching);
}

static void joint_link_trees(joint_forest *self) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < self->figure->bone_count; b++) {
        for (uint32_t a = 0; a < b; a++) {
            if (joint_may_link(self, a, b)) {
                self->possible[count++] = (joint_link){a, b, joint_link_cost(self, a, b)};
            }
        }
    }
    joint_sort_links(self, count);
    for (uint32_t i = 0; i < count; i++) {
        const joint_link *link = &self->possible[self->order[i]];
        joint_link_bones(self, link->a, link->b);
    }
}

/* --- roots ------------------------------------------------------------------------------------ */

/* The trees while they get their roots. */
typedef struct joint_rooting {
    joint_forest *forest;
    uint32_t *first; /* links of bone b: next[] from first[b] on; 0 = none */
    uint32_t *next;  /* two per link, for both of its bones; index + 1 of the next one */
    uint32_t *size;  /* per representative of a tree: number of bones */
    uint32_t *queue;
    uint32_t *distance;
    int32_t *parents; /* of the last walk */
    uint32_t placed;  /* bones in figure->order */
} joint_rooting;

static void joint_index_links(joint_rooting *self) {
    const joint_forest *forest = self->forest;
    for (uint32_t i = 0; i < forest->link_count; i++) {
        uint32_t a = forest->links[i].a, b = forest->links[i].b;
        self->next[2 * i] = self->first[a];
        self->first[a] = 2 * i + 1;
        self->next[2 * i + 1] = self->first[b];
        self->first[b] = 2 * i + 2;
    }
}

/* Visits the tree of `root`, in order of distance. Returns the number of bones, and the sum of
 * their distances. */
static uint32_t joint_walk(joint_rooting *self, uint32_t root, uint32_t *out_sum) {
    const joint_link *links = self->forest->links;
    uint32_t count = 1;
    *out_sum = 0;
    self->queue[0] = root;
    self->distance[root] = 0;
    self->parents[root] = -1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bone = self->queue[i];
        *out_sum += self->distance[bone];
        for (uint32_t at = self->first[bone]; at > 0; at = self->next[at - 1]) {
            const joint_link *link = &links[(at - 1) / 2];
            uint32_t other = link->a == bone ? link->b : link->a;
            if ((int32_t)other != self->parents[bone]) {
                self->parents[other] = (int32_t)bone;
                self->distance[other] = self->distance[bone] + 1;
                self->queue[count++] = other;
            }
        }
    }
    return count;
}

/* The bone of the tree that is most likely its root: by name, side, and the paths to the others. */
static uint32_t joint_likely_root(joint_rooting *self, uint32_t tree) {
    const gaiti_joint_name *names = self->forest->figure->names;
    uint32_t best = tree, best_sum = 0;
    for (uint32_t b = tree; b < self->forest->figure->bone_count; b++) {
        uint32_t sum;
        if (joint_find_tree(self->forest, b) != tree) {
            continue;
        }
        (void)joint_walk(self, b, &sum);
        uint32_t rank = names[b].root_rank, best_rank = names[best].root_rank;
        bool has_side = names[b].side != GAITI_SIDE_MIDDLE;
        bool best_has_side = names[best].side != GAITI_SIDE_MIDDLE;
        bool is_better = rank != best_rank           ? rank < best_rank
                         : has_side != best_has_side ? best_has_side
                                                     : sum < best_sum;
        if (b == tree || is_better) {
            best = b;
            best_sum = sum;
        }
    }
    return best;
}

/* The bone of the tree that is nearest to the bones of trees that have a root; the likely root if
 * none is near, or if its name is certain. */
static uint32_t joint_find_root(joint_rooting *self, uint32_t tree) {
    const gaiti_joint_figure *figure = self->forest->figure;
    uint32_t root = joint_likely_root(self, tree);
    double least = 50 * GAITI_JOINT_OPEN * figure->size;
    if (figure->names[root].root_rank < JOINT_CERTAIN_ROOTS) {
        return root;
    }
    for (uint32_t b = tree; b < figure->bone_count; b++) {
        for (uint32_t i = 0; i < self->placed && joint_find_tree(self->forest, b) == tree; i++) {
            double misfit = gaiti_joint_pair_of(figure, b, figure->order[i])->misfit;
            if (misfit < least) {
                least = misfit;
                root = b;
            }
        }
    }
    return root;
}

/* Gives each tree its root, the largest tree first. */
static void joint_root_trees(joint_rooting *self) {
    gaiti_joint_figure *figure = self->forest->figure;
    for (uint32_t b = 0; b < figure->bone_count; b++) {
        self->size[joint_find_tree(self->forest, b)]++;
    }
    while (self->placed < figure->bone_count) {
        uint32_t tree = 0, sum;
        for (uint32_t b = 0; b < figure->bone_count; b++) {
            tree = self->size[b] > self->size[tree] ? b : tree;
        }
        uint32_t root = joint_find_root(self, tree);
        uint32_t count = joint_walk(self, root, &sum);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t bone = self->queue[i];
            figure->parents[bone] = self->parents[bone];
            figure->order[self->placed++] = bone;
        }
        figure->is_alone[root] = count == 1;
        self->size[tree] = 0;
    }
}

static bool joint_find_roots(joint_forest *forest) {
    gaiti_arena *arena = forest->figure->arena;
    const uint32_t count = forest->figure->bone_count;
    joint_rooting self = {.forest = forest,
                          .first = gaiti_alloc(arena, count, sizeof(uint32_t)),
                          .next = gaiti_alloc(arena, (uint64_t)count * 2, sizeof(uint32_t)),
                          .size = gaiti_alloc(arena, count, sizeof(uint32_t)),
                          .queue = gaiti_alloc(arena, count, sizeof(uint32_t)),
                          .distance = gaiti_alloc(arena, count, sizeof(uint32_t)),
                          .parents = gaiti_alloc(arena, count, sizeof(int32_t))};
    if (!self.first || !self.next || !self.size || !self.queue || !self.distance || !self.parents) {
        return false;
    }
    joint_index_links(&self);
    joint_root_trees(&self);
    return true;
}

bool gaiti_joint_make_tree(gaiti_joint_figure *figure) {
    gaiti_arena *arena = figure->arena;
    const uint32_t count = figure->bone_count;
    const uint64_t pair_count = gaiti_joint_pair_count(count);
    joint_forest self = {.figure = figure,
                         .group = gaiti_alloc(arena, count, sizeof(uint32_t)),
                         .hub = gaiti_alloc(arena, count, sizeof(uint32_t)),
                         .tree = gaiti_alloc(arena, count, sizeof(uint32_t)),
                         .links = gaiti_alloc(arena, count, sizeof(joint_link)),
                         .possible = gaiti_alloc(arena, pair_count, sizeof(joint_link)),
                         .order = gaiti_alloc(arena, pair_count * 2, sizeof(uint32_t))};
    figure->parents = gaiti_alloc(arena, count, sizeof *figure->parents);
    figure->order = gaiti_alloc(arena, count, sizeof *figure->order);
    figure->is_alone = gaiti_alloc(arena, count, sizeof *figure->is_alone);
    if (!self.group || !self.hub || !self.tree || !self.links || !self.possible || !self.order ||
        !figure->parents || !figure->order || !figure->is_alone || !joint_find_groups(&self)) {
        return false;
    }
    for (uint32_t b = 0; b < count; b++) {
        self.tree[b] = b;
    }
    joint_find_hubs(&self);
    joint_link_groups(&self);
    joint_link_trees(&self);
    return joint_find_roots(&self);
}
