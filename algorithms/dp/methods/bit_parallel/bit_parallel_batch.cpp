#include "algorithms/dp/methods/bit_parallel/bit_parallel_batch.hpp"

#include "algorithms/dp/batch/batch_kernels.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/methods/bit_parallel/bit_parallel_plan.hpp"
#include "shaders/dp/bits.h"

#include <algorithm>

namespace vkalgo::dp {
namespace {

constexpr const char* kName = "bit-parallel";
/// Invocations of the workgroup that splits the symbols of a problem into digits.
constexpr std::uint32_t kSymbolInvocations = 32;
constexpr std::size_t kFirstBatchInput = 8;  // As in bits.glsl

/// Returns the cost of a word relative to lcs. Edit distance stores two bits per cell, lcs one.
double bits_factor(const RecurrenceHeader& header) {
    return header.bits->kind == BitCells::Kind::edit ? 1.75 : 1.0;
}

/// A plan of a batch. Its sizes count words of 32 rows per lane.
struct BitParallelBatchPlan final : BatchPlan {
    /// Digits per symbol.
    std::uint32_t digits = 2;

    /// Returns the shape of the kernels for a size.
    BitsShape shape(std::size_t size) const {
        BitsShape made;
        made.lanes = lanes;
        made.shared_lanes = shared_lanes;
        made.words = sizes[size];
        made.digits = digits;
        return made;
    }
    std::int64_t blocks(const BatchItem& item) const { return divided_up(interior_columns(item), VKALGO_BITS_BLOCK); }

    /// Returns the maximum number of a problem's blocks whose symbols one launch splits into digits.
    std::int64_t symbol_blocks() const {
        constexpr std::int64_t kAll = std::int64_t{1} << 30;
        const std::int64_t block = VKALGO_BITS_BLOCK * (1 + std::int64_t{digits}) + 2 * digits + 4;
        return max_loop_iterations == 0
                   ? kAll
                   : std::max<std::int64_t>(1, max_loop_iterations / 2 / block) * kSymbolInvocations;
    }

    /// Returns the number of blocks of a strip that one launch computes.
    std::int64_t launch_steps(std::size_t size) const override {
        if (max_loop_iterations == 0) {
            return kBatchDeviceSteps;
        }
        const std::int64_t none = bit_iterations_of(shape(size), 0);
        const std::int64_t most = (max_loop_iterations / 2 - none) / (bit_iterations_of(shape(size), 1) - none);
        return std::max<std::int64_t>(1, most / VKALGO_BITS_AHEAD) * VKALGO_BITS_AHEAD;
    }
    std::int64_t launches(const BatchItem& item, const BatchFit& fit) const override {
        return fit.is_cut ? std::max<std::int64_t>(
                                1, strips(item, fit.size) * divided_up(blocks(item), launch_steps(fit.size)))
                          : 1;
    }
    /// Returns the number of words that the lanes keep between launches; 0 if one launch computes the whole table.
    std::uint64_t table_cells(const BatchItem& /*item*/, const BatchFit& fit) const override {
        const std::uint64_t states = header->bits->kind == BitCells::Kind::edit ? 2 : 1;
        return fit.is_cut ? states * sizes[fit.size] * lanes : 0;
    }
    std::uint64_t row_cells(const BatchItem& item, const BatchFit& /*fit*/) const override {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(1, blocks(item)));
    }
    std::uint64_t row_bytes() const override { return 4 * (digits + 1ULL); }
    Seconds seconds(const BatchItem& item, const BatchFit& fit) const override {
        const auto words = static_cast<double>(strips(item, fit.size)) * lanes * sizes[fit.size];
        const double share =
            words * static_cast<double>(interior_columns(item)) * cost.table.bit_word * bits_factor(*header);
        const double column = 2 * cost.table.bit_column;
        const double alone = column != 0 ? column * static_cast<double>(strips(item, fit.size) * interior_columns(item))
                                         : share * cost.processors;
        return {cost.table.dispatch * static_cast<double>(launches(item, fit)) + alone, share};
    }
    Result<std::unique_ptr<BatchKernels>> create(const BatchCallFacts& call) const override;

protected:
    std::int64_t iterations(const BatchItem& item, std::size_t size) const override {
        return strips(item, size) * bit_iterations_of(shape(size), blocks(item));
    }
};

class BitParallelBatchRun final : public TeamedKernels {
public:
    BitParallelBatchRun(const BitParallelBatchPlan& plan, const BatchCallFacts& call)
        : TeamedKernels(plan, call), bits_(plan) {}

