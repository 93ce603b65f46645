#include "cli/commands/sort/listing.hpp"

#include "formats/half_text.hpp"
#include "formats/npy.hpp"
#include "formats/number_text.hpp"

#include <cstring>
#include <span>

namespace vkalgo::cli {

std::string element_text(const Array& array, std::uint64_t index) {
    const std::byte* const at = array.data.data() + index * size_of(array.type);
    return with_type(array.type, [&](auto value) {
        std::memcpy(&value, at, sizeof value);
        return number_text(value);
    });
}

Bytes listing(const Array& array, const std::string& path) {
    if (path.ends_with(".npy")) {
        return encode_npy(array);
    }
    if (path != "-" && !path.ends_with(".csv") && !path.ends_with(".txt")) {
        return array.data;
    }
    std::string text;
    for (std::uint64_t i = 0; i < array.count(); ++i) {
        text += element_text(array, i) + "\n";
    }
    return bytes_of(text);
}

Bytes bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

}  // namespace vkalgo::cli
