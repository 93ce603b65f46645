#include "cli/dp/inputs.hpp"
#include "cli/numbers.hpp"
#include "cli/problem_io.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

dp::InputArray as_input(Array array) {
    const std::uint64_t count = array.count();
    return {array.type, count, std::move(array.data)};
}

Result<dp::Instance> read(InputReader& reader, std::span<const std::string> paths) {
    VKALGO_TRY(auto columns, reader.columns(paths[0], {"weight", "profit"}, ElementType::u32));
    dp::Instance instance;
    instance.inputs["weight"] = as_input(std::move(columns[0]));
    instance.inputs["profit"] = as_input(std::move(columns[1]));
    return instance;
}

std::vector<std::int32_t> items_of(const dp::Solution& solution) {
    constexpr std::uint32_t kTaken = 1;
    std::vector<std::int32_t> items;
    for (const dp::PathRecord& record : solution.path) {
        if (record.decision == kTaken) {
            items.push_back(record.i - 1);
        }
    }
    std::reverse(items.begin(), items.end());
    return items;
}

std::string solution_text(const dp::Instance& instance, const dp::Solution& solution) {
    const std::vector<std::int32_t> items = items_of(solution);
    std::int64_t weight = 0;
    for (const std::int32_t item : items) {
        weight += instance.inputs.at("weight").integer(static_cast<std::uint64_t>(item));
    }
    return fmt::format("{} of weight {}: {}", plural(items.size(), "item"), weight, fmt::join(items, " "));
}

Json solution_json(const dp::Instance& /*instance*/, const dp::Solution& solution) {
    return {{"items", items_of(solution)}};
}

}  // namespace

const ProblemIo& problem_io_knapsack();
const ProblemIo& problem_io_knapsack() {
    static const ProblemIo io{
        .name = "knapsack",
        .answer_label = "profit",
        .overflow_advice = "give smaller profits, or fewer items",
        .file_count = 1,
        .files =
            "a table with the header weight,profit (whole numbers; other columns are passed over), and --capacity; "
            "items "
            "are numbered from 0",
        .want = Want::table,
        .read = read,
        .solution_json = solution_json,
        .solution_text = solution_text,
    };
    return io;
}

}  // namespace vkalgo::cli
