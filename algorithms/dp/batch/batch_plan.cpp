#include "algorithms/dp/batch/batch_plan.hpp"

#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "shaders/dp/batch.h"
#include "shaders/dp/bits.h"
#include "shaders/dp/packed_f16.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Of one input, that is sent at once: small enough that sending and computing overlap, large enough to hide what a
/// submission costs.
constexpr std::uint64_t kInputBytes = std::uint64_t{64} << 20;
/// Of kept tables: enough for all that a device runs at once, and little to make: an H200 takes a second for 9 GiB.
constexpr std::uint64_t kTableBytes = std::uint64_t{1} << 30;
/// A submission of a software device: a second, about; but as many problems as keep its cores at work.
constexpr double kSoftwareCells = 2e8;
constexpr std::size_t kSoftwareProblems = 4;
constexpr double kDeviceCells = 1e12;
/// Problems whose size has less than this share of all cells take the next larger one: each size is a kernel to make.
constexpr double kLeastShare = 0.04;
/// Strips that one workgroup takes at once.
constexpr std::uint32_t kTeams = 4;

Error refused(const char* method, const std::string& why) {
    return Error{ErrorCode::unsupported, "method " + std::string(method) + " of batches " + why, "method"};
}

/// A frame of a table that is as large as any: where its regions are does not depend on the size.
Frame large_frame(const RecurrenceHeader& header) {
    constexpr std::int64_t kLarge = std::int64_t{1} << 40;
    return Frame::of(*header.stage.pattern(), {kLarge, kLarge});
}

Result<void> check_team(const RecurrenceHeader& header, const BatchOptions& options, const DeviceProfile& profile) {
    if (!header.properties.reach.within(1)) {
        return refused("team", "runs recurrences of class local, whose cells read neighbours alone");
    }
    if (header.index_count() != 2 || !header.stage.pattern() || !large_frame(header).diagonal) {
        return refused("team", "runs the diagonal patterns NOSE, SENO, SONE and NESO");
    }
    if (profile.max_loop_iterations != 0 && (header.reduce || header.has_loops)) {
        return refused("team", "computes many cells in one invocation, whose loops this device stops after " +
                                   std::to_string(profile.max_loop_iterations) + " turns");
    }
    if (options.solution && (!header.has_step || header.has_far_steps)) {
        return refused("team", "traces back by a step(i, j) that goes to neighbours");
    }
    return check_numbers(header, profile);
}

Result<void> check_bits(const RecurrenceHeader& header, const CheckedBatch& batch, const BatchFacts& facts,
                        const BatchOptions& options, const DeviceProfile& profile) {
    if (!header.bits) {
        return refused("bit-parallel",
                       "runs cells that differ from their neighbours by a bit or two: " + header.no_bits);
    }
    if (options.solution || header.answer.searches() || header.stage.pattern() != Pattern::NOSE) {
        return refused("bit-parallel", "gives the answer of one cell, in pattern NOSE");
    }
    if (!params_are_units(header, &batch.params)) {
        return refused("bit-parallel", "runs this recurrence where its costs are 1");
    }
    if (!facts.elements_suffice) {
        return refused("bit-parallel", "does not look for the end of an input, and cell() reads beyond one");
    }
    return check_numbers(header, profile);
}

constexpr std::uint32_t kPackedF16Lanes = 8;

Result<PackedF16Numbers> check_packed_f16(const RecurrenceHeader& header, const CheckedBatch& batch,
                                          const BatchFacts& facts, const BatchOptions& options,
                                          const DeviceProfile& profile, const TestKnobs& knobs) {
    if (!header.packed_f16) {
        return refused("packed-f16", "runs the scores of local alignments: " + header.no_packed_f16);
    }
    if (options.solution || options.cells) {
        return refused("packed-f16", "gives scores alone, and the cells of the answers, or solutions, are wanted");
    }
    if (!facts.symbols_suffice) {
        return refused("packed-f16", "does not look for the end of an input, and cell() reads beyond one");
    }
    const Result<void> device = check_packed_f16_device(profile, knobs.lanes != 0 ? knobs.lanes : kPackedF16Lanes);
    if (!device) {
        return refused("packed-f16", device.error().message);
    }
    auto numbers = packed_f16_numbers(header, *batch.common);
    if (!numbers) {
        return refused("packed-f16", numbers.error().message);
    }
    choose_packed_f16_workgroups(*numbers, profile, knobs);
    return numbers;
}

