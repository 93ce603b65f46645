#include "algorithms/dp/batch/packed_f16_run.hpp"

#include "engine/context.hpp"
#include "shaders/dp/packed_f16.h"
#include <vkalgo_spirv/dp/packed_f16.hpp>

#include <algorithm>
#include <bit>

namespace vkalgo::dp {
namespace {

/// A whole number of at most 2048, twice, as halves.
std::uint32_t packed_f16_of(std::int32_t value) {
    const std::uint32_t sign = value < 0 ? 0x8000 : 0;
    const auto magnitude = static_cast<std::uint32_t>(std::abs(value));
    std::uint32_t half = 0;
    if (magnitude != 0) {
        const auto power = static_cast<std::uint32_t>(std::bit_width(magnitude)) - 1;
        half = ((power + 15) << 10) | ((magnitude << 11 >> (power + 1)) & 0x3ff);
    }
    return (sign | half) * 0x10001U;
}

shader::VkalgoPackedF16Push push_of(const PackedF16Numbers& numbers) {
    shader::VkalgoPackedF16Push push{};
    push.symbols = numbers.symbols;
    push.open = packed_f16_of(numbers.open);
    push.extend = packed_f16_of(numbers.extend);
    push.even_excess = packed_f16_of(1024 - numbers.least);
    push.odd_excess = packed_f16_of(64 - numbers.least);
    push.zero = packed_f16_of(-numbers.shift());
    return push;
}

}  // namespace

Result<PackedF16Run> PackedF16Run::create(Context& context, const CheckedBatch& checked, const BatchPlan& plan) {
    const PackedF16Numbers& numbers = *plan.packed_f16;
    PackedF16Run run;
    run.plan_ = &plan;
    const bool in_lockstep = context.profile().type == DeviceType::software;
    for (const std::uint32_t registers : plan.sizes) {
        const bool sized = context.profile().subgroup_size_control;
        VKALGO_TRY(auto kernel,
                   context.kernel({.name = "dp/packed_f16",
                                   .spirv = spirv::dp_packed_f16,
                                   .constants = {{VKALGO_PACKED_F16_CONSTANT_WORKGROUP, numbers.workgroup},
                                                 {VKALGO_PACKED_F16_CONSTANT_LANES, plan.lanes},
                                                 {VKALGO_PACKED_F16_CONSTANT_REGISTERS, registers},
                                                 {VKALGO_PACKED_F16_CONSTANT_LOCKSTEP, in_lockstep}},
                                   .required_subgroup_size = sized ? context.profile().subgroup_size : 0}));
        run.kernels_.push_back(std::move(kernel));
    }
    run.scores_ = packed_f16_scores(*plan.header, *checked.common, numbers);
    run.scores_.resize(std::max<std::size_t>(run.scores_.size(), 4));
    return run;
}

void PackedF16Run::record(Recorder& recorder, const Views& views, std::span<const SizeClass> size_classes) const {
    const PackedF16Numbers& numbers = *plan_->packed_f16;
    const std::uint32_t each = numbers.workgroup / plan_->lanes;
    shader::VkalgoPackedF16Push push = push_of(numbers);
    const std::vector<Binding> bindings{views.problems, views.x,    views.y,        views.scores,
                                        views.symbols,  views.rows, views.profiles, views.answers};
    for (const SizeClass& size_class : size_classes) {
        const std::uint32_t end = size_class.first + size_class.count;
        for (push.first_pair = size_class.first; push.first_pair < end; push.first_pair = push.end_pair) {
            const std::uint32_t sets = (end - push.first_pair + each - 1) / each;
            const std::uint32_t most = plan_->packed_f16_workgroups;
            // Each takes as many sets, or one less.
            const std::uint32_t turns = (sets + most - 1) / most;
            push.workgroups = numbers.takes_several ? (sets + turns - 1) / turns : std::min(sets, most);
            push.end_pair = !numbers.takes_several && sets > most ? push.first_pair + most * each : end;
            recorder.dispatch(*kernels_[size_class.fit.size], bindings, std::as_bytes(std::span(&push, 1)),
                              Groups::linear(push.workgroups, recorder.context()));
        }
    }
}

}  // namespace vkalgo::dp
