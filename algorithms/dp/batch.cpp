#include "algorithms/dp/batch.hpp"

#include "engine/context.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace vkalgo::dp {
namespace {

constexpr std::array<std::string_view, 1> kMethods{"single"};

Error refused(const std::string& name, std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), "input " + name};
}

/// Offsets, types and numbers of arrays.
Result<void> check_input(const InputDeclaration& declared, const BatchInput& input, std::size_t count) {
    const std::string& name = declared.name;
    if (input.type != declared.type) {
        return refused(name, "input '" + name + "' has elements of type " + name_of(declared.type) + ", not " +
                                 name_of(input.type));
    }
    if (input.offsets.empty() || !std::is_sorted(input.offsets.begin(), input.offsets.end()) ||
        input.offsets.back() > input.data.size() / size_of(input.type)) {
        return refused(name, "the offsets of input '" + name +
                                 "' ascend, from the first array to the end of the last, "
                                 "within its " +
                                 std::to_string(input.data.size()) + " bytes");
    }
    if (input.chosen.empty() && input.arrays() != 1 && input.arrays() != count) {
        return refused(name, "input '" + name + "' has " + std::to_string(input.arrays()) + " arrays for " +
                                 std::to_string(count) + " problems; give one for each, or one for all");
    }
    if (!input.chosen.empty() && input.chosen.size() != count) {
        return refused(name, "input '" + name + "' chooses arrays for " + std::to_string(input.chosen.size()) +
                                 " problems, and there are " + std::to_string(count));
    }
    const auto beyond = std::find_if(input.chosen.begin(), input.chosen.end(),
                                     [&](std::uint32_t array) { return array >= input.arrays(); });
    if (beyond != input.chosen.end()) {
        return refused(name, "input '" + name + "' has no array " + std::to_string(*beyond) + "; there are " +
                                 std::to_string(input.arrays()));
    }
    return {};
}

Result<void> check_batch(const RecurrenceHeader& header, const Batch& batch, const BatchOptions& options) {
    for (const auto& [name, input] : batch.inputs) {
        const InputDeclaration* declared = header.input(name);
        if (declared == nullptr) {
            return refused(name, "the recurrence has no input '" + name + "'");
        }
        VKALGO_CHECK(check_input(*declared, input, batch.count));
    }
    for (const InputDeclaration& declared : header.inputs) {
        if (!batch.inputs.contains(declared.name)) {
            return refused(declared.name, "input '" + declared.name + "' is missing");
        }
    }
    if (!header.outputs.empty()) {
        return Error{ErrorCode::unsupported, "a batch gives answers and walks; outputs belong to single runs",
                     "outputs"};
    }
    if (!options.method.empty() && std::find(kMethods.begin(), kMethods.end(), options.method) == kMethods.end()) {
        std::string names;
        for (const std::string_view name : kMethods) {
            names += (names.empty() ? "" : ", ") + std::string(name);
        }
        return Error{ErrorCode::invalid_argument,
                     "there is no method '" + options.method + "' for batches; there are: " + names, "method"};
    }
    return {};
}

/// solve() for one problem after another.
Result<void> solve_single(Runner& runner, const Recurrence& recurrence, const Batch& batch, const BatchOptions& options,
                          std::size_t p, BatchSolution& solution) {
    SolveOptions alone;
    alone.keep.solution = options.solution;
    alone.call.cancel = options.call.cancel;
    alone.call.memory_limit = options.call.memory_limit;
    auto solved = solve(runner, recurrence, batch.instance(p), alone);
    if (!solved) {
        Error error = solved.error();
        error.message = "problem " + std::to_string(p) + ": " + error.message;
        return error;
    }
    const std::size_t bytes = size_of(solution.answer_type);
    if (solved->answer) {
        std::visit(
            [&](auto number) {
                const auto put = [&](auto value) {
                    std::memcpy(solution.answers.data() + p * bytes, &value, sizeof value);
                };
                switch (solution.answer_type) {
                    case ElementType::f64:
                        return put(static_cast<double>(number));
                    case ElementType::f32:
                        return put(static_cast<float>(number));
                    default:
                        return bytes == 8 ? put(static_cast<std::uint64_t>(number))
                                          : put(static_cast<std::uint32_t>(static_cast<std::uint64_t>(number)));
                }
            },
            *solved->answer);
    }
    solution.statuses[p] = solved->status;
    solution.cells[p] = solved->shape.answer;
    if (options.solution) {
        solution.paths.put(p, solved->path, solved->path_end);
    }
    solution.table_cells += static_cast<double>(solved->shape.size.cells().value_or(0));
    solution.call.device_bytes = std::max(solution.call.device_bytes, solved->call.device_bytes);
    return {};
}

}  // namespace

std::span<const std::string_view> batch_methods() {
    return kMethods;
}

Result<BatchSolution> solve_batch(Runner& runner, const Recurrence& recurrence, const Batch& batch,
                                  const BatchOptions& options) {
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(check_batch(header, batch, options));
    BatchSolution solution;
    solution.answer_type = header.value_type();
    solution.answers.resize(batch.count * size_of(solution.answer_type));
    solution.statuses.resize(batch.count);
    solution.cells.resize(batch.count);
    if (options.solution) {
        solution.paths.resize(batch.count);
    }
    solution.method = "single";
    for (std::size_t p = 0; p < batch.count; ++p) {
        VKALGO_CHECK(solve_single(runner, recurrence, batch, options, p, solution));
        if (options.call.progress) {
            options.call.progress(static_cast<double>(p + 1) / static_cast<double>(batch.count));
        }
    }
    return solution;
}

}  // namespace vkalgo::dp
