#include "algorithms/sort/shell_steps.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/sort/sort_tuning.hpp"
#include "algorithms/word.hpp"

#include <algorithm>
#include <string>

namespace vkalgo {

namespace {

/// Loop iterations of a kernel that are not counted per key.
constexpr std::uint64_t kSpareIterations = 8;

/// Loop iterations of the insertions into one run: for each key, one per position that the key moves, and three more.
/// (Three was found on llvmpipe, which also counts the end of a loop. With two instead of three, llvmpipe stops the
/// last insertions early.)
struct InsertionCost {
    /// Keys of the run.
    std::uint64_t length = 0;
    /// The largest number of positions that a key moves; the last key of the run may move `last_reach` positions more.
    std::uint64_t reach = 0;
    std::uint64_t last_reach = 0;

    /// Returns the iterations of the keys 0 to `to` - 1. Key j moves at most j positions.
    std::uint64_t before(std::uint64_t to) const {
        const std::uint64_t near = std::min(to, reach);
        const std::uint64_t moves = near * (near - std::min<std::uint64_t>(near, 1)) / 2 + (to - near) * reach;
        return 3 * to + moves + (to == length ? last_reach : 0);
    }
    std::uint64_t between(std::uint64_t from, std::uint64_t to) const { return before(to) - before(from); }
};

InsertionCost first_sort(const ShellCut& cut) {
    return {cut.run_length, std::min(cut.reach, cut.run_length - 1), 0};
}

/// After exchanges, only the first and the last key of a run may be out of position. Each other key moves by at most
/// one position, past the first key. The last key may move farther.
InsertionCost sort_again(const ShellCut& cut) {
    return {cut.run_length, 1, std::min(cut.reach, cut.run_length - 1)};
}

class Steps {
public:
    Steps(const SortPlan& plan, ShellVariant variant, const DeviceProfile& profile,
          const std::function<void(const ShellStep&)>& visit)
        : tuning_(*plan.tuning), count_(plan.count), variant_(variant), visit_(visit) {
        const std::uint64_t most = profile.max_loop_iterations == 0 ? tuning_.shell_loops : profile.max_loop_iterations;
        budget_ = most - kSpareIterations;
    }

    const ShellTotals& totals() const { return totals_; }

    Result<void> add(const ShellCut& cut) {
        if (variant_ == ShellVariant::zero) {
            for (std::uint64_t offset = 0; offset < cut.classes; ++offset) {
                VKALGO_CHECK(add_runs(cut, offset, 1, first_sort(cut), VKALGO_SORT_ALWAYS));
            }
            return {};
        }
        // A class of one run has no exchanges.
        if (!exchanges(variant_) || cut.runs == 1) {
            return add_runs(cut, 0, cut.classes, first_sort(cut), VKALGO_SORT_ALWAYS);
        }
        if (variant_ == ShellVariant::f) {
            return add_extremes(cut);
        }
        const ClassPasses passes = variant_ == ShellVariant::e ? class_passes(cut) : ClassPasses{};
        return passes.first == 0 ? add_exchanges(cut) : add_classes(cut, passes);
    }

private:
    /// Passes of shell_classes in its first dispatch, and in each other dispatch; 0 if a class does not fit in shared
    /// memory, or if one pass does not fit the loop budget.
    struct ClassPasses {
        std::uint64_t first = 0, others = 0;
        /// Loop iterations of a pass, of the first pass, and of the work that a dispatch does once.
        std::uint64_t pass = 0, first_pass = 0, once = 0;
    };

    shader::ShellPush push_of(const ShellCut& cut) const {
        shader::ShellPush push{};
        push.count = word(count_);
        push.increment = word(cut.increment);
        push.classes = word(cut.classes);
        push.runs = word(cut.runs);
        push.run_length = word(cut.run_length);
        push.after = VKALGO_SORT_ALWAYS;
        push.passes = 1;
        return push;
    }

