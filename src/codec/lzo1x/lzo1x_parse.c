/* The cheapest way through a segment, by dynamic programming over all forms of all matches.
 *
 * What a match costs depends on the literals before it: none, 1 to 3 (which the match before says),
 * or a run (which has an instruction of its own). So a place is reached in these three ways, each
 * with its cost. Costs are bytes and, among equal bytes, instructions. */
#include "codec/lzo1x/lzo1x_parse.h"

#include "codec/lzo1x/lzo1x.h"

enum {
    LZO1X_SEGMENT = 16384, /* places that are parsed together; lengths within fit 16 bits */
    LZO1X_BYTE = 16384,    /* cost of a byte: more than a segment's instructions, 1 each */
    LZO1X_MARGIN = 4,      /* places before a segment that its nodes may begin with */
    LZO1X_ENOUGH = 512, /* a match this long ends the search, also for all it covers but so many */
    LZO1X_EFFORT = 512, /* candidates at a place; 32 bytes compared count as one more */
    LZO1X_PAIR_EFFORT = 16,
    LZO1X_HASH_BITS = 15,
    LZO1X_PAIR_BITS = 12
};

static const uint32_t lzo1x_unreached = UINT32_MAX / 2;

/* The cheapest match that ends at a place. */
struct gaiti_lzo1x_node {
    uint32_t cost;     /* of everything up to there */
    uint16_t literals; /* before the match, within the segment's nodes */
    uint16_t length;
    uint16_t distance;
    uint16_t next; /* node at the end of the match chosen after it */
};

/* One way to reach a place. */
typedef struct lzo1x_arrival {
    uint32_t cost;
    uint32_t literals; /* since the last match, within the segment's nodes */
} lzo1x_arrival;

typedef struct lzo1x_run {
    lzo1x_arrival by;
    size_t count; /* literals, also those before the segment's nodes */
} lzo1x_run;

/* All ways to reach one place. */
typedef struct lzo1x_arrivals {
    lzo1x_run run;      /* after 4 literals or more */
    lzo1x_run young;    /* a run that is as short in bytes and grows a byte of length later */
    lzo1x_arrival few;  /* after 1 to 3 */
    lzo1x_arrival best; /* of all */
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

/* Whether a run that grows to `count` literals takes one more byte for its length. */
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

/* --- arrivals --------------------------------------------------------------------------------- */

static void lzo1x_run_on(lzo1x_run *run, size_t at, size_t place) {
    run->count++;
    run->by.literals += run->by.literals < at;
    run->by.cost += (1u + lzo1x_run_grows(run->count, run->count == place)) * LZO1X_BYTE;
    if (run->by.cost > lzo1x_unreached) {
        run->by.cost = lzo1x_unreached;
    }
}

/* Runs go on, or a better one begins 4 places back. */
static void lzo1x_arrive_by_run(const gaiti_lzo1x_parser *parser, size_t at, lzo1x_arrivals *by) {
    size_t place = parser->origin + at;
    lzo1x_run_on(&by->run, at, place);
    lzo1x_run_on(&by->young, at, place);
    if (at < 4) {
        return;
    }
    lzo1x_run fresh = {{parser->nodes[at - 4].cost + 5 * LZO1X_BYTE + 1, 4}, 4};
    uint32_t fresh_bytes = fresh.by.cost / LZO1X_BYTE, bytes = by->young.by.cost / LZO1X_BYTE;
    if (fresh_bytes < bytes || (fresh_bytes == bytes && by->young.count <= GAITI_LZO1X_RUN_MAX)) {
        by->young = fresh;
    }
    if (by->young.by.cost < by->run.by.cost) {
        by->run = by->young;
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

/* --- departures ------------------------------------------------------------------------------- */

static void lzo1x_offer(gaiti_lzo1x_node *end, uint32_t cost, const lzo1x_arrival *from,
                        uint32_t length, uint32_t distance) {
    if (from->cost + cost < end->cost) {
        end->cost = from->cost + cost;
        end->literals = (uint16_t)from->literals;
        end->length = (uint16_t)length;
        end->distance = (uint16_t)distance;
    }
}

/* Two bytes cost two bytes: such a match pays when it keeps literals from becoming a run. */
static void lzo1x_try_pair(const gaiti_lzo1x_parser *parser, size_t place, gaiti_lzo1x_node *node,
                           const lzo1x_arrivals *by) {
    gaiti_match_search search = gaiti_match_begin(&parser->pairs, place, 2, LZO1X_PAIR_EFFORT);
    if (by->few.cost + 2 * LZO1X_BYTE + 1 < node[2].cost &&
        gaiti_match_next(&parser->pairs, &search)) {
        lzo1x_offer(node + 2, 2 * LZO1X_BYTE + 1, &by->few, 2, (uint32_t)search.distance);
    }
}

/* Every match that is longer than all nearer ones. Shorter parts of it are offered as well. */
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

/* Turns the links around, from the last match of the segment to its first. */
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

/* Literals that wait for their match may have begun in an earlier segment. Few of them are nodes of
 * this one; many are a run that has been paid for. */
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
        by.run = (lzo1x_run){.count = waiting - 1}; /* arriving at the first place adds one */
    }
    by.young = by.run;
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
