#include "formats/array.hpp"

namespace vkalgo::formats {

Result<std::uint64_t> byte_count(const std::vector<std::uint64_t>& shape, ElementType type) {
    std::uint64_t total = size_of(type);
    bool empty = false;
    for (const std::uint64_t extent : shape) {
        empty = empty || extent == 0;
    }
    if (empty) {
        return std::uint64_t{0};
    }
    for (const std::uint64_t extent : shape) {
        if (__builtin_mul_overflow(total, extent, &total)) {
            return Error{ErrorCode::invalid_argument,
                         "an array of this shape has more bytes than 64 bits can count; give a smaller shape",
                         {}};
        }
    }
    return total;
}

}  // namespace vkalgo::formats
