# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What test_taint.py and test_traces.py share: which schemes have secrets, where decisions on them are allowed, and
builds of the library's code for them."""
from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
CT = ROOT / "test/ct"
VARIANTS = ("default", "fast", "small")
FOLDERS = ("api", "stream", "haetae", "mldsa", "slhdsa", "hash", "guard", "util")
RINGS = ("ntt16", "ntt16_table", "short23", "compact23", "sum23", "ntt23", "ntt23_table")
# `make ct`: everything. Else what `make test` has time for.
FULL = os.environ.get("KSIG_CT") == "full"


class Scheme(NamedTuple):
    """A row of test/ct/taint.c."""

    name: str
    operations: tuple[str, ...] = ("keygen", "sign")


HAETAE = tuple(Scheme(f"haetae-{level}{form}") for level in (2, 3, 5) for form in ("", "-compact"))
ML_DSA = tuple(Scheme(f"ml-dsa-{level}{form}") for level in (44, 65, 87) for form in ("", "-expanded"))
SLH_DSA = tuple(Scheme(f"slh-dsa-{name}") for name in ("sha2-128f", "sha2-192f", "shake-128f"))
SCHEMES = HAETAE + ML_DSA + SLH_DSA


class Site(NamedTuple):
    """A line of the source where a branch or an address may depend on secrets. `deep`: what it calls may too. `at`: the
    functions that have such a line, once for each; without it there is one in the file. One more, wherever in the file
    it is, and none of them is allowed: nobody has looked at it."""

    file: str
    line: str
    reason: str
    deep: bool = False
    at: tuple[str, ...] = ()


class Place(NamedTuple):
    """Where something was executed: a line of a source file, and the functions that have a line spelled so; or, of code
    that the compiler gives no line, the function."""

    file: str
    line: str
    functions: tuple[str, ...] = ()


