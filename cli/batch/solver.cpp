#include "cli/batch/solver.hpp"

#include "cli/batch/batch_block.hpp"
#include "cli/batch/problem_text.hpp"
#include "engine/clock.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {

Solver::Solver(const BatchJob& job, const OutputFormat& output_format,
               const std::map<std::string, dp::InputArray, std::less<>>& common, const SolveBatch& solve)
    : job_(job), output_format_(output_format), scoring_(job.instance.scoring), common_(common), solve_(solve) {
    options.method = job.method;
}

void Solver::look_at(SolvedBlock& block, std::size_t file, std::size_t first, std::size_t count) const {
    for (const auto& [name, input] : output_format_.input_columns) {
        if (input.file != file) {
            continue;
        }
        const Rows& rows = *block.rows[file];
        const ArrayBlock& column = rows.columns[input.column];
        const ElementType type = output_format_.recurrence->header().input(name)->type;
        const std::uint64_t begin = column.offsets[first];
        const std::uint64_t end = column.offsets[first + count];
        std::span<const std::uint64_t> offsets = column.offsets;
        if (first != 0) {
            std::vector<std::uint64_t> moved;
            moved.reserve(count + 1);
            for (std::size_t k = first; k <= first + count; ++k) {
                moved.push_back(column.offsets[k] - begin);
            }
            block.offsets.push_back(std::move(moved));
            offsets = block.offsets.back();
        }
        const auto part = [&](const Bytes& data) {
            return dp::BatchInput{type, std::span(data).subspan(begin * size_of(type), (end - begin) * size_of(type)),
                                  offsets.subspan(0, count + 1)};
        };
        block.batch.inputs[name] = part(rows.elements(input.column));
        if (output_format_.both_strands && name == "y") {
            block.reverse = part(rows.reverse[input.column]);
        }
    }
}

void Solver::copy_chosen(SolvedBlock& block, std::size_t file) const {
    for (const auto& [name, input] : output_format_.input_columns) {
        if (input.file != file) {
            continue;
        }
        const Rows& rows = *block.rows[file];
        const ArrayBlock& column = rows.columns[input.column];
        const ElementType type = output_format_.recurrence->header().input(name)->type;
        std::vector<std::uint64_t> offsets{0};
        for (const std::uint32_t row : block.chosen[file]) {
            offsets.push_back(offsets.back() + column.length(row));
        }
        block.offsets.push_back(std::move(offsets));
        const auto copy = [&](const Bytes& from) {
            Bytes data;
            for (const std::uint32_t row : block.chosen[file]) {
                const auto begin = static_cast<std::ptrdiff_t>(column.offsets[row] * size_of(type));
                const auto end = static_cast<std::ptrdiff_t>(column.offsets[row + 1] * size_of(type));
                data.insert(data.end(), from.begin() + begin, from.begin() + end);
            }
            block.copies.push_back(std::move(data));
            return dp::BatchInput{type, block.copies.back(), block.offsets.back()};
        };
        block.batch.inputs[name] = copy(rows.elements(input.column));
        if (output_format_.both_strands && name == "y") {
            block.reverse = copy(rows.reverse[input.column]);
        }
    }
}

namespace {

/// Returns where a problem is, in the user's words: "'bags.csv' row 7 after the header", or "problem 7 (a and b) of
/// 'pairs.fa'".
std::string location_of(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p) {
    const std::uint64_t number = problem_number(output_format, block, p) + 1;
    if (output_format.files.size() == 1 && !output_format.has_names.front()) {
        return fmt::format("'{}' row {} after the header", output_format.files.front(), number);
    }
    return fmt::format("problem {} ({}) of '{}'", number, problem_name(output_format, block, p),
                       fmt::join(output_format.files, "' and '"));
}

}  // namespace

/// Replaces "problem 7" of a block in the error by the file, the number and the names that the user knows.
Error Solver::named(Error error, const SolvedBlock& block) const {
    constexpr std::string_view kProblem = "problem ";
    std::size_t p = 0;
    std::string_view text = error.message;
    if (text.starts_with(kProblem)) {
        text.remove_prefix(kProblem.size());
        const auto number = std::from_chars(text.data(), text.data() + text.size(), p);
        const auto rest = text.substr(static_cast<std::size_t>(number.ptr - text.data()));
        if (number.ec == std::errc() && p < block.batch.count) {
            const bool is_input = error.code == ErrorCode::invalid_argument && rest.find(';') == std::string_view::npos;
            error.message = fmt::format("{}{}{}", location_of(output_format_, block, p), rest,
                                        is_input ? "; correct it there" : "");
        }
    }
    return error;
}

