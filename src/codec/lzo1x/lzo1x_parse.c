/* Finds the cheapest encoding of a segment by dynamic programming over all forms of all matches.
 *
 * The cost of a match depends on the number of literals before it: none, 1 to 3 (stored in the
 * previous match), or a run (an instruction of its own). Therefore the cost of reaching each
 * position is computed for these three cases. Costs count bytes first and instructions second. */
#include "codec/lzo1x/lzo1x_parse.h"

enum {
    /* Positions that are parsed together; lengths within a segment fit in 16 bits. */
    LZO1X_SEGMENT = 16384,
    /* Cost of a byte. An instruction costs 1, and a byte more than all of a segment together. */
    LZO1X_BYTE = 16384,
    LZO1X_MARGIN = 4,   /* positions before a segment that may be its first nodes */
    LZO1X_ENOUGH = 512, /* a match this long ends the search, also for the positions it covers
                           except the last 512 */
    LZO1X_EFFORT = 512, /* candidates per position; 32 compared bytes count as one more */
    LZO1X_PAIR_EFFORT = 16,
    LZO1X_HASH_BITS = 15,
    LZO1X_PAIR_BITS = 12
};

static const uint32_t lzo1x_unreached = UINT32_MAX / 2;

/* The cheapest encoding of a prefix that ends with a match. */
struct gaiti_lzo1x_node {
    uint32_t cost;     /* of the prefix */
    uint16_t literals; /* before the match, within the nodes of the segment */
    uint16_t length;
    uint16_t distance;
    uint16_t next; /* node at the end of the match chosen after it */
};

/* The cost of reaching a position in one of the cases. */
typedef struct lzo1x_arrival {
    uint32_t cost;
    uint32_t literals; /* since the last match, within the nodes of the segment */
} lzo1x_arrival;

typedef struct lzo1x_run {
    lzo1x_arrival by;
    size_t count; /* literals, including those before the nodes of the segment */
} lzo1x_run;

/* The cheapest ways to reach one position. */
typedef struct lzo1x_arrivals {
    lzo1x_run run;       /* after 4 literals or more */
    lzo1x_run fresh_run; /* a run of the same size in bytes whose length field grows later */
    lzo1x_arrival few;   /* after 1 to 3 */
    lzo1x_arrival best;  /* of all */
} lzo1x_arrivals;

bool gaiti_lzo1x_parser_init(gaiti_lzo1x_parser *parser, gait_span in, gaiti_arena *arena) {
    static const gaiti_chains_options triples = {.key = 3,
                                                 .reach = GAITI_LZO1X_FAR_REACH,
                                                 .ahead = LZO1X_SEGMENT,
                                                 .max_hash_bits = LZO1X_HASH_BITS};
    static const gaiti_chains_options pairs = {.key = 2,
                                               .reach = GAITI_LZO1X_PAIR_REACH,
                                               .ahead = LZO1X_SEGMENT,
                                               .max_hash_bits = LZO1X_PAIR_BITS};
    size_t segment = in.size < LZO1X_SEGMENT ? in.size : LZO1X_SEGMENT;
    *parser = (gaiti_lzo1x_parser){.in = in};
    parser->nodes = gaiti_alloc(arena, segment + LZO1X_MARGIN + 1, sizeof *parser->nodes);
    return parser->nodes && gaiti_chains_init(&parser->triples, arena, in, &triples) &&
           gaiti_chains_init(&parser->pairs, arena, in, &pairs);
}

/* --- costs ------------------------------------------------------------------------------------ */

/* True when the literal number `count` of a run makes its length field one byte longer. */
static bool lzo1x_run_grows(size_t count, bool first) {
    if (first && count <= GAITI_LZO1X_FIRST_MAX + 1) {
        return count == GAITI_LZO1X_FIRST_MAX + 1;
    }
    return count > GAITI_LZO1X_RUN_MAX && (count - GAITI_LZO1X_RUN_MAX) % 255 == 1;
}