void choose_lanes(BatchPlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    const bool shuffles = profile.subgroup_shuffle_relative && profile.subgroup_size >= 8;
    if (plan.kernels == BatchPlan::Kernels::packed_f16) {
        plan.lanes = knobs.lanes != 0 ? knobs.lanes : kPackedF16Lanes;
        return;
    }
    plan.lanes = knobs.lanes != 0 ? knobs.lanes : shuffles ? std::min(profile.subgroup_size, 64U) : 32U;
    plan.shared_lanes = !shuffles || plan.lanes != profile.subgroup_size;
    const bool one =
        plan.shared_lanes || plan.kernels == BatchPlan::Kernels::bits || profile.type == DeviceType::software;
    plan.teams = one ? 1 : kTeams;
}

std::vector<std::uint32_t> possible_sizes(const BatchPlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    const bool software = profile.type == DeviceType::software;
    if (plan.kernels == BatchPlan::Kernels::bits) {
        if (knobs.words != 0) {
            return {knobs.words};
        }
        // With four words of edit distance an H200 takes more than twice as long for a word as with two.
        const bool is_edit = plan.header->bits->kind == BitCells::Kind::edit;
        return is_edit && !software ? std::vector<std::uint32_t>{1, 2} : std::vector<std::uint32_t>{1, 2, 4};
    }
    if (knobs.registers != 0) {
        return {knobs.registers};
    }
    if (plan.kernels == BatchPlan::Kernels::packed_f16) {
        return software ? std::vector<std::uint32_t>{8} : std::vector<std::uint32_t>{4, 8};
    }
    if (software) {  // whose compiler takes seconds for what is written out
        return plan.header->fields.empty() ? std::vector<std::uint32_t>{4, 16} : std::vector<std::uint32_t>{4};
    }
    return plan.header->fields.empty() ? std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 8, 10, 12, 16}
                                       : std::vector<std::uint32_t>{1, 2, 3, 4};  // with 8 an H200 is slower
}

/// How many symbols columns may have, where scores fit the bytes of a profile and that fits the device; else 0.
std::uint32_t profile_symbols(const BatchPlan& plan, const CheckedBatch& batch, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *plan.header;
    if (!header.profile) {
        return 0;
    }
    const ProfileRead& read = *header.profile;
    const auto factor = Expression::parse(read.factor);
    const auto symbols = factor ? factor->evaluate(scope_of(header, *batch.common)) : Result<std::int64_t>(0);
    const auto table = batch.common->inputs.find(header.inputs[read.table].name);
    const InputDeclaration& column = header.inputs[read.column];
    const bool has_scores = table != batch.common->inputs.end() && !table->second.data.empty();
    if (!symbols || !has_scores || !std::holds_alternative<Expression>(column.range->low)) {
        return 0;
    }
    const auto range = whole_range(column, scope_of(header, *batch.common));
    constexpr std::int64_t kMax = 64;
    if (!range || *symbols < 1 || *symbols > kMax || range->low < 0 || range->high >= *symbols) {
        return 0;
    }
    for (std::uint64_t k = 0; k < table->second.count; ++k) {
        const std::int64_t score = table->second.integer(k);
        if (score < std::numeric_limits<std::int8_t>::min() || score > std::numeric_limits<std::int8_t>::max()) {
            return 0;
        }
    }
    const std::uint64_t words = (plan.sizes.back() + 3) / 4;
    // The lanes' candidates of a search, and their exchange, lie in shared memory too.
    const std::uint64_t invocations = std::uint64_t{plan.lanes} * plan.teams;
    const std::uint64_t bytes = (4 * words * static_cast<std::uint64_t>(*symbols) + 32) * invocations + 1024;
    return bytes <= profile.shared_memory ? static_cast<std::uint32_t>(*symbols) : 0;
}

