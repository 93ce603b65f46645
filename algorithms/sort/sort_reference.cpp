#include "algorithms/sort/sort_reference.hpp"

#include "algorithms/host_threads.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

namespace vkalgo {

namespace {

/// Facts about the bits of a key: their number, a word with all of them set, the sign bit, and the number of NaN with a
/// sign.
struct Width {
    std::uint32_t bits;
    std::uint64_t all, sign, signed_nans;
};

Width width_of(ElementType type) {
    const std::uint32_t bits = 8 * size_of(type);
    return {bits, ~std::uint64_t{0} >> (64 - bits), std::uint64_t{1} << (bits - 1),
            (std::uint64_t{1} << (bits == 64   ? 52
                                  : bits == 32 ? 23
                                               : 10)) -
                1};
}

/// A function object: sort_ordinal with fixed options.
class Ordinal {
public:
    explicit Ordinal(const SortOptions& options)
        : width_(width_of(options.type)),
          bytes_(size_of(options.type)),
          is_float_(is_float(options.type)),
          flipped_(!is_float_ && is_signed(options.type) ? width_.sign : 0),
          reversed_(options.descending ? ~std::uint64_t{0} : 0) {
        const std::uint32_t end = options.end_bit == 0 ? width_.bits : options.end_bit;
        decide_ = (width_.all >> (width_.bits - end)) & (width_.all << options.begin_bit);
    }

    std::uint64_t operator()(std::uint64_t bits) const {
        if (is_float_) {
            // A NaN with a sign would come first. After the number of these NaN is subtracted, they wrap around to the
            // end.
            bits = ((bits & width_.sign) != 0 ? ~bits : bits | width_.sign) - width_.signed_nans;
        }
        return (bits ^ flipped_ ^ reversed_) & decide_;
    }

    /// Returns the ordinal of a key in memory.
    std::uint64_t at(std::span<const std::byte> keys, std::uint64_t index) const {
        std::uint64_t bits = 0;
        std::memcpy(&bits, keys.data() + index * bytes_, bytes_);  // Right only on a little-endian host
        return (*this)(bits);
    }

private:
    Width width_;
    std::size_t bytes_;
    bool is_float_;
    std::uint64_t flipped_, reversed_, decide_ = 0;
};

constexpr std::size_t kReferenceDigits = 256;

/// A radix sort on several threads: one digit of 8 bits per pass, from the lowest.
template <class Word>
class Reference {
public:
    Reference(std::span<std::byte> keys, std::span<std::uint32_t> values, const SortOptions& options)
        : ordinal_(options),
          keys_(keys),
          values_(values),
          other_keys_(keys.size()),
          other_values_(values.size()),
          count_(keys.size() / sizeof(Word)),
          threads_(host_threads(count_)),
          targets_(threads_) {}

    void sort(std::uint32_t begin_bit, std::uint32_t end_bit) {
        std::span<std::byte> keys = keys_, to_keys = other_keys_;
        std::span<std::uint32_t> values = values_, to_values = other_values_;
        for (std::uint32_t shift = begin_bit / 8 * 8; shift < end_bit; shift += 8) {
            if (find_targets(keys, shift)) {
                move(keys, values, to_keys, to_values, shift);
                std::swap(keys, to_keys);
                std::swap(values, to_values);
            }
        }
        if (keys.data() != keys_.data()) {
            std::copy(keys.begin(), keys.end(), keys_.begin());
            std::copy(values.begin(), values.end(), values_.begin());
        }
    }

private:
    std::uint64_t begin_of(std::uint64_t thread) const { return count_ / threads_ * thread; }
    std::uint64_t end_of(std::uint64_t thread) const { return thread + 1 < threads_ ? begin_of(thread + 1) : count_; }
    std::size_t digit(std::span<const std::byte> keys, std::uint64_t index, std::uint32_t shift) const {
        Word word;
        std::memcpy(&word, keys.data() + index * sizeof(Word), sizeof(Word));
        return static_cast<std::size_t>(ordinal_(word) >> shift) % kReferenceDigits;
    }

    /// Finds the output index of each thread's first key with each digit. Returns false if all keys have the same
    /// digit.
    bool find_targets(std::span<const std::byte> keys, std::uint32_t shift) {
        on_host_threads(threads_, [&](std::uint64_t thread) {
            std::array<std::uint64_t, kReferenceDigits> counts{};
            for (std::uint64_t i = begin_of(thread); i < end_of(thread); ++i) {
                ++counts[digit(keys, i, shift)];
            }
            targets_[thread] = counts;
        });
        std::uint64_t before = 0;
        for (std::size_t digit = 0; digit < kReferenceDigits; ++digit) {
            const std::uint64_t first = before;
            for (auto& targets : targets_) {
                before += std::exchange(targets[digit], before);
            }
            if (before - first == count_) {
                return false;
            }
        }
        return true;
    }

