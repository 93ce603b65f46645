// Records Shellsort with Pratt's increments, pass by pass: over tiles in shared memory (shaders/sort/pratt_pass.comp),
// or over columns in registers (pratt_column.comp). Keys that exceed one binding are sorted in parts, which are then
// merged (pratt_exchange.comp, pratt_bitonic.comp).
#include "algorithms/sort/pratt_method.hpp"
#include "algorithms/sort/pratt_passes.hpp"
#include "algorithms/word.hpp"

#include <optional>
#include <string>

namespace vkalgo {

namespace {

/// A recorder of the dispatches of a plan.
struct PrattRecorder {
    const SortRecording& recording;
    const PrattParts& parts;
    const SortTuning& tuning = *recording.plan.tuning;

    const Kernel& kernel(std::size_t index) const { return *recording.kernels[index]; }

    /// Returns the keys and values of a part. Without values, returns the keys twice, since a binding must not be
    /// empty; no kernel then reads values.
    std::pair<BufferView, BufferView> items(std::uint64_t number) const {
        const std::uint64_t first = parts.shape.first_of(number);
        const std::uint64_t count = parts.shape.count_of(number);
        const SortOptions& options = recording.plan.options;
        const std::uint64_t bytes = size_of(options.type);
        const BufferView keys = recording.arguments.keys.slice(first * bytes, count * bytes);
        return {keys, options.values ? recording.arguments.values.slice(first * 4, count * 4) : keys};
    }

    std::optional<SpanScope> phase(const std::string& name) const {
        return recording.plan.options.phases ? std::optional<SpanScope>(std::in_place, recording.recorder, name)
                                             : std::nullopt;
    }

    Groups groups(std::uint64_t count) const { return Groups::linear(count, recording.recorder.context()); }

    void sort_part(std::uint64_t number, const PrattPasses& passes) const {
        const auto [keys, values] = items(number);
        for (const PrattPass& pass : passes.all) {
            const std::uint64_t tiles = passes.tiles(pass);
            if (tiles == 0) {
                continue;
            }
            const auto span = phase(parts.span_of(number, pass));
            const shader::PrattPush push{.count = word(passes.count),
                                         .counted = recording.counted,
                                         .stride = word(pass.stride),
                                         .rows = word(pass.rows),
                                         .first_row = word(pass.first_row),
                                         .column_groups = word(passes.tiles_beside(pass)),
                                         .tiles = word(tiles),
                                         .most_thirds = word(pass.thirds),
                                         .limit = word(pass.limit),
                                         .merges = pass.merges ? 1U : 0U};
            // The last three kernels are those of pratt_pass: for the usual number of rows, for a tile of one column,
            // and for taller tiles.
            const std::size_t which = passes.columns                           ? kColumn
                                      : pass.stride == 1                       ? recording.kernels.size() - 2
                                      : passes.shape.rows == tuning.pratt.rows ? recording.kernels.size() - 3
                                                                               : recording.kernels.size() - 1;
            const BufferView counts = recording.counted != 0 ? recording.count_words : keys;
            recording.recorder.dispatch(kernel(which), {keys, values, keys, values, counts}, push,
                                        groups(passes.columns ? divide_up(tiles, tuning.pratt_column_threads) : tiles));
        }
    }

    void merge(const PartStep& step) const {
        const auto span = phase(PrattParts::span_of(step));
        const auto [keys, values] = items(step.earlier);
        const std::uint64_t count = parts.groups(step, tuning);
        if (step.exchanges) {
            const auto [later_keys, later_values] = items(step.later);
            recording.recorder.dispatch(
                kernel(kExchange), {keys, values, keys, values, later_keys, later_values, later_keys, later_values},
                shader::ExchangePush{.part = word(parts.shape.part),
                                     .count = word(parts.shape.count_of(step.later)),
                                     .groups = word(count)},
                groups(count));
            return;
        }
        const std::uint64_t columns = parts.shape.tile >> step.row_bits;
        recording.recorder.dispatch(kernel(kBitonic), {keys, values, keys, values},
                                    shader::BitonicPush{.count = word(parts.shape.count_of(step.earlier)),
                                                        .before = word(step.before),
                                                        .stride = word(step.stride),
                                                        .row_bits = step.row_bits,
                                                        .column_groups = word(divide_up(step.stride, columns)),
                                                        .tiles = word(count)},
                                    groups(count));
    }

private:
    /// Indices of the kernels in pratt_kernels.
    static constexpr std::size_t kColumn = 0, kExchange = 1, kBitonic = 2;
};

}  // namespace

Result<void> record_pratt(const SortRecording& recording, PrattKind kind) {
    const SortPlan& plan = recording.plan;
    const PrattParts parts(plan);
    const auto all_passes = parts.passes(plan, kind);
    const PrattRecorder recorder{recording, parts};
    for (std::uint64_t number = 0; number < parts.shape.parts(); ++number) {
        recorder.sort_part(number, parts.passes_of(number, all_passes));
    }
    for (const PartStep& step : parts.steps) {
        recorder.merge(step);
    }
    return recording.recorder.status();
}

}  // namespace vkalgo
