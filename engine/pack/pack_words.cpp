#include "engine/pack/pack_words.hpp"

#include "engine/packed_words.hpp"
#include "engine/spirv_words.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace vkalgo {
namespace {

constexpr std::size_t kShortestMatch = 4;
constexpr int kMaxTries = 128;

using Masks = std::map<std::uint32_t, std::uint32_t>;

void append_number(std::string& out, std::uint32_t value) {
    for (; value >= 128; value >>= 7) {
        out += static_cast<char>(value | 128);
    }
    out += static_cast<char>(value);
}

/// Calls head(opcode, length) for each instruction and operand(opcode, position, word, newest, is_id) for each of its
/// operands, in the order in which unpack_words() reads them. From 15 on, `position` stays 15.
template <typename Head, typename Operand>
void visit(std::span<const std::uint32_t> words, const Masks& masks, Head head, Operand operand) {
    std::uint32_t newest = 0;
    for (std::size_t k = 0; k < words.size();) {
        const std::uint32_t first = words[k], opcode = first & 0xFFFF, length = first >> 16;
        head(opcode, length);
        newest = first == spv::MagicNumber ? 0 : newest;
        const auto found = masks.find(opcode);
        const std::uint32_t mask = found == masks.end() ? 0 : found->second;
        const std::size_t operands = first == spv::MagicNumber ? kSpirvHeaderWords - 1 : length == 0 ? 0 : length - 1;
        const std::size_t end = k + 1 + std::min(operands, words.size() - k - 1);
        std::uint32_t position = 0;
        for (++k; k < end; ++k, position += position < 15 ? 1U : 0U) {
            const bool is_id = (mask >> position & 1) != 0;
            operand(opcode, position, words[k], newest, is_id);
            newest += is_id && words[k] - newest < kNewIdReach ? words[k] - newest : 0;
        }
    }
}

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

/// Chooses the operands that are better written as ids. Takes two passes, since `newest` depends on which operands are
/// ids.
Masks choose_masks(std::span<const std::uint32_t> words) {
    Masks masks;
    for (const std::uint32_t word : words) {
        masks[word & 0xFFFF] = 0xFFFF;  // In the first pass all operands are ids
    }
    masks.erase(spv::MagicNumber & 0xFFFF);
    for (int pass = 0; pass < 2; ++pass) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Counts, Counts>> counts;
        visit(
            words, masks, [](auto, auto) {},
            [&](std::uint32_t opcode, std::uint32_t position, std::uint32_t word, std::uint32_t newest, bool) {
                auto& [plain, as_id] = counts[{opcode, position}];
                ++plain[word];
                ++as_id[newest + 1 - word];
            });
        masks.clear();
        for (const auto& [key, pair] : counts) {
            if (key.first != (spv::MagicNumber & 0xFFFF) && entropy(pair.second) < entropy(pair.first)) {
                masks[key.first] |= 1U << key.second;
            }
        }
    }
    return masks;
}

std::uint32_t hash_of(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < kShortestMatch; ++k) {
        value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
    }
    return (value * 2654435761U) >> 12;
}

struct Match {
    std::size_t length = 0, distance = 0;
};

/// A finder of earlier bytes that equal those at a position. Positions with the same hash are chained.
class Matcher {
public:
    explicit Matcher(const std::string& bytes) : bytes_(bytes), last_(1U << 20, kNone), before_(bytes.size(), kNone) {}

