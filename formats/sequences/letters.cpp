#include "formats/sequences/letters.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {

Result<void> check_is_utf8(std::string_view head, const std::string& name) {
    const bool has_mark = head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
    // UTF-16 text without a byte order mark has exactly one 0 among its first two bytes, since a header begins with an
    // ASCII character.
    const bool has_one_zero = head.size() > 1 && (head[0] == '\0') != (head[1] == '\0');
    if (has_mark || has_one_zero) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' line 1: the text is UTF-16; save it as UTF-8", name), name};
    }
    return {};
}

namespace {

/// Returns whether all letters are from '!' to '~'. Tests eight letters at once: the highest bit of a byte of `found`
/// is set if a letter at this place is outside this range. A carry or borrow into the next byte does no harm: only a
/// letter that is outside the range itself causes one.
bool are_printable(std::string_view letters) {
    constexpr std::uint64_t kEach = 0x0101010101010101;
    std::uint64_t found = 0;
    std::size_t k = 0;
    for (; k + sizeof(std::uint64_t) <= letters.size(); k += sizeof(std::uint64_t)) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, letters.data() + k, sizeof eight);
        found |= eight | (eight - '!' * kEach) | (eight + kEach);
    }
    return (found & 0x80 * kEach) == 0 && std::all_of(letters.begin() + static_cast<std::ptrdiff_t>(k), letters.end(),
                                                      [](char letter) { return letter >= '!' && letter <= '~'; });
}

}  // namespace

LetterCode::LetterCode(std::string alphabet, bool ignore_case)
    : alphabet_(std::move(alphabet)), copies_(alphabet_.empty() && !ignore_case) {
    values_.fill(kNone);
    for (unsigned code = ' ' + 1; code <= '~'; ++code) {
        const auto letter =
            static_cast<char>(ignore_case ? std::toupper(static_cast<int>(code)) : static_cast<int>(code));
        const std::size_t index = alphabet_.empty() ? static_cast<std::size_t>(letter) : alphabet_.find(letter);
        values_[code] = index == std::string::npos ? kNone : static_cast<std::uint8_t>(index);
    }
}

bool LetterCode::append(std::string_view letters, Bytes& data, std::size_t& bad) const {
    const auto* first = reinterpret_cast<const unsigned char*>(letters.data());
    unsigned outside = 0;
    if (copies_) {
        if (are_printable(letters)) {
            const auto* bytes = reinterpret_cast<const std::byte*>(first);
            data.insert(data.end(), bytes, bytes + letters.size());
            return true;
        }
    } else {
        const std::size_t size = data.size();
        data.resize(size + letters.size());
        auto* target = reinterpret_cast<std::uint8_t*>(data.data() + size);
        for (std::size_t k = 0; k < letters.size(); ++k) {
            target[k] = values_[first[k]];
            outside |= static_cast<unsigned>(target[k] == kNone);
        }
        if (outside == 0) {
            return true;
        }
        data.resize(size);
    }
    bad = static_cast<std::size_t>(
        std::find_if(letters.begin(), letters.end(),
                     [&](char letter) { return values_[static_cast<unsigned char>(letter)] == kNone; }) -
        letters.begin());
    return false;
}

std::string LetterCode::refusal(char letter) const {
    return alphabet_.empty() ? fmt::format("{} is not a sequence letter; remove it", quoted_letter(letter))
                             : fmt::format("{} is not one of the letters {}; correct the record, or leave it out",
                                           quoted_letter(letter), alphabet_);
}

std::string quoted_letter(char letter) {
    const auto code = static_cast<unsigned char>(letter);
    return letter > ' ' && letter <= '~' ? fmt::format("'{}'", letter) : fmt::format("byte 0x{:02x}", code);
}

}  // namespace vkalgo::formats
