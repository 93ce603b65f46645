#include "compiler/variables.hpp"

#include "engine/spirv_words.hpp"

#include <cstddef>
#include <limits>
#include <map>

namespace vkalgo::compiler {

namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? kMax : product;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? kMax : sum;
}

}  // namespace

InvocationVariables invocation_variables(std::span<const std::uint32_t> spirv) {
    std::map<std::uint32_t, std::uint64_t> sizes;      // Of a type; for a pointer type, of its target
    std::map<std::uint32_t, std::uint64_t> constants;  // Low words only: an array's length is an int or a uint
    std::map<std::uint32_t, std::string> names;
    InvocationVariables found;
    for (std::size_t at = kSpirvHeaderWords; at < spirv.size();) {
        const std::size_t length = spirv[at] >> 16;
        if (length == 0 || length > spirv.size() - at) {
            break;
        }
        const std::span<const std::uint32_t> words = spirv.subspan(at, length);
        const std::uint32_t instruction = words[0] & 0xFFFFU;
        const auto size = [&](std::size_t operand) { return operand < length ? sizes[words[operand]] : 0; };
        if (instruction == spv::OpName && length > 2) {
            names[words[1]] = spirv_text(words.subspan(2));
        } else if (instruction == spv::OpTypeBool && length > 1) {
            sizes[words[1]] = 4;
        } else if ((instruction == spv::OpTypeInt || instruction == spv::OpTypeFloat) && length > 2) {
            sizes[words[1]] = words[2] / 8;
        } else if ((instruction == spv::OpTypeVector || instruction == spv::OpTypeMatrix) && length > 3) {
            sizes[words[1]] = times(size(2), words[3]);
        } else if (instruction == spv::OpTypeArray && length > 3) {
            const auto count = constants.find(words[3]);
            sizes[words[1]] = times(size(2), count == constants.end() ? 1 : count->second);
        } else if (instruction == spv::OpTypeStruct && length > 1) {
            std::uint64_t sum = 0;
            for (std::size_t member = 2; member < length; ++member) {
                sum = plus(sum, size(member));
            }
            sizes[words[1]] = sum;
        } else if (instruction == spv::OpTypePointer && length > 3) {
            sizes[words[1]] = size(3);
        } else if (instruction == spv::OpConstant && length > 3) {
            constants[words[2]] = words[3];
        } else if (instruction == spv::OpVariable && length > 3 &&
                   (words[3] == spv::StorageClassFunction || words[3] == spv::StorageClassPrivate)) {
            found.bytes = plus(found.bytes, size(1));
            if (size(1) > found.largest_bytes) {
                found.largest_bytes = size(1);
                found.largest = names[words[2]];
            }
        }
        at += length;
    }
    return found;
}

}  // namespace vkalgo::compiler
