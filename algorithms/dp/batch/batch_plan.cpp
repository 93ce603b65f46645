#include "algorithms/dp/batch/batch_plan.hpp"

#include "algorithms/dp/method/lanes.hpp"
#include "shaders/dp/batch.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Maximum bytes of one input that are sent at once: few enough that sending and computing overlap, and many enough to
/// hide the cost of a submission.
constexpr std::uint64_t kInputBytes = std::uint64_t{64} << 20;
/// Maximum bytes of kept tables. They are enough for all problems that a device runs at once, and are allocated
/// quickly: an H200 takes a second for 9 GiB.
constexpr std::uint64_t kTableBytes = std::uint64_t{1} << 30;
/// Maximum cells of a submission on a software device, where they take about a second, and per processor of another
/// device, where they take 0.3 to 1.4 s on an H200. Windows ends a submission after 2 s. On a software device,
/// kSoftwareProblems problems are always allowed, to keep the cores busy.
constexpr double kSoftwareCells = 2e8;
constexpr std::size_t kSoftwareProblems = 4;
constexpr double kCellsPerProcessor = 7.6e9;
constexpr double kMostCells = 1e12;
/// The processors that a device of unknown size is assumed to have: as few as a small one.
constexpr double kLeastProcessors = 4;
/// If the problems of a size have less than this share of all cells, they take the next larger size, since each size
/// needs its own kernel.
constexpr double kLeastShare = 0.04;

}  // namespace

Error refused_batch(std::string_view method, const std::string& why) {
    return Error{ErrorCode::unsupported, "method " + std::string(method) + " of batches " + why, "method"};
}

Result<void> check_sizes_are_known(std::string_view method, const BatchRequest& request) {
    if (request.batch.items.empty()) {
        return refused_batch(method, "needs tables whose sizes and bounds follow only from the lengths of the inputs");
    }
    return {};
}

Frame large_frame(const RecurrenceHeader& header) {
    constexpr std::int64_t kLarge = std::int64_t{1} << 40;
    return Frame::of(*header.stage.pattern(), {kLarge, kLarge});
}

BatchCosts BatchCosts::of(const DeviceProfile& profile) {
    if (profile.type == DeviceType::software) {
        return {.cell = 1.5e-9, .processors = 2, .table = cost_table(profile)};
    }
    return {.cell = 4.3e-11,
            .processors = profile.processors != 0 ? static_cast<double>(profile.processors) : 16,
            .table = cost_table(profile)};
}

void BatchFacts::collect(const RecurrenceHeader& header, const Shape& shape, std::optional<std::int64_t> own_bound) {
    bound = std::max(bound, own_bound.value_or(0));
    for (const Method* method : methods()) {
        const bool looks = method->batch == nullptr || method->batch->reads_within == nullptr;
        if (!looks && suffice(*method) && !method->batch->reads_within(header, shape)) {
            beyond.push_back(method);
        }
    }
}

bool BatchFacts::suffice(const Method& method) const {
    return std::find(beyond.begin(), beyond.end(), &method) == beyond.end();
}

double chunk_cells_of(const DeviceProfile& profile) {
    if (profile.type == DeviceType::software) {
        return kSoftwareCells;
    }
    const double processors = profile.processors != 0 ? profile.processors : kLeastProcessors;
    return std::min(kMostCells, kCellsPerProcessor * processors);
}

void begin_plan(BatchPlan& plan, const BatchRequest& request) {
    constexpr std::uint64_t kUnknown = std::uint64_t{1} << 30;
    const DeviceProfile& profile = request.profile;
    plan.header = &request.header;
    plan.solution = request.options.solution;
    const std::uint64_t limit = request.options.call.memory_limit;
    const std::uint64_t memory = profile.device_memory != 0 ? profile.device_memory / 4 * 3 : kUnknown;
    // Two chunks are in flight at once.
    plan.chunk_bytes = (limit != 0 ? std::min(limit, memory) : memory) / 2;
    plan.binding_bytes = std::min({profile.max_storage_range, profile.largest_buffer(), std::uint64_t{1} << 32});
    plan.input_bytes = std::min(plan.binding_bytes, kInputBytes);
    plan.table_bytes = std::min(plan.binding_bytes, kTableBytes);
    plan.chunk_cells = chunk_cells_of(profile);
    plan.chunk_problems = profile.type == DeviceType::software ? kSoftwareProblems : 1;
    plan.max_loop_iterations = profile.max_loop_iterations;
    plan.cost = BatchCosts::of(profile);
}

void choose_lanes(BatchPlan& plan, const BatchRequest& request) {
    const TeamLanes lanes = choose_team_lanes(request.profile, request.knobs.lanes);
    plan.lanes = lanes.count;
    plan.shared_lanes = lanes.shared;
}

