#include "formats/npz.hpp"

#include "formats/npy.hpp"
#include "formats/number_text.hpp"
#include "formats/zip.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr std::string_view kNpyEnding = ".npy";

/// Returns the names of the arrays, joined with commas: at most 20 names, and the number of the others.
std::string array_names(const std::vector<ZipEntry>& arrays) {
    constexpr std::size_t kMaxNames = 20;
    std::string names;
    for (std::size_t k = 0; k < std::min(arrays.size(), kMaxNames); ++k) {
        const std::string& file = arrays[k].name;
        names += fmt::format("{}{}", k == 0 ? "" : ", ", excerpt(file.substr(0, file.size() - kNpyEnding.size())));
    }
    return arrays.size() <= kMaxNames ? names : fmt::format("{} and {} more", names, arrays.size() - kMaxNames);
}

}  // namespace

bool looks_like_npz(std::span<const std::byte> head) {
    return first_zip_name(head).ends_with(kNpyEnding);
}

Result<void> check_npz_start(std::span<const std::byte> head, const std::string& name) {
    if (looks_like_zip(head)) {
        return {};
    }
    return Error{ErrorCode::invalid_argument,
                 fmt::format("'{}' is {}; save it with numpy.savez", name,
                             head.empty() ? "empty, so it is not a .npz file"
                                          : "not a .npz file, since it does not start like a zip archive"),
                 name};
}

Result<Array> parse_npz(std::span<const std::byte> bytes, const std::string& name, const DecodedLimit& limit) {
    VKALGO_CHECK(check_npz_start(bytes, name));
    VKALGO_TRY(std::vector<ZipEntry> arrays, zip_entries(bytes, name));
    std::erase_if(arrays, [](const ZipEntry& entry) { return !entry.name.ends_with(kNpyEnding); });
    if (arrays.size() != 1) {
        return Error{ErrorCode::invalid_argument,
                     arrays.empty() ? fmt::format("'{}' has no array; save one with numpy.save", name)
                                    : fmt::format("'{}' has {} arrays ({}), but only one can be read; save one with "
                                                  "numpy.save",
                                                  name, arrays.size(), array_names(arrays)),
                     name};
    }
    VKALGO_TRY(Bytes array, unpack_zip(bytes, arrays.front(), name, limit));
    return parse_npy(std::move(array), fmt::format("{}' in '{}", arrays.front().name, name));
}

}  // namespace vkalgo::formats
