#pragma once

// Internal to the build and its tests: packs what engine/packed_words.hpp unpacks.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// The packed form of `words`, which unpack_words() takes back. About a second per 10 MB.
std::string pack_words(std::span<const std::uint32_t> words);

/// Joins modules into one blob and writes it as C++.
class BlobWriter {
public:
    /// C++ of a PackedWords: the arguments of its constructor, for a blob called `blob`.
    std::string add(std::span<const std::uint32_t> module);
    /// C++ that defines PackedBlob `blob`; needs engine/packed_words.hpp.
    std::string definition() const;

private:
    std::vector<std::uint32_t> words_;
};

}  // namespace vkalgo