static uint32_t lzo1x_match_cost(uint32_t length, uint32_t distance) {
    if (length <= GAITI_LZO1X_NEAR_MAX && distance <= GAITI_LZO1X_NEAR_REACH) {
        return 2 * LZO1X_BYTE + 1;
    }
    uint32_t max =
        distance <= GAITI_LZO1X_MIDDLE_REACH ? GAITI_LZO1X_MIDDLE_MAX : GAITI_LZO1X_FAR_MAX;
    uint32_t more = length <= max ? 0 : (length - max - 1) / 255 + 1;
    return (3 + more) * LZO1X_BYTE + 1;
}

/* --- reaching positions ----------------------------------------------------------------------- */

static void lzo1x_extend_run(lzo1x_run *run, size_t at, size_t place) {
    run->count++;
    run->by.literals += run->by.literals < at;
    run->by.cost += (1u + lzo1x_run_grows(run->count, run->count == place)) * LZO1X_BYTE;
    if (run->by.cost > lzo1x_unreached) {
        run->by.cost = lzo1x_unreached;
    }
}

/* Extends both runs by one literal, or begins a cheaper run 4 positions earlier. */
static void lzo1x_arrive_by_run(const gaiti_lzo1x_parser *parser, size_t at, lzo1x_arrivals *by) {
    size_t place = parser->origin + at;
    lzo1x_extend_run(&by->run, at, place);
    lzo1x_extend_run(&by->fresh_run, at, place);
    if (at < 4) {
        return;
    }
    lzo1x_run fresh = {{parser->nodes[at - 4].cost + 5 * LZO1X_BYTE + 1, 4}, 4};
    uint32_t fresh_bytes = fresh.by.cost / LZO1X_BYTE, bytes = by->fresh_run.by.cost / LZO1X_BYTE;
    if (fresh_bytes < bytes ||
        (fresh_bytes == bytes && by->fresh_run.count <= GAITI_LZO1X_RUN_MAX)) {
        by->fresh_run = fresh;
    }
    if (by->fresh_run.by.cost < by->run.by.cost) {
        by->run = by->fresh_run;
    }
}

static void lzo1x_arrive(const gaiti_lzo1x_parser *parser, size_t at, lzo1x_arrivals *by) {
    const gaiti_lzo1x_node *nodes = parser->nodes;
    lzo1x_arrive_by_run(parser, at, by);
    by->few.cost = lzo1x_unreached;
    for (uint32_t count = 1; count <= 3 && count <= at; count++) {
        bool is_first = parser->origin + at == count;
        uint32_t cost = nodes[at - count].cost + (count + is_first) * LZO1X_BYTE;
        if (cost < by->few.cost) {
            by->few = (lzo1x_arrival){cost, count};
        }
    }
    by->best = (lzo1x_arrival){nodes[at].cost, 0};
    by->best = by->few.cost < by->best.cost ? by->few : by->best;
    by->best = by->run.by.cost < by->best.cost ? by->run.by : by->best;
}

/* --- matches ---------------------------------------------------------------------------------- */

static void lzo1x_offer(gaiti_lzo1x_node *end, uint32_t cost, const lzo1x_arrival *from,
                        uint32_t length, uint32_t distance) {
    if (from->cost + cost < end->cost) {
        end->cost = from->cost + cost;
        end->literals = (uint16_t)from->literals;
        end->length = (uint16_t)length;
        end->distance = (uint16_t)distance;
    }
}

/* Offers a match of length 2. It takes as many bytes as two literals, and is useful if it prevents
 * a run of literals. */
static void lzo1x_try_pair(const gaiti_lzo1x_parser *parser, size_t place, gaiti_lzo1x_node *node,
                           const lzo1x_arrivals *by) {
    gaiti_match_search search = gaiti_match_begin(&parser->pairs, place, 2, LZO1X_PAIR_EFFORT);
    if (by->few.cost + 2 * LZO1X_BYTE + 1 < node[2].cost &&
        gaiti_match_next(&parser->pairs, &search)) {
        lzo1x_offer(node + 2, 2 * LZO1X_BYTE + 1, &by->few, 2, (uint32_t)search.distance);
    }
}