    Result<void> prepare() {
        const std::vector<std::string> modules{"bits_batch"};
        VKALGO_TRY(const auto compiled, call_.recurrence.with_modules(modules));
        VKALGO_TRY(symbols_, make(*compiled, VKALGO_BITS_TASK_SYMBOLS, 1, false));
        kernels_.resize(bits_.used.size());
        for (std::size_t number = 0; number < kernels_.size(); ++number) {
            if (bits_.used[number]) {
                const bool is_cut = number % 2 != 0;
                VKALGO_TRY(kernels_[number],
                           make(*compiled, VKALGO_BITS_TASK_DIAGONALS, bits_.sizes[number / 2], is_cut));
            }
        }
        return {};
    }

    std::vector<std::pair<const char*, std::uint64_t>> scratch(const BatchChunk& chunk) const override {
        return {{"carries", chunk.range.row_cells * 4},
                {"symbols", chunk.range.row_cells * bits_.digits * 4},
                {"state", chunk.range.table_cells * bits_.header->cell_bytes()}};
    }

    void record(Recorder& recorder, const BatchViews& views, const BatchChunk& chunk) const override {
        std::vector<Binding> bindings(kFirstBatchInput);
        bindings[VKALGO_BITS_CARRIES] = views.scratch[0];
        bindings[VKALGO_BITS_SYMBOLS_IN] = bindings[VKALGO_BITS_SYMBOLS_OUT] = views.scratch[1];
        bindings[kStatusBinding] = views.status;
        bindings[VKALGO_BITS_STATE_IN] = bindings[VKALGO_BITS_STATE_OUT] = views.scratch[2];
        bindings[VKALGO_BITS_TICKET] = views.moves;  // No workgroup waits for another.
        bindings[VKALGO_BITS_ANSWER] = views.answers;
        bindings.emplace_back(views.list);
        bindings.insert(bindings.end(), views.inputs.begin(), views.inputs.end());
        shader::VkalgoBitsPush push{};
        push.corner = bits_.header->bits->corner;
        {
            const SpanScope span(recorder, "symbols");
            const auto problems = static_cast<std::uint32_t>(chunk.order.size());
            const std::int64_t blocks = bits_.symbol_blocks();
            const std::int64_t launches = divided_up(static_cast<std::int64_t>(chunk.most_row_cells), blocks);
            push.strips = problems;
            push.tile_blocks = static_cast<std::uint32_t>(blocks);
            for (push.launch = 0; push.launch < std::max<std::int64_t>(1, launches); ++push.launch) {
                dispatch(recorder, *symbols_, bindings, push_with_params(push, call_.params), problems, 1);
            }
        }
        const SpanScope span(recorder, "tables");
        for (const SizeClass& of : chunk.size_classes) {
            push.first_strip = of.first;
            push.tile_blocks = steps_of(of);
            for (push.launch = 0; push.launch < of.launches.size(); ++push.launch) {
                push.strips = of.launches[push.launch];
                dispatch(recorder, *kernels_[BatchPlan::number_of(of.fit)], bindings,
                         push_with_params(push, call_.params), push.strips, bits_.teams);
            }
        }
    }

private:
    Result<std::shared_ptr<const Kernel>> make(const CompiledRecurrence& compiled, std::uint32_t task,
                                               std::uint32_t words, bool is_cut) const {
        const bool is_symbols = task == VKALGO_BITS_TASK_SYMBOLS;
        const bool one_subgroup = !is_symbols && !bits_.shared_lanes;
        const BitCells& cells = *bits_.header->bits;
        return make_kernel(call_.context, compiled, "bits_batch",
                           {{VKALGO_BITS_CONSTANT_WORKGROUP, is_symbols ? kSymbolInvocations : bits_.lanes},
                            {VKALGO_BITS_CONSTANT_LANES, bits_.lanes},
                            {VKALGO_BITS_CONSTANT_LANES + 1, bits_.shared_lanes},
                            {VKALGO_BITS_CONSTANT_WORDS, words},
                            {VKALGO_BITS_CONSTANT_DIGITS, bits_.digits},
                            {VKALGO_BITS_CONSTANT_HELPERS, 0},
                            {VKALGO_BITS_CONSTANT_TASK, task},
                            {VKALGO_BITS_CONSTANT_ROW_STEP, cells.row_step},
                            {VKALGO_BITS_CONSTANT_COLUMN_STEP, cells.column_step},
                            {VKALGO_BITS_CONSTANT_CUT, is_cut}},
                           one_subgroup ? call_.context.profile().required_subgroup_size() : 0);
    }

