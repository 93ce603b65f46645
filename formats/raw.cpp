#include "formats/raw.hpp"

#include "support/numbers.hpp"

#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {

Result<Array> parse_raw(Bytes bytes, ElementType type, const std::string& name) {
    const std::size_t size = size_of(type);
    if (bytes.size() % size != 0) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' has {}, which is not a multiple of the {} bytes of {}; choose the <type> it "
                                 "was written with",
                                 name, plural(bytes.size(), "byte"), size, to_string(type)),
                     name};
    }
    const std::uint64_t count = bytes.size() / size;
    return Array{type, {count}, std::move(bytes)};
}

}  // namespace vkalgo::formats