/// Leaves out the sizes that few cells would take.
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

/// As many workgroups as all sets of pairs need at most, whose profiles take a part of the memory.
void choose_packed_f16_grid(BatchPlan& plan, const CheckedBatch& batch) {
    const std::uint64_t pairs = plan.packed_f16->workgroup / plan.lanes;
    const std::uint64_t sets = (batch.items.size() + 1) / 2 / pairs + 2;
    const std::uint64_t each = plan.packed_f16->profile_bytes();
    const std::uint64_t most =
        std::clamp<std::uint64_t>(plan.chunk_bytes / 2 / each, 1, plan.packed_f16->most_workgroups);
    plan.packed_f16_workgroups = static_cast<std::uint32_t>(std::min(sets, most));
    plan.chunk_bytes -= std::min(plan.chunk_bytes, plan.packed_f16_workgroups * each / 2);
}

void choose_limits(BatchPlan& plan, const BatchOptions& options, const DeviceProfile& profile) {
    constexpr std::uint64_t kUnknown = std::uint64_t{1} << 30;
    const std::uint64_t memory = profile.device_memory != 0 ? profile.device_memory / 4 * 3 : kUnknown;
    // Two chunks are under way at once.
    plan.chunk_bytes = (options.call.memory_limit != 0 ? std::min(options.call.memory_limit, memory) : memory) / 2;
    plan.binding_bytes = std::min({profile.max_storage_range, profile.largest_buffer(), std::uint64_t{1} << 32});
    plan.input_bytes = std::min(plan.binding_bytes, kInputBytes);
    plan.table_bytes = std::min(plan.binding_bytes, kTableBytes);
    plan.chunk_cells = profile.type == DeviceType::software ? kSoftwareCells : kDeviceCells;
    plan.chunk_problems = profile.type == DeviceType::software ? kSoftwareProblems : 1;
    plan.max_loop_iterations = profile.max_loop_iterations;
    plan.cost = BatchCosts::of(profile);
}

}  // namespace

void BatchFacts::collect(const RecurrenceHeader& header, const Shape& shape, std::optional<std::int64_t> own_bound) {
    bound = std::max(bound, own_bound.value_or(0));
    if (header.bits) {
        elements_suffice = elements_suffice && dp::elements_suffice(*header.bits, shape);
    }
    if (header.packed_f16) {
        symbols_suffice = symbols_suffice && dp::symbols_suffice(header, shape);
    }
    if (!header.stage.pattern() || !large_frame(header).diagonal || header.index_count() != 2) {
        inputs_suffice = false;
        return;
    }
    const Frame frame = Frame::of(*header.stage.pattern(), shape.size);
    const Cell first = first_interior_cell(header, frame).value_or(Cell{});
    const bool has_interior = frame.canonical_rows() > first.i && frame.canonical_columns() > first.j;
    inputs_suffice = inputs_suffice &&
                     (!has_interior ||
                      dp::inputs_suffice(header, shape, frame.to_user(first),
                                         frame.to_user({frame.canonical_rows() - 1, frame.canonical_columns() - 1})));
}

const char* BatchPlan::method() const {
    constexpr std::array<const char*, 4> kNames{"single", "team", "bit-parallel", "packed-f16"};
    return kNames.at(static_cast<std::size_t>(kernels));
}

