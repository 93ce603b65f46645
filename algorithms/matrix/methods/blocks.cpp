// Our own method: each invocation computes a block of cells in registers (shaders/matrix/multiply_blocks.glsl,
// multiply_rows.glsl).
#include "algorithms/divide_up.hpp"
#include "algorithms/matrix/matrix_method.hpp"
#include "algorithms/matrix/matrix_tuning.hpp"
#include <vkalgo_spirv/matrix/multiply_blocks_f16.hpp>
#include <vkalgo_spirv/matrix/multiply_blocks_f16_plain.hpp>
#include <vkalgo_spirv/matrix/multiply_blocks_f32.hpp>
#include <vkalgo_spirv/matrix/multiply_blocks_f64.hpp>
#include <vkalgo_spirv/matrix/multiply_blocks_i32.hpp>
#include <vkalgo_spirv/matrix/multiply_blocks_i64.hpp>
#include <vkalgo_spirv/matrix/multiply_rows_f16.hpp>
#include <vkalgo_spirv/matrix/multiply_rows_f16_plain.hpp>
#include <vkalgo_spirv/matrix/multiply_rows_f32.hpp>
#include <vkalgo_spirv/matrix/multiply_rows_f64.hpp>
#include <vkalgo_spirv/matrix/multiply_rows_i32.hpp>
#include <vkalgo_spirv/matrix/multiply_rows_i64.hpp>

#include <algorithm>

