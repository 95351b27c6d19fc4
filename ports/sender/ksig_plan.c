/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ksig_plan.h"

#include <stddef.h>
#include <string.h>

/* ksig_plan_scheme.order, and what a, b, c, d are. */
enum {
    ML_DSA, /* bytes of c~, bytes of z, rows of the key */
    KEY_SIGNATURE_MESSAGE,
    BEGIN_MESSAGE_REST, /* bytes of the signature's beginning */
    MESSAGE_SIGNATURE_KEY,
    GEMSS,  /* times the key */
    HAETAE, /* columns l, what the size byte of HighBits(z1) is added to, least bytes of a column
               there, what the size byte of the hint is added to */
    LMS,
    HSS,
    XMSS,
    XMSS_MT,
};

enum { ROWS_RHO = 32, ROW_BYTES = 320 }; /* FIPS 204: rho, and a row of t1 of 256 x 10 bits */
enum { HAETAE_C = 32, HAETAE_LOW = 256, SIZES = 2 }; /* bytes of c, of a low column, of sizes */
enum {
    LMS_TYPES = 8,
    LMS_KEY_BEGIN = 24,
    LEVELS = 4
}; /* RFC 8554: type codes; type codes and I; Nspk or L */
enum { MOST_LEVELS = 8 };

#define SLH_DSA(name, n, bytes) \
    { name, 2 * (n), bytes, bytes, BEGIN_MESSAGE_REST, 0, n, 0, 0, 0 }
#define FALCON(name, key, least, bytes) \
    { name, key, least, bytes, KEY_SIGNATURE_MESSAGE, 0, 0, 0, 0, 0 }
#define QUADRATIC(name, key, bytes) \
    { name, key, bytes, bytes, MESSAGE_SIGNATURE_KEY, 0, 0, 0, 0, 0 }