    Result<void> emit(ShellStep step) {
        // If a flag may say that nothing is left to do, the dispatch has fewer workgroups, each of which does the work
        // of several.
        if (step.push.after != VKALGO_SORT_ALWAYS) {
            const std::uint64_t each = step.iterations + kSpareIterations;
            const std::uint64_t turns = std::min(divide_up(step.groups, tuning_.shell_groups), budget_ / each);
            if (turns > 1) {
                step.groups = divide_up(step.groups, turns);
                step.iterations = turns * each;
            }
        }
        if (totals_.dispatches == kMaxShellDispatches) {
            return Error{ErrorCode::too_large,
                         "this Shellsort needs more than " + std::to_string(kMaxShellDispatches) + " dispatches for " +
                             std::to_string(count_) + " keys; sort fewer keys, or choose another method",
                         "count"};
        }
        ++totals_.dispatches;
        totals_.loop_iterations = std::max(totals_.loop_iterations, step.iterations);
        visit_(step);
        return {};
    }

    /// Adds the steps that sort the runs of the classes from `first_class` on, in as many dispatches as the limit of
    /// loop iterations requires. `after`: see ShellPush.
    Result<void> add_runs(const ShellCut& cut, std::uint64_t first_class, std::uint64_t classes,
                          const InsertionCost& cost, std::uint32_t after) {
        ShellStep step{.push = push_of(cut), .groups = divide_up(classes * cut.runs, tuning_.shell_threads)};
        step.push.first_class = word(first_class);
        step.push.classes = word(classes);
        step.push.backwards = variant_ == ShellVariant::c ? 1 : 0;
        step.push.after = after;
        std::uint64_t from = 1;
        while (from < cut.run_length) {
            // Finds the largest `to` that the budget allows.
            std::uint64_t to = from;
            for (std::uint64_t more = cut.run_length; to < more;) {
                const std::uint64_t middle = to + (more - to + 1) / 2;
                if (cost.between(from, middle) <= budget_) {
                    to = middle;
                } else {
                    more = middle - 1;
                }
            }
            if (to == from) {
                return Error{
                    ErrorCode::too_large,
                    "a run of " + std::to_string(cut.run_length) +
                        " keys can need more loop iterations for one insertion than this device allows, " +
                        std::to_string(budget_) + "; " +
                        (cut.runs == 1 ? "choose other increments or another method" : "allow more threads per class") +
                        ", or sort fewer keys",
                    cut.runs == 1 ? "increments" : "max_threads"};
            }
            step.push.from = word(from);
            step.push.to = word(to);
            step.iterations = cost.between(from, to);
            VKALGO_CHECK(emit(step));
            from = to;
        }
        return {};
    }

    /// Adds the steps of variant d: sorts the runs, exchanges, sorts again, and so on; the last sort leaves nothing to
    /// exchange. Variant e uses them too if class_passes() returns 0 passes.
    Result<void> add_exchanges(const ShellCut& cut) {
        VKALGO_CHECK(add_runs(cut, 0, cut.classes, first_sort(cut), VKALGO_SORT_ALWAYS));
        ShellStep step{.kernel = ShellKernel::exchange,
                       .push = push_of(cut),
                       .groups = divide_up(cut.classes * (cut.runs - 1), tuning_.shell_threads)};
        for (std::uint64_t pass = 1; pass < cut.passes; ++pass) {
            step.push.flag = word(totals_.flags++);
            VKALGO_CHECK(emit(step));
            VKALGO_CHECK(add_runs(cut, 0, cut.classes, sort_again(cut), step.push.flag));
            step.push.after = step.push.flag;
        }
        return {};
    }

