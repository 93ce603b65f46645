#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The letters of sequences in memory.
namespace vkalgo::formats {

/// Arrays one after another, with their names. They share the vectors below, so that an array needs no allocation of
/// its own.
struct ArrayBlock {
    /// The elements of all arrays, packed.
    Bytes data;
    /// Where the arrays begin, counted in elements: array k is [offsets[k], offsets[k + 1]).
    std::vector<std::uint64_t> offsets{0};
    /// The names of all arrays, if they have any; name k is [name_offsets[k], name_offsets[k + 1]).
    std::string names;
    std::vector<std::uint64_t> name_offsets{0};
    /// The qualities of a FASTQ file, one per element; else empty.
    std::string qualities;

    std::size_t size() const { return offsets.size() - 1; }
    std::uint64_t length(std::size_t k) const { return offsets[k + 1] - offsets[k]; }
    /// Returns the array's name; empty if it has none.
    std::string_view name(std::size_t k) const {
        return k + 1 < name_offsets.size()
                   ? std::string_view(names).substr(name_offsets[k], name_offsets[k + 1] - name_offsets[k])
                   : std::string_view();
    }
    /// Removes all arrays and keeps the memory.
    void clear() {
        data.clear();
        offsets.assign(1, 0);
        names.clear();
        name_offsets.assign(1, 0);
        qualities.clear();
    }
    /// Begins an array without elements.
    void begin() { offsets.push_back(offsets.back()); }
    void begin(std::string_view name) {
        begin();
        names += name;
        name_offsets.push_back(names.size());
    }
};

/// Checks that a text does not begin as UTF-16 text begins. `name` is the file's name. Errors: invalid_argument.
Result<void> check_is_utf8(std::string_view head, const std::string& name);

/// The conversion of a sequence's letters to values in memory.
class LetterCode {
public:
    /// Letters become their indices in the alphabet. With an empty alphabet, they stay letters and must be from '!' to
    /// '~'. With `ignore_case`, lower-case letters first become upper-case letters.
    explicit LetterCode(std::string alphabet = {}, bool ignore_case = false);

    /// Appends letters. Returns false if one of them is not allowed: `bad` is then the index of the first such letter,
    /// and nothing is appended.
    bool append(std::string_view letters, Bytes& data, std::size_t& bad) const;
    /// Returns why this letter is not allowed, and what to do: "'J' is not one of the letters ACGT; ...".
    std::string refusal(char letter) const;
    /// Returns the letter of a value. If case is ignored, it is the upper-case letter.
    char letter(std::byte value) const { return alphabet_.empty() ? char(value) : alphabet_[std::size_t(value)]; }
    /// Returns true if letters are not replaced by indices.
    bool is_plain() const { return alphabet_.empty(); }

private:
    static constexpr std::uint8_t kNone = 255;
    std::string alphabet_;
    /// Whether letters are copied without change.
    bool copies_ = false;
    std::array<std::uint8_t, 256> values_{};
};

/// Returns a letter from '!' to '~' in quotes, or the value of any other byte: "byte 0x09".
std::string quoted_letter(char letter);

}  // namespace vkalgo::formats
