#pragma once

// SPIR-V and other words, packed by the build (engine/pack/) and unpacked by the program.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace vkalgo {

/// Unpacks words. Returns nullopt if `packed` is damaged and does not give `count` words. Never reads or writes out of
/// bounds.
///
/// An operand that is an id is stored as newest + 1 - id, where newest is the largest id of the module so far, so that
/// the same code at another position gives the same words. This suits modules whose ids are numbered in the order of
/// appearance (spirv-opt --compact-ids); any words can be packed.
///
/// The packed form is a sequence of numbers (engine/word_model.hpp). First comes the table of which operands are ids:
/// the number of opcodes that have ids, and for each its number and a mask. Steps follow, each a word or a copy of
/// earlier words. Each bit of a number is coded by its probability, which is learned on the way, with the range coder
/// of G. N. N. Martin, "Range encoding" (1979), as in LZMA, but with probabilities of 15 bits.
std::optional<std::vector<std::uint32_t>> unpack_words(std::string_view packed, std::size_t count);

/// Returns a 32-bit hash of the words. It detects damage that still gives the right number of words.
std::uint32_t checksum_of(std::span<const std::uint32_t> words);

/// Packed words in the program. They are unpacked on first use and kept while this object lives. Thread-safe.
class PackedBlob {
public:
    /// Holds `packed`, the packed form of `count` words, and the checksum_of() of these words. `packed` must outlive
    /// the blob.
    constexpr PackedBlob(std::string_view packed, std::size_t count, std::uint32_t checksum)
        : packed_(packed), count_(count), checksum_(checksum) {}

    /// Returns the unpacked words. Aborts the program if the data are damaged, since they are a part of it.
    std::span<const std::uint32_t> words() const;

private:
    std::string_view packed_;
    std::size_t count_;
    std::uint32_t checksum_;
    mutable std::once_flag once_;
    mutable std::unique_ptr<const std::vector<std::uint32_t>> words_;
};

/// One module of a blob: a range of words. Converts to std::span<const std::uint32_t>.
class PackedWords {
public:
    /// Makes the range of words `first` to `first + count - 1`. The blob must outlive its modules.
    constexpr PackedWords(const PackedBlob& blob, std::size_t first, std::size_t count)
        : blob_(&blob), first_(first), count_(count) {}

    /// Returns a pointer to the first word. Unpacks the blob on first use.
    const std::uint32_t* data() const { return blob_->words().data() + first_; }
    /// Returns the number of words.
    std::size_t size() const { return count_; }
    /// Returns a pointer to the first word, as data() does.
    const std::uint32_t* begin() const { return data(); }
    /// Returns the end of the range, after the last word.
    const std::uint32_t* end() const { return data() + count_; }

private:
    const PackedBlob* blob_;
    std::size_t first_, count_;
};

}  // namespace vkalgo
