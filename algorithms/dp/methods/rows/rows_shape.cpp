#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/methods/rows/rows_plan.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Returns the maximum columns per invocation. More columns would not fit the registers, or drivers would not unroll
/// the loop over them. An invocation in a workgroup of 512 has twice the registers of one in a workgroup of 1,024,
/// enough to fill shared memory.
constexpr std::uint32_t most_cells(std::uint32_t workgroup) {
    return workgroup == 512 ? 24 : 12;
}
constexpr std::int64_t kMaxRows = 64;
/// Bytes of shared memory besides the rows: a word that says whether an error occurred, and padding.
constexpr std::uint64_t kOtherShared = 16;

struct Division {
    std::uint32_t workgroup, cells, buffers;
};

/// Returns the divisions to choose from on this device. A software device has only a few, so that few kernels are
/// compiled: there, compiling the kernels of one division takes longer than most runs.
std::vector<Division> divisions_of(const DeviceProfile& profile, const TestKnobs* knobs) {
    if (knobs != nullptr && knobs->workgroup != 0) {
        return {{knobs->workgroup, knobs->columns, knobs->buffers}};
    }
    std::vector<Division> all;
    // Of divisions with equal predictions the first one is taken. So 512 invocations come first; they were faster than
    // 1,024.
    for (const std::uint32_t workgroup : {512U, 1024U, 256U, 128U, 64U}) {
        for (std::uint32_t cells = 1; cells <= most_cells(workgroup) && workgroup <= profile.max_workgroup_invocations;
             ++cells) {
            const bool software = profile.type == DeviceType::software;
            if (!software || (cells == 4 && (workgroup == 1024 || workgroup == 256))) {
                all.push_back({workgroup, cells, 1});
                all.push_back({workgroup, cells, 2});
            }
        }
    }
    if (profile.type == DeviceType::software) {
        std::erase_if(all, [](const Division& each) { return each.buffers != 1; });
    }
    return all;
}

}  // namespace

std::int64_t RowsTask::rows_per_word(const RowsShape& shape) const {
    return decision_bits == 0 ? 1 : std::min<std::int64_t>(32 / decision_bits, shape.rows);
}

std::uint64_t RowsTask::decision_bytes(const RowsShape& shape) const {
    if (decision_bits == 0 || rows <= 1) {
        return 0;
    }
    return static_cast<std::uint64_t>((rows - 2) / rows_per_word(shape) + 1) * static_cast<std::uint64_t>(columns) * 4;
}

double predict_rows(const RowsTask& task, const RowsShape& shape, const DeviceProfile& profile) {
    const CostTable cost = cost_table(profile);
    const std::int64_t blocks = std::max<std::int64_t>(task.rows - 2, 0) / shape.rows + 1;
    const std::int64_t groups = (task.columns + shape.width - 1) / shape.width;
    const std::int64_t processors = profile.processors != 0 ? profile.processors : 16;
    const std::int64_t turns = (groups + processors - 1) / processors;
    const auto dispatches = static_cast<double>(blocks);
    const auto waves = static_cast<double>(turns);
    const auto span = static_cast<double>(shape.span());
    const double row = cost.row_barrier * (shape.buffers == 1 ? 2 : 1) + cost.row_cell * span;
    return dispatches * (cost.dispatch + waves * 2 * cost.row_cell * span) +
           static_cast<double>(task.rows) * waves * row;
}

Result<RowsShape> choose_rows(const RowsTask& task, const DeviceProfile& profile, const TestKnobs* knobs) {
    std::optional<RowsShape> best;
    std::pair<bool, double> least;  // For `best`: whether it has too many decisions, and its seconds
    for (const Division& division : divisions_of(profile, knobs)) {
        for (std::int64_t rows = kMaxRows; rows >= 1; rows /= 2) {
            RowsShape shape{division.workgroup, division.cells, division.buffers, rows, 0};
            shape.width =
                std::min(std::max<std::int64_t>(task.columns, 1), shape.span() - rows * (task.before + task.after));
            const auto bytes = static_cast<std::uint64_t>(shape.span()) * shape.buffers * task.cell_bytes;
            const bool is_other = knobs != nullptr && knobs->rows != 0 && rows != knobs->rows;
            if (is_other || shape.width < 1 || bytes + kOtherShared > profile.shared_memory) {
                continue;
            }
            const std::pair costs(task.decision_bytes(shape) > task.most_decision_bytes,
                                  predict_rows(task, shape, profile));
            if (!best || costs < least) {
                best = shape;
                least = costs;
            }
        }
    }
    if (!best) {
        return Error{ErrorCode::unsupported,
                     "method rows keeps cells of a row (or column), and the cells that they read, in one workgroup, "
                     "but no workgroup of this device has room for cells of " +
                         std::to_string(task.cell_bytes) + " bytes that read up to " + std::to_string(task.before) +
                         " cells before and " + std::to_string(task.after) + " cells after them (at most " +
                         std::to_string(profile.max_workgroup_invocations) + " invocations and " +
                         std::to_string(profile.shared_memory) + " bytes of shared memory)",
                     "method"};
    }
    return *best;
}

}  // namespace vkalgo::dp
