#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

/// Files of glTF, written by hand.
namespace vkalgo::formats::test {

inline std::string base64(const std::string& bytes) {
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8 | (at + k < bytes.size() ? static_cast<std::uint8_t>(bytes[at + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            text += at + k <= bytes.size() ? letters[bits >> (18 - 6 * k) & 63] : '=';
        }
    }
    return text;
}

inline std::string data_uri(const std::string& bytes) {
    return "data:application/octet-stream;base64," + base64(bytes);
}

/// Returns the binary form of a text and its buffer, both padded to multiples of four bytes.
inline std::string glb(std::string text, std::string buffer) {
    text.resize((text.size() + 3) / 4 * 4, ' ');
    buffer.resize((buffer.size() + 3) / 4 * 4, '\0');
    const auto word = [](std::size_t value) {
        const auto low = static_cast<std::uint32_t>(value);
        std::string bytes(sizeof low, '\0');
        std::memcpy(bytes.data(), &low, sizeof low);
        return bytes;
    };
    return "glTF" + word(2) + word(12 + 8 + text.size() + 8 + buffer.size()) + word(text.size()) + "JSON" + text +
           word(buffer.size()) + std::string("BIN\0", 4) + buffer;
}

}  // namespace vkalgo::formats::test