/// Times the runs of a method that does not time its runs itself.
Result<void> Solver::time_again(const SolvedBlock& block, const dp::BatchOptions& asked) {
    for (std::uint64_t k = 0; k < repeat; ++k) {
        const auto begin = std::chrono::steady_clock::now();
        VKALGO_CHECK(solve_(block.batch, asked));
        gpu_milliseconds[k] += milliseconds_since(begin);
    }
    return {};
}

Result<void> Solver::solve(SolvedBlock& block, bool with_solution) {
    for (const auto& [name, array] : common_) {
        // The offsets are not made in the constructor, because these inputs may be set after it has run.
        const auto offsets = common_offsets_.try_emplace(name, std::vector<std::uint64_t>{0, array.count}).first;
        block.batch.inputs[name] = {array.type, array.data, offsets->second};
    }
    block.batch.params = job_.instance.params;
    block.batch.n = static_cast<std::int64_t>(job_.instance.n.value_or(0));
    block.batch.m = static_cast<std::int64_t>(job_.instance.m.value_or(0));
    if (scoring_ != nullptr) {
        add_scores(block, *scoring_);
    }
    const std::uint64_t counted = problems;
    if (!output_format_.both_strands) {
        VKALGO_CHECK(solve_once(block, with_solution));
    } else {
        VKALGO_CHECK(
            solve_both_strands(block, with_solution, [&](bool tracebacks) { return solve_once(block, tracebacks); }));
    }
    problems = counted + block.batch.count;
    return {};
}

Result<void> Solver::solve_once(SolvedBlock& block, bool with_solution) {
    dp::BatchOptions asked = options;
    asked.solution = with_solution;
    asked.cells = with_solution;  // Only printed solutions need cells
    if (repeat > 0) {
        asked.call.repeat = static_cast<int>(repeat);
        asked.call.warm_up = true;
    }
    const auto begin = std::chrono::steady_clock::now();
    auto solved = solve_(block.batch, asked);
    const double took = milliseconds_since(begin);
    if (!solved) {
        return named(solved.error(), block);
    }
    block.solution = std::move(*solved);
    const CallReport& report = block.solution.call;
    gpu_milliseconds.resize(std::max<std::size_t>(repeat, 1));
    if (report.gpu_milliseconds.size() == gpu_milliseconds.size()) {
        for (std::size_t k = 0; k < gpu_milliseconds.size(); ++k) {
            gpu_milliseconds[k] += report.gpu_milliseconds[k];
        }
    } else if (repeat > 0) {
        asked.call.repeat = 1;
        asked.call.warm_up = false;
        VKALGO_CHECK(time_again(block, asked));
    } else {
        gpu_milliseconds[0] += took;
    }
    call.upload_milliseconds += report.upload_milliseconds;
    call.download_milliseconds += report.download_milliseconds;
    call.device_bytes = std::max(call.device_bytes, report.device_bytes);
    call.scratch_bytes = std::max(call.scratch_bytes, report.scratch_bytes);
    call.spans = report.spans;
    method = block.solution.method;
    plan_summary = block.solution.plan_summary;
    table_cells += block.solution.table_cells;
    return {};
}

Result<void> BatchVerifier::look(const OutputFormat& output_format, const SolvedBlock& block, bool with_solution,
                                 bool is_kept, const std::stop_token& cancel) {
    constexpr double kSeconds = 20;  // The approximate limit of time for all blocks
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t count = block.batch.count;
    const std::uint64_t sample = std::min(count, kSample);
    std::uint64_t& compared = is_kept ? compared_kept_ : compared_;
    kept_ += is_kept ? count : 0;
    for (std::uint64_t k = 0; k < sample && difference_.empty(); ++k) {
        const double passed = seconds_ + milliseconds_since(begin) / 1000;
        if ((passed > kSeconds && compared > 0) || cancel.stop_requested()) {
            break;
        }
        // The sampled problems are spread evenly from the first to the last.
        const std::uint64_t p = sample == 1 ? 0 : k * (count - 1) / (sample - 1);
        VKALGO_TRY(const dp::Solution solution, block.solution.solution(recurrence_.header(), block.batch, p));
        const auto cells = solution.shape.size.cells();
        if (!cells || static_cast<double>(*cells) > kMaxCells) {
            continue;
        }
        dp::SolveOptions options;
        options.keep.solution = with_solution;
        VerifyWith with;
        with.cancel = cancel;
        VKALGO_TRY(Verification one, verify_solution(runner_, recurrence_, block.instance(p), solution, options, with));
        ++compared;
        if (!one.difference.empty()) {
            differs_at_ = problem_number(output_format, block, p);
            difference_ = fmt::format("problem {} ({}): {}", differs_at_ + 1, problem_name(output_format, block, p),
                                      one.difference);
        }
    }
    seconds_ += milliseconds_since(begin) / 1000;
    return {};
}

}  // namespace vkalgo::cli
