#pragma once

// Internal to the build and its tests: packs what engine/packed_words.hpp unpacks.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// Returns the packed form of `words`, which unpack_words() unpacks. Takes about a second per 4 MB.
std::string pack_words(std::span<const std::uint32_t> words);

/// A writer that joins modules into one blob and writes it as C++ source.
class BlobWriter {
public:
    /// Adds a module. Returns its PackedWords as C++ source: the arguments of the constructor, for a blob named `blob`.
    std::string add(std::span<const std::uint32_t> module);
    /// Returns the C++ source that defines PackedBlob `blob`. It needs engine/packed_words.hpp. Aborts the program if
    /// the packed words are not unpacked to the same words.
    std::string definition() const;

private:
    std::vector<std::uint32_t> words_;
};

}  // namespace vkalgo
