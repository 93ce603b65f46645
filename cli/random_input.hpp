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

/// --n, --seed and --distribution: random values instead of a file.
namespace vkalgo::cli {

class RandomInput {
public:
    /// `what` names the values, in the plural; `most` is the largest --n.
    void declare(Options& options, const std::string& what,
                 std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

    /// Returns an error if a file is given together with --n, --seed or --distribution, or if neither a file nor --n is
    /// given. `purpose` completes the message "nothing to PURPOSE".
    Result<void> check(bool file_given, const std::string& purpose, const std::string& what) const;

    /// Returns --n. Valid if no file is given, which check() ensures.
    std::uint64_t count() const { return count_.value_or(0); }

    /// Returns `each` times count() random values of the type.
    Array values(ElementType type, const std::function<void(double)>& progress = {}, std::uint64_t each = 1) const;

    /// Adds n, seed and distribution to an answer's parameters.
    void describe(Json& parameters) const;

private:
    std::optional<std::string> distribution_;
    std::optional<std::uint64_t> count_, seed_;
};

}  // namespace vkalgo::cli
