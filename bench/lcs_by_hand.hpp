#pragma once

#include "bench/lcs_by_hand.h"
#include "engine/context.hpp"
#include "engine/runner.hpp"
#include <vkalgo_spirv/bench/lcs_by_hand.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The host side of lcs_by_hand.comp: runs one kernel for one problem, without planner and recurrence.
namespace vkalgo::bench {

/// Shape of the kernel.
struct HandShape {
    /// Rows per lane.
    std::uint32_t rows = 8;
    /// Strips per workgroup.
    std::uint32_t teams = 3;
    /// How a cell is computed. 0: by a selection. 1: as the largest of three numbers.
    std::uint32_t form = 0;
    /// Number of steps unrolled per iteration of the loop.
    std::uint32_t unroll = 1;
};

inline std::string to_string(const HandShape& shape) {
    return std::to_string(shape.teams) + " strips, " + std::to_string(shape.rows) + " rows per lane, " +
           (shape.form == 0 ? "select" : "max") + ", " + std::to_string(shape.unroll) + " steps per iteration";
}

/// The shapes to try. The time of the fastest shape counts.
inline constexpr std::array<HandShape, 12> kHandShapes{{{4, 2, 0, 1},
                                                        {8, 2, 0, 1},
                                                        {8, 3, 0, 1},
                                                        {8, 4, 0, 1},
                                                        {8, 2, 0, 2},
                                                        {8, 3, 0, 2},
                                                        {8, 4, 0, 2},
                                                        {8, 2, 0, 4},
                                                        {8, 3, 0, 4},
                                                        {8, 4, 0, 4},
                                                        {8, 2, 1, 4},
                                                        {8, 3, 1, 4}}};

struct HandRun {
    std::uint64_t length = 0;
    std::vector<double> milliseconds;
};

namespace hand {
struct Push {
    std::uint32_t n, m, workgroups, spin_limit;
};
struct Control {
    std::uint32_t ticket = 0, answer = 0, stuck = 0, unused = 0;
};
/// Maximum number of symbols per string. A link has 18 bits for the value of a cell, which is at most this number.
constexpr std::uint32_t kLargest = 1u << 17;
/// A link stores a workgroup's number (from 0) plus 1 in 14 bits. So the number of workgroups must be below this limit.
constexpr std::uint32_t kWorkgroups = 1u << 14;
constexpr std::uint32_t kSpinLimit = 50'000'000;
}  // namespace hand

/// Returns whether this device can run the kernel. The kernel needs full subgroups of 8 to 32 invocations with relative
/// shuffles, the memory model, and workgroups that may wait for each other.
inline bool runs_by_hand(const DeviceProfile& profile) {
    return profile.subgroup_shuffle_relative && profile.memory_model_device_scope && profile.subgroup_size >= 8 &&
           profile.subgroup_size <= 32 && profile.full_subgroups(profile.subgroup_size) &&
           profile.cross_workgroup_progress;
}

inline Result<Buffer> upload_words(Runner& runner, std::span<const std::byte> symbols, const char* name) {
    std::vector<std::byte> words(symbols.begin(), symbols.end());
    words.resize(Buffer::rounded(words.size()));
    return runner.upload_new(words, name);
}

/// Warms up, then runs `repeat` times. x and y have 1 to 2^17 symbols. Errors: invalid_argument (lengths; too many
/// workgroups), timeout (a workgroup exceeded its limit of polls), those of the engine.
inline Result<HandRun> run_by_hand(Runner& runner, std::span<const std::byte> x, std::span<const std::byte> y,
                                   const HandShape& shape, int repeat) {
    Context& context = runner.context();
    const std::uint32_t lanes = context.profile().subgroup_size;
    const auto n = static_cast<std::uint32_t>(x.size());
    const auto m = static_cast<std::uint32_t>(y.size());
    const std::uint32_t rows = shape.teams * lanes * shape.rows;
    const std::uint32_t workgroups = (n + rows - 1) / rows;
    if (x.empty() || y.empty() || x.size() > hand::kLargest || y.size() > hand::kLargest ||
        workgroups >= hand::kWorkgroups) {
        return Error{ErrorCode::invalid_argument,
                     "the hand-written kernel takes 1 to " + std::to_string(hand::kLargest) +
                         " symbols per string, and fewer than " + std::to_string(hand::kWorkgroups) + " workgroups",
                     "lcs_by_hand"};
    }
    VKALGO_TRY(const auto kernel,
               context.kernel({.name = "lcs_by_hand",
                               .spirv = spirv::bench_lcs_by_hand,
                               .constants = {{LCS_BY_HAND_CONSTANT_WORKGROUP, lanes * (shape.teams + 1)},
                                             {LCS_BY_HAND_CONSTANT_LANES, lanes},
                                             {LCS_BY_HAND_CONSTANT_ROWS, shape.rows},
                                             {LCS_BY_HAND_CONSTANT_FORM, shape.form},
                                             {LCS_BY_HAND_CONSTANT_UNROLL, shape.unroll}},
                               .required_subgroup_size = context.profile().required_subgroup_size()}));
    VKALGO_TRY(const Buffer x_words, upload_words(runner, x, "x"));
    VKALGO_TRY(const Buffer y_words, upload_words(runner, y, "y"));
    VKALGO_TRY(const Buffer links, Buffer::create(context, {.size = std::uint64_t{m} * 4, .name = "links"}));
    VKALGO_TRY(const Buffer control, Buffer::create(context, {.size = sizeof(hand::Control), .name = "control"}));
    const hand::Push push{n, m, workgroups, hand::kSpinLimit};
    HandRun run;
    VKALGO_TRY(run.milliseconds, runner.measure(
                                     [&](Recorder& recorder) -> Result<void> {
                                         recorder.fill(links.view(), 0);
                                         recorder.fill(control.view(), 0);
                                         recorder.dispatch(
                                             *kernel, {x_words.view(), y_words.view(), links.view(), control.view()},
                                             push, Groups{workgroups, 1, 1});
                                         return recorder.status();
                                     },
                                     repeat));
    hand::Control last;
    VKALGO_CHECK(runner.download(control.view().slice(0, sizeof last), std::as_writable_bytes(std::span(&last, 1))));
    if (last.stuck != 0) {
        return Error{ErrorCode::timeout, "a workgroup waited too long for another", "lcs_by_hand"};
    }
    run.length = last.answer;
    return run;
}

}  // namespace vkalgo::bench
