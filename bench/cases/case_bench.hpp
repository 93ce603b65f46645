#pragma once

#include "bench/cases/measurement.hpp"
#include "engine/runner.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::bench {

/// The base class of benchmarks of one case. It has the values that all rows of the case share.
class CaseBench {
protected:
    /// `form` has the values that all rows share. The name of a row consists of the name of `form`, the row's own part,
    /// and `suffix`: "boxes-512", "numpy" and "" make "boxes-512-numpy". If `seen` is not empty, it is called after
    /// each row. `runner`, `settings` and `seen` must outlive the object.
    CaseBench(Runner& runner, const BenchSettings& settings, const std::function<void()>& seen, Measurement form,
              std::string suffix = "")
        : runner_(runner), settings_(settings), seen_(seen), form_(std::move(form)), suffix_(std::move(suffix)) {}

    /// Appends a row, and calls `seen` if it is not empty.
    void add(Measurement row) {
        rows_.push_back(std::move(row));
        if (seen_) {
            seen_();
        }
    }

    /// Returns the name of the row whose own part of the name is `what`.
    std::string name_of(std::string_view what) const { return fmt::format("{}-{}{}", form_.name, what, suffix_); }

    /// Returns a row without times, with the name name_of(what).
    Measurement row_of(std::string_view what, std::string method) const {
        Measurement row = form_;
        row.name = name_of(what);
        row.method = std::move(method);
        row.about = row.method;
        return row;
    }

    /// Does what row_of() does, for a row whose times are measured by the host's clock.
    Measurement host_row_of(std::string_view what, std::string method) const {
        Measurement row = row_of(what, std::move(method));
        row.by_host = true;
        return row;
    }

    Runner& runner_;
    const BenchSettings& settings_;
    const std::function<void()>& seen_;
    Measurement form_;
    std::string suffix_;
    std::vector<Measurement> rows_;
};

}  // namespace vkalgo::bench
