#include "engine/pack/pack_words.hpp"

#include "engine/packed_words.hpp"
#include "engine/word_model.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace vkalgo {
namespace {

using Counts = std::unordered_map<std::uint32_t, std::uint32_t>;

/// Returns the bits that the numbers would take if each were coded according to its frequency, plus 8 bits for each
/// different number.
double entropy(const Counts& counts) {
    double total = 0, bits = 0;
    for (const auto& [value, count] : counts) {
        total += count;
        bits -= count * std::log2(count);
    }
    return bits + total * std::log2(total) + 8.0 * static_cast<double>(counts.size());
}

using Ids = std::vector<std::uint16_t>;

/// Chooses the operands that are better written as ids. Takes two passes, since `newest` depends on which operands are
/// ids.
Ids choose_ids(std::span<const std::uint32_t> words) {
    constexpr std::uint32_t header = spv::MagicNumber % kOpcodes;
    Ids ids(kOpcodes, 0xFFFF);  // In the first pass all operands are ids
    ids[header] = 0;
    for (int pass = 0; pass < 2; ++pass) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Counts, Counts>> counts;
        walk_operands(words, ids,
                      [&](std::size_t k, std::uint32_t opcode, std::uint32_t position, std::uint32_t newest, bool) {
                          auto& [plain, as_id] = counts[{opcode, position}];
                          ++plain[words[k]];
                          ++as_id[newest + 1 - words[k]];
                          return words[k];
                      });
        ids.assign(kOpcodes, 0);
        for (const auto& [key, pair] : counts) {
            if (key.first != header && entropy(pair.second) < entropy(pair.first)) {
                ids[key.first] = static_cast<std::uint16_t>(ids[key.first] | 1U << key.second);
            }
        }
    }
    return ids;
}

/// An encoder of bits, for the decoder of unpack_words().
class RangeEncoder {
public:
    bool bit(BitChance& chance, bool one) {
        const std::uint32_t bound = (range_ >> BitChance::kBits) * chance.of_one();
        low_ += one ? 0 : bound;
        range_ = one ? bound : range_ - bound;
        chance.learn(one);
        while (range_ < 1U << 24) {
            range_ <<= 8;
            write();
        }
        return one;
    }
    /// Returns all bytes.
    std::string end() {
        for (int k = 0; k < 5; ++k) {
            write();
        }
        return out_.substr(1);  // The first byte is 0, since nothing precedes the top byte of low_
    }

private:
    /// Takes the top byte off low_. A carry may still change it and the bytes of 255 after it, so these wait.
    void write() {
        const bool carry = low_ >> 32 != 0;
        if (carry || low_ < 0xFF000000U) {
            for (; waiting_ > 0; --waiting_) {
                out_ += static_cast<char>(first_ + (carry ? 1 : 0));
                first_ = 0xFF;
            }
            first_ = static_cast<unsigned char>(low_ >> 24);
        }
        ++waiting_;
        low_ = (low_ & 0xFFFFFF) << 8;
    }
    std::string out_;
    std::uint64_t low_ = 0;
    std::uint32_t range_ = UINT32_MAX;
    std::size_t waiting_ = 1;  // The bytes that wait: first_ and, after it, bytes of 255
    unsigned char first_ = 0;
};

/// A finder of the cheapest steps that give the words. Prices do not change: they are about the bits that a step takes
/// in the SPIR-V of this project, times 2.
class Parser {
public:
    explicit Parser(std::span<const std::uint32_t> words)
        : words_(words), newest_(1U << 16, kNone), before_(words.size(), kNone), reached_(words.size() + 1) {}

    std::vector<PackedStep> steps() {
        reached_[0].price = 0;
        for (std::size_t at = 0; at < words_.size(); ++at) {
            go_on_from(at);
            // A long match is taken whole, since trying all its parts would take quadratic time.
            for (const std::size_t end = at + (longest_ < kLong ? 1 : longest_); at + 1 < end; ++at) {
                insert(at + 1);
            }
        }
        std::vector<PackedStep> found;
        for (std::size_t at = words_.size(); at > 0; at -= std::max(found.back().length, 1U)) {
            found.push_back(reached_[at].step);
        }
        std::reverse(found.begin(), found.end());
        return found;
    }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX, kMaxTries = 256;
    static constexpr std::size_t kLong = 300;

    /// The cheapest steps to a position: their price, the last of them and the distance of the last copy.
    struct Reached {
        std::size_t price = std::numeric_limits<std::size_t>::max();
        PackedStep step;
        std::uint32_t distance = 1;
    };

    static std::size_t width(std::size_t number) { return static_cast<std::size_t>(std::bit_width(number)); }