CHALLENGE = "c is public, that of a dropped attempt too"
SPECIFIED = "the specification drops the candidate or the attempt here"
ENCODER = "the attempt has passed all rejections but the length: c and z are distributed as if there were no key"
ABSORBED = "what was absorbed is compared with what is there: the same, whatever it is, but for a fault"
TWICE = "what was made or copied twice is compared: the same, whatever it is, but for a fault"
HASHED = "a hash is not what was hashed, whatever it is, but for a fault"
GIVEN = "the attempt is accepted: this is the signature, or a fault, and then it is never shown"
PASSED = "z and r0 of the row have passed: what is left follows from c, z and t"
MALFORMED = "a key with a coefficient out of range is refused: no key that was generated is"
PUBLIC_KEY = "whether the public key is the seed's: it is, or tells nothing"
# docs/schemes/haetae.md, what may depend on secrets. A line of the source is a site as it is written there: a change of
# the decision is a change here.
SITES = (
    Site("haetae_secret.c", "if (t >= 243) /* check: 243 == 3**5 */", SPECIFIED),
    Site("haetae_keygen.c", "if (ksig_haetae_singular_value(p, largest) <= p->sv_limit)", SPECIFIED),
    Site("haetae_gauss.c", "if (is_accepted(&c, sample->value, sample->square))", SPECIFIED),
    Site("haetae_hyperball.c",
         "for (unsigned rejected = ksig_haetae_next_sample(sponge, &sample); rejected > 0; rejected--)", SPECIFIED),
    Site("haetae_sign_drawn.c", "if (s->y_norm > (uint64_t)ksig_haetae_sign_params_of(s)->b0_squared << 26)",
         SPECIFIED),
    Site("haetae_sign_kept.c", "if (s->y_norm > (uint64_t)p->b0_squared << 26)", SPECIFIED),
    Site("haetae_sign_rows.c", "if (s->y_norm > (uint64_t)p->b0_squared << 26)", SPECIFIED),
    # The one decision on z, where it is made and where its answer is looked at.
    Site("haetae_sign_challenge.c", "if (rejected(s, cs_norm) != 0)", SPECIFIED),
    Site("haetae_sign.c", "if (s->sign != (draw_sign(s) | KSIG_HAETAE_ACCEPTED)) {", SPECIFIED),
    # The reason, where a comparison of what is the same twice became part of it without a branch.
    Site("lifecycle.c", "if (head->reason != KSIG_PENDING || head->stage != KSIG_WORK_DONE || "
         "waiting(state, streams) != 0)", ABSORBED),
    Site("lifecycle.c", "return head->reason == KSIG_PENDING && head->stage != KSIG_WORK_DONE && "
         "waiting(state, streams) == 0;", ABSORBED),
    Site("sign.c", "if (ksig_work_reason(state) != KSIG_PENDING) /* closed before, too */", ABSORBED,
         at=("ksig_sign_want", "ksig_sign_feed", "ksig_sign_step")),
    Site("sign.c", "while (verdict == KSIG_PENDING) {", ABSORBED),
    Site("keygen.c", "if (bad == 0)", TWICE),
    Site("keygen.c", "if (bad != 0)", TWICE),
    Site("work.c", "if (bad != 0)", TWICE),
    Site("lifecycle.c", "if (bad != 0) {", TWICE),
    Site("lifecycle.c", "if (other != 0)", TWICE),
    Site("mldsa_keygen.c", "if (other != 0)", TWICE),
    Site("mldsa_sign.c", "if (make_tr(s) != 0)", TWICE, at=("sign_open", "step_public")),
    Site("mldsa_sign.c", "const int other = ksig_mldsa_sign_checks(s) && ksig_mldsa_sign_seeded(s) && "
         "s->seed.t_again != s->seed.t_tag;", TWICE),
    Site("mldsa_sign.c", "if (s->row_index != ksig_mldsa_sign_params(s)->k || other)", TWICE),
    Site("slhdsa_tree.c", "if (other == 0 || v->done != due) {", HASHED),
    Site("sha2_template.h",  # by gcc for AVR
         "const uint32_t unchanged = ((h->chain[0] ^ before) | (h->chain[1] ^ before1)) == 0;", HASHED),
    Site("haetae_sign.c", "if (doubt != 0) {", TWICE),
    Site("haetae_sign.c", "if (again == NULL)", PUBLIC_KEY),
    Site("mldsa_sign.c", "if (ksig_mldsa_derive(s) != 0) {", ABSORBED),
    Site("haetae_sign.c", "if ((progress = ksig_haetae_sign_decide(s)) == KSIG_SIGN_NEXT)", SPECIFIED),
    Site("haetae_sign.c", "if (progress == KSIG_SIGN_RETRY)", SPECIFIED, at=("ksig_haetae_sign_step",) * 3),
    Site("haetae_sign.c", "else if (progress == KSIG_SIGN_NEXT)", GIVEN,
         at=("ksig_haetae_sign_step",) * 2),  # behind the check, by gcc -O1
    Site("haetae_sign.c",
         "if (ksig_compare_packed((const uint8_t *)&scale, (const uint8_t *)&s->length.norm, sizeof scale) != "
         "KSIG_TALLY_ALL(sizeof scale))", ABSORBED),
    Site("haetae_sign_check.c", "ksig_haetae_absorb_row(transcript_of(s), ksig_haetae_sign_scheme_of(s), row);", GIVEN,
         deep=True),
    Site("haetae_sign_check.c", "ksig_keccak_absorb(transcript_of(s), s->parity, sizeof s->parity);", GIVEN, deep=True),
    Site("haetae_sign_check.c", "ksig_keccak_absorb(transcript_of(s), s->mu, sizeof s->mu);", GIVEN, deep=True),
    Site("haetae_sign_check.c",  # by gcc -O3
         "row[n] = (uint16_t)(high < ksig_haetae_hint_modulus(p) ? high : high - ksig_haetae_hint_modulus(p));", GIVEN),
    Site("haetae_sign_check.c", "return bad != 0 ? KSIG_SIGN_RETRY : KSIG_SIGN_NEXT;", GIVEN),
    Site("haetae_sign_kept.c", "if (ksig_haetae_scale_kept((uint32_t *)y_of(s, p), &s->length.norm, &uncertain))",
         "variant FAST: a rounding is open"),
    Site("haetae_hyperball.c", "return changes != 0;", "variant FAST: a rounding is open"),  # by gcc for AVR
    Site("haetae_sign_kept.c", "if (any_is_open(s, cs_norm)) {", "variant FAST: a norm is open"),
    Site("haetae_challenge.c", "if (weight > 128 || (weight == 128 && (c[0] & 1u) != 0))", CHALLENGE),
    Site("haetae_challenge.c", "} while (b > i);", CHALLENGE),
    Site("haetae_challenge.c", "c[i / 8] = (uint8_t)(c[i / 8] | ((unsigned)c[b / 8] >> b % 8 & 1u) << i % 8);",
         CHALLENGE),
    Site("haetae_challenge.c", "c[b / 8] = (uint8_t)(c[b / 8] | 1u << b % 8);", CHALLENGE),
    Site("haetae_rotate.c", "if (c[i / 8] >> i % 8 & 1)", CHALLENGE),
    Site("haetae_rotate.c", "for (unsigned i = 0; i < N && r->weight < sizeof r->places; i++)", CHALLENGE),
    Site("haetae_rotate.c", "r->places[r->weight++] = (uint8_t)i;", CHALLENGE),
    Site("haetae_sign_encode.c", "if (bad != 0 || ksig_rans_encode(&s->late.end.encoder, signature, "
         "i < p->l ? p->hb_frequency : p->hint_frequency, symbols) != 0)", ENCODER),
    Site("haetae_sign_encode.c", "if (i == 0 && s->y_norm > longest(p)) {", ENCODER),
    Site("haetae_sign_encode.c",  # by gcc -O3
         "for (uint32_t i = start + (end - s->late.end.encoder.front); i < end; i++)", ENCODER),
    Site("haetae_sign_encode.c", "padding |= signature[i];", ENCODER),  # the same
    Site("haetae_rans_encode.c", "const uint32_t f = frequency[symbols[i]];", ENCODER),
    Site("haetae_rans_encode.c", "for (unsigned s = 0; s < symbols[i]; s++)", ENCODER),
    Site("haetae_rans_encode.c", "cumulated += frequency[s];", ENCODER),
    Site("haetae_rans_encode.c", "for (; e->x >= f << 21; e->x >>= 8)", ENCODER),
    Site("haetae_sign.c", "if ((progress = ksig_haetae_sign_emit(s)) != KSIG_SIGN_NEXT)", ENCODER),
    Site("haetae_challenge.c", "ksig_keccak_absorb(transcript, packed, 8);", ABSORBED, deep=True,
         at=("ksig_haetae_absorb_row",) * 2),
    Site("haetae_challenge.c", "ksig_keccak_absorb(transcript, packed, sizeof packed);", ABSORBED, deep=True),
    Site("haetae_sign_challenge.c", "ksig_keccak_absorb(transcript, s->parity, sizeof s->parity);", ABSORBED,
         deep=True),
    Site("haetae_sign_challenge.c", "ksig_keccak_absorb(transcript, s->mu, sizeof s->mu);", ABSORBED, deep=True),
    Site("haetae_challenge.c", "ksig_keccak_finish(transcript);", ABSORBED, deep=True),
    # ML-DSA.
    Site("mldsa_expand_s.c", "if (b >= most)", SPECIFIED),
    Site("mldsa_sign_rows.c", "if (bad != 0)", MALFORMED),
    Site("mldsa_sample_in_ball.c", "} while (j > i);", CHALLENGE),
    Site("mldsa_sample_in_ball.c", "if (s->present[j / 8] >> j % 8 & 1) {", CHALLENGE),
    Site("mldsa_sample_in_ball.c", "for (unsigned e = 0; e < m; e++) {", CHALLENGE),  # by clang -O3
    Site("mldsa_sample_in_ball.c", "if (position[e] == j)", CHALLENGE),
    Site("mldsa_sample_in_ball.c", "s->present[added / 8] = (uint8_t)(s->present[added / 8] | 1u << added % 8);",
         CHALLENGE),
    Site("mldsa_sign.c", "ksig_mldsa_sign_message_begin(s, s->mu);", PUBLIC_KEY, deep=True,
         at=("sign_open", "step_public")),
    Site("mldsa_sign.c", "if (rejected != 0)", SPECIFIED),  # a row's r0, one z
    Site("mldsa_sign.c", "return rejected == 0 && s->column_index == all;", SPECIFIED),
    Site("mldsa_sign.c", "if (ksig_mldsa_form_z(s, s->column_index) != 0)", GIVEN),
    Site("mldsa_sign.c", "if (bad != 0)", GIVEN),
    Site("mldsa_sign.c", "if (progress == KSIG_MLDSA_FAULT)", SPECIFIED),
    Site("mldsa_sign.c", "else if (progress == KSIG_MLDSA_REJECTED)", SPECIFIED),
    Site("mldsa_sign.c", "else if (progress == KSIG_MLDSA_COMPLETE)", SPECIFIED),
    Site("mldsa_sign_finish.c", "if (found.low != 0)", SPECIFIED),
    Site("mldsa_sign_finish.c", "if (found.high != 0 || append_hint(s) != 0)", SPECIFIED),
    Site("mldsa_hint.h", "for (unsigned place = 0; place < KSIG_MLDSA_N; place++) {", PASSED),  # by gcc -O1
    Site("mldsa_hint.h", "if (bits[place / 8] >> place % 8 & 1) {", PASSED),
    Site("mldsa_hint.h", "if (*hints == p->omega)", PASSED),
    Site("mldsa_hint.h", "hint[(*hints)++] = (uint8_t)place;", PASSED),
    # The hint itself, whose places memcheck takes for undefined in code of gcc -O1.
    Site("mldsa_hint.h", "for (unsigned h = i == 0 ? 0 : counts[i - 1]; h < counts[i]; h++) {", PASSED),
    Site("mldsa_hint.h", "int32_t *const w = &poly[hint[h]];", PASSED),
    Site("mldsa_decompose.h", "return low - 1 < p->gamma2 ? (r1 == m - 1 ? 0 : r1 + 1) : r1 == 0 ? m - 1 : r1 - 1;",
         PASSED),
    Site("mldsa_sign_finish.c", "if (load_t1(s) != 0)", GIVEN),
    Site("mldsa_sign_finish.c", "if (bad != 0)", SPECIFIED),  # one z, in the first row
    Site("mldsa_sign_finish.c",
         "return (other | tally.bad | (tally.good ^ bytes)) != 0 ? KSIG_MLDSA_FAULT : KSIG_MLDSA_COMPLETE;", GIVEN),
    # SLH-DSA: what is compared is the same twice, or a fault; of digest and roots it is public.
    Site("slhdsa_sign_message.c", "if (compare_again(w) != 0)", ABSORBED, at=("ksig_slhdsa_sign_message_step",) * 2),
    Site("slhdsa_sign_message.c",
         "if (w->v.head.trail != KSIG_TRAIL_STEP * (1 + FRAMES)) /* that of the arguments, and of each frame */",
         ABSORBED),
    Site("slhdsa_sign.c", "if (differ(w, slot(w, 0), v->input) != 0)", ABSORBED),
    Site("slhdsa_sign.c", "if (differ(w, v->input, w->head.work.secret_key) == 0)", HASHED),
    Site("slhdsa_sign.c", "if (w->checks && differ(w, v->node, kept_of(w)) != 0)", ABSORBED),
    Site("slhdsa_sign.c", "if (ksig_slhdsa_checksum(signed_again, p->n) != ksig_slhdsa_checksum_of(v))", ABSORBED),
    Site("slhdsa_tree.c", "(void)p->hash->absorb(v, v->input, p->n);", ABSORBED, deep=True),
    Site("slhdsa_sign.c", "(void)p->hash->absorb(v, v->input, p->n);", ABSORBED, deep=True),
    Site("slhdsa_sign.c", "(void)p->hash->absorb(v, v->node, p->n);", ABSORBED, deep=True),
    Site("slhdsa_sign_message.c",
         "ksig_taken(&w->v.head, ksig_slhdsa_sign_operations_of(w)->absorb(hash, data, length), length);", ABSORBED,
         deep=True),
    # The same, where a compiler gives that call another line.
    Site("slhdsa_sign_message.c", "take_bytes(w, hash, key, n);", ABSORBED, deep=True),
    Site("slhdsa_sign_message.c", "take_bytes(w, open_of(w), w->v.node, n);", ABSORBED, deep=True),
    Site("slhdsa_sign_message.c", "take_bytes(w, prf_of(w), rnd_of(w), node_bytes(w));", ABSORBED, deep=True),
    Site("slhdsa_sign_message.c", "ksig_taken(&w->v.head, o->final(hash, out, node_bytes(w)), 0);", ABSORBED,
         deep=True),
    Site("keccak.c", "return lost == 0 ? data : begin;", ABSORBED),  # by gcc -Os for AVR
    # By gcc -Os, where seeds are absorbed with the comparison too: what comes after the key, and the key of HMAC.
    Site("haetae_sign.c", "ksig_keccak_absorb_seed(&s->sponge, s->seed, KSIG_HAETAE_RND_BYTES);", ABSORBED, deep=True),
    Site("haetae_sign.c", "ksig_keccak_absorb_seed(&s->sponge, mu, KSIG_HAETAE_MU_BYTES);", ABSORBED, deep=True),
    Site("haetae_sign.c", "ksig_keccak_finish(&s->sponge);", ABSORBED, deep=True,
         at=("ksig_haetae_sign_open", "make_seed")),
    Site("slhdsa_sign_message.c", "take_key(w, prf_of(w), INNER_PAD);", ABSORBED, deep=True),
    # Code of clang's without a line.
    Site("", "ksig_haetae_next_sample", SPECIFIED),
    Site("", "ksig_rans_encode", ENCODER),
    Site("haetae_sign.c", "if (key == NULL)", PUBLIC_KEY),
    Site("haetae_sign.c", "ksig_keccak_absorb_seed(&s->sponge, key, KSIG_HAETAE_KEY_BYTES);", PUBLIC_KEY, deep=True),
    Site("haetae_sign_compact.c", "if (compare_row(s, i) != 0)", PUBLIC_KEY),
)


