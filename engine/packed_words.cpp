#include "engine/packed_words.hpp"

#include "engine/spirv_words.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

namespace vkalgo {
namespace {

/// A reader of varints and runs of bytes. A read beyond the end returns 0 or no bytes, and good() is false from then
/// on.
class Reader {
public:
    explicit Reader(std::string_view bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

    std::uint32_t byte() {
        if (at_ == end_) {
            good_ = false;
            return 0;
        }
        return static_cast<unsigned char>(*at_++);
    }
    std::uint32_t number() {
        std::uint32_t value = byte();
        if (value < 128) {
            return value;
        }
        value &= 127;
        for (unsigned shift = 7; shift < 32; shift += 7) {
            const std::uint32_t next = byte();
            value |= (next & 127) << shift;
            if (next < 128) {
                break;
            }
        }
        return value;
    }
    std::string_view bytes(std::size_t count) {
        if (count > static_cast<std::size_t>(end_ - at_)) {
            good_ = false;
            return {};
        }
        at_ += count;
        return {at_ - count, count};
    }
    bool good() const { return good_; }
    bool ended() const { return at_ == end_; }

private:
    const char* at_;
    const char* end_;
    bool good_ = true;
};

/// Undoes the second layer: expands runs into `count` bytes.
std::optional<std::string> expand(Reader& runs, std::size_t count) {
    std::string out(count, '\0');
    std::size_t filled = 0, distance = 0;
    while (filled < count) {
        const std::uint32_t token = runs.byte();
        const std::size_t literals = (token >> 4) == 15 ? std::size_t{15} + runs.number() : token >> 4;
        const std::size_t match = (token & 15) == 15 ? std::size_t{15} + runs.number() : token & 15;
        const std::string_view copied = runs.bytes(literals);
        if (!runs.good() || literals + match == 0 || literals + match > count - filled) {
            return std::nullopt;
        }
        std::memcpy(out.data() + filled, copied.data(), literals);
        filled += literals;
        if (match == 0) {
            continue;
        }
        const std::size_t back = runs.number();
        distance = back == 0 ? distance : back;
        if (distance == 0 || distance > filled) {
            return std::nullopt;
        }
        char* const to = out.data() + filled;
        if (distance >= match) {
            std::memcpy(to, to - distance, match);
        } else {  // The match overlaps its own output
            for (std::size_t k = 0; k < match; ++k) {
                to[k] = to[k - distance];
            }
        }
        filled += match;
    }
    return out;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> unpack_words(std::string_view packed, std::size_t count) {
    Reader reader(packed);
    const std::size_t byte_count = reader.number();
    std::vector<std::uint16_t> ids(1U << 16);
    for (std::uint32_t k = reader.number(); k > 0 && reader.good(); --k) {
        const std::uint32_t opcode = reader.number();
        ids[opcode & 0xFFFF] = static_cast<std::uint16_t>(reader.number());
    }
    // An instruction's first word is two varints of at most five bytes each. Every other word is one varint.
    if (!reader.good() || byte_count > 10 * count) {
        return std::nullopt;
    }
    const std::optional<std::string> bytes = expand(reader, byte_count);
    if (!bytes || !reader.good() || !reader.ended()) {
        return std::nullopt;
    }

    Reader in(*bytes);
    std::vector<std::uint32_t> words(count);
    std::uint32_t newest = 0;
    for (std::size_t k = 0; k < count && in.good();) {
        const std::uint32_t opcode = in.number();
        const std::uint32_t length = in.number();
        const std::uint32_t first = length << 16 | (opcode & 0xFFFF);
        words[k] = first;
        newest = first == spv::MagicNumber ? 0 : newest;
        const std::uint32_t mask = ids[opcode & 0xFFFF];
        const std::size_t operands = first == spv::MagicNumber ? kSpirvHeaderWords - 1 : length == 0 ? 0 : length - 1;
        const std::size_t end = k + 1 + std::min(operands, count - k - 1);
        std::uint32_t position = 0;
        for (++k; k < end; ++k, position += position < 15 ? 1U : 0U) {
            const std::uint32_t number = in.number();
            const bool is_id = (mask >> position & 1) != 0;
            words[k] = is_id ? newest + 1 - number : number;
            newest += is_id && words[k] - newest < kNewIdReach ? words[k] - newest : 0;
        }
    }
    return in.good() && in.ended() ? std::optional(std::move(words)) : std::nullopt;
}

std::uint32_t checksum_of(std::span<const std::uint32_t> words) {
    std::uint32_t sum = 2166136261U;
    for (const std::uint32_t word : words) {
        sum = (sum ^ word) * 16777619U;
    }
    return sum;
}

std::span<const std::uint32_t> PackedBlob::words() const {
    std::call_once(once_, [this] {
        auto words = unpack_words(packed_, count_);
        if (!words || checksum_of(*words) != checksum_) {
            std::fputs("vkalgo: the SPIR-V in this program is damaged; install the program again\n", stderr);
            std::abort();
        }
        words_ = std::make_unique<const std::vector<std::uint32_t>>(std::move(*words));
    });
    return *words_;
}

}  // namespace vkalgo