const ksig_plan_scheme ksig_plan_schemes[] = {
    {"ml-dsa-44", 1312, 2420, 2420, ML_DSA, 0, 32, 2304, 4, 0},
    {"ml-dsa-65", 1952, 3309, 3309, ML_DSA, 0, 48, 3200, 6, 0},
    {"ml-dsa-87", 2592, 4627, 4627, ML_DSA, 0, 64, 4480, 8, 0},
    {"dilithium2-r3", 1312, 2420, 2420, ML_DSA, 0, 32, 2304, 4, 0},
    {"haetae-2", 992, 1474, 1474, HAETAE, KSIG_PLAN_NEEDS_SIGNATURE, 4, 132, 42, 7},
    {"haetae-2-kpqc", 992, 1474, 1474, HAETAE, KSIG_PLAN_NEEDS_SIGNATURE, 4, 132, 42, 7},
    {"haetae-3", 1472, 2349, 2349, HAETAE, KSIG_PLAN_NEEDS_SIGNATURE, 6, 376, 60, 127},
    {"haetae-3-kpqc", 1472, 2349, 2349, HAETAE, KSIG_PLAN_NEEDS_SIGNATURE, 6, 376, 60, 127},
    {"haetae-5", 2080, 2948, 2948, HAETAE, KSIG_PLAN_NEEDS_SIGNATURE, 7, 501, 64, 358},
    {"haetae-5-kpqc", 2080, 2948, 2948, HAETAE, KSIG_PLAN_NEEDS_SIGNATURE, 7, 501, 64, 358},
    FALCON("falcon-512-r3", 897, 617, 746),
    FALCON("falcon-512-padded-r3", 897, 666, 666),
    FALCON("falcon-1024-r3", 1793, 1193, 1454),
    FALCON("falcon-1024-padded-r3", 1793, 1280, 1280),
    FALCON("fn-dsa-512", 897, 666, 666),
    FALCON("fn-dsa-1024", 1793, 1280, 1280),
    SLH_DSA("slh-dsa-sha2-128s", 16, 7856),
    SLH_DSA("slh-dsa-sha2-128f", 16, 17088),
    SLH_DSA("slh-dsa-sha2-192s", 24, 16224),
    SLH_DSA("slh-dsa-sha2-192f", 24, 35664),
    SLH_DSA("slh-dsa-sha2-256s", 32, 29792),
    SLH_DSA("slh-dsa-sha2-256f", 32, 49856),
    SLH_DSA("slh-dsa-shake-128s", 16, 7856),
    SLH_DSA("slh-dsa-shake-128f", 16, 17088),
    SLH_DSA("slh-dsa-shake-192s", 24, 16224),
    SLH_DSA("slh-dsa-shake-192f", 24, 35664),
    SLH_DSA("slh-dsa-shake-256s", 32, 29792),
    SLH_DSA("slh-dsa-shake-256f", 32, 49856),
    SLH_DSA("slh-dsa-sha2-128-24", 16, 3856),
    SLH_DSA("slh-dsa-sha2-192-24", 24, 7752),
    SLH_DSA("slh-dsa-sha2-256-24", 32, 14944),
    SLH_DSA("slh-dsa-shake-128-24", 16, 3856),
    SLH_DSA("slh-dsa-shake-192-24", 24, 7752),
    SLH_DSA("slh-dsa-shake-256-24", 32, 14944),
    SLH_DSA("sphincs-sha256-128s-simple-r3", 16, 7856),
    SLH_DSA("sphincs-sha256-128f-simple-r3", 16, 17088),
    {"lms", 56, 780, 9324, LMS, KSIG_PLAN_NEEDS_KEY, 0, 0, 0, 0},
    {"hss", 60, 784, 74988, HSS, KSIG_PLAN_NEEDS_KEY | KSIG_PLAN_NEEDS_SIGNATURE, 0, 0, 0, 0},
    {"xmss", 132, 1492, 9732, XMSS, KSIG_PLAN_NEEDS_KEY, 0, 0, 0, 0},
    {"xmssmt", 132, 2955, 104520, XMSS_MT, KSIG_PLAN_NEEDS_KEY, 0, 0, 0, 0},
    QUADRATIC("rainbow-1-classic", 161600, 66),
    {"gemss-128", 352188, 33, 33, GEMSS, 0, 4, 0, 0, 0},
    QUADRATIC("uov-1p-r3", 321300, 135),
    QUADRATIC("uov-1p-pkc-r3", 46591, 135),
    QUADRATIC("uov-1s-r3", 412160, 96),
    QUADRATIC("uov-1s-pkc-r3", 66576, 96),
    QUADRATIC("uov-3-r3", 1347912, 209),
    QUADRATIC("uov-3-pkc-r3", 189232, 209),
    QUADRATIC("uov-5-r3", 3232320, 275),
    QUADRATIC("uov-5-pkc-r3", 446992, 275),
    QUADRATIC("mayo-1-r3", 1456, 464),
    QUADRATIC("mayo-2-r3", 2928, 239),
    QUADRATIC("mayo-3-r3", 2986, 681),
    QUADRATIC("mayo-5-r3", 5554, 964),
    {NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0},
};

const ksig_plan_scheme *ksig_plan_scheme_by_name(const char *name) {
    const ksig_plan_scheme *scheme = ksig_plan_schemes;
    while (scheme->name != NULL && strcmp(scheme->name, name) != 0)
        scheme++;
    return scheme->name != NULL ? scheme : NULL;
}

static uint32_t big_u32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* ---- Parameter sets that a key names ----------------------------------------------------- */

typedef struct set {
    uint32_t begin; /* bytes of a signature in front of the message */
    uint32_t rest;  /* bytes after it */
    uint32_t key;   /* bytes of a public key */
} set;

/* RFC 8554 tables 1 and 2, RFC 9858: type codes of LMS come in fives, of LM-OTS in fours. */
static int lms_set(const uint8_t *types, set *s) {
    static const uint16_t chains[2][4] = {{265, 133, 67, 34},
                                          {200, 101, 51, 26}}; /* n = 32, 24; W = 1, 2, 4, 8 */
    const uint32_t lms = big_u32(types), ots = big_u32(types + 4);
    if (lms < 5 || lms >= 25 || ots < 1 || ots >= 17 || (lms - 5) / 5 != (ots - 1) / 4)
        return 0;
    const unsigned short_n = (lms - 5) / 5 % 2;
    const uint32_t n = short_n ? 24 : 32;
    s->begin = LMS_TYPES + n;
    s->rest = 4 + n * (chains[short_n][(ots - 1) % 4] + 5 * ((lms - 5) % 5 + 1));
    s->key = LMS_KEY_BEGIN + n;
    return 1;
}

