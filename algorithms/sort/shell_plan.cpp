#include "algorithms/sort/shell_plan.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/sort/pratt_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>

namespace vkalgo {

namespace {

using Increments = std::vector<std::uint64_t>;

/// reach_of() tries all pairs among this many increments, the nearest ones above its own. More pairs could only lower
/// its bound.
constexpr std::size_t kPairsFrom = 12;

/// Returns floor(n / 2), floor(n / 4), ..., 1 (Shell, A High-Speed Sorting Procedure, 1959).
Increments halves(std::uint64_t count) {
    Increments found;
    for (std::uint64_t step = count / 2; step > 0; step /= 2) {
        found.push_back(step);
    }
    return found;
}

/// Returns 1, next(1), next(next(1)), ... below the count.
template <class Next>
Increments series(std::uint64_t count, Next next) {
    Increments found;
    for (std::uint64_t step = 1; step < count; step = next(step)) {
        found.push_back(step);
    }
    return found;
}

/// Returns 2^k - 1 (Hibbard, An Empirical Study of Minimal Storage Sorting, 1963).
Increments hibbard(std::uint64_t count) {
    return series(count, [](std::uint64_t step) { return 2 * step + 1; });
}

/// Returns (3^k - 1) / 2 (Knuth, The Art of Computer Programming, vol. 3, 5.2.1).
Increments knuth(std::uint64_t count) {
    return series(count, [](std::uint64_t step) { return 3 * step + 1; });
}

/// Returns 9 * 4^k - 9 * 2^k + 1 for k >= 0 and 4^k - 3 * 2^k + 1 for k >= 2, merged (Sedgewick, A New Upper Bound for
/// Shellsort, 1986); the paper's increments.
Increments sedgewick(std::uint64_t count) {
    Increments found;
    for (std::uint64_t two = 1; 9 * two * two - 9 * two + 1 < count; two *= 2) {
        found.push_back(9 * two * two - 9 * two + 1);
    }
    for (std::uint64_t two = 4; two * two - 3 * two + 1 < count; two *= 2) {
        found.push_back(two * two - 3 * two + 1);
    }
    return found;
}

/// Returns increments found by experiment (Ciura, Best Increments for the Average Case of Shellsort, 2001), then
/// floor(2.25 h), where h is the previous increment.
Increments ciura(std::uint64_t count) {
    constexpr std::array<std::uint64_t, 8> kFound{1, 4, 10, 23, 57, 132, 301, 701};
    return series(count, [&](std::uint64_t step) {
        const auto* const behind = std::upper_bound(kFound.begin(), kFound.end(), step);
        return behind != kFound.end() ? *behind : step * 9 / 4;
    });
}

/// Returns ceil((9 (9 / 4)^k - 4) / 5) (Tokuda, An Improved Shellsort, 1992). h' begins at 1 and becomes 2.25 h' + 1 in
/// each step; the increment is h', rounded up.
Increments tokuda(std::uint64_t count) {
    Increments found;
    for (double step = 1; std::ceil(step) < static_cast<double>(count); step = 2.25 * step + 1) {
        found.push_back(static_cast<std::uint64_t>(std::ceil(step)));
    }
    return found;
}

/// Returns 2^p 3^q (Pratt, Shellsort and Sorting Networks, 1971).
Increments pratt(std::uint64_t count) {
    return pratt_increments(count);
}

struct Sequence {
    std::string_view name;
    Increments (*below)(std::uint64_t count);
};
constexpr std::array<Sequence, 7> kSequences{{{"shell", halves},
                                              {"hibbard", hibbard},
                                              {"knuth", knuth},
                                              {"sedgewick", sedgewick},
                                              {"ciura", ciura},
                                              {"tokuda", tokuda},
                                              {"pratt", pratt}}};

constexpr auto kNames = [] {
    std::array<std::string_view, kSequences.size()> names;
    std::transform(kSequences.begin(), kSequences.end(), names.begin(), [](const Sequence& one) { return one.name; });
    return names;
}();

Result<void> check_list(const Increments& list) {
    const bool ascending = std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) == list.end();
    const bool descending = std::adjacent_find(list.begin(), list.end(), std::less_equal<>()) == list.end();
    // In a sorted list, the least number is at one of the ends.
    const std::uint64_t least = ascending ? list.front() : list.back();
    if ((!ascending && !descending) || least != 1) {
        return Error{ErrorCode::invalid_argument,
                     "the increments must be different whole numbers, ascending or descending, and the least must be 1",
                     "own_increments"};
    }
    return {};
}

/// Returns ShellCut::reach of an increment. Keys that are a or b positions apart are in order for all a and b in
/// `larger`, and so are keys that are u a + v b apart, for whole u and v from 0 on. With g the greatest common divisor
/// of a and b, these distances include all multiples of g from g (a / g - 1) (b / g - 1) on (Frobenius; Sedgewick 1986,
/// lemma 1).
std::uint64_t reach_of(std::uint64_t increment, std::span<const std::uint64_t> larger, std::uint64_t size) {
    std::uint64_t reach = size - 1;
    const std::span<const std::uint64_t> near = larger.last(std::min(larger.size(), kPairsFrom));
    for (std::size_t i = 0; i < near.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const std::uint64_t divisor = std::gcd(near[i], near[j]);
            if (increment % divisor == 0) {
                const std::uint64_t ordered = divisor * (near[i] / divisor - 1) * (near[j] / divisor - 1);
                reach = std::min(reach, (ordered - 1) / increment);
            }
        }
    }
    return reach;
}

}  // namespace

