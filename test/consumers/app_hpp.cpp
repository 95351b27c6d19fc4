// What kilosig.hpp offers, in a stranger's C++17: makes a key, signs, verifies, and sees forgeries
// and misuse refused.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <array>
#include <cstdio>
#include <vector>

#include "kilosig/kilosig.hpp"

namespace {

using kilosig::bytes;
using scheme = kilosig::ml_dsa_44;

int failures = 0;

void expect(bool right, const char *what) {
    if (!right) {
        (void)std::fprintf(stderr, "wrong: %s\n", what);
        failures++;
    }
}

/* Runs an operation that streams, and gathers what it makes. */
template <class Operation> std::vector<std::uint8_t> gather(Operation &operation) {
    std::vector<std::uint8_t> made;
    std::array<std::uint8_t, 64> room{};
    for (;;) {
        const kilosig::verdict stepped = operation.step();
        for (bytes piece = operation.take(room); !piece.empty(); piece = operation.take(room))
            made.insert(made.end(), piece.data(), piece.data() + piece.size());
        if (!stepped.pending())
            return made;
    }
}

} // namespace

int main() {
    const std::array<std::uint8_t, 32> seed{{7}};
    const std::array<std::uint8_t, 32> rnd{{9}};
    const std::vector<std::uint8_t> message{'k', 'i', 'l', 'o', 's', 'i', 'g'};

    kilosig::key_generator<ksig_keygen_ml_dsa> generator(ksig_ml_dsa_44_keygen, seed);
    const std::vector<std::uint8_t> key = gather(generator);
    expect(static_cast<bool>(generator.close()) && key.size() == 1312, "key");

    kilosig::signer<ksig_sign_ml_dsa> signer(ksig_ml_dsa_44_sign, seed, rnd);
    while (!signer.wants_message())
        expect(signer.step().pending(), "the key's expansion");
    expect(signer.feed(message).pending(), "message");
    const std::vector<std::uint8_t> signature = gather(signer);
    expect(static_cast<bool>(signer.close()) && signature.size() == 2420, "signature");

    std::array<std::uint8_t, 64> anchor{};
    expect(ksig_key_anchor(&ksig_ml_dsa_44, key.data(), key.size(), anchor.data()) == KSIG_DONE,
           "anchor");
    expect(static_cast<bool>(kilosig::verify<scheme>({anchor}, key, message, signature)),
           "a genuine signature");

    std::vector<std::uint8_t> forged = signature;
    for (std::size_t i = 0; i < forged.size(); i += 97) {
        forged[i] ^= 1;
        expect(!kilosig::verify<scheme>({anchor}, key, message, forged), "a forged one");
        forged[i] ^= 1;
    }
    forged.push_back(0);
    expect(kilosig::verify<scheme>({anchor}, key, message, forged).code() == KSIG_REJECT_SIG_LENGTH,
           "a longer one");
    const bytes half(anchor.data(), anchor.size() / 2);
    expect(kilosig::verify<scheme>({half}, key, message, signature).code() == KSIG_REJECT_ARGUMENT,
           "half an anchor");
    expect(kilosig::verify<scheme>({{}}, key, message, signature).code() == KSIG_REJECT_ARGUMENT,
           "no anchor");

    kilosig::verifier<scheme> open({anchor}, {7, 2420, 1312});
    expect(open.want().part == KSIG_PART_MESSAGE && open.want().length == 7, "want");
    expect(open.feed(message).pending() && open.push(bytes(signature).first(100)).pending(),
           "pieces");
    expect(open.close().code() == KSIG_REJECT_INCOMPLETE, "incomplete");
    expect(open.feed(message).code() == KSIG_REJECT_ARGUMENT && !open.want() && !open.close(),
           "closed");

    kilosig::signer<ksig_sign_ml_dsa> short_key(ksig_ml_dsa_44_sign, bytes(seed).first(31), rnd);
    expect(short_key.step().code() == KSIG_REJECT_ARGUMENT && !short_key.close(),
           "a key that is too short");
    std::array<std::uint8_t, 2419> small{};
    kilosig::signer<ksig_sign_ml_dsa> small_buffer(ksig_ml_dsa_44_sign, seed, rnd, small);
    expect(small_buffer.step().code() == KSIG_REJECT_ARGUMENT, "a buffer that is too small");
    if (failures == 0)
        (void)std::puts("kilosig.hpp: all as expected");
    return failures != 0;
}
