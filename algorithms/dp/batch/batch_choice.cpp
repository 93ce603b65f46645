// Finds the kernels that the problems of a batch need, and the problems that are solved alone. One team of lanes runs a
// problem. So if one table is much larger than the others, the whole device waits for it.
#include "algorithms/dp/batch/batch_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace vkalgo::dp {
namespace {

/// Seconds that a problem that is solved alone takes besides the seconds that its plan predicts. They are for memory,
/// submissions and waits.
constexpr double kSolveSeconds = 1e-3;
/// Limits below which problems are not considered one by one, since there may be millions of problems. The limits are
/// the seconds that a problem takes, on a GPU and on a software device, and its number of cells.
constexpr double kLeastSeconds = 0.005, kLeastSoftwareSeconds = 0.02;
constexpr double kLeastCells = 1e5;
/// Maximum number of values that are tried for BatchPlan::most_seconds, from the greatest down. Each value takes from
/// the kernels those problems that have the longest predicted time among the problems that the kernels still run. Only
/// one of these is planned as a problem that is solved alone; its time stands for all of them.
constexpr std::size_t kMaxLimits = 16;

/// Returns the predicted seconds of a problem that is solved alone; infinity if it cannot be planned.
double seconds_alone(const RecurrenceHeader& header, const Batch& batch, const CheckedBatch& checked,
                     const BatchOptions& options, const DeviceProfile& profile, const BatchItem& item) {
    Instance outline = *checked.common;
    for (const auto& [name, input] : batch.inputs) {
        if (!outline.inputs.contains(name)) {
            outline.inputs[name].type = input.type;
            outline.inputs[name].count = input.length(input.array_of(item.problem));
        }
    }
    const auto shape = shape_of(header, outline, header.stage);
    if (!shape) {
        return std::numeric_limits<double>::infinity();
    }
    PlanRequest request;
    request.header = &header;
    request.stage = header.stage;
    request.shape = *shape;
    request.keep.solution = options.solution;
    request.params = &checked.params;
    const auto plan = make_plan(request, profile, {}, options.call.memory_limit);
    return plan ? (*plan)->run_seconds + kSolveSeconds : std::numeric_limits<double>::infinity();
}

struct Problem {
    BatchPlan::Seconds seconds;
    const BatchItem* item;
};
/// A summary of all problems that kernels run.
struct Looked {
    /// `busy`: seconds of all problems on a busy device. `small`: seconds of the longest problem that is not in
    /// `large`; problems of fewer than kLeastCells cells are ignored.
    double busy = 0, small = 0;
    std::vector<Problem> large;
};

/// Sets plan.used. Returns a summary, whose `large` lists the problems of at least kLeastCells cells that take longer
/// than `least` seconds.
Looked look_at(BatchPlan& plan, const CheckedBatch& checked, double least) {
    Looked looked;
    plan.used.assign(2 * plan.sizes.size(), false);
    KnownFits fits(plan);
    for (const BatchItem& item : checked.items) {
        const auto& fit = fits.of(item);
        if (!fit) {
            continue;
        }
        plan.used[BatchPlan::number_of(*fit)] = true;
        const double cells = static_cast<double>(item.rows) * item.columns;
        if (cells < kLeastCells) {
            looked.busy += cells * plan.cost.cell / plan.cost.processors;
            continue;
        }
        const BatchPlan::Seconds own = plan.seconds(item, *fit);
        looked.busy += own.share;
        if (own.alone > least) {
            looked.large.push_back({own, &item});
        } else {
            looked.small = std::max(looked.small, own.alone);
        }
    }
    return looked;
}

}  // namespace

void choose_kernels(BatchPlan& plan, const Batch& batch, const CheckedBatch& checked, const BatchOptions& options,
                    const DeviceProfile& profile, bool any_method) {
    const double least = profile.type == DeviceType::software ? kLeastSoftwareSeconds : kLeastSeconds;
    Looked looked = look_at(plan, checked, least);
    std::vector<Problem>& large = looked.large;
    const auto longest_from = [&](std::size_t k) { return k < large.size() ? large[k].seconds.alone : looked.small; };
    std::sort(large.begin(), large.end(),
              [](const Problem& a, const Problem& b) { return a.seconds.alone > b.seconds.alone; });
    double best = longest_from(0), one_by_one = 0;
    if (!any_method || large.empty() || best <= looked.busy) {
        return;
    }
    std::size_t limits = 0;
    for (std::size_t k = 0; k < large.size() && limits < kMaxLimits && one_by_one < best; ++limits) {
        const double limit = large[k].seconds.alone;
        const double each = seconds_alone(*plan.header, batch, checked, options, profile, *large[k].item);
        for (; k < large.size() && large[k].seconds.alone == limit; ++k) {
            one_by_one += each;
            looked.busy -= large[k].seconds.share;
        }
        const double all = one_by_one + std::max(longest_from(k), looked.busy);
        if (all < best) {
            best = all;
            // Problems that are not in `large` take at most `least`.
            plan.most_seconds = std::max(longest_from(k), least);
        }
    }
    if (std::isfinite(plan.most_seconds)) {
        look_at(plan, checked, least);
    }
}

Result<void> check_all_fit(const BatchPlan& plan, const CheckedBatch& checked) {
    for (const BatchItem& item : checked.items) {
        if (item.rows > 0 && item.columns > 0 && !plan.fit_of(item)) {
            const std::string problem = "problem " + std::to_string(item.problem);
            return Error{ErrorCode::unsupported,
                         problem + ": method " + std::string(plan.method->name) +
                             " of batches cannot run this table of " + plan.no_fit(item) +
                             "; use method single, or give no method",
                         "method"};
        }
    }
    return {};
}

}  // namespace vkalgo::dp
