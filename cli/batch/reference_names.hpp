#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::cli {

/// A set of names of references with their lengths and hashes. It takes some tens of bytes per name, in addition to the
/// name.
class ReferenceNames {
public:
    /// A sequence, by its length and a hash of its letters.
    struct Letters {
        std::uint64_t length = 0, hash = 0;
    };
    /// Returns the length and the hash that are stored for the name. For a new name, stores and returns `letters`. Sets
    /// `is_new` to whether the name is new.
    Letters letters_of(std::string_view name, const Letters& letters, bool& is_new);

private:
    struct Entry {
        std::uint64_t hash = 0, begin = 0;
        Letters letters;
        std::uint32_t size = 0;
    };
    void grow();

    std::string names_;
    std::vector<Entry> entries_;
    /// Indices of entries plus 1, by hash; 0: an empty slot.
    std::vector<std::uint32_t> slots_;
};

}  // namespace vkalgo::cli