/* RFC 8391 tables 5 to 8, SP 800-208 tables 10 to 13. */
static int xmss_set(const uint8_t *oid, int several, set *s) {
    static const uint8_t bytes[7] = {32, 64, 32, 64, 24, 32, 24};
    static const uint8_t heights[3] = {10, 16, 20};
    static const uint8_t sizes[8][2] = {{20, 2}, {20, 4}, {40, 2}, {40, 4},
                                        {40, 8}, {60, 3}, {60, 6}, {60, 12}};
    const uint32_t number = big_u32(oid) - 1, group = several ? 8 : 3;
    if (number >= 7 * group)
        return 0;
    const uint32_t n = bytes[number / group];
    const uint32_t height = several ? sizes[number % group][0] : heights[number % group];
    const uint32_t layers = several ? sizes[number % group][1] : 1;
    const uint32_t index = several ? (height + 7) / 8 : 4;
    s->begin = index + n;
    s->rest = n * (layers * (2 * n + 3) + height);
    s->key = 4 + 2 * n;
    return 1;
}

static int key_set(const ksig_plan *plan, set *s) {
    const uint8_t *const key = plan->inputs.key;
    const uint32_t length = plan->inputs.key_length;
    switch (plan->scheme->order) {
    case LMS:
        return length >= LMS_TYPES && lms_set(key, s);
    case HSS:
        return length >= LEVELS + LMS_TYPES && big_u32(key) - 1 < MOST_LEVELS &&
               lms_set(key + LEVELS, s);
    default:
        return length >= 4 && xmss_set(key, plan->scheme->order == XMSS_MT, s);
    }
}

/* ---- Steps ------------------------------------------------------------------------------- */

/* Each returns 1 and the step of plan->number, which may be empty, or 0 after the last. */

static int put(ksig_plan_step *step, uint8_t part, uint32_t offset, uint32_t length) {
    step->part = part;
    step->offset = offset;
    step->length = length;
    return 1;
}

static int whole(const ksig_plan *plan, ksig_plan_step *step, uint8_t part) {
    const ksig_plan_inputs *const in = &plan->inputs;
    return put(step, part, 0,
               part == KSIG_PLAN_KEY       ? in->key_length
               : part == KSIG_PLAN_MESSAGE ? in->message_length
                                           : in->signature_length);
}

static int in_order(const ksig_plan *plan, ksig_plan_step *step, const uint8_t parts[3]) {
    return plan->number < 3 && whole(plan, step, parts[plan->number]);
}

/* Variant small: z once for each row of the key, which comes row by row. */
static int ml_dsa_small(const ksig_plan *plan, ksig_plan_step *step) {
    const ksig_plan_scheme *const s = plan->scheme;
    const uint32_t row = (plan->number - 3) / 2, hint = (uint32_t)s->a + s->b;
    switch (plan->number) {
    case 0:
        return whole(plan, step, KSIG_PLAN_MESSAGE);
    case 1:
        return put(step, KSIG_PLAN_SIGNATURE, 0, s->a);
    case 2:
        return put(step, KSIG_PLAN_SIGNATURE, hint, s->signature_bytes - hint);
    default:
        if (row >= s->c)
            return 0;
        if ((plan->number - 3) % 2 != 0)
            return put(step, KSIG_PLAN_SIGNATURE, s->a, s->b);
        return row == 0 ? put(step, KSIG_PLAN_KEY, 0, ROWS_RHO + ROW_BYTES)
                        : put(step, KSIG_PLAN_KEY, ROWS_RHO + ROW_BYTES * row, ROW_BYTES);
    }
}

static int begin_message_rest(const ksig_plan *plan, ksig_plan_step *step, uint32_t begin) {
    switch (plan->number) {
    case 0:
        return put(step, KSIG_PLAN_SIGNATURE, 0, begin);
    case 1:
        return whole(plan, step, KSIG_PLAN_MESSAGE);
    case 2:
        return put(step, KSIG_PLAN_SIGNATURE, begin, plan->inputs.signature_length - begin);
    default:
        return 0;
    }
}

static int gemss(const ksig_plan *plan, ksig_plan_step *step) {
    if (plan->number == 0)
        return whole(plan, step, KSIG_PLAN_MESSAGE);
    if (plan->number == 1)
        return whole(plan, step, KSIG_PLAN_SIGNATURE);
    return plan->number < 2u + plan->scheme->a && whole(plan, step, KSIG_PLAN_KEY);
}

