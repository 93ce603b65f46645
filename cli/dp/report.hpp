#pragma once

#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/method/method.hpp"
#include "cli/answer.hpp"
#include "cli/dp/job.hpp"
#include "cli/reporter.hpp"
#include "engine/device_profile.hpp"

#include <string>

/// What `vkalgo dp` prints, apart from the results of a run.
namespace vkalgo::cli {

/// The most rows and columns that --show prints.
inline constexpr std::int64_t kMaxShown = 64;

/// Returns the answer of `dp --list`. `verbose` adds the details of each problem, such as its files, params and
/// methods, and the list of all methods.
Answer list_problems(bool verbose);

/// Returns the verbose list of one problem or file.
Answer list_problem(const dp::Recurrence& recurrence);

/// Returns the value that a param has if the user does not give it: a number or an expression. Empty if the user must
/// give it.
std::string default_text(const dp::ParamDeclaration& param);

/// Returns how far from itself a cell is known to read: "-1 .. -1, any; at most max(weight) in j".
std::string known_reads_text(const dp::RecurrenceHeader& header);

/// Returns the methods that can run a table of this shape in this order of stages, on a device with all features.
/// `params` are the params that are given; the other params have their defaults.
std::vector<std::string> method_names(const dp::RecurrenceHeader& header, const dp::StageFunction& stage,
                                      const dp::Shape& shape, const dp::Params& params);

/// Returns the answer of `dp --check FILE`: what is declared, and what the cells read in the instances of the check.
Answer describe_check(const dp::RecurrenceHeader& header, const std::string& file, const dp::StageFunction& stage,
                      const dp::CheckReport& report, const InstanceRequest& request);

/// Checks that show_table() can print the table. Errors: invalid_argument: it cannot.
Result<void> check_shown(const dp::RecurrenceHeader& header, const dp::Shape& shape);

/// Returns a small table as text, with numbered rows and columns. Cells of the path are in brackets, cells outside the
/// domain are dots.
std::string show_table(const dp::RecurrenceHeader& header, const dp::Solution& solution);

/// Returns a small table as JSON: rows of numbers, null outside the domain.
Json table_json(const dp::RecurrenceHeader& header, const dp::Solution& solution);

/// Returns the kept table as a .npy file, in the user's orientation: for the layout `rows` in C order, for `columns` in
/// Fortran order, for other layouts as an array of one dimension in the order of the layout. Cells of several fields
/// are a structured array.
Result<Bytes> table_npy(const dp::RecurrenceHeader& header, const dp::Solution& solution, dp::Layout layout);

/// Returns whether the last step of a traceback leads out of the table. The text and the JSON of the traceback then say
/// so.
bool leaves_table(const dp::RecurrenceHeader& header, const dp::Solution& solution);
/// Returns the steps of a traceback: each cell and its decision, which only the recurrence's file can explain. For a
/// `reduce` without step(), returns the splits: each cell that takes part, and the k of its least or largest term.
Json traceback_json(const dp::RecurrenceHeader& header, const dp::Solution& solution);
/// Returns what traceback_json() returns, as text.
std::string traceback_text(const dp::RecurrenceHeader& header, const dp::Solution& solution);

/// Returns a number of that type as JSON. Integers stay integers. A float is as in to_text(). An infinity or NaN
/// becomes a string with its name.
Json number_json(const dp::Number& number, ElementType type);

/// Returns a warning if `runs` runs, each predicted to take `run_seconds`, would keep a software device busy for 1,000
/// seconds or more; otherwise an empty text. The prediction is for a few CPU cores.
std::string long_run_warning(const dp::RecurrenceHeader& header, const dp::Shape& shape, double run_seconds,
                             const DeviceProfile& profile, std::uint64_t runs);

/// Prints on standard error the warnings that the checks of a file found and that no run finds:
/// dp::Recurrence::warnings().
void warn_of_numbers(const Reporter& reporter, const dp::Recurrence& recurrence);

/// Returns the plan in lines, for --verbose.
std::vector<std::string> plan_lines(const dp::RecurrenceHeader& header, const dp::SolvePlan& plan);

/// Returns a line about the time of the traceback and whether device or host ran it, for --verbose.
std::string recovery_line(const dp::RecurrenceHeader& header, const dp::Solution& solution, dp::Recover recover);

}  // namespace vkalgo::cli
