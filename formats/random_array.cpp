#include "formats/random_array.hpp"

#include "algorithms/host_threads.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

namespace vkalgo::formats {
namespace {

constexpr std::uint64_t kMaxRanks = 65536;
/// An f16 holds each of the ranks 0 .. 2048. Some larger ranks would be rounded, and the largest would be infinite.
constexpr std::uint64_t kHalfRanks = 2049;
constexpr std::uint64_t kFewValues = 16;

/// A generator of ranks from 0 to ranks - 1. Rank r has a probability proportional to 1 / (r + 1).
class ZipfDraw {
public:
    explicit ZipfDraw(std::uint64_t ranks) {
        std::uint64_t total = 0;
        for (std::uint64_t rank = 1; rank <= ranks; ++rank) {
            total += (std::uint64_t{1} << 40) / rank;
            cumulated_.push_back(total);
        }
    }

    std::uint64_t operator()(SplitMix64& random) const {
        const std::uint64_t weight = random.below(cumulated_.back());
        const auto found = std::upper_bound(cumulated_.begin(), cumulated_.end(), weight);
        return static_cast<std::uint64_t>(found - cumulated_.begin());
    }

private:
    std::vector<std::uint64_t> cumulated_;
};

template <class T>
T uniform_value(SplitMix64& random) {
    const std::uint64_t bits = random.next();
    if constexpr (std::is_same_v<T, Half>) {
        return Half(static_cast<double>(bits >> 53) * 0x1p-11);
    } else if constexpr (std::is_same_v<T, float>) {
        return static_cast<float>(bits >> 40) * 0x1p-24F;
    } else if constexpr (std::is_same_v<T, double>) {
        return static_cast<double>(bits >> 11) * 0x1p-53;
    } else {
        return static_cast<T>(bits);
    }
}

template <class T>
T value_of_rank(std::uint64_t rank) {
    if constexpr (std::is_same_v<T, Half>) {
        return Half(static_cast<double>(rank));
    } else {
        return static_cast<T>(rank);
    }
}

/// Number of values between two progress reports.
constexpr std::uint64_t kBetween = std::uint64_t{1} << 20;

/// Sets every value to make(random), which uses one random number, and reports progress. Runs in threads. Each thread
/// skips the random numbers of the values before its own.
template <class T, class Make>
void generate(std::span<T> values, SplitMix64 random, const std::function<void(double)>& progress, const Make& make) {
    const std::uint64_t threads = host_threads(values.size(), kBetween);
    for (std::uint64_t first = 0; first < values.size(); first += threads * kBetween) {
        const auto begin_of = [&](std::uint64_t thread) {
            return std::min<std::uint64_t>(first + thread * kBetween, values.size());
        };
        on_host_threads(threads, [&](std::uint64_t thread) {
            SplitMix64 own = random;
            own.skip(begin_of(thread));
            for (std::uint64_t at = begin_of(thread); at < begin_of(thread + 1); ++at) {
                values[at] = make(own);
            }
        });
        for (std::uint64_t thread = 0; progress && thread < threads && begin_of(thread) < values.size(); ++thread) {
            progress(static_cast<double>(begin_of(thread + 1)) / static_cast<double>(values.size()));
        }
    }
}

/// Fills the values by a distribution. `uniform` makes one uniform value; `ranks` is the number of zipf ranks, `few`
/// the number of values for Distribution::few.
template <class T, class Uniform>
void fill(std::span<T> values, Distribution distribution, SplitMix64& random, std::uint64_t ranks, std::uint64_t few,
          Uniform uniform, const std::function<void(double)>& progress) {
    switch (distribution) {
        case Distribution::constant: {
            std::fill(values.begin(), values.end(), uniform(random));
            break;
        }
        case Distribution::zipf: {
            const ZipfDraw draw(ranks);
            generate(values, random, progress, [&](SplitMix64& own) { return value_of_rank<T>(draw(own)); });
            break;
        }
        case Distribution::few: {
            std::vector<T> choice(few);
            std::generate(choice.begin(), choice.end(), [&] { return uniform(random); });
            generate(values, random, progress, [&](SplitMix64& own) { return choice[own.below(few)]; });
            break;
        }
        case Distribution::uniform:
        case Distribution::sorted:
        case Distribution::reversed: {
            generate(values, random, progress, uniform);
            break;
        }
    }
    if (distribution == Distribution::sorted) {
        std::sort(values.begin(), values.end());
    } else if (distribution == Distribution::reversed) {
        std::sort(values.begin(), values.end(), std::greater<>());
    }
}

}  // namespace

const char* to_string(Distribution distribution) {
    return kDistributionNames.at(static_cast<std::size_t>(distribution));
}

std::optional<Distribution> distribution_from(std::string_view name) {
    const auto* found = std::find(kDistributionNames.begin(), kDistributionNames.end(), name);
    if (found == kDistributionNames.end()) {
        return std::nullopt;
    }
    return static_cast<Distribution>(found - kDistributionNames.begin());
}

Array random_array(ElementType type, std::uint64_t count, Distribution distribution, std::uint64_t seed,
                   const std::function<void(double)>& progress) {
    SplitMix64 random(seed);
    Array array{type, {count}, {}};
    with_type(type, [&](auto zero) {
        using T = decltype(zero);
        std::uint64_t ranks = kMaxRanks;
        if constexpr (std::is_integral_v<T>) {
            ranks = std::min<std::uint64_t>(ranks - 1, static_cast<std::uint64_t>(std::numeric_limits<T>::max())) + 1;
        } else if constexpr (std::is_same_v<T, Half>) {
            ranks = kHalfRanks;
        }
        array.data.resize(count * sizeof(T));
        // New memory is aligned for every number type.
        fill<T>({reinterpret_cast<T*>(array.data.data()), count}, distribution, random, ranks, kFewValues,
                uniform_value<T>, progress);
    });
    return array;
}

}  // namespace vkalgo::formats