namespace vkalgo {

namespace {

/// The number of processors that is assumed for a device that does not report it.
constexpr std::uint32_t kUnknownProcessors = 64;
/// Shortest part of k that is worth a split.
constexpr std::uint64_t kLeastSplit = 128;

/// A shape with a number of splits and its estimated cost: the number of multiplications that run one after another.
struct Choice {
    const MatrixTuning* tuning = nullptr;
    std::uint64_t splits = 1;
    double cost = 0;
};

Choice cost_of(const MatrixTuning& tuning, std::uint64_t splits, const MatrixMultiplyParams& params,
               const DeviceProfile& profile) {
    const bool software = profile.type == DeviceType::software;
    const double slots = (profile.processors != 0 ? profile.processors : kUnknownProcessors) * (software ? 1.0 : 2.0);
    const auto tiles = static_cast<double>(divide_up(params.rows, tuning.tile_rows) *
                                           divide_up(params.columns, tuning.tile_columns) * params.batches * splits);
    // With many waves of workgroups, an incomplete last wave does not matter.
    const double waves =
        tiles < 8 * slots
            ? static_cast<double>(divide_up(static_cast<std::uint64_t>(tiles), static_cast<std::uint64_t>(slots)))
            : tiles / slots;
    // Estimates: the start and end of a workgroup take as long as kFixedSteps steps along k. With splits, the second
    // dispatch costs as much as kSecondDispatch multiplications, and each of its loads as much as kPerPartial.
    constexpr double kFixedSteps = 64, kSecondDispatch = 200'000, kPerPartial = 0.1;
    Choice choice{&tuning, splits, 0};
    choice.cost = tuning.begin + waves * tuning.tile_rows * tuning.tile_columns *
                                     (static_cast<double>(divide_up(params.inner, splits)) + kFixedSteps) /
                                     tuning.speed;
    if (splits > 1) {
        choice.cost += kSecondDispatch + kPerPartial * static_cast<double>(splits) * static_cast<double>(params.rows) *
                                             static_cast<double>(params.columns * params.batches);
    }
    return choice;
}

Result<void> plan_blocks(MatrixMultiplyPlan& plan, const DeviceProfile& profile) {
    const MatrixMultiplyParams& params = plan.params;
    std::vector<MatrixTuning> tunings;
    if (plan.tuning) {
        tunings.push_back(*plan.tuning);
    } else {
        tunings = matrix_tunings(params.options.type, profile);
    }
    Choice best;
    for (const MatrixTuning& tuning : tunings) {
        if (!is_usable(tuning)) {
            return Error{ErrorCode::invalid_argument, "the kernels do not support this tuning", "tuning"};
        }
        const std::uint64_t most = std::max<std::uint64_t>(params.inner / kLeastSplit, 1);
        for (std::uint64_t splits = std::max(tuning.splits, 1U); splits <= most || best.tuning == nullptr;
             splits *= 2) {
            const Choice choice = cost_of(tuning, splits, params, profile);
            if (best.tuning == nullptr || choice.cost < best.cost) {
                best = choice;
            }
            if (tuning.splits != 0) {
                break;
            }
        }
    }
    plan.splits = best.splits;
    plan.tuning = std::make_shared<const MatrixTuning>(*best.tuning);
    return {};
}

MatrixTile blocks_tile(const MatrixMultiplyPlan& plan) {
    const MatrixTuning& tuning = *plan.tuning;
    return {tuning.tile_rows, tuning.tile_columns, tuning.tile_inner};
}

std::vector<SpecializationConstant> blocks_constants(const MatrixMultiplyPlan& plan) {
    const MatrixTuning& tuning = *plan.tuning;
    const MatrixMultiplyOptions& options = plan.params.options;
    const auto flag = [](bool value) { return value ? 1U : 0U; };
    const bool tail = plan.params.inner % tuning.tile_inner != 0 ||
                      (plan.block_inner != plan.params.inner && plan.block_inner % tuning.tile_inner != 0);
    std::vector<SpecializationConstant> words{{VKALGO_MATRIX_CONSTANT_THREADS, tuning.threads()},
                                              {VKALGO_MATRIX_CONSTANT_TRANSPOSE_A, flag(options.transpose_a)},
                                              {VKALGO_MATRIX_CONSTANT_TRANSPOSE_B, flag(options.transpose_b)},
                                              {VKALGO_MATRIX_CONSTANT_VECTORS_A, flag(plan.vectors_a)},
                                              {VKALGO_MATRIX_CONSTANT_VECTORS_B, flag(plan.vectors_b)},
                                              {VKALGO_MATRIX_CONSTANT_VECTORS_C, flag(plan.vectors_c)},
                                              {VKALGO_MATRIX_CONSTANT_PARTIAL, flag(plan.splits > 1)},
                                              {VKALGO_MATRIX_CONSTANT_TILE_ROWS, tuning.tile_rows},
                                              {VKALGO_MATRIX_CONSTANT_TILE_COLUMNS, tuning.tile_columns},
                                              {VKALGO_MATRIX_CONSTANT_ROWS, tuning.rows},
                                              {VKALGO_MATRIX_CONSTANT_COLUMNS, tuning.columns},
                                              {VKALGO_MATRIX_CONSTANT_BAND, tuning.band}};
    if (!tuning.direct) {
        words.insert(words.end(), {{VKALGO_MATRIX_CONSTANT_TAIL, flag(tail)},
                                   {VKALGO_MATRIX_CONSTANT_TILE_INNER, tuning.tile_inner},
                                   {VKALGO_MATRIX_CONSTANT_LANE_COLUMNS, tuning.lane_columns},
                                   {VKALGO_MATRIX_CONSTANT_LANE_ROWS, tuning.lane_rows},
                                   {VKALGO_MATRIX_CONSTANT_PAD, tuning.pad}});
    }
    return words;
}

KernelInfo blocks_kernel(const MatrixMultiplyPlan& plan, const DeviceProfile& profile) {
    static const MatrixKernels blocks{{"matrix/multiply_blocks_f32", spirv::matrix_multiply_blocks_f32},
                                      {"matrix/multiply_blocks_f64", spirv::matrix_multiply_blocks_f64},
                                      {"matrix/multiply_blocks_i32", spirv::matrix_multiply_blocks_i32},
                                      {"matrix/multiply_blocks_i64", spirv::matrix_multiply_blocks_i64},
                                      {"matrix/multiply_blocks_f16", spirv::matrix_multiply_blocks_f16},
                                      {"matrix/multiply_blocks_f16_plain", spirv::matrix_multiply_blocks_f16_plain}};
    static const MatrixKernels rows{{"matrix/multiply_rows_f32", spirv::matrix_multiply_rows_f32},
                                    {"matrix/multiply_rows_f64", spirv::matrix_multiply_rows_f64},
                                    {"matrix/multiply_rows_i32", spirv::matrix_multiply_rows_i32},
                                    {"matrix/multiply_rows_i64", spirv::matrix_multiply_rows_i64},
                                    {"matrix/multiply_rows_f16", spirv::matrix_multiply_rows_f16},
                                    {"matrix/multiply_rows_f16_plain", spirv::matrix_multiply_rows_f16_plain}};
    KernelInfo info = (plan.tuning->direct ? rows : blocks).of(plan.params.options.type, profile);
    info.constants = blocks_constants(plan);
    return info;
}

}  // namespace

const MatrixMethod& matrix_method_blocks();
const MatrixMethod& matrix_method_blocks() {
    static const MatrixMethod method{"blocks",
                                     "blocks of cells in registers",
                                     [](const MatrixMultiplyParams&, const DeviceProfile&) { return 10; },
                                     plan_blocks,
                                     blocks_tile,
                                     blocks_kernel};
    return method;
}

}  // namespace vkalgo
