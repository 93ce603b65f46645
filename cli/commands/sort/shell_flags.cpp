#include "cli/commands/sort/shell_flags.hpp"

#include "algorithms/sort/shell_plan.hpp"
#include "formats/bytes.hpp"
#include "formats/number_text.hpp"
#include "formats/source.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kMaxThreads = std::numeric_limits<std::uint32_t>::max();

Error bad(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

std::vector<std::string_view> methods_that_heed(SortOptions sort, std::string_view field) {
    std::vector<std::string_view> methods = sort_method_names();
    std::erase_if(methods, [&](std::string_view method) {
        sort.method = method;
        return !vkalgo::check_heeded(sort, field);
    });
    return methods;
}

Result<void> check_heeded(bool given, const char* option, const SortOptions& sort, std::string_view field) {
    const auto heeded = given ? vkalgo::check_heeded(sort, field) : Result<void>{};
    if (heeded) {
        return {};
    }
    const auto methods = methods_that_heed(sort, field);
    if (sort.method == "auto" && !methods.empty()) {
        return bad(
            fmt::format("{} applies only to the methods {}; choose one by --method", option, fmt::join(methods, ", ")));
    }
    return bad(fmt::format("{}: {}", option, heeded.error().message));
}

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

void ShellFlags::declare(Options& options) {
    const auto names = shell_increment_names();
    options.value(
        "--increments", "NAME|FILE",
        fmt::format("for shell-...: {}, or a file with one increment per line, descending to 1 (default sedgewick)",
                    fmt::join(names, ", ")),
        [this](const std::string& text) -> Result<void> {
            increments_ = text;
            increments_given_ = true;
            return {};
        });
    options.suggest({names.begin(), names.end()});
    options.size("--max-threads", max_threads_, "for shell-b to shell-f: the most threads per class (default 512)", 1,
                 kMaxThreads);
    options.size("--min-elements", min_elements_,
                 "for shell-b to shell-f: the keys that a thread should have at least; see --runs (default 1)", 1,
                 kMaxThreads);
    options.choice(
        "--runs", runs_, {"text", "table"},
        "for shell-b to shell-f: how the keys of a class are divided among threads, for a class of c keys out of n, "
        "--min-elements MIN and --max-threads MAX. text: among ceil(c / MIN) threads, but at most MAX; table: "
        "max(MIN, floor(n / MAX) + 1) keys per thread (default text)");
}

Result<ShellOptions> ShellFlags::options(const SortOptions& sort, std::span<const std::string> inputs) const {
    VKALGO_CHECK(check_heeded(increments_given_, "--increments", sort, "increments"));
    VKALGO_CHECK(check_heeded(max_threads_.has_value(), "--max-threads", sort, "max_threads"));
    VKALGO_CHECK(check_heeded(min_elements_.has_value(), "--min-elements", sort, "max_threads"));
    VKALGO_CHECK(check_heeded(runs_.has_value(), "--runs", sort, "max_threads"));
    ShellOptions shell;
    shell.max_threads = static_cast<std::uint32_t>(max_threads_.value_or(shell.max_threads));
    shell.min_elements = static_cast<std::uint32_t>(min_elements_.value_or(shell.min_elements));
    shell.runs = runs_ == "table" ? ShellRuns::table : ShellRuns::text;
    const auto names = shell_increment_names();
    if (std::find(names.begin(), names.end(), increments_) != names.end()) {
        shell.increments = increments_;
        return shell;
    }
    if (increments_ == "-" && std::find(inputs.begin(), inputs.end(), "-") != inputs.end()) {
        return bad("--increments and INPUT both read standard input; give one of them as a file");
    }
    std::error_code ignored;
    if (increments_ != "-" && !std::filesystem::exists(increments_, ignored)) {
        return bad(fmt::format("--increments: '{}' is neither a sequence nor a file; choose one of {}, or give a file",
                               increments_, fmt::join(names, ", ")));
    }
    VKALGO_TRY(const Bytes bytes, read_file(increments_));
    VKALGO_TRY(shell.own_increments, parse_increments(as_text(bytes), input_name(increments_)));
    return shell;
}

void ShellFlags::describe(const SortMethod& method, const ShellOptions& shell, Json& parameters) const {
    if (method.takes_increments) {
        parameters["increments"] = increments_;
    }
    if (method.takes_runs) {
        parameters["max_threads"] = shell.max_threads;
        parameters["min_elements"] = shell.min_elements;
        parameters["runs"] = shell.runs == ShellRuns::text ? "text" : "table";
    }
}

Result<std::vector<std::uint64_t>> parse_increments(std::string_view text, const std::string& name) {
    std::vector<std::uint64_t> increments;
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (is_blank(line)) {
            continue;
        }
        const auto wrong = [&](const std::string& what) {
            return bad(fmt::format("{}: line {}: {}", name, number, what));
        };
        std::uint64_t increment = 0;
        const std::string reason =
            store_number(without_blanks(line, " \t\r"), ElementType::u64, reinterpret_cast<std::byte*>(&increment));
        if (!reason.empty()) {
            return wrong(reason);
        }
        if (increment == 0) {
            return wrong("an increment of 0 compares a key with itself; give increments of at least 1");
        }
        if (!increments.empty() && increment >= increments.back()) {
            return wrong(
                fmt::format("{} comes after {}; give increments in descending order", increment, increments.back()));
        }
        increments.push_back(increment);
    }
    if (increments.empty()) {
        return bad(fmt::format("{} has no increment; give one per line, descending to 1", name));
    }
    if (increments.back() != 1) {
        return bad(fmt::format("{}: the last increment is {}; it must be 1, so that neighbouring keys are compared",
                               name, increments.back()));
    }
    return increments;
}

}  // namespace vkalgo::cli