std::span<const std::string_view> shell_increment_names() {
    return kNames;
}

Result<std::vector<std::uint64_t>> shell_increments(const ShellOptions& options, std::uint64_t count) {
    Increments found;
    if (!options.own_increments.empty()) {
        VKALGO_CHECK(check_list(options.own_increments));
        std::copy_if(options.own_increments.begin(), options.own_increments.end(), std::back_inserter(found),
                     [&](std::uint64_t step) { return step < count; });
    } else {
        const auto* const sequence = std::find_if(kSequences.begin(), kSequences.end(),
                                                  [&](const Sequence& one) { return one.name == options.increments; });
        if (sequence == kSequences.end()) {
            std::string names;
            for (const std::string_view name : kNames) {
                names += (names.empty() ? "" : ", ") + std::string(name);
            }
            return Error{ErrorCode::invalid_argument,
                         "there are no increments '" + options.increments + "'; choose one of " + names, "increments"};
        }
        found = sequence->below(count);
    }
    std::sort(found.begin(), found.end(), std::greater<>());
    return found;
}

ShellRunCut cut_class(const ShellOptions& options, std::uint64_t count, std::uint64_t size,
                      std::uint64_t least_length) {
    const std::uint64_t most = options.max_threads, least = options.min_elements;
    const std::uint64_t threads = std::clamp<std::uint64_t>(divide_up(size, least), 1, most);
    const std::uint64_t ruled =
        options.runs == ShellRuns::text ? divide_up(size, threads) : std::max(least, count / most + 1);
    const std::uint64_t length = std::min(std::max(ruled, least_length), size);
    return {divide_up(size, length), length};
}

std::uint64_t passes_bound(std::uint64_t reach) {
    // By the 0-1 principle it is enough to look at keys that are 0 or 1. From the first 1 to the last 0 there are at
    // most `reach` + 1 positions, and at most half of them hold the rarer of the two values. An exchange moves one key
    // of that value across a border between two runs. A border that is in order after all of these keys have crossed it
    // stays in order. A test tries all sequences of up to 12 zeros and ones.
    return (reach + 1) / 2 + 1;
}

Result<std::vector<ShellCut>> plan_shell_cuts(ShellVariant variant, const ShellOptions& options, std::uint64_t count) {
    if (options.max_threads == 0 || options.min_elements == 0) {
        const bool threads = options.max_threads == 0;
        return Error{ErrorCode::invalid_argument,
                     threads ? "a class needs at least one thread" : "a thread needs at least one key",
                     threads ? "max_threads" : "min_elements"};
    }
    VKALGO_TRY(const Increments increments, shell_increments(options, count));
    std::vector<ShellCut> cuts;
    for (std::size_t i = 0; i < increments.size(); ++i) {
        ShellCut cut{.increment = increments[i], .classes = increments[i]};
        cut.class_size = divide_up(count, cut.increment);
        cut.reach = sorts(variant) ? reach_of(cut.increment, std::span(increments).first(i), cut.class_size)
                                   : cut.class_size - 1;
        if (variant == ShellVariant::zero || variant == ShellVariant::a) {
            cut.run_length = cut.class_size;
        } else {
            // With at least two keys per run, no two borders share a key.
            const auto [runs, run_length] = cut_class(options, count, cut.class_size, exchanges(variant) ? 2 : 1);
            cut.runs = runs;
            cut.run_length = run_length;
        }
        cut.passes = exchanges(variant) && cut.runs > 1 ? passes_bound(cut.reach) : 1;
        cuts.push_back(cut);
    }
    return cuts;
}

}  // namespace vkalgo
