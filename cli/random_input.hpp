#pragma once

#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

/// --n, --seed and --distribution: random values in place of a file.
namespace vkalgo::cli {

class RandomInput {
public:
    /// `what` they are, in the plural; --n takes at most so many.
    void declare(Options& options, const std::string& what,
                 std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

    /// Refuses that there is neither a file nor a number of values, or both. `purpose`: "nothing to PURPOSE".
    Result<void> check(bool file_given, const std::string& purpose, const std::string& what) const;

    /// Where there is no file, as check() has seen to.
    std::uint64_t count() const { return count_.value_or(0); }

    /// As many values of the type.
    Array values(ElementType type, const std::function<void(double)>& progress = {}) const;

    /// Puts n, seed and distribution into an answer's parameters.
    void describe(Json& parameters) const;

private:
    std::optional<std::string> distribution_;
    std::optional<std::uint64_t> count_, seed_;
};

}  // namespace vkalgo::cli
