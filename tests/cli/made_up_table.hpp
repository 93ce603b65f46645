#pragma once

#include "cli/commands/dp/picture/table_picture.hpp"
#include "cli/dp/job.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {

/// A built-in problem with a table whose values the test makes up.
struct MadeUp {
    explicit MadeUp(const std::string& problem, std::int64_t rows, std::int64_t columns)
        : compiled(**builtin_recurrence(problem)->with_modules({})) {
        solution.shape.size = {rows, columns};
        solution.stage = header().stage;
    }

    dp::RecurrenceHeader& header() { return compiled.header; }

    template <class T, class Value>
    void fill(const Value& value) {
        std::vector<T> cells;
        for (std::int64_t i = 0; i < solution.shape.size.rows; ++i) {
            for (std::int64_t j = 0; j < solution.shape.size.columns; ++j) {
                cells.push_back(value(i, j));
            }
        }
        const auto bytes = std::as_bytes(std::span(cells));
        solution.table.assign(bytes.begin(), bytes.end());
    }

    TablePicture draw() const {
        auto picture = draw_table({dp::Recurrence::of(compiled), instance, solution, std::nullopt});
        EXPECT_TRUE(picture) << picture.error().message;
        return std::move(*picture);
    }

    dp::CompiledRecurrence compiled;
    dp::Instance instance;
    dp::Solution solution;
};

}  // namespace vkalgo::cli::test
