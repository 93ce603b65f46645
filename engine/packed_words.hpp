#pragma once

// SPIR-V as the build packs it (engine/pack/) and a program unpacks it.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace vkalgo {

/// Ids up to this far beyond the newest are new ones; what lies further is no id.
constexpr std::uint32_t kNewIdReach = 256;

/// The packed form of words, in two layers.
///
/// Words become bytes. An instruction becomes its opcode and its length, then its operands, each a varint (7 bits per
/// byte, least first, the top bit set if more follow). An operand that the table names is an id: it is written as
/// newest + 1 - id, where newest counts the ids that the module has named so far, so that the same code at another
/// position gives the same bytes. This suits modules whose ids are numbered as they appear (spirv-opt --compact-ids);
/// any words survive it.
///
/// Bytes become runs: a token byte (literals << 4 | match; 15: a varint with the rest follows), the literals, and for
/// a match a varint with its distance back (0: as the last one). There is no limit to the distance.
///
/// Packed data: the number of bytes between the layers, the number of opcodes in the table and for each its number and
/// a mask (bit k: operand k is an id; bit 15: all from there on), all varints, then the runs.
///
/// Returns null if `packed` is damaged such that it does not give `count` words. Never reads or writes out of bounds.
std::optional<std::vector<std::uint32_t>> unpack_words(std::string_view packed, std::size_t count);

/// Guards against damage that still gives as many words (32-bit FNV-1a, taken by words).
std::uint32_t checksum_of(std::span<const std::uint32_t> words);

/// Packed words in the program. They are unpacked on first use and kept as long as this object lives. Thread-safe.
class PackedBlob {
public:
    /// What unpack_words() makes `count` words of, and their checksum_of(). `packed` outlives the blob.
    constexpr PackedBlob(std::string_view packed, std::size_t count, std::uint32_t checksum)
        : packed_(packed), count_(count), checksum_(checksum) {}

    /// Ends the program if the data are damaged: they are part of it.
    std::span<const std::uint32_t> words() const;

private:
    std::string_view packed_;
    std::size_t count_;
    std::uint32_t checksum_;
    mutable std::once_flag once_;
    mutable std::unique_ptr<const std::vector<std::uint32_t>> words_;
};

/// One module of a blob: a range of words, and so a std::span<const std::uint32_t> wherever one is wanted.
class PackedWords {
public:
    /// The words `first` to `first + count - 1`. The blob outlives its modules.
    constexpr PackedWords(const PackedBlob& blob, std::size_t first, std::size_t count)
        : blob_(&blob), first_(first), count_(count) {}

    /// The first word; unpacks the blob if nobody has yet.
    const std::uint32_t* data() const { return blob_->words().data() + first_; }
    /// Words.
    std::size_t size() const { return count_; }
    /// As data().
    const std::uint32_t* begin() const { return data(); }
    /// One beyond the last word.
    const std::uint32_t* end() const { return data() + count_; }

private:
    const PackedBlob* blob_;
    std::size_t first_, count_;
};

}  // namespace vkalgo