def goes_on(line: str, following: str) -> bool:
    """Whether a line that was broken goes on in the next one."""
    if line.startswith(("*", "/*", "case ", "default:")) or line.endswith("*/"):
        return False
    return line.count("(") > line.count(")") or bool(
        re.search(r"(?:[-+*/%&|^=<>?:,]|\breturn)$", line) or re.match(r"(?:[?:|^+]|&&|<<|>>|[-*/&] )", following))


@cache
def lines_of(path: Path) -> list[tuple[str, str]]:
    """Every line of a source file as if none were broken, without its indentation, and the function that it is in."""
    text, found, function = path.read_text().splitlines(), [], ""
    whole, parts = "", 0
    for line, following in zip(text, [*text[1:], ""]):
        head = re.match(r"\w.*?(\w+)\(", line)  # what is not indented
        if head and not line.endswith(";"):
            function = head[1]
        whole, parts = f"{whole} {line.strip()}".strip(), parts + 1
        if line.startswith(" ") and goes_on(whole, following.strip()):
            continue
        found += [(whole, function)] * parts
        whole, parts = "", 0
    return found


def functions_with(lines: list[tuple[str, str]], text: str) -> tuple[str, ...]:
    """The functions that have such a line, once for each."""
    return tuple(here[1] for here, before in zip(lines, [("", ""), *lines]) if here[0] == text and here is not before)


