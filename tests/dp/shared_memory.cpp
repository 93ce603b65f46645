#include "tests/dp/shared_memory.hpp"

#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>
#include <spirv-tools/optimizer.hpp>

namespace vkalgo::dp::test {

std::uint64_t shared_memory(std::span<const std::uint32_t> spirv,
                            const std::map<std::uint32_t, std::uint32_t>& constants) {
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> values;
    for (const auto& [id, word] : constants) {
        values[id] = {word};
    }
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_2);
    optimizer.RegisterPass(spvtools::CreateSetSpecConstantDefaultValuePass(values));
    optimizer.RegisterPass(spvtools::CreateFreezeSpecConstantValuePass());
    optimizer.RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass());
    std::vector<std::uint32_t> module;
    EXPECT_TRUE(optimizer.Run(spirv.data(), spirv.size(), &module));

    std::map<std::uint32_t, std::uint64_t> sizes;
    std::map<std::uint32_t, std::uint32_t> numbers;
    std::uint64_t bytes = 0;
    for (std::size_t at = 5; at < module.size(); at += module[at] >> 16) {
        const std::uint32_t* words = module.data() + at;
        const std::uint32_t length = words[0] >> 16;
        switch (words[0] & 0xFFFFU) {
            case 20:  // OpTypeBool
                sizes[words[1]] = 4;
                break;
            case 21:  // OpTypeInt
            case 22:  // OpTypeFloat
                sizes[words[1]] = words[2] / 8;
                break;
            case 23:  // OpTypeVector
                sizes[words[1]] = sizes[words[2]] * words[3];
                break;
            case 28:  // OpTypeArray
                EXPECT_TRUE(numbers.contains(words[3])) << "an array of unknown length";
                sizes[words[1]] = sizes[words[2]] * numbers[words[3]];
                break;
            case 30:  // OpTypeStruct
                for (std::uint32_t member = 2; member < length; ++member) {
                    sizes[words[1]] += sizes[words[member]];
                }
                break;
            case 32:  // OpTypePointer
                sizes[words[1]] = sizes[words[3]];
                break;
            case 43:  // OpConstant
                numbers[words[2]] = words[3];
                break;
            case 59:  // OpVariable, of storage class Workgroup
                bytes += words[3] == 4 ? sizes[words[1]] : 0;
                break;
            default:
                break;
        }
    }
    return bytes;
}

}  // namespace vkalgo::dp::test
