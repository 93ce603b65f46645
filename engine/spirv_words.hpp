#pragma once

// Internal to code that reads SPIR-V: its numbers, as spv::OpName and GLSLstd450Name, and its strings.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

namespace vkalgo {

constexpr std::size_t kSpirvHeaderWords = 5;

/// Returns the string in an instruction's words: four characters per word, the lowest byte first, up to a byte of 0.
inline std::string spirv_text(std::span<const std::uint32_t> words) {
    std::string text;
    for (std::uint32_t word : words) {
        for (int letter = 0; letter < 4; ++letter, word >>= 8) {
            if ((word & 0xFFU) == 0) {
                return text;
            }
            text.push_back(static_cast<char>(word & 0xFFU));
        }
    }
    return text;
}

}  // namespace vkalgo
