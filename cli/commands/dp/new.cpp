#include "cli/commands/dp/new.hpp"

#include "algorithms/dp/recurrence/header.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// The edit distance. It is short and shows what most recurrences need. @NAME@ and @FILE@ are filled in.
constexpr std::string_view kSkeleton =
    R"(// @NAME@: the fewest letters to insert, delete or replace to turn text x into text y.
// Change it line by line into your own recurrence, and after each change:
//
//     vkalgo dp --check @FILE@
//     vkalgo dp --recurrence @FILE@ --n 8 --show --verify
//
// The declarations. docs/recurrences.md explains every line.
//! problem  @NAME@
//! about    the fewest changes that turn one text into another
//
// The order in which cells are computed, and how far a cell reads. NOSE: diagonals from the upper left, so that cell
// (i, j) may read cells above it and left of it. local: a cell reads only its neighbours. --check says what would fit.
//! pattern  NOSE
//! class    local
//
// What a cell holds: i32, u32, i64, u64, f32 or f64, or several of them (cell i32 A, i32 B).
//! cell     u32
//
// What the table is computed from. x(k) reads element k of input x, from 0 on. The param `replace` is read by its name,
// and the option --replace of the command sets it.
//! input    x u8[]
//! input    y u8[]
//! param    replace u32 1
//
// The table: cell (i, j) is about the first i letters of x and the first j of y.
//! rows     len(x) + 1
//! columns  len(y) + 1
//
// The cells that base() computes. cell() computes all others.
//! base     first-row 1
//! base     first-column 1
//
// No value is larger than this: a run whose values might not fit the cell's type is refused.
//! bound    len(x) + len(y)
//
// The cell that is the answer: the last one, at(E, E), or the max or min of a border or of all cells.
//! answer   last

cell_t base(int i, int j) { return cell_t(i + j); }

cell_t cell(int i, int j) {
    const cell_t change = at(i - 1, j - 1) + (x(i - 1) == y(j - 1) ? cell_t(0) : cell_t(replace));
    return min(change, min(at(i - 1, j), at(i, j - 1)) + cell_t(1));
}

// For --solution: returns the earlier cell from which the value of cell (i, j) came, and a number of your own that says
// how. The traceback begins at the answer and ends in the base.
step_t step(int i, int j) {
    if (at(i, j) == at(i - 1, j) + cell_t(1)) return step_t(i - 1, j, 1u);  // 1: a letter of x is deleted
    if (at(i, j) == at(i, j - 1) + cell_t(1)) return step_t(i, j - 1, 2u);  // 2: a letter of y is inserted
    return step_t(i - 1, j - 1, 0u);                                        // 0: kept or replaced
}
)";

std::string filled(std::string_view text, std::string_view name, std::string_view file) {
    std::string made(text);
    const auto put = [&](std::string_view mark, std::string_view value) {
        for (std::size_t at = made.find(mark); at != std::string::npos; at = made.find(mark, at + value.size())) {
            made.replace(at, mark.size(), value);
        }
    };
    put("@NAME@", name);
    put("@FILE@", file);
    return made;
}

}  // namespace

Result<Answer> new_recurrence(const Session& session, const std::string& name, std::span<const std::string> files) {
    if (files.size() > 1) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("--new {} writes one FILE, but {} are given; leave out the others", name, files.size()),
            {}};
    }
    const std::string path = files.empty() ? name + ".glsl" : files.front();
    const std::string text = filled(kSkeleton, name, path);
    if (const auto header = dp::parse_header(text, path); !header) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format(
                "--new {}: the name of a problem has at most 64 small letters, digits, - and _; give another name",
                name),
            {}};
    }
    std::error_code unknown;
    if (path != "-" && std::filesystem::exists(std::filesystem::symlink_status(path, unknown))) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("--new {}: {} already exists and was not changed; give another FILE", name, path),
                     path};
    }
    VKALGO_CHECK(session.check_output("--new", path, {".glsl"}));
    Answer answer;
    answer.parameters = {{"new", name}};
    answer.result = {{"problem", name}, {"file", path}};
    answer.line("written", path);
    answer.line("next", fmt::format("vkalgo dp --check {}", path));
    answer.output(path, text);
    return answer;
}

}  // namespace vkalgo::cli
