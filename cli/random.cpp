#include "cli/random.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kMostRanks = 65536;
constexpr std::uint64_t kFewValues = 16;

/// Draws ranks 0 .. ranks - 1, rank r in proportion to 1 / (r + 1).
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
        const std::uint64_t place = random.below(cumulated_.back());
        const auto found = std::upper_bound(cumulated_.begin(), cumulated_.end(), place);
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

/// Values between two words on progress.
constexpr std::size_t kBetween = std::size_t{1} << 20;

/// std::generate with progress.
template <class T, class Make>
void generate(std::vector<T>& values, const std::function<void(double)>& progress, const Make& make) {
    for (std::size_t at = 0; at < values.size(); at += kBetween) {
        const std::size_t end = std::min(at + kBetween, values.size());
        std::generate(values.begin() + static_cast<std::ptrdiff_t>(at),
                      values.begin() + static_cast<std::ptrdiff_t>(end), make);
        if (progress) {
            progress(static_cast<double>(end) / static_cast<double>(values.size()));
        }
    }
}

/// Fills a vector by a distribution, given how one uniform value and how a zipf rank is made and how many to take for
/// few.
template <class T, class Uniform>
std::vector<T> fill(std::uint64_t count, Distribution distribution, SplitMix64& random, std::uint64_t ranks,
                    std::uint64_t few, Uniform uniform, const std::function<void(double)>& progress) {
    std::vector<T> values(count);
    switch (distribution) {
        case Distribution::constant: {
            std::fill(values.begin(), values.end(), uniform(random));
            break;
        }
        case Distribution::zipf: {
            const ZipfDraw draw(ranks);
            generate(values, progress, [&] { return value_of_rank<T>(draw(random)); });
            break;
        }
        case Distribution::few: {
            std::vector<T> choice(few);
            std::generate(choice.begin(), choice.end(), [&] { return uniform(random); });
            generate(values, progress, [&] { return choice[random.below(few)]; });
            break;
        }
        case Distribution::uniform:
        case Distribution::sorted:
        case Distribution::reversed: {
            generate(values, progress, [&] { return uniform(random); });
            break;
        }
    }
    if (distribution == Distribution::sorted) {
        std::sort(values.begin(), values.end());
    } else if (distribution == Distribution::reversed) {
        std::sort(values.begin(), values.end(), std::greater<>());
    }
    return values;
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
        std::uint64_t ranks = kMostRanks;
        if constexpr (std::is_integral_v<T>) {
            ranks = std::min<std::uint64_t>(ranks - 1, static_cast<std::uint64_t>(std::numeric_limits<T>::max())) + 1;
        }
        const auto values = fill<T>(count, distribution, random, ranks, kFewValues, uniform_value<T>, progress);
        array.data.resize(count * sizeof(T));
        if (count > 0) {
            std::memcpy(array.data.data(), values.data(), array.data.size());
        }
    });
    return array;
}

}  // namespace vkalgo::cli
