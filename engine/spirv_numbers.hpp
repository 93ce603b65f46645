#pragma once

// Internal to the engine's readers of SPIR-V.

#include <cstddef>
#include <cstdint>

// Numbers of the Khronos SPIR-V specification 1.6, sections 2.3 and 3.
namespace vkalgo {

constexpr std::uint32_t kSpirvMagic = 0x07230203;
constexpr std::size_t kSpirvHeaderWords = 5;
/// The execution model of compute shaders.
constexpr std::uint32_t kGlCompute = 5;

enum SpirvOpcode : std::uint32_t {
    kOpEntryPoint = 15,
    kOpExecutionMode = 16,
    kOpCapability = 17,
    kOpTypeBool = 20,
    kOpTypeInt = 21,
    kOpTypeFloat = 22,
    kOpTypeVector = 23,
    kOpTypeMatrix = 24,
    kOpTypeImage = 25,
    kOpTypeSampler = 26,
    kOpTypeSampledImage = 27,
    kOpTypeArray = 28,
    kOpTypeRuntimeArray = 29,
    kOpTypeStruct = 30,
    kOpTypePointer = 32,
    kOpConstantTrue = 41,
    kOpConstantFalse = 42,
    kOpConstant = 43,
    kOpConstantComposite = 44,
    kOpConstantNull = 46,
    kOpSpecConstantTrue = 48,
    kOpSpecConstantFalse = 49,
    kOpSpecConstant = 50,
    kOpSpecConstantComposite = 51,
    kOpSpecConstantOp = 52,
    kOpVariable = 59,
    kOpDecorate = 71,
    kOpMemberDecorate = 72,
    kOpExecutionModeId = 331,
};

}  // namespace vkalgo