    const BitParallelBatchPlan& bits_;
    std::shared_ptr<const Kernel> symbols_;
    /// The kernels that the plan uses, indexed by BatchPlan::number_of().
    std::vector<std::shared_ptr<const Kernel>> kernels_;
};

Result<std::unique_ptr<BatchKernels>> BitParallelBatchPlan::create(const BatchCallFacts& call) const {
    auto made = std::make_unique<BitParallelBatchRun>(*this, call);
    VKALGO_CHECK(made->prepare());
    return made;
}

Result<double> bit_parallel_seconds(const BatchRequest& request) {
    const RecurrenceHeader& header = request.header;
    if (!header.bits) {
        return refused_batch(kName,
                             "runs only recurrences in which the differences between neighbouring cells fit in one or "
                             "two bits, not this one: " +
                                 header.no_bits);
    }
    if (request.options.solution || header.answer.searches() || header.stage.pattern() != Pattern::NOSE) {
        return refused_batch(kName, "gives only the answer of one cell, and only in pattern NOSE");
    }
    if (!params_are_units(header, &request.batch.params)) {
        std::string names;
        for (const std::string& name : header.bits->unit_params) {
            names += (names.empty() ? "" : ", ") + name;
        }
        return refused_batch(kName, "runs this recurrence only if these params are known to be 1: " + names);
    }
    if (!request.facts.suffice(*find_method(kName))) {
        return refused_batch(
            kName,
            "does not test where an input begins and ends, but cell() may read outside of one; use another method");
    }
    VKALGO_CHECK(check_numbers(header, request.profile));
    VKALGO_CHECK(check_sizes_are_known(kName, request));
    return BatchCosts::of(request.profile).table.bit_word * bits_factor(header) / 32;
}

std::vector<std::uint32_t> words_of(const BatchRequest& request) {
    if (request.knobs.words != 0) {
        return {request.knobs.words};
    }
    // On an H200, a word of edit distance takes more than twice as long with four words per lane as with two.
    const bool is_edit = request.header.bits->kind == BitCells::Kind::edit;
    return is_edit && request.profile.type != DeviceType::software ? std::vector<std::uint32_t>{1, 2}
                                                                   : std::vector<std::uint32_t>{1, 2, 4};
}

Result<std::unique_ptr<BatchPlan>> plan_bit_parallel_batch(const BatchRequest& request) {
    auto plan = std::make_unique<BitParallelBatchPlan>();
    begin_plan(*plan, request);
    plan->digits = bit_digits_of(request.header);
    plan->ends_at_answer = true;
    plan->rows_per_size = 32;
    plan->step_columns = VKALGO_BITS_BLOCK;
    choose_lanes(*plan, request);
    plan->sizes = words_of(request);
    while (plan->sizes.size() > 1 &&
           plan->shape(plan->sizes.size() - 1).shared_bytes() > request.profile.shared_memory) {
        plan->sizes.pop_back();
    }
    drop_rare_sizes(*plan, request.batch);
    return plan;
}

bool bit_parallel_reads_within(const RecurrenceHeader& header, const Shape& shape) {
    return !header.bits || elements_suffice(*header.bits, shape);
}

}  // namespace

const BatchMethod kBitParallelBatch{
    .cell_seconds = bit_parallel_seconds, .plan = plan_bit_parallel_batch, .reads_within = bit_parallel_reads_within};

}  // namespace vkalgo::dp
