#include "cli/segment_offsets.hpp"

#include "formats/convert.hpp"

#include <string_view>
#include <utility>

namespace vkalgo::cli {
namespace {

/// Rewrites errors about offsets: the user cannot choose their type.
Error about_offsets(Error error) {
    if (error.message.ends_with("choose another type")) {
        constexpr std::string_view kBeforeAdvice = "; ";
        error.message.resize(error.message.rfind(kBeforeAdvice) + kBeforeAdvice.size());
        error.message += "give whole numbers from 0 up to the number of elements";
    }
    error.message = "--segments: " + error.message;
    return error;
}

}  // namespace

Result<Array> read_segment_offsets(InputReader& reader, const std::string& path, ElementType type) {
    Result<Array> offsets = reader.list(path, {ElementType::u32, {type}});
    if (offsets) {
        offsets = converted(std::move(*offsets), type, path);
    }
    if (!offsets) {
        return about_offsets(std::move(offsets).error());
    }
    return offsets;
}

}  // namespace vkalgo::cli
