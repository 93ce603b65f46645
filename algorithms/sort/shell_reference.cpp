#include "algorithms/sort/shell_reference.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace vkalgo {

namespace {

/// The items offset, offset + increment, ... of an array.
class ShellClass {
public:
    ShellClass(std::span<ShellItem> items, std::uint64_t increment, std::uint64_t offset)
        : items_(items), increment_(increment), offset_(offset) {}

    std::uint64_t size() const { return offset_ >= items_.size() ? 0 : (items_.size() - offset_ - 1) / increment_ + 1; }
    ShellItem& operator[](std::uint64_t i) const { return items_[offset_ + i * increment_]; }

    /// Sorts elements `begin` to `end` - 1 by insertion, from the first element to the last. An insertion reads the key
    /// itself and each key that it is compared with, and writes all positions that change.
    ShellAccesses sort(std::uint64_t begin, std::uint64_t end) const {
        ShellAccesses accesses;
        for (std::uint64_t from = begin + 1; from < end; ++from) {
            std::uint64_t at = from;
            for (; at > begin && (*this)[at].less((*this)[at - 1]); --at) {
                std::swap((*this)[at], (*this)[at - 1]);
            }
            count(from - at, at > begin, accesses);
        }
        return accesses;
    }
    /// Sorts the same elements by insertion, from the last element to the first.
    ShellAccesses sort_backwards(std::uint64_t begin, std::uint64_t end) const {
        ShellAccesses accesses;
        for (std::uint64_t from = end - 1; from-- > begin;) {
            std::uint64_t at = from;
            for (; at + 1 < end && (*this)[at + 1].less((*this)[at]); ++at) {
                std::swap((*this)[at], (*this)[at + 1]);
            }
            count(at - from, at + 1 < end, accesses);
        }
        return accesses;
    }

private:
    /// Counts the accesses of one insertion. `stopped`: the insertion ended at a key that it did not pass.
    static void count(std::uint64_t moves, bool stopped, ShellAccesses& accesses) {
        accesses.reads += 1 + moves + (stopped ? 1 : 0);
        accesses.writes += moves == 0 ? 0 : moves + 1;
    }

    std::span<ShellItem> items_;
    std::uint64_t increment_;
    std::uint64_t offset_;
};

ShellAccesses sort_runs(const ShellClass& keys, std::uint64_t length, bool backwards) {
    ShellAccesses all;
    for (std::uint64_t begin = 0; begin < keys.size(); begin += length) {
        const std::uint64_t end = std::min(begin + length, keys.size());
        const ShellAccesses own = backwards ? keys.sort_backwards(begin, end) : keys.sort(begin, end);
        all.reads += own.reads;
        all.writes += own.writes;
    }
    return all;
}

/// Exchanges the last key of each run and the first key of the next run if they are out of order. Returns true if there
/// were exchanges.
bool exchange_extremes(const ShellClass& keys, std::uint64_t length, ShellClassCount& count) {
    const std::uint64_t before = count.exchanges;
    bool last = false;  // Whether keys were exchanged at the previous border
    for (std::uint64_t begin = 0; begin < keys.size(); begin += length) {
        const std::uint64_t next = begin + length;
        const bool now = next < keys.size() && keys[next].less(keys[next - 1]);
        if (now) {
            std::swap(keys[next], keys[next - 1]);
            ++count.exchanges;
        }
        count.changed_keys += last || now ? std::min(length, keys.size() - begin) : 0;
        last = now;
    }
    return count.exchanges != before;
}

ShellClassCount sort_class(const ShellClass& keys, const ShellCut& cut, ShellVariant variant) {
    ShellClassCount count{.size = keys.size()};
    do {
        const ShellAccesses accesses = sort_runs(keys, cut.run_length, variant == ShellVariant::c);
        ShellAccesses& sum = count.passes == 0 ? count.first : count.later;
        sum.reads += accesses.reads;
        sum.writes += accesses.writes;
        ++count.passes;
    } while (exchanges(variant) && exchange_extremes(keys, cut.run_length, count));
    return count;
}

}  // namespace

void reference_shell_sort(std::span<ShellItem> items, std::span<const std::uint64_t> increments) {
    for (const std::uint64_t increment : increments) {
        for (std::uint64_t offset = 0; offset < increment; ++offset) {
            const ShellClass keys(items, increment, offset);
            keys.sort(0, keys.size());
        }
    }
}

std::uint64_t reference_shell(std::span<ShellItem> items, std::span<const ShellCut> cuts, ShellVariant variant,
                              const ShellObserver& observe) {
    std::uint64_t passes = 0;
    std::vector<ShellClassCount> classes;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        classes.clear();
        std::uint64_t most = 0;
        for (std::uint64_t offset = 0; offset < cuts[i].classes; ++offset) {
            classes.push_back(sort_class(ShellClass(items, cuts[i].increment, offset), cuts[i], variant));
            most = std::max(most, classes.back().passes);
        }
        passes += most;
        if (observe) {
            observe(i, classes, items);
        }
    }
    return passes;
}

std::uint64_t unsorted_pairs(std::span<const ShellItem> items) {
    std::uint64_t pairs = 0;
    for (std::size_t i = 1; i < items.size(); ++i) {
        pairs += items[i].key < items[i - 1].key ? 1U : 0U;
    }
    return pairs;
}

}  // namespace vkalgo
