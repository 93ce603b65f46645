#include "formats/meshes/uri.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace vkalgo::formats {
namespace {

constexpr std::string_view kData = "data:";
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> values_of_letters() {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    for (std::size_t value = 0; value < kLetters.size(); ++value) {
        values.at(static_cast<std::uint8_t>(kLetters[value])) = static_cast<std::int8_t>(value);
    }
    return values;
}

std::optional<Bytes> decode_base64(std::string_view text) {
    static constexpr std::array<std::int8_t, 256> kValues = values_of_letters();
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) {
        text.remove_suffix(1);
    }
    if (text.size() % 4 == 1) {
        return std::nullopt;
    }
    Bytes bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    unsigned known = 0;
    for (const char letter : text) {
        const std::int8_t value = kValues.at(static_cast<std::uint8_t>(letter));
        if (value < 0) {
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        known += 6;
        if (known >= 8) {
            known -= 8;
            bytes.push_back(static_cast<std::byte>(bits >> known & 0xFF));
        }
    }
    return bytes;
}

/// Returns the value of a hexadecimal digit, or -1.
int digit_of(char letter) {
    constexpr std::string_view kLower = "0123456789abcdef", kUpper = "0123456789ABCDEF";
    const std::size_t found = kLower.find(letter) != std::string_view::npos ? kLower.find(letter) : kUpper.find(letter);
    return found == std::string_view::npos ? -1 : static_cast<int>(found);
}

}  // namespace

bool is_data_uri(std::string_view uri) {
    return uri.starts_with(kData);
}

std::optional<Bytes> decode_data_uri(std::string_view uri) {
    const std::size_t comma = uri.find(',');
    if (!is_data_uri(uri) || comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64")) {
        return std::nullopt;
    }
    return decode_base64(uri.substr(comma + 1));
}

std::optional<std::string> file_of_uri(std::string_view uri) {
    constexpr std::size_t kLongest = 1000;
    std::string path;
    if (uri.size() > kLongest) {
        return std::nullopt;
    }
    for (std::size_t at = 0; at < uri.size(); ++at) {
        if (uri[at] != '%') {
            path += uri[at];
            continue;
        }
        const int high = at + 2 < uri.size() ? digit_of(uri[at + 1]) : -1;
        const int low = at + 2 < uri.size() ? digit_of(uri[at + 2]) : -1;
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        path += static_cast<char>(high * 16 + low);
        at += 2;
    }
    // A colon before the first slash ends a scheme, for example "http:", or a drive name.
    const bool is_relative = !path.empty() && path.front() != '/' &&
                             path.find_first_of(std::string("\\\0", 2)) == std::string::npos &&
                             path.substr(0, path.find('/')).find(':') == std::string::npos;
    if (!is_relative || ("/" + path + "/").find("/../") != std::string::npos) {
        return std::nullopt;
    }
    return path;
}

}  // namespace vkalgo::formats