Result<BatchPlan> plan_batch(const RecurrenceHeader& header, const CheckedBatch& batch, const BatchFacts& facts,
                             const BatchOptions& options, const DeviceProfile& profile) {
    const TestKnobs knobs = options.knobs != nullptr ? *options.knobs : TestKnobs{};
    BatchPlan plan;
    plan.header = &header;
    plan.solution = options.solution;
    choose_limits(plan, options, profile);
    const bool at_once = !batch.items.empty();
    const Result<void> bits = check_bits(header, batch, facts, options, profile);
    const Result<void> team = check_team(header, options, profile);
    const Result<PackedF16Numbers> packed_f16 = check_packed_f16(header, batch, facts, options, profile, knobs);
    const bool any = options.method.empty();
    // A software device computes in 32 bits, and converts before and after each operation.
    const bool software = profile.type == DeviceType::software;
    if (options.method == "bit-parallel") {
        VKALGO_CHECK(bits);
    }
    if (options.method == "team") {
        VKALGO_CHECK(team);
    }
    if (options.method == "packed-f16" && at_once && !packed_f16) {
        return packed_f16.error();
    }
    if (!any && options.method != "single" && !at_once) {
        return refused(options.method.c_str(), "needs sizes and bounds that follow from lengths alone");
    }
    if (at_once && bits && (any || options.method == "bit-parallel")) {
        plan.kernels = BatchPlan::Kernels::bits;
        plan.digits = bit_digits_of(header);
    } else if (at_once && packed_f16 && (any ? !software : options.method == "packed-f16")) {
        plan.kernels = BatchPlan::Kernels::packed_f16;
        plan.packed_f16 = *packed_f16;
        plan.first_row = plan.first_column = 1;
    } else if (at_once && team && (any || options.method == "team")) {
        plan.kernels = BatchPlan::Kernels::team;
        const Frame frame = large_frame(header);
        const std::optional<Cell> first = first_interior_cell(header, frame);
        plan.region_test = !first;
        plan.first_row = first ? first->i : 0;
        plan.first_column = first ? first->j : 0;
        plan.reflect_rows = frame.reflect_rows;
        plan.reflect_columns = frame.reflect_columns;
        plan.inputs_suffice = facts.inputs_suffice;
    } else {
        return plan;
    }
    choose_lanes(plan, profile, knobs);
    plan.sizes = possible_sizes(plan, profile, knobs);
    if (plan.kernels == BatchPlan::Kernels::bits) {
        while (plan.sizes.size() > 1 && plan.bits_shape(plan.sizes.size() - 1).shared_bytes() > profile.shared_memory) {
            plan.sizes.pop_back();
        }
    }
    drop_rare_sizes(plan, batch);
    if (plan.packed_f16) {
        choose_packed_f16_grid(plan, batch);
    }
    plan.keys = header.searches_small_values() && facts.bound < VKALGO_BATCH_KEY_LIMIT;
    plan.symbols = plan.kernels == BatchPlan::Kernels::team ? profile_symbols(plan, batch, profile) : 0;
    return plan;
}

BatchChunk next_chunk(const BatchPlan& plan, const Batch& batch, const CheckedBatch& checked, std::size_t first) {
    const RecurrenceHeader& header = *plan.header;
    BatchChunk chunk{.first = first, .end = first};
    std::vector<const BatchInput*> inputs;
    for (const InputDeclaration& declared : header.inputs) {
        inputs.push_back(&batch.inputs.at(declared.name));
    }
    chunk.inputs.resize(inputs.size());
    const std::uint64_t cell = header.cell_bytes();
    std::vector<BatchChunk::Elements> grown;
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
            BatchChunk::Elements& own = grown[k];
            const bool is_first = own.begin == own.end;
            own.begin = is_first ? inputs[k]->offsets[array] : std::min(own.begin, inputs[k]->offsets[array]);
            own.end = std::max(own.end, inputs[k]->offsets[array + 1]);
            const std::uint64_t taken = (own.end - own.begin) * size_of(inputs[k]->type);
            // What is chosen may be needed again and again: then it is sent once, as far as the device binds it.
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