/* Offers every match that is longer than all nearer ones, and its shorter prefixes. */
static void lzo1x_depart(gaiti_lzo1x_parser *parser, size_t at, const lzo1x_arrivals *by) {
    size_t place = parser->origin + at, max = parser->parsed - place;
    gaiti_lzo1x_node *node = parser->nodes + at;
    if (place < parser->quiet_end || max < 2) {
        return;
    }
    lzo1x_try_pair(parser, place, node, by);
    gaiti_match_search search = gaiti_match_begin(&parser->triples, place, max, LZO1X_EFFORT);
    uint32_t shortest = 3;
    while (search.longest < LZO1X_ENOUGH && gaiti_match_next(&parser->triples, &search)) {
        uint32_t longest = (uint32_t)search.longest, distance = (uint32_t)search.distance;
        if (shortest == 3 && distance > GAITI_LZO1X_NEAR_REACH &&
            distance <= GAITI_LZO1X_TRIPLE_REACH) {
            lzo1x_offer(node + 3, 2 * LZO1X_BYTE + 1, &by->run.by, 3, distance);
        }
        for (uint32_t length = shortest; length <= longest; length++) {
            uint32_t cost = lzo1x_match_cost(length, distance);
            lzo1x_offer(node + length, cost, &by->best, length, distance);
        }
        shortest = longest + 1;
    }
    if (search.longest >= LZO1X_ENOUGH) {
        parser->quiet_end = place + search.longest - LZO1X_ENOUGH;
    }
}

/* --- segments --------------------------------------------------------------------------------- */

/* Sets the forward links, from the last match of the segment to the first. */
static void lzo1x_choose(gaiti_lzo1x_parser *parser, size_t last) {
    gaiti_lzo1x_node *nodes = parser->nodes;
    size_t at = last;
    nodes[at].next = 0;
    while (at > 0) {
        size_t before = at - nodes[at].length - nodes[at].literals;
        nodes[before].next = (uint16_t)at;
        at = before;
    }
    parser->chosen = nodes[0].next;
}

/* Literals without a match may begin in an earlier segment. Up to LZO1X_MARGIN of them become nodes
 * of this segment; more are a run whose cost was counted before. */
static void lzo1x_parse_segment(gaiti_lzo1x_parser *parser) {
    size_t begin = parser->parsed, left = parser->in.size - begin;
    size_t waiting = begin - parser->anchor, margin = waiting <= LZO1X_MARGIN ? waiting : 0;
    lzo1x_arrivals by = {.run.by.cost = lzo1x_unreached};
    parser->origin = begin - margin;
    parser->parsed = begin + (left < LZO1X_SEGMENT ? left : LZO1X_SEGMENT);
    size_t end = parser->parsed - parser->origin;
    gaiti_chains_add(&parser->triples, begin, parser->parsed);
    gaiti_chains_add(&parser->pairs, begin, parser->parsed);
    for (size_t at = 0; at <= end; at++) {
        parser->nodes[at].cost = lzo1x_unreached;
    }
    if (waiting <= LZO1X_MARGIN) {
        parser->nodes[0].cost = 0;
    } else {
        by.run = (lzo1x_run){.count = waiting - 1}; /* the first position adds one */
    }
    by.fresh_run = by.run;
    for (size_t at = margin; at <= end; at++) {
        lzo1x_arrive(parser, at, &by);
        if (at < end) {
            lzo1x_depart(parser, at, &by);
        }
    }
    lzo1x_choose(parser, end - by.best.literals);
}

bool gaiti_lzo1x_parser_next(gaiti_lzo1x_parser *parser, gaiti_lzo1x_match *out) {
    while (parser->chosen == 0) {
        if (parser->parsed == parser->in.size) {
            return false;
        }
        lzo1x_parse_segment(parser);
    }
    const gaiti_lzo1x_node *node = &parser->nodes[parser->chosen];
    size_t end = parser->origin + parser->chosen;
    *out = (gaiti_lzo1x_match){end - node->length, node->length, node->distance};
    parser->anchor = end;
    parser->chosen = node->next;
    return true;
}
