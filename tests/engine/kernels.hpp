#pragma once

#include "engine/kernel.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"
#include <vkalgo_spirv/tests_engine/add_by_address.hpp>
#include <vkalgo_spirv/tests_engine/add_constant.hpp>
#include <vkalgo_spirv/tests_engine/choose_grid.hpp>
#include <vkalgo_spirv/tests_engine/linger.hpp>
#include <vkalgo_spirv/tests_engine/subgroup_width.hpp>
#include <vkalgo_spirv/tests_engine/write_numbers.hpp>

namespace vkalgo::test {

/// Push constants of add_constant.comp.
struct AddPush {
    std::uint32_t count;
    std::uint32_t addend;
};
constexpr std::uint32_t kAddWidth = 64;
/// Specialization constants of add_constant.comp.
constexpr std::uint32_t kAddConstantThreads = 0;
constexpr std::uint32_t kAddConstantFactor = 1;

inline KernelInfo add_info(std::uint32_t factor) {
    KernelInfo info;
    info.name = "add_constant";
    info.spirv = spirv::tests_engine_add_constant;
    info.constants = {{kAddConstantThreads, kAddWidth}, {kAddConstantFactor, factor}};
    return info;
}
inline Kernel make_kernel(Context& context, const char* name, std::span<const std::uint32_t> spirv,
                          std::vector<SpecializationConstant> constants = {}) {
    KernelInfo info;
    info.name = name;
    info.spirv = spirv;
    info.constants = std::move(constants);
    return take(Kernel::create(context, info), name);
}
inline Kernel make_add(Context& context, std::uint32_t factor = 1) {
    return take(Kernel::create(context, add_info(factor)), "add_constant");
}

/// Records target = source + addend * factor over `count` words. The factor is a constant of the kernel `add`.
inline void record_add(Recorder& recorder, const Kernel& add, const BufferView& source, const BufferView& target,
                       std::uint32_t count, std::uint32_t addend) {
    recorder.dispatch(add, {source, target}, AddPush{count, addend},
                      Groups::linear((count + kAddWidth - 1) / kAddWidth, recorder.context()));
}

}  // namespace vkalgo::test
