/* kilosig/schemes.def: descriptors, types and lists are made of it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "kilosig/kilosig.h"
#include "mldsa/mldsa_params.h"
#include "slhdsa/slhdsa_params.h"

static void test_descriptors(void) {
    unsigned count = 0;
#define KSIG_SCHEME(ID, id, spelled, anchor, digest, key, least, most, state, set_flags) \
    {                                                                                    \
        const ksig_scheme *const s = ksig_schemes[count++];                              \
        CHECK(s == &ksig_##id && ksig_scheme_by_name(spelled) == s);                     \
        CHECK(strcmp(s->name, spelled) == 0);                                            \
        CHECK(s->anchor_bytes == (anchor) && s->anchor_hash == (digest));                \
        CHECK(s->key_bytes == (key) && s->flags == (set_flags));                         \
        CHECK(s->signature_least == (least) && s->signature_bytes == (most));            \
        CHECK(s->signature_least <= s->signature_bytes);                                 \
        CHECK(s->state_bytes == (state) && s->state_bytes == sizeof(ksig_verify_##id));  \
        CHECK(s->state_bytes % 8 == 0 && s->verify != NULL);                             \
        CHECK(s->anchor_hash != 0 || s->anchor_bytes == s->key_bytes);                   \
    }
#include "kilosig/schemes.def"
    CHECK(ksig_schemes[count] == NULL && count > 0);
}

/* The lengths of FIPS 204 and FIPS 205 from their parameters. */
static void test_lengths(void) {
#define KSIG_SCHEME_MLDSA(ID, id, ...)                                                            \
    {                                                                                             \
        const ksig_mldsa_params *const p = ksig_##id.params;                                      \
        CHECK(ksig_##id.key_bytes == 32u + p->k * 320u && ksig_##id.anchor_bytes == p->tr_bytes); \
        CHECK(ksig_##id.signature_bytes ==                                                        \
              p->challenge_bytes + p->l * ksig_mldsa_z_packed(p) + ksig_mldsa_hint_bytes(p));     \
        CHECK((p->framing != NULL) == ((ksig_##id.flags & KSIG_HAS_CONTEXT) != 0));               \
    }
#define KSIG_SCHEME_DILITHIUM KSIG_SCHEME_MLDSA
#define KSIG_SCHEME_SLHDSA(ID, id, ...)                                                       \
    {                                                                                         \
        const ksig_slhdsa_params *const p = ksig_##id.params;                                 \
        CHECK(ksig_##id.key_bytes == 2u * p->n);                                              \
        CHECK(ksig_##id.signature_bytes ==                                                    \
              p->n * (1u + p->k * (p->a + 1u) + p->d * (ksig_slhdsa_chains(p) + p->height))); \
        CHECK((p->framing != NULL) == ((ksig_##id.flags & KSIG_HAS_CONTEXT) != 0));           \
    }
#include "kilosig/schemes.def"
}

static void test_keygen_and_sign(void) {
    unsigned keygen = 0, sign = 0;
#define KSIG_KEYGEN_SCHEME(id) CHECK(ksig_keygen_schemes[keygen++] == &ksig_##id##_keygen);
#define KSIG_SIGN_SCHEME(id) CHECK(ksig_sign_schemes[sign++] == &ksig_##id##_sign);
#include "kilosig/schemes.def"
    CHECK(ksig_keygen_schemes[keygen] == NULL && ksig_sign_schemes[sign] == NULL);
}

int main(void) {
    test_descriptors();
    test_lengths();
    test_keygen_and_sign();
    return check_end();
}
