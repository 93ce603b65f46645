#include "algorithms/sort/shell_reference.hpp"

#include <algorithm>
#include <utility>

namespace vkalgo {

namespace {

/// The items offset, offset + increment, ... of an array.
class ShellClass {
public:
    ShellClass(std::span<ShellItem> items, std::uint64_t increment, std::uint64_t offset)
        : items_(items), increment_(increment), offset_(offset) {}

    std::uint64_t size() const { return offset_ >= items_.size() ? 0 : (items_.size() - offset_ - 1) / increment_ + 1; }
    ShellItem& operator[](std::uint64_t i) const { return items_[offset_ + i * increment_]; }

    void exchange_from(std::uint64_t begin, std::uint64_t at) const {
        for (; at > begin && (*this)[at].key < (*this)[at - 1].key; --at) {
            std::swap((*this)[at], (*this)[at - 1]);
        }
    }
    void exchange_to(std::uint64_t at, std::uint64_t end) const {
        for (; at + 1 < end && (*this)[at + 1].key < (*this)[at].key; ++at) {
            std::swap((*this)[at], (*this)[at + 1]);
        }
    }

    /// Insertion from the lesser end.
    void sort(std::uint64_t begin, std::uint64_t end) const {
        for (std::uint64_t at = begin + 1; at < end; ++at) {
            exchange_from(begin, at);
        }
    }
    /// Insertion from the greater end.
    void sort_backwards(std::uint64_t begin, std::uint64_t end) const {
        for (std::uint64_t at = end - 1; at-- > begin;) {
            exchange_to(at, end);
        }
    }

private:
    std::span<ShellItem> items_;
    std::uint64_t increment_;
    std::uint64_t offset_;
};

void sort_runs(const ShellClass& keys, std::uint64_t length, bool backwards) {
    for (std::uint64_t begin = 0; begin < keys.size(); begin += length) {
        const std::uint64_t end = std::min(begin + length, keys.size());
        if (backwards) {
            keys.sort_backwards(begin, end);
        } else {
            keys.sort(begin, end);
        }
    }
}

/// Between the last key of each run and the first of the next. Returns whether there were any.
bool exchange_extremes(const ShellClass& keys, std::uint64_t length) {
    bool any = false;
    for (std::uint64_t first = length; first < keys.size(); first += length) {
        if (keys[first].key < keys[first - 1].key) {
            std::swap(keys[first], keys[first - 1]);
            any = true;
        }
    }
    return any;
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

std::uint64_t reference_shell(std::span<ShellItem> items, std::span<const ShellCut> cuts, ShellVariant variant) {
    std::uint64_t passes = 0;
    for (const ShellCut& cut : cuts) {
        std::uint64_t most = 0;
        for (std::uint64_t offset = 0; offset < cut.classes; ++offset) {
            const ShellClass keys(items, cut.increment, offset);
            std::uint64_t own = 0;
            do {
                sort_runs(keys, cut.run_length, variant == ShellVariant::c);
                ++own;
            } while (exchanges(variant) && exchange_extremes(keys, cut.run_length));
            most = std::max(most, own);
        }
        passes += most;
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
