// The easy calls, strip by strip.
#include "algorithms/terrain/drainage_subject.hpp"
#include "algorithms/terrain/strips.hpp"

#include <algorithm>
#include <utility>

namespace vkalgo {

namespace {

/// One run of a call, untimed or timed, strip by strip.
struct StripCall {
    RoundRuns& runs;
    const DrainageSubject& subject;
    const Strips& strips;
    Drainage& result;
    /// The call's progress so far, and what each kind of work adds to it.
    double told = 0;
    double each = 0;

    const DrainageOptions& options() const { return subject.options; }

    /// Returns how often a run calls work().
    int works() const {
        return (subject.fills() ? 1 : 0) + (subject.from_heights ? 1 : 0) + (subject.carves() ? 2 : 0) + 1 +
               (options().stream_order ? 1 : 0) + (subject.watersheds() ? 1 : 0);
    }

    /// Calls done_by for one kind of work, and reports its progress as a part of the call's progress.
    template <class Do>
    auto work(const Do& done_by) {
        const double from = told;
        const StripWork with{runs, strips, [&, from](double fraction) {
                                 if (options().call.progress) {
                                     options().call.progress(from + fraction * each);
                                 }
                             }};
        told += each;
        return done_by(with);
    }

    Result<void> find_codes() {
        std::vector<FlowWeights> rows;
        if (!options().row_dx.empty()) {
            VKALGO_TRY(rows, flow_row_weights(options().row_dx, subject.grid.dy));
        }
        if (subject.fills()) {
            VKALGO_TRY(result.fill_rounds,
                       work([&](const StripWork& with) { return fill_strips(with, subject.heights, result.filled); }));
        }
        const auto direct = [&](std::span<const float> surface, std::vector<FlowCode>& codes) {
            return work([&](const StripWork& with) {
                return direct_strips(with, {surface, subject.ranked}, subject.flow(), rows, codes);
            });
        };
        const bool filled = subject.fills() && !subject.carves();
        VKALGO_TRY(result.flat_rounds,
                   direct(filled ? std::span<const float>(result.filled) : subject.heights, result.codes));
        if (!subject.carves()) {
            return {};
        }
        std::vector<FlowCode> ways;
        VKALGO_TRY(result.flat_rounds, direct(result.filled, ways));
        result.filled = {};
        return carve(ways);
    }

    /// Changes result.codes as PitCarving does. `ways` are the directions on the filled surface.
    Result<void> carve(const std::vector<FlowCode>& ways) {
        std::vector<std::uint8_t> passed(ways.size());
        StripSums<std::uint32_t> sums{.codes = ways, .method = "auto"};
        sums.own = [&](const Rows& rows, std::span<std::uint32_t> water) {
            const auto codes = strips.cells(std::span<const FlowCode>(result.codes), rows);
            std::transform(codes.begin(), codes.end(), water.begin(),
                           [](FlowCode code) { return code == kFlowStays ? 1U : 0U; });
        };
        sums.take = [&](const Rows& rows, std::span<const std::uint32_t> water) {
            std::transform(water.begin(), water.end(), strips.cells(std::span(passed), rows).begin(),
                           [](std::uint32_t sum) { return sum != 0 ? std::uint8_t{1} : std::uint8_t{0}; });
        };
        VKALGO_TRY([[maybe_unused]] const std::uint32_t rounds,
                   work([&](const StripWork& with) { return sum_strips(with, sums); }));
        for (std::size_t cell = 0; cell < ways.size(); ++cell) {
            result.codes[cell] = passed[cell] != 0 ? ways[cell] : result.codes[cell];
        }
        return {};
    }

    /// Accumulates water, and writes the sums and the network into `result`. If `weights` is empty, each cell with data
    /// has 1.
    template <class Sum>
    Result<void> accumulate(std::span<const Sum> weights) {
        const std::uint64_t threshold = subject.threshold();
        const auto own = [&](std::size_t cell) {
            return result.codes[cell] > 8 ? Sum{0} : weights.empty() ? Sum{1} : weights[cell];
        };
        StripSums<Sum> sums{.codes = result.codes, .method = options().method};
        sums.own = [&](const Rows& rows, std::span<Sum> water) {
            const std::size_t first = std::size_t{rows.first} * subject.grid.width;
            for (std::size_t k = 0; k < water.size(); ++k) {
                water[k] = own(first + k);
            }
        };
        sums.take = [&](const Rows& rows, std::span<const Sum> water) {
            const std::size_t first = std::size_t{rows.first} * subject.grid.width;
            for (std::size_t k = 0; k < water.size(); ++k) {
                const Sum sum = water[k] - (options().include_self ? Sum{0} : own(first + k));
                subject.put_sum(result, first + k, sum);
                if (options().threshold) {
                    result.network[first + k] = sum > threshold ? 1 : 0;
                }
            }
        };
        VKALGO_TRY(result.accumulation_rounds, work([&](const StripWork& with) { return sum_strips(with, sums); }));
        return {};
    }

    Result<void> accumulate() {
        const auto cells = static_cast<std::size_t>(subject.grid.cells());
        result.network.resize(options().threshold ? cells : 0);
        subject.make_room(result);
        return subject.with_weights([&](auto weights) { return accumulate(weights); });
    }

    /// Does all work once. `from` and `to` are the range of the call's progress that this run covers.
    Result<void> run(double from, double to) {
        told = from;
        each = (to - from) / works();
        if (subject.from_heights) {
            VKALGO_CHECK(find_codes());
        } else {
            result.codes.assign(subject.codes.begin(), subject.codes.end());
        }
        VKALGO_CHECK(accumulate());
        if (options().stream_order) {
            VKALGO_CHECK(work([&](const StripWork& with) {
                return order_strips(with, result.codes, result.network, result.orders);
            }));
        }
        if (subject.watersheds()) {
            VKALGO_CHECK(work([&](const StripWork& with) {
                return label_strips(with, result.codes, options().outlets, result.labels);
            }));
        }
        return {};
    }
};

}  // namespace

Result<void> drain_in_strips(Runner& runner, const DrainageSubject& subject, const DrainagePlan& plan,
                             Drainage& result) {
    const CallOptions& call = subject.options.call;
    const Strips strips{subject.grid, plan.part_rows};
    const int turns = call.repeat + (call.warm_up ? 1 : 0);
    for (int turn = 0; turn < turns; ++turn) {
        RoundRuns runs{runner, call.cancel};
        StripCall one{runs, subject, strips, result};
        VKALGO_CHECK(one.run(static_cast<double>(turn) / turns, static_cast<double>(turn + 1) / turns));
        runs.merge_spans();
        result.report.spans = std::move(runs.spans);
        if (turn >= turns - call.repeat) {
            result.report.gpu_milliseconds.push_back(runs.milliseconds);
        }
    }
    return {};
}

}  // namespace vkalgo
