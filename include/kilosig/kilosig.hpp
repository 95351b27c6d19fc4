/* kilosig for C++17: the calls of kilosig.h with lifetimes, lengths and a verdict that cannot be
 * ignored. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *     kilosig::verifier<kilosig::ml_dsa_44> v({anchor, context}, {message_length, 2420, 1312});
 *     while (const auto w = v.want()) {
 *         const kilosig::bytes piece = receive(w.part, w.offset, w.length); // 1 .. w.length bytes
 *         if (piece.size() == 0)
 *             break; // give up
 *         (void)v.feed(piece);
 *     }
 *     if (v.close())
 *         activate();
 *
 * Header only; no exceptions, no heap, no <string>. An object holds the state plus a few words, and
 * its destructor wipes it. Objects cannot be copied or moved: a copy of a state is a checkpoint,
 * for which there is kilosig.h. The conventions of kilosig.h hold, with three differences: null and
 * lengths are checked where a kilosig::bytes is passed, after a refused argument every later call
 * returns KSIG_REJECT_ARGUMENT, and any verdict but success is false. */
#ifndef KILOSIG_HPP
#define KILOSIG_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "kilosig/kilosig.h"

namespace kilosig {

/* If an argument is refused, open is called with a state size that holds the head alone, and the
 * library closes the state. */

/* Bytes of the caller: pointer and length, from an array or anything with data() and size(). */
template <class Byte> class basic_span {
  public:
    constexpr basic_span() noexcept = default;
    constexpr basic_span(Byte *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr basic_span(Byte (&array)[N]) noexcept : data_(array), size_(N) {}
    template <
        class Container,
        class = std::enable_if_t<
            std::is_convertible<decltype(std::declval<Container &>().data()), Byte *>::value &&
            !std::is_same<std::remove_const_t<Container>, basic_span>::value>>
    constexpr basic_span(Container &container) noexcept
        : data_(container.data()), size_(container.size()) {}
    [[nodiscard]] constexpr Byte *data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    /* The first n bytes, or all if there are fewer. */
    [[nodiscard]] constexpr basic_span first(std::size_t n) const noexcept {
        return {data_, n < size_ ? n : size_};
    }

  private:
    Byte *data_ = nullptr;
    std::size_t size_ = 0;
};
using bytes = basic_span<const std::uint8_t>;
using buffer = basic_span<std::uint8_t>;

/* Zeroes an output that will not be written. */
inline void zero(buffer output) noexcept {
    for (std::size_t n = 0; n < output.size(); n++)
        output.data()[n] = 0;
}

/* The result of an operation. True is success: KSIG_ACCEPT of a verification, KSIG_DONE of any
 * other operation. Pending is not a success. */
class [[nodiscard]] verdict {
  public:
    constexpr verdict(ksig_verdict code, ksig_verdict success) noexcept
        : code_(code), success_(success) {}
    constexpr explicit operator bool() const noexcept { return code_ == success_; }
    [[nodiscard]] constexpr bool pending() const noexcept { return code_ == KSIG_PENDING; }
    [[nodiscard]] constexpr ksig_verdict code() const noexcept { return code_; }
    /* A sentence, or "" with KSIG_ENABLE_REASON_TEXT 0. */
    [[nodiscard]] const char *text() const noexcept { return ksig_reason_text(code_); }

  private:
    ksig_verdict code_;
    ksig_verdict success_;
};

/* The bytes wanted next; false: none. */
struct wanted {
    std::uint8_t part;
    std::uint32_t offset;
    std::uint32_t length;
    constexpr explicit operator bool() const noexcept { return length != 0; }
};

/* kilosig::ml_dsa_44 and so on: the enabled sets. */
#define KSIG_SCHEME(ID, id, name, anchor_bytes, anchor_hash, key_bytes, signature_least, \
                    signature_bytes, state, flags)                                       \
    struct id {                                                                          \
        using verify_state = ksig_verify_##id;                                           \
        static const ksig_scheme &scheme() noexcept { return ksig_##id; }                \
    };
#include "kilosig/schemes.def"

struct lengths {
    std::uint32_t message;
    std::uint32_t signature;
    std::uint32_t key;
};

/* What the device trusts, and how the message was signed. anchor stays readable and unchanged until
 * close. */
struct trust {
    bytes anchor;
    bytes context = {};
    bytes secret = {}; /* ksig_verify_args.secret */
    std::uint8_t mode = KSIG_MODE_PURE;
    std::uint8_t hash = 0;
};

/* One verification. */
template <class Scheme> class verifier {
  public:
    verifier(const trust &given, const lengths &announced) noexcept {
        const ksig_scheme &scheme = Scheme::scheme();
        const bool right = given.anchor.size() == scheme.anchor_bytes &&
                           given.secret.size() >= scheme.secret_bytes;
        ksig_verify_args args = {};
        args.anchor = given.anchor.data();
        args.context = given.context.data();
        args.context_length = given.context.size();
        args.secret = given.secret.data();
        args.message_length = announced.message;
        args.signature_length = announced.signature;
        args.key_length = announced.key;
        args.mode = given.mode;
        args.hash = given.hash;
        (void)!ksig_verify_open(&state_, right ? sizeof state_ : sizeof(ksig_verify_head), &scheme,
                                &args);
    }
    ~verifier() { (void)!ksig_verify_close(&state_); }
    verifier(const verifier &) = delete;
    verifier &operator=(const verifier &) = delete;

    [[nodiscard]] wanted want() const noexcept {
        const ksig_want w = ksig_verify_want(&state_);
        return {w.part, w.offset, w.length};
    }
    verdict feed(bytes piece) noexcept {
        return answer(ksig_verify_feed(&state_, piece.data(), piece.size()));
    }
    verdict push(bytes piece) noexcept {
        return answer(ksig_verify_push(&state_, piece.data(), piece.size()));
    }
    /* Ends the verification: true means that the signature is valid. */
    verdict close() noexcept { return answer(ksig_verify_close(&state_)); }

  private:
    static verdict answer(ksig_verdict code) noexcept { return {code, KSIG_ACCEPT}; }
    typename Scheme::verify_state state_;
};

/* The whole verification of inputs in memory. */
template <class Scheme>
verdict verify(const trust &given, bytes key, bytes message, bytes signature) noexcept {
    const bytes parts[] = {key, message, signature};
    for (const bytes &part : parts)
        if (part.size() > UINT32_MAX)
            return {KSIG_REJECT_ARGUMENT, KSIG_ACCEPT};
    verifier<Scheme> v(given, {static_cast<std::uint32_t>(message.size()),
                               static_cast<std::uint32_t>(signature.size()),
                               static_cast<std::uint32_t>(key.size())});
    while (const wanted w = v.want()) {
        const bytes &part = w.part == KSIG_PART_KEY       ? key
                            : w.part == KSIG_PART_MESSAGE ? message
                                                          : signature;
        (void)v.feed({part.data() + w.offset, w.length});
    }
    return v.close();
}

/* One signature. State: ksig_sign_ml_dsa and so on, from the family's header. */
template <class State> class signer {
  public:
    /* secret_key, and public_key if given, stay readable and unchanged until close. rnd: fresh
     * randomness, exactly scheme.rnd_bytes; none with KSIG_SIGN_DETERMINISTIC. signature:
     * scheme.signature_bytes, or none if it is to be taken. */
    signer(const ksig_sign_scheme &scheme, bytes secret_key, bytes rnd, buffer signature = {},
           bytes context = {}, bytes public_key = {}, std::uint8_t flags = 0) noexcept {
        const bool right = secret_key.size() == scheme.secret_key_bytes &&
                           (rnd.empty() || rnd.size() == scheme.rnd_bytes) &&
                           (signature.empty() || signature.size() >= scheme.signature_bytes);
        ksig_sign_args args = {};
        args.secret_key = secret_key.data();
        args.public_key = public_key.data();
        args.context = context.data();
        args.context_length = context.size();
        args.rnd = rnd.data();
        args.flags = flags;
        (void)!ksig_sign_open(&state_, right ? sizeof state_ : sizeof(ksig_work_head), &scheme,
                              &args, right ? signature.data() : nullptr);
        if (!right)
            zero(signature);
    }
    ~signer() { (void)!ksig_sign_close(&state_); }
    signer(const signer &) = delete;
    signer &operator=(const signer &) = delete;

    [[nodiscard]] bool wants_message() const noexcept {
        return ksig_sign_want(&state_) == KSIG_PART_MESSAGE;
    }
    verdict feed(bytes message) noexcept {
        return answer(ksig_sign_feed(&state_, message.data(), message.size()));
    }
    verdict step() noexcept { return answer(ksig_sign_step(&state_)); }
    /* The next bytes of the signature, at the beginning of `room`. None: step again. */
    [[nodiscard]] bytes take(buffer room) noexcept {
        return {room.data(), ksig_sign_take(&state_, room.data(), room.size())};
    }
    verdict close() noexcept { return answer(ksig_sign_close(&state_)); }

  private:
    static verdict answer(ksig_verdict code) noexcept { return {code, KSIG_DONE}; }
    State state_;
};

/* One key generation. State: ksig_keygen_ml_dsa and so on. */
template <class State> class key_generator {
  public:
    /* seed: scheme.seed_bytes of fresh randomness. output: scheme.output_bytes, or none if it is to
     * be taken. */
    key_generator(const ksig_keygen_scheme &scheme, bytes seed, buffer output = {}) noexcept {
        const bool right = seed.size() == scheme.seed_bytes &&
                           (output.empty() || output.size() >= scheme.output_bytes);
        (void)!ksig_keygen_open(&state_, right ? sizeof state_ : sizeof(ksig_work_head), &scheme,
                                seed.data(), right ? output.data() : nullptr);
        if (!right)
            zero(output);
    }
    ~key_generator() { (void)!ksig_keygen_close(&state_); }
    key_generator(const key_generator &) = delete;
    key_generator &operator=(const key_generator &) = delete;

    verdict step() noexcept { return answer(ksig_keygen_step(&state_)); }
    [[nodiscard]] bytes take(buffer room) noexcept {
        return {room.data(), ksig_keygen_take(&state_, room.data(), room.size())};
    }
    verdict close() noexcept { return answer(ksig_keygen_close(&state_)); }

  private:
    static verdict answer(ksig_verdict code) noexcept { return {code, KSIG_DONE}; }
    State state_;
};

} // namespace kilosig

#endif