    /// Adds the position, so that later positions can match it.
    void insert(std::size_t at) {
        if (at + kShortestMatch <= bytes_.size()) {
            std::uint32_t& last = last_[hash_of(bytes_, at)];
            before_[at] = last;
            last = static_cast<std::uint32_t>(at);
        }
    }
    /// Returns the match at position `at` that saves the most bytes. `repeated` is the distance of the last match,
    /// which takes only one byte if it is used again.
    Match best(std::size_t at, std::size_t repeated) const {
        Match best;
        long most = 0;
        const auto consider = [&](std::size_t distance) {
            const std::size_t length = common(at, at - distance);
            const long saved = static_cast<long>(length) - cost(distance == repeated ? 0 : distance) - 1;
            if (saved > most) {
                most = saved;
                best = {length, distance};
            }
        };
        if (repeated > 0 && repeated <= at) {
            consider(repeated);
        }
        if (at + kShortestMatch <= bytes_.size()) {
            std::uint32_t from = last_[hash_of(bytes_, at)];
            for (int tries = kMaxTries; from != kNone && tries > 0; --tries, from = before_[from]) {
                consider(at - from);
            }
        }
        return best;
    }
    static long cost(std::size_t number) {
        return number < 128 ? 1 : number < 1U << 14 ? 2 : number < 1U << 21 ? 3 : 4;
    }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::size_t common(std::size_t at, std::size_t from) const {
        std::size_t length = 0;
        while (at + length < bytes_.size() && bytes_[at + length] == bytes_[from + length]) {
            ++length;
        }
        return length;
    }
    const std::string& bytes_;
    std::vector<std::uint32_t> last_, before_;
};

void append_run(std::string& out, std::string_view literals, std::size_t match, std::size_t distance) {
    const auto low = [](std::size_t count) { return static_cast<unsigned>(std::min<std::size_t>(count, 15)); };
    out += static_cast<char>(low(literals.size()) << 4 | low(match));
    for (const std::size_t count : {literals.size(), match}) {
        if (count >= 15) {
            append_number(out, static_cast<std::uint32_t>(count - 15));
        }
    }
    out += literals;
    if (match > 0) {
        append_number(out, static_cast<std::uint32_t>(distance));
    }
}

void append_runs(std::string& out, const std::string& bytes) {
    Matcher matcher(bytes);
    std::size_t first_literal = 0, repeated = 0;
    Match next;
    for (std::size_t at = 0; at < bytes.size();) {
        Match match = next.length > 0 ? next : matcher.best(at, repeated);
        matcher.insert(at);
        next = match.length > 0 && at + 1 < bytes.size() ? matcher.best(at + 1, repeated) : Match{};
        if (match.length == 0 || next.length > match.length + 1) {  // No match, or the next byte has a better one
            ++at;
            continue;
        }
        next = {};
        append_run(out, std::string_view(bytes).substr(first_literal, at - first_literal), match.length,
                   match.distance == repeated ? 0 : match.distance);
        repeated = match.distance;
        for (std::size_t k = 1; k < match.length; ++k) {
            matcher.insert(at + k);
        }
        at += match.length;
        first_literal = at;
    }
    if (first_literal < bytes.size()) {
        append_run(out, std::string_view(bytes).substr(first_literal), 0, 0);
    }
}

}  // namespace

std::string pack_words(std::span<const std::uint32_t> words) {
    const Masks masks = choose_masks(words);
    std::string bytes;
    visit(
        words, masks,
        [&](std::uint32_t opcode, std::uint32_t length) {
            append_number(bytes, opcode);
            append_number(bytes, length);
        },
        [&](auto, auto, std::uint32_t word, std::uint32_t newest, bool is_id) {
            append_number(bytes, is_id ? newest + 1 - word : word);
        });
    std::string out;
    append_number(out, static_cast<std::uint32_t>(bytes.size()));
    append_number(out, static_cast<std::uint32_t>(masks.size()));
    for (const auto& [opcode, mask] : masks) {
        append_number(out, opcode);
        append_number(out, mask);
    }
    append_runs(out, bytes);
    return out;
}

std::string BlobWriter::add(std::span<const std::uint32_t> module) {
    std::string arguments = "blob, " + std::to_string(words_.size()) + ", " + std::to_string(module.size());
    words_.insert(words_.end(), module.begin(), module.end());
    return arguments;
}

std::string BlobWriter::definition() const {
    const std::string packed = pack_words(words_);
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
