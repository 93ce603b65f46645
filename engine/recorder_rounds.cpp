// Part of Recorder: dispatches that the device sizes (grids from a count, and rounds that end early).
#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "engine/recorder.hpp"
#include "shaders/engine/engine.h"
#include <vkalgo_spirv/engine/fold_groups.hpp>
#include <vkalgo_spirv/engine/gate_grids.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace vkalgo {
namespace {

static_assert(Rounds::kMaxGrids == VKALGO_MOST_GRIDS);
static_assert(sizeof(shader::GateGridsPush) <= 128);

constexpr std::uint64_t kMaxCount = std::numeric_limits<std::uint32_t>::max();

bool is_word(const BufferView& view) {
    return view && view.size >= kWordBytes && view.offset % kWordBytes == 0;
}

/// Returns what is wrong with a view of arguments that has no buffer or fewer than `bytes` bytes.
std::string fault_of_arguments(const BufferView& view, std::uint64_t bytes) {
    return view ? "the view `arguments` has " + std::to_string(view.size) + " bytes, but needs " + std::to_string(bytes)
                : "the view `arguments` is missing";
}

bool within(const Groups& groups, const std::array<std::uint32_t, 3>& most) {
    return groups.x <= most[0] && groups.y <= most[1] && groups.z <= most[2];
}

}  // namespace

void Recorder::dispatch_own(const KernelInfo& info, const BufferView& word, const BufferView& arguments,
                            std::span<const std::byte> push) {
    const auto kernel = context_.kernel(info);
    if (!kernel) {
        fail(kernel.error());
        return;
    }
    arena_.keep(*kernel);
    // The uses that the caller named belong to the dispatch after this one.
    std::vector<HazardTracker::Use> by_address = std::exchange(by_address_, {});
    const Binding bindings[] = {word, arguments};
    dispatch(**kernel, bindings, push, {1, 1, 1});
    by_address_ = std::move(by_address);
}

void Recorder::dispatch_linear_indirect(const Kernel& kernel, std::span<const Binding> bindings,
                                        std::span<const std::byte> push, const LinearCount& count,
                                        const BufferView& arguments) {
    if (!ready(kernel, bindings, push)) {
        return;
    }
    if (!is_word(count.count) || count.per_group == 0) {
        fail_kernel(kernel, ErrorCode::invalid_argument,
                    "the count needs 4 bytes at an offset that is a multiple of 4, and `per_group` must be at least 1");
        return;
    }
    if (!arguments || arguments.size < Rounds::kBytesPerGrid) {
        fail_kernel(kernel, ErrorCode::invalid_argument, fault_of_arguments(arguments, Rounds::kBytesPerGrid));
        return;
    }
    const auto& most_groups = context_.profile().max_workgroup_count;
    const std::uint64_t most = std::min(count.most, kMaxCount);
    const std::uint64_t groups = (most + count.per_group - 1) / count.per_group;
    if (!within(Groups::linear(groups, context_), most_groups)) {
        fail_kernel(kernel, ErrorCode::too_large,
                    std::to_string(groups) + " workgroups are too many for one dispatch on this device");
        return;
    }
    const BoundWord word = bind_word(count.count, context_.profile());
    const shader::FoldGroupsPush fold{word.index, count.per_group, static_cast<std::uint32_t>(most), most_groups[0]};
    dispatch_own({.name = "engine/fold_groups", .spirv = spirv::engine_fold_groups}, word.view,
                 arguments.slice(0, Rounds::kBytesPerGrid), std::as_bytes(std::span(&fold, 1)));
    dispatch_indirect(kernel, bindings, push, arguments);
}

void Recorder::record_rounds(const Rounds& rounds, const std::function<Result<void>(const Round&)>& body) {
    if (!status_) {
        return;
    }
    const auto refuse = [&](ErrorCode code, const std::string& message, const char* where) {
        fail({code, message, where});
    };
    if (!is_word(rounds.done)) {
        return refuse(ErrorCode::invalid_argument, "the word `done` needs 4 bytes at an offset that is a multiple of 4",
                      "done");
    }
    if (rounds.grids.empty() || rounds.grids.size() > Rounds::kMaxGrids) {
        return refuse(ErrorCode::invalid_argument,
                      "rounds must have 1 to " + std::to_string(Rounds::kMaxGrids) + " grids, not " +
                          std::to_string(rounds.grids.size()),
                      "grids");
    }
    const std::uint64_t bytes = rounds.grids.size() * Rounds::kBytesPerGrid;
    if (!rounds.arguments || rounds.arguments.size < bytes) {
        return refuse(ErrorCode::invalid_argument, fault_of_arguments(rounds.arguments, bytes), "arguments");
    }
    const BoundWord word = bind_word(rounds.done, context_.profile());
    shader::GateGridsPush gate{word.index, static_cast<std::uint32_t>(rounds.grids.size()), {}};
    for (std::size_t i = 0; i < rounds.grids.size(); ++i) {
        const Groups& grid = rounds.grids[i];
        if (!within(grid, context_.profile().max_workgroup_count)) {
            return refuse(
                ErrorCode::too_large,
                "grid " + std::to_string(i) +
                    " (counted from 0) of the rounds has more workgroups along an axis than the device allows",
                "grids");
        }
        gate.grids[3 * i] = grid.x;
        gate.grids[3 * i + 1] = grid.y;
        gate.grids[3 * i + 2] = grid.z;
    }
    for (std::uint32_t round = 0; round < rounds.most && status_; ++round) {
        dispatch_own({.name = "engine/gate_grids", .spirv = spirv::engine_gate_grids}, word.view,
                     rounds.arguments.slice(0, bytes), std::as_bytes(std::span(&gate, 1)));
        if (auto recorded = body({round, rounds.arguments}); !recorded) {
            fail(std::move(recorded).error());
        }
    }
}

}  // namespace vkalgo