    void move(std::span<const std::byte> keys, std::span<const std::uint32_t> values, std::span<std::byte> to_keys,
              std::span<std::uint32_t> to_values, std::uint32_t shift) {
        on_host_threads(threads_, [&](std::uint64_t thread) {
            std::array<std::uint64_t, kReferenceDigits> targets = targets_[thread];
            for (std::uint64_t i = begin_of(thread); i < end_of(thread); ++i) {
                const std::uint64_t to = targets[digit(keys, i, shift)]++;
                std::memcpy(to_keys.data() + to * sizeof(Word), keys.data() + i * sizeof(Word), sizeof(Word));
                if (!values.empty()) {
                    to_values[to] = values[i];
                }
            }
        });
    }

    Ordinal ordinal_;
    std::span<std::byte> keys_;
    std::span<std::uint32_t> values_;
    std::vector<std::byte> other_keys_;
    std::vector<std::uint32_t> other_values_;
    std::uint64_t count_;
    std::uint64_t threads_;
    std::vector<std::array<std::uint64_t, kReferenceDigits>> targets_;
};

}  // namespace

std::uint64_t sort_ordinal(std::uint64_t bits, const SortOptions& options) {
    return Ordinal(options)(bits);
}

std::vector<std::uint64_t> sort_ordinals(std::span<const std::byte> keys, const SortOptions& options) {
    std::vector<std::uint64_t> ordinals(keys.size() / size_of(options.type));
    const Ordinal ordinal(options);
    for (std::uint64_t i = 0; i < ordinals.size(); ++i) {
        ordinals[i] = ordinal.at(keys, i);
    }
    return ordinals;
}

std::uint64_t sort_bits(std::uint64_t ordinal, const SortOptions& options) {
    const Width width = width_of(options.type);
    std::uint64_t bits = options.descending ? ~ordinal : ordinal;
    if (is_float(options.type)) {
        bits += width.signed_nans;
        bits = (bits & width.sign) != 0 ? bits ^ width.sign : ~bits;
    } else if (is_signed(options.type)) {
        bits ^= width.sign;
    }
    return bits & width.all;
}

Result<void> sort_reference(std::span<std::byte> keys, std::span<std::uint32_t> values, const SortOptions& options) {
    const std::size_t bytes = size_of(options.type);
    const std::uint64_t count = keys.size() / bytes;
    if (keys.size() % bytes != 0 || (!values.empty() && values.size() != count)) {
        return Error{ErrorCode::invalid_argument,
                     "the keys must be whole keys, and there must be one value per key or none", "keys"};
    }
    const std::uint32_t end_bit = options.end_bit == 0 ? static_cast<std::uint32_t>(8 * bytes) : options.end_bit;
    const auto sort = [&]<class Word>(Word /*key*/) {
        Reference<Word>(keys, values, options).sort(options.begin_bit, end_bit);
    };
    switch (bytes) {
        case 1:
            sort(std::uint8_t{});
            break;
        case 2:
            sort(std::uint16_t{});
            break;
        case 4:
            sort(std::uint32_t{});
            break;
        default:
            sort(std::uint64_t{});
            break;
    }
    return {};
}

std::uint64_t unsorted_pairs(std::span<const std::byte> keys, const SortOptions& options) {
    const std::uint64_t count = keys.size() / size_of(options.type);
    const std::uint64_t threads = host_threads(count);
    std::vector<std::uint64_t> pairs(threads);
    on_host_threads(threads, [&](std::uint64_t thread) {
        const Ordinal ordinal(options);
        const std::uint64_t first = count / threads * thread;
        const std::uint64_t end = thread + 1 < threads ? count / threads * (thread + 1) : count;
        std::uint64_t last = first == 0 ? 0 : ordinal.at(keys, first - 1);
        std::uint64_t found = 0;
        for (std::uint64_t i = first; i < end; ++i) {
            const std::uint64_t key = ordinal.at(keys, i);
            found += key < last ? 1 : 0;
            last = key;
        }
        pairs[thread] = found;
    });
    return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

std::string wrong_order(std::span<const std::byte> keys, std::span<const std::uint32_t> order,
                        const SortOptions& options, bool stable) {
    const Ordinal ordinal(options);
    std::vector<bool> seen(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] >= order.size() || seen[order[i]]) {
            return "position " + std::to_string(i) + " (from 0) holds " + std::to_string(order[i]) +
                   (order[i] < order.size() ? ", which an earlier position holds too"
                                            : ", which is beyond the last key");
        }
        seen[order[i]] = true;
        if (i == 0) {
            continue;
        }
        const std::uint64_t before = ordinal.at(keys, order[i - 1]);
        const std::uint64_t here = ordinal.at(keys, order[i]);
        if (before > here || (stable && before == here && order[i - 1] > order[i])) {
            return "positions " + std::to_string(i - 1) + " and " + std::to_string(i) + " (from 0) are out of order";
        }
    }
    return {};
}

}  // namespace vkalgo