    ClassPasses class_passes(const ShellCut& cut) const {
        if (cut.class_size > tuning_.shell_held) {
            return {};
        }
        const std::uint64_t own = divide_up(cut.runs, tuning_.shell_class_threads);
        ClassPasses found;
        found.once = 2 * divide_up(cut.class_size, tuning_.shell_class_threads);
        found.pass = own * (4 + sort_again(cut).before(cut.run_length)) + 4;
        found.first_pass = own * (4 + first_sort(cut).before(cut.run_length)) + 4;
        const std::uint64_t more = found.once + found.pass;
        if (found.once + found.first_pass <= budget_ && more <= budget_) {
            found.first = std::min(1 + (budget_ - found.once - found.first_pass) / found.pass, cut.passes);
            found.others = (budget_ - found.once) / found.pass;
        }
        return found;
    }

    /// Adds the steps of variant e: sorts whole classes, each in one workgroup.
    Result<void> add_classes(const ShellCut& cut, const ClassPasses& passes) {
        ShellStep step{.kernel = ShellKernel::classes, .push = push_of(cut), .groups = cut.classes};
        std::uint64_t now = passes.first;
        step.iterations = passes.once + passes.first_pass + (now - 1) * passes.pass;
        for (std::uint64_t left = cut.passes; left > 0; left -= now, now = std::min(passes.others, left)) {
            if (left < cut.passes) {
                step.iterations = passes.once + now * passes.pass;
            }
            step.push.passes = word(now);
            step.push.flag = word(totals_.flags++);
            VKALGO_CHECK(emit(step));
            step.push.after = step.push.flag;
        }
        return {};
    }

    /// Adds the steps of variant f: sorts the runs, writes their extremes, and exchanges extremes in one dispatch per
    /// pass.
    Result<void> add_extremes(const ShellCut& cut) {
        if (cut.run_length > tuning_.shell_held) {
            return Error{ErrorCode::too_large,
                         "a run of " + std::to_string(cut.run_length) +
                             " keys does not fit shared memory, which holds " + std::to_string(tuning_.shell_held) +
                             " keys; allow more threads per class, or choose the method 'shell-d'",
                         "max_threads"};
        }
        VKALGO_CHECK(add_runs(cut, 0, cut.classes, first_sort(cut), VKALGO_SORT_ALWAYS));
        ShellStep step{.kernel = ShellKernel::extremes, .push = push_of(cut), .groups = cut.classes * cut.runs};
        totals_.extremes = std::max(totals_.extremes, 2 * step.groups);
        step.push.passes = 0;
        VKALGO_CHECK(emit(step));
        step.push.passes = 1;
        step.iterations =
            2 * divide_up(cut.run_length, tuning_.shell_run_threads) + 2 * cut.run_length + kSpareIterations;
        if (step.iterations > budget_) {
            return Error{ErrorCode::too_large,
                         "a run of " + std::to_string(cut.run_length) +
                             " keys needs more loop iterations than this device allows, " + std::to_string(budget_) +
                             "; allow more threads per class",
                         "max_threads"};
        }
        for (std::uint64_t pass = 1; pass < cut.passes; ++pass) {
            step.upper_half = !step.upper_half;
            step.push.flag = word(totals_.flags++);
            VKALGO_CHECK(emit(step));
            step.push.after = step.push.flag;
        }
        return {};
    }

    const SortTuning& tuning_;
    std::uint64_t count_;
    ShellVariant variant_;
    const std::function<void(const ShellStep&)>& visit_;
    std::uint64_t budget_ = 0;
    ShellTotals totals_;
};

}  // namespace

Result<ShellTotals> for_each_shell_step(const SortPlan& plan, ShellVariant variant, const DeviceProfile& profile,
                                        const std::function<void(const ShellStep&)>& visit) {
    VKALGO_TRY(const auto cuts, plan_shell_cuts(variant, plan.options.shell, plan.count));
    Steps steps(plan, variant, profile, visit);
    for (const ShellCut& cut : cuts) {
        VKALGO_CHECK(steps.add(cut));
    }
    return steps.totals();
}

}  // namespace vkalgo