/* After the low parts of the columns lie two sizes, then the compressed high parts in one section.
 * Where a column ends in it, only the decoder knows: windows overlap. */
static int haetae(const ksig_plan *plan, ksig_plan_step *step) {
    const uint32_t columns = plan->scheme->a, least = plan->scheme->c;
    const uint32_t high = HAETAE_C + HAETAE_LOW * columns + SIZES;
    if (plan->number < 2)
        return whole(plan, step, plan->number == 0 ? KSIG_PLAN_KEY : KSIG_PLAN_MESSAGE);
    if (plan->number == 2)
        return put(step, KSIG_PLAN_SIGNATURE, 0, HAETAE_C + HAETAE_LOW);
    if (plan->number == 3)
        return put(step, KSIG_PLAN_SIGNATURE, high - SIZES, SIZES);
    const uint8_t *const sizes = plan->inputs.signature + high - SIZES;
    const uint32_t section = sizes[0] + (uint32_t)plan->scheme->b,
                   hint = sizes[1] + (uint32_t)plan->scheme->d;
    const uint32_t column =
        (plan->number - 3) / 2; /* window 0; low part and window of column 1; ... */
    if (column >= columns || high + section + hint > plan->inputs.signature_length)
        return 0;
    if (plan->number % 2 != 0)
        return put(step, KSIG_PLAN_SIGNATURE, HAETAE_C + HAETAE_LOW * column, HAETAE_LOW);
    const uint32_t first = high + column * least;
    const uint32_t end = column + 1 < columns ? high + section - (columns - 1 - column) * least
                                              : plan->inputs.signature_length;
    return put(step, KSIG_PLAN_SIGNATURE, first, end - first);
}

static uint32_t signature_bytes(const set *s) { return s->begin + s->rest; }

/* What follows from `begin` on is a level's signature, and after it there is more, unless it is
 * the last. */
static int level_fits(const ksig_plan *plan, const set *s, uint32_t begin, uint32_t level) {
    const uint32_t end = plan->inputs.signature_length;
    const uint32_t left = begin <= end ? end - begin : 0;
    if (level + 1 == big_u32(plan->inputs.key))
        return left == signature_bytes(s);
    return left > signature_bytes(s) + s->key;
}

/* The parameter set of the next level: its key is after this level's signature. All have the same
 * hash function. */
static int next_level(const ksig_plan *plan, const set *s, set *next) {
    const uint8_t *const key = plan->inputs.signature + plan->begin + signature_bytes(s);
    const uint8_t *const above = plan->inputs.key + LEVELS;
    return lms_set(key, next) && (big_u32(key) - 5) / 5 == (big_u32(above) - 5) / 5 &&
           level_fits(plan, next, plan->begin + signature_bytes(s) + s->key, plan->level + 1u);
}

static int level_set(const ksig_plan *plan, set *s) {
    if (plan->level == 0)
        return lms_set(plan->inputs.key + LEVELS, s);
    /* All keys have one length, that of the first. */
    set first;
    return lms_set(plan->inputs.key + LEVELS, &first) &&
           lms_set(plan->inputs.signature + plan->begin - first.key, s);
}

/* From the top level down: the beginning of a level's signature, its message, the rest. The message
 * of a level is the key of the next one. */
static int hss(ksig_plan *plan, ksig_plan_step *step) {
    const uint32_t levels = big_u32(plan->inputs.key);
    const int last = plan->level + 1u == levels;
    set s, next;
    if (plan->level >= levels || !level_set(plan, &s))
        return 0;
    if (plan->number == 0)
        return put(step, KSIG_PLAN_SIGNATURE, 0, LEVELS + s.begin);
    if (big_u32(plan->inputs.signature) != levels - 1)
        return 0;
    switch (plan->number % 3) {
    case 0:
        return put(step, KSIG_PLAN_SIGNATURE, plan->begin, s.begin);
    case 1:
        return last ? whole(plan, step, KSIG_PLAN_MESSAGE)
                    : put(step, KSIG_PLAN_SIGNATURE, plan->begin + signature_bytes(&s), s.key);
    default:
        put(step, KSIG_PLAN_SIGNATURE, plan->begin + s.begin, s.rest);
        if (!last && !next_level(plan, &s, &next))
            return 0;
        plan->begin += signature_bytes(&s) + s.key;
        plan->level++;
        return 1;
    }
}

