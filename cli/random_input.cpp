#include "cli/random_input.hpp"

#include "formats/random_array.hpp"
#include "support/bad_usage.hpp"

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kDefaultSeed = 1;

}  // namespace

void RandomInput::declare(Options& options, const std::string& what, std::uint64_t most) {
    options.size("--n", count_, fmt::format("this number of random {}, in place of a file", what), 0, most);
    options.whole("--seed", seed_, "seed of the random numbers (default 1)");
    options.choice("--distribution", distribution_, {kDistributionNames.begin(), kDistributionNames.end()},
                   fmt::format("distribution of the random {} (default uniform)", what));
}

Result<void> RandomInput::check(bool file_given, const std::string& purpose, const std::string& what) const {
    if (!file_given && !count_) {
        return bad_usage(fmt::format("nothing to {}; give a file, or --n N for random {}", purpose, what));
    }
    if (file_given && (count_ || seed_ || distribution_)) {
        return bad_usage(
            fmt::format("--n, --seed and --distribution make random {}, but a file is given too; leave out these "
                        "options or the file",
                        what));
    }
    return {};
}

Array RandomInput::values(ElementType type, const std::function<void(double)>& progress, std::uint64_t each) const {
    return random_array(type, each * count(), *distribution_from(distribution_.value_or(kDistributionNames[0])),
                        seed_.value_or(kDefaultSeed), progress);
}

void RandomInput::describe(Json& parameters) const {
    parameters["n"] = count();
    parameters["seed"] = seed_.value_or(kDefaultSeed);
    parameters["distribution"] = distribution_.value_or(kDistributionNames[0]);
}

}  // namespace vkalgo::cli
