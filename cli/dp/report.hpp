#pragma once

#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/method/method.hpp"
#include "cli/answer.hpp"
#include "cli/dp/job.hpp"
#include "cli/reporter.hpp"
#include "engine/device_profile.hpp"

#include <string>

/// What `vkalgo dp` says, apart from running it.
namespace vkalgo::cli {

/// Rows and columns that --show prints at most.
inline constexpr std::int64_t kMaxShown = 64;

/// `dp --list`; `verbose` adds each problem's files, params and generator.
Answer list_problems(bool verbose);

/// The same, verbose, of one problem or file.
Answer list_problem(const dp::Recurrence& recurrence);

/// What a param is without a value of the user: its number, or the expression that gives it; empty: it needs one.
std::string default_text(const dp::ParamDeclaration& param);

/// How far cells are known to read: "-1 .. -1, any; at most max(weight) in j".
std::string known_reads_text(const dp::RecurrenceHeader& header);

/// The methods that run such a table on a device with everything that methods ask for. `params`: those that are given;
/// the others are what they are without a value.
std::vector<std::string> method_names(const dp::RecurrenceHeader& header, const dp::StageFunction& stage,
                                      const dp::Shape& shape, const dp::Params& params);

/// `dp --check FILE`: what is declared beside what was read on the instances that the request asks for.
Answer describe_check(const dp::RecurrenceHeader& header, const std::string& file, const dp::StageFunction& stage,
                      const dp::CheckReport& report, const InstanceRequest& request);

/// Errors: invalid_argument: a table that show_table() does not print.
Result<void> check_shown(const dp::RecurrenceHeader& header, const dp::Shape& shape);

/// A small table as text, rows and columns numbered; cells of the path stand in brackets, cells outside the domain are
/// dots.
std::string show_table(const dp::RecurrenceHeader& header, const dp::Solution& solution);

/// The same as JSON: rows of numbers, null outside the domain.
Json table_json(const dp::RecurrenceHeader& header, const dp::Solution& solution);

/// The kept table as a .npy file in C order, the user's orientation; cells of several fields are a structured array.
Result<Bytes> table_npy(const dp::RecurrenceHeader& header, const dp::Solution& solution, dp::Layout layout);

/// The steps of a traceback, whose decisions only its file knows, or the splits of its reduction: every cell
/// that takes part, and the k that its least or largest term has.
Json traceback_json(const dp::RecurrenceHeader& header, const dp::Solution& solution);
std::string traceback_text(const dp::RecurrenceHeader& header, const dp::Solution& solution);

/// A number of that type as JSON: integers stay integers, a float is as to_text() has it, an infinity or NaN its name
/// as a string.
Json number_json(const dp::Number& number, ElementType type);

/// A warning before `runs` runs that would keep a software device busy for a quarter of an hour or more, as any 10^12
/// cells do; empty for others. Its estimate is of a few processor cores.
std::string long_run_warning(const dp::RecurrenceHeader& header, const dp::Shape& shape, double run_seconds,
                             const DeviceProfile& profile, std::uint64_t runs);

/// Says on standard error what the checks of a file saw and no run finds: dp::Recurrence::warnings().
void warn_of_numbers(const Reporter& reporter, const dp::Recurrence& recurrence);

/// The plan in lines, for --verbose.
std::vector<std::string> plan_lines(const dp::RecurrenceHeader& header, const dp::SolvePlan& plan);

/// What finding the solution took, and who did it, for --verbose.
std::string recovery_line(const dp::RecurrenceHeader& header, const dp::Solution& solution, dp::Recover recover);

}  // namespace vkalgo::cli