void drop_rare_sizes(BatchPlan& plan, const CheckedBatch& batch) {
    std::vector<double> cells(plan.sizes.size());
    double all = 0;
    KnownFits fits(plan);
    for (const BatchItem& item : batch.items) {
        if (const auto& fit = fits.of(item)) {
            const double own = static_cast<double>(item.rows) * item.columns;
            cells[fit->size] += own;
            all += own;
        }
    }
    std::vector<std::uint32_t> kept;
    double waiting = 0;
    for (std::size_t k = 0; k < cells.size(); ++k) {
        waiting += cells[k];
        const bool needed = waiting > kLeastShare * all;
        const bool last = std::all_of(cells.begin() + static_cast<std::ptrdiff_t>(k) + 1, cells.end(),
                                      [](double each) { return each == 0; });
        if (needed || (last && waiting > 0)) {
            kept.push_back(plan.sizes[k]);
            waiting = 0;
        }
    }
    if (!kept.empty()) {
        plan.sizes = std::move(kept);
    }
}

Result<std::unique_ptr<BatchPlan>> plan_batch(const RecurrenceHeader& header, const CheckedBatch& batch,
                                              const BatchFacts& facts, const BatchOptions& options,
                                              const DeviceProfile& profile) {
    const BatchRequest request{header,  batch,   facts,
                               options, profile, options.knobs != nullptr ? *options.knobs : TestKnobs{}};
    const Method* best = nullptr;
    double least = std::numeric_limits<double>::infinity();
    if (!options.method.empty()) {
        best = find_method(options.method);
        VKALGO_CHECK(best->batch->cell_seconds(request));
    }
    for (const Method* method : options.method.empty() ? methods() : std::span<const Method* const>()) {
        const Result<double> seconds = method->batch != nullptr ? method->batch->cell_seconds(request)
                                                                : Result<double>(refused_by(method->name, ""));
        if (seconds && (best == nullptr || *seconds < least)) {
            best = method;
            least = *seconds;
        }
    }
    VKALGO_TRY(auto plan, best->batch->plan(request));
    plan->method = best;
    return plan;
}

BatchRange next_range(const BatchPlan& plan, const Batch& batch, const CheckedBatch& checked, std::size_t first) {
    const RecurrenceHeader& header = *plan.header;
    BatchRange chunk{.first = first, .end = first};
    std::vector<const BatchInput*> inputs;
    for (const InputDeclaration& declared : header.inputs) {
        inputs.push_back(&batch.inputs.at(declared.name));
    }
    chunk.inputs.resize(inputs.size());
    const std::uint64_t cell = header.cell_bytes();
    std::vector<BatchRange::Elements> grown;
    KnownFits known(plan);
    for (; chunk.end < batch.count; ++chunk.end) {
        const BatchItem& item = checked.items[chunk.end];
        const auto& fit = known.of(item);
        if (!fit) {
            continue;
        }
        bool fits = true;
        std::uint64_t bytes = 0;
        grown = chunk.inputs;
        for (std::size_t k = 0; k < inputs.size(); ++k) {
            const std::size_t array = inputs[k]->array_of(chunk.end);
            BatchRange::Elements& own = grown[k];
            const bool is_first = own.begin == own.end;
            own.begin = is_first ? inputs[k]->offsets[array] : std::min(own.begin, inputs[k]->offsets[array]);
            own.end = std::max(own.end, inputs[k]->offsets[array + 1]);
            const std::uint64_t taken = (own.end - own.begin) * size_of(inputs[k]->type);
            // Arrays that problems choose may be needed again and again. So an input with `chosen` may be as large as a
            // binding.
            fits = fits && taken <= (inputs[k]->chosen.empty() ? plan.input_bytes : plan.binding_bytes);
            bytes += taken;
        }
        const std::uint64_t row_cells = chunk.row_cells + plan.row_cells(item, *fit);
        const std::uint64_t table_cells = chunk.table_cells + plan.table_cells(item, *fit);
        const std::uint64_t move_words = chunk.move_words + (plan.solution ? plan.move_words(item) : 0);
        const double cells = chunk.cells + static_cast<double>(item.rows) * item.columns;
        const std::uint64_t rows = row_cells * plan.row_bytes();
        const std::uint64_t table = table_cells * cell;
        const std::uint64_t moves = move_words * 4;
        const std::uint64_t list =
            (chunk.end - chunk.first + 1) * (4 * (VKALGO_BATCH_PROBLEM_WORDS + 2 * inputs.size()) + 16);
        fits = fits && table <= plan.table_bytes && std::max({rows, moves, list}) <= plan.binding_bytes &&
               bytes + rows + table + 2 * moves + 2 * list <= plan.chunk_bytes &&
               (cells <= plan.chunk_cells || chunk.problems < plan.chunk_problems);
        if (!fits && chunk.problems > 0) {
            break;
        }
        chunk.inputs = grown;
        chunk.row_cells = row_cells;
        chunk.table_cells = table_cells;
        chunk.move_words = move_words;
        chunk.cells = cells;
        ++chunk.problems;
    }
    return chunk;
}

}  // namespace vkalgo::dp