/* ---- The plan ---------------------------------------------------------------------------- */

/* The lengths of a scheme whose key names the set. */
static int check_set(const ksig_plan *plan) {
    const ksig_plan_inputs *const in = &plan->inputs;
    set s;
    if (!key_set(plan, &s))
        return KSIG_PLAN_KEY_SET;
    if (in->key_length != s.key + (plan->scheme->order == HSS ? LEVELS : 0u))
        return KSIG_PLAN_KEY_LENGTH;
    if (plan->scheme->order == HSS)
        return level_fits(plan, &s, LEVELS, 0) ? KSIG_PLAN_READY : KSIG_PLAN_SIGNATURE_LENGTH;
    return in->signature_length == signature_bytes(&s) ? KSIG_PLAN_READY
                                                       : KSIG_PLAN_SIGNATURE_LENGTH;
}

int ksig_plan_open(ksig_plan *plan, const ksig_plan_scheme *scheme, uint8_t variant,
                   const ksig_plan_inputs *inputs) {
    memset(plan, 0, sizeof *plan);
    if (scheme == NULL || scheme->name == NULL)
        return KSIG_PLAN_NO_SCHEME;
    if (scheme->order == GEMSS && variant == KSIG_PLAN_FAST)
        return KSIG_PLAN_NO_ORDER;
    if (scheme->needs & KSIG_PLAN_NEEDS_KEY && inputs->key == NULL)
        return KSIG_PLAN_KEY_SET;
    if (inputs->signature_length < scheme->signature_least ||
        inputs->signature_length > scheme->signature_bytes)
        return KSIG_PLAN_SIGNATURE_LENGTH;
    if (scheme->needs & KSIG_PLAN_NEEDS_SIGNATURE && inputs->signature == NULL)
        return KSIG_PLAN_INPUT_MISSING;
    if (!(scheme->needs & KSIG_PLAN_NEEDS_KEY) && inputs->key_length != scheme->key_bytes)
        return KSIG_PLAN_KEY_LENGTH;
    plan->inputs = *inputs;
    plan->scheme = scheme;
    const int answer = scheme->needs & KSIG_PLAN_NEEDS_KEY ? check_set(plan) : KSIG_PLAN_READY;
    plan->variant = variant;
    plan->begin = LEVELS;
    if (answer != KSIG_PLAN_READY)
        plan->scheme = NULL; /* which has no steps */
    return answer;
}

static int any_step(ksig_plan *plan, ksig_plan_step *step) {
    static const uint8_t message_first[3] = {KSIG_PLAN_MESSAGE, KSIG_PLAN_SIGNATURE, KSIG_PLAN_KEY};
    static const uint8_t key_first[3] = {KSIG_PLAN_KEY, KSIG_PLAN_SIGNATURE, KSIG_PLAN_MESSAGE};
    set s;
    if (plan->scheme == NULL)
        return 0;
    switch (plan->scheme->order) {
    case ML_DSA:
        return plan->variant == KSIG_PLAN_SMALL ? ml_dsa_small(plan, step)
                                                : in_order(plan, step, message_first);
    case MESSAGE_SIGNATURE_KEY:
        return in_order(plan, step, message_first);
    case KEY_SIGNATURE_MESSAGE:
        return in_order(plan, step, key_first);
    case BEGIN_MESSAGE_REST:
        return begin_message_rest(plan, step, plan->scheme->a);
    case GEMSS:
        return gemss(plan, step);
    case HAETAE:
        return haetae(plan, step);
    case HSS:
        return hss(plan, step);
    default:
        return key_set(plan, &s) && begin_message_rest(plan, step, s.begin);
    }
}

int ksig_plan_next(ksig_plan *plan, ksig_plan_step *step) {
    do {
        if (!any_step(plan, step)) {
            plan->scheme = NULL; /* it stays the last */
            return 0;
        }
        plan->number++;
    } while (step->length == 0);
    return 1;
}

uint64_t ksig_plan_bytes(const ksig_plan *plan) {
    ksig_plan copy = *plan;
    ksig_plan_step step;
    uint64_t bytes = 0;
    while (ksig_plan_next(&copy, &step))
        bytes += step.length;
    return bytes;
}