def place_at(path: Path, number: int, function: str) -> Place:
    """The line `number` of a file; `function` is for code without a line."""
    if not number or not path.exists():
        return Place("", function)
    lines = lines_of(path)
    text = lines[number - 1][0]
    return Place(path.name, text, functions_with(lines, text))


def is_at(site: Site, place: Place) -> bool:
    """Whether a place is that of a site."""
    if (place.file, place.line) != (site.file, site.line):
        return False
    return not place.file or (sorted(place.functions) == sorted(site.at) if site.at else len(place.functions) == 1)


def site_of(frames: Iterable[Place]) -> Site | None:
    """The allowed site for a place, from the innermost call outwards."""
    for depth, place in enumerate(frames):
        for site in SITES:
            if is_at(site, place) and (depth == 0 or site.deep):
                return site
    return None


def sources() -> list[Path]:
    """The C of everything that key generation and signing may use."""
    folders = [path for folder in FOLDERS for path in sorted((ROOT / "src" / folder).rglob("*.c"))]
    return folders + [ROOT / f"src/ring/{name}.c" for name in RINGS]


def compile_all(compiler: Sequence[str], files: Sequence[Path], variant: str, folder: Path,
                defines: Sequence[str] = ()) -> list[Path]:
    """The objects of all files, two at a time."""
    upper = variant.upper()
    options = ["-gdwarf-4", "-std=c99", "-ffreestanding", "-ffunction-sections", "-fdata-sections",
               "-I", ROOT / "include", "-I", ROOT / "src", f'-DKSIG_CONFIG_FILE="{CT / "config.h"}"',
               f"-DKSIG_HAETAE_SIGN_VARIANT=KSIG_VARIANT_{upper}",
               f"-DKSIG_ML_DSA_SIGN_VARIANT=KSIG_VARIANT_{upper}", *defines]
    jobs: dict[Path, Path] = {folder / f"{number}-{source.stem}.o": source for number, source in enumerate(files)}
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda job: run(*compiler, *options, "-c", job[1], "-o", job[0]), jobs.items()))
    return list(jobs)


def run(*command: object) -> str:
    """What a command prints; what it says if it fails is in the exception."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def record(text: str) -> None:
    """A line of what was done, for who wants the counts: build/results/ct.txt."""
    path = ROOT / "build/results/ct.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        print(text, file=file)
    print(text)