    /// Tries all steps from a position.
    void go_on_from(std::size_t at) {
        const Reached here = reached_[at];
        offer(at + 1, here.price + 10 + width(words_[at]), {0, 0, words_[at]}, here.distance);
        longest_ = 0;
        const auto try_copies = [&](std::size_t distance, std::size_t price) {
            const std::size_t length = common(at, at - distance);
            for (std::size_t k = length; k > longest_; k = k < kLong ? k - 1 : longest_) {
                const auto back = static_cast<std::uint32_t>(distance);
                offer(at + k, here.price + price + 2 * width(k), {static_cast<std::uint32_t>(k), back, 0}, back);
            }
            longest_ = std::max(longest_, length);
        };
        if (here.distance <= at) {
            try_copies(here.distance, 10);
        }
        std::uint32_t from = insert(at);
        for (std::uint32_t tries = 0; from != kNone && tries < kMaxTries; ++tries, from = before_[from]) {
            if (at + longest_ < words_.size() && words_[from + longest_] == words_[at + longest_]) {
                try_copies(at - from, 22 + 2 * width(at - from));
            }
        }
    }
    /// Adds a position, so that later ones find it. Returns the newest one before it with the same hash of two words,
    /// or kNone.
    std::uint32_t insert(std::size_t at) {
        if (at + 1 >= words_.size()) {
            return kNone;
        }
        const std::uint32_t hash = ((words_[at] * 31 + words_[at + 1]) * 2654435761U) >> 16;
        before_[at] = std::exchange(newest_[hash], static_cast<std::uint32_t>(at));
        return before_[at];
    }
    void offer(std::size_t to, std::size_t price, const PackedStep& step, std::uint32_t distance) {
        if (price < reached_[to].price) {
            reached_[to] = {price, step, distance};
        }
    }
    std::size_t common(std::size_t at, std::size_t from) const {
        std::size_t length = 0;
        while (at + length < words_.size() && words_[at + length] == words_[from + length]) {
            ++length;
        }
        return length;
    }

    std::span<const std::uint32_t> words_;
    std::vector<std::uint32_t> newest_, before_;  // The newest position with a hash; for each position, the one before
    std::vector<Reached> reached_;
    std::size_t longest_ = 0;  // The longest match at the position that was tried last
};

}  // namespace

std::string pack_words(std::span<const std::uint32_t> words) {
    RangeEncoder encoder;
    NumberModel numbers;
    const Ids ids = choose_ids(words);
    numbers.code(encoder,
                 static_cast<std::uint32_t>(std::count_if(ids.begin(), ids.end(), [](auto mask) { return mask != 0; })),
                 0);
    for (std::uint32_t opcode = 0; opcode < kOpcodes; ++opcode) {
        if (ids[opcode] != 0) {
            numbers.code(encoder, opcode, 0);
            numbers.code(encoder, ids[opcode], 0);
        }
    }
    std::vector<std::uint32_t> stored(words.begin(), words.end());
    walk_operands(words, ids, [&](std::size_t k, auto, auto, std::uint32_t newest, bool is_id) {
        stored[k] = is_id ? newest + 1 - words[k] : words[k];
        return words[k];
    });
    StepModel model;
    std::size_t at = 0;
    for (const PackedStep& step : Parser(stored).steps()) {
        model.code(encoder, step, std::span(stored).first(at));
        at += std::max(step.length, 1U);
    }
    return encoder.end();
}

std::string BlobWriter::add(std::span<const std::uint32_t> module) {
    std::string arguments = "blob, " + std::to_string(words_.size()) + ", " + std::to_string(module.size());
    words_.insert(words_.end(), module.begin(), module.end());
    return arguments;
}

std::string BlobWriter::definition() const {
    const std::string packed = pack_words(words_);
    if (unpack_words(packed, words_.size()) != words_) {
        std::fputs("packed words are not unpacked to the same words\n", stderr);
        std::abort();
    }
    std::string code = "constinit const PackedBlob blob(std::string_view(\n    \"";
    std::size_t column = 0;
    for (const char c : packed) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= ' ' && byte < 127 && c != '"' && c != '\\' && c != '?') {
            code += c;
            column += 1;
        } else {  // Always three digits, since a digit may follow
            code += '\\';
            for (const int shift : {6, 3, 0}) {
                code += static_cast<char>('0' + (byte >> shift & 7));
            }
            column += 4;
        }
        if (column > 108) {
            code += "\"\n    \"";
            column = 0;
        }
    }
    return code + "\", " + std::to_string(packed.size()) + "),\n    " + std::to_string(words_.size()) + ", " +
           std::to_string(checksum_of(words_)) + "U);\n";
}

}  // namespace vkalgo
