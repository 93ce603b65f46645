#include "engine/packed_words.hpp"

#include "engine/word_model.hpp"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace vkalgo {
namespace {

/// A decoder of bits. A read beyond the end returns 0, and good() is false from then on.
class RangeDecoder {
public:
    explicit RangeDecoder(std::string_view bytes) : bytes_(bytes) {
        for (int k = 0; k < 4; ++k) {
            read();
        }
    }
    bool bit(BitChance& chance, bool /*unknown*/) {
        const std::uint32_t bound = (range_ >> BitChance::kBits) * chance.of_one();
        const bool one = code_ < bound;
        code_ -= one ? 0 : bound;
        range_ = one ? bound : range_ - bound;
        chance.learn(one);
        while (range_ < 1U << 24) {
            range_ <<= 8;
            read();
        }
        return one;
    }
    bool good() const { return at_ <= bytes_.size(); }
    bool ended() const { return at_ == bytes_.size(); }

private:
    void read() {
        code_ = code_ << 8 | (at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_]) : 0U);
        ++at_;
    }
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::uint32_t code_ = 0, range_ = UINT32_MAX;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> unpack_words(std::string_view packed, std::size_t count) {
    RangeDecoder decoder(packed);
    NumberModel numbers;
    std::vector<std::uint16_t> ids(kOpcodes);
    const std::uint32_t opcodes = numbers.code(decoder, 0, 0);
    for (std::uint32_t k = 0; k < opcodes && k < kOpcodes && decoder.good(); ++k) {
        const std::uint32_t opcode = numbers.code(decoder, 0, 0);
        ids[opcode % kOpcodes] = static_cast<std::uint16_t>(numbers.code(decoder, 0, 0));
    }
    std::vector<std::uint32_t> words(count);
    StepModel model;
    for (std::size_t at = 0; at < count && decoder.good();) {
        const PackedStep step = model.code(decoder, {}, std::span(words).first(at));
        if (step.length > count - at || step.distance > at) {
            return std::nullopt;
        }
        if (step.length == 0) {
            words[at++] = step.word;
        }
        for (std::uint32_t k = 0; k < step.length; ++k, ++at) {  // The copy may overlap its own output
            words[at] = words[at - step.distance];
        }
    }
    if (!decoder.ended()) {
        return std::nullopt;
    }
    walk_operands(words, ids, [&](std::size_t k, auto, auto, std::uint32_t newest, bool is_id) {
        words[k] = is_id ? newest + 1 - words[k] : words[k];
        return words[k];
    });
    return words;
}

std::uint32_t checksum_of(std::span<const std::uint32_t> words) {
    std::uint32_t sum = 2166136261U;
    for (const std::uint32_t word : words) {
        sum = std::rotl(sum ^ word, 15) * 16777619U;
    }
    return sum;
}

std::span<const std::uint32_t> PackedBlob::words() const {
    std::call_once(once_, [this] {
        auto words = unpack_words(packed_, count_);
        if (!words || checksum_of(*words) != checksum_) {
            std::fputs("vkalgo: this program is damaged; install the program again\n", stderr);
            std::abort();
        }
        words_ = std::make_unique<const std::vector<std::uint32_t>>(std::move(*words));
    });
    return *words_;
}

}  // namespace vkalgo
