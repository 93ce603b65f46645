#pragma once

#include "algorithms/dp/batch.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

namespace vkalgo::cli::test {

/// Returns the table of unit edit distances.
inline std::vector<std::vector<std::uint32_t>> edit_table(std::string_view x, std::string_view y) {
    std::vector<std::vector<std::uint32_t>> table(x.size() + 1, std::vector<std::uint32_t>(y.size() + 1));
    for (std::size_t i = 0; i <= x.size(); ++i) {
        for (std::size_t j = 0; j <= y.size(); ++j) {
            table[i][j] = i == 0   ? static_cast<std::uint32_t>(j)
                          : j == 0 ? static_cast<std::uint32_t>(i)
                                   : std::min({table[i - 1][j - 1] + (x[i - 1] == y[j - 1] ? 0U : 1U),
                                               table[i - 1][j] + 1, table[i][j - 1] + 1});
        }
    }
    return table;
}

/// Returns the steps of edit-distance.glsl from the last cell to the border.
inline std::vector<dp::PathRecord> edit_path(std::string_view x, std::string_view y, dp::Cell& end) {
    const auto table = edit_table(x, y);
    std::vector<dp::PathRecord> path;
    auto i = x.size(), j = y.size();
    while (i > 0 && j > 0) {
        const bool equal = x[i - 1] == y[j - 1];
        const bool diagonal = table[i][j] == table[i - 1][j - 1] + (equal ? 0U : 1U);
        const bool deletes = !diagonal && table[i][j] == table[i - 1][j] + 1;
        path.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j),
                        diagonal ? (equal ? 0U : 1U) : (deletes ? 3U : 2U)});
        i -= diagonal || deletes ? 1 : 0;
        j -= diagonal || !deletes ? 1 : 0;
    }
    end = {static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)};
    return path;
}

/// Computes solve_batch() of edit-distance with unit costs on the host.
inline Result<dp::BatchSolution> edit_on_host(const dp::Batch& batch, const dp::BatchOptions& options) {
    const auto text = [&](const char* name, std::size_t p) {
        const dp::BatchInput& input = batch.inputs.find(name)->second;
        const std::size_t k = input.array_of(p);
        return std::string_view(reinterpret_cast<const char*>(input.data.data()) + input.offsets[k], input.length(k));
    };
    dp::BatchSolution solution;
    solution.method = "host";
    solution.answers.resize(4 * batch.count);
    solution.statuses.assign(batch.count, dp::AnswerStatus::ok);
    solution.paths.resize(options.solution ? batch.count : 0);
    for (std::size_t p = 0; p < batch.count; ++p) {
        const std::string_view x = text("x", p), y = text("y", p);
        const std::uint32_t distance = edit_table(x, y)[x.size()][y.size()];
        std::memcpy(solution.answers.data() + 4 * p, &distance, 4);
        solution.cells.push_back({static_cast<std::int32_t>(x.size()), static_cast<std::int32_t>(y.size())});
        if (options.solution) {
            dp::Cell end;
            const auto path = edit_path(x, y, end);
            solution.paths.put(p, path, end);
        }
    }
    return solution;
}

}  // namespace vkalgo::cli::test
