#include "cli/dp/job.hpp"
#include "cli/formats/source.hpp"
#include "cli/names.hpp"
#include "compiler/assemble.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::cli {

const ProblemIo* find_problem_io(std::string_view name) {
    for (const ProblemIo* io : problem_ios()) {
        if (io->name == name) {
            return io;
        }
    }
    return nullptr;
}

std::string ProblemIo::files_text() const {
    return file_count == 0 ? std::string(files) : fmt::format("{}: {}", files, formats_help(want));
}

Result<Recurrence> builtin_recurrence(const std::string& name) {
    std::vector<std::string> names;
    for (const dp::CompiledRecurrence* each : dp::builtin_recurrences()) {
        if (each->header.problem == name) {
            Recurrence recurrence;
            recurrence.compiled = *each;
            recurrence.problem = dp::find_problem(name);
            recurrence.io = find_problem_io(name);
            return recurrence;
        }
        names.push_back(each->header.problem);
    }
    return Error{
        ErrorCode::invalid_argument,
        fmt::format("unknown problem '{}'; {} (`vkalgo dp --list` shows them all)", name, name_advice(name, names)),
        {}};
}

Result<Recurrence> recurrence_from_file(const std::string& path) {
    constexpr std::uint64_t kMostText = std::uint64_t{16} << 20;  // a recurrence is some hundred lines
    const auto bytes = read_file(path, {.unsized = kMostText, .memory = kMostText});
    if (!bytes) {
        const std::string message =
            fmt::format("'{}' has more than 16 MiB, and a recurrence has some hundred lines; check the path", path);
        return bytes.error().code == ErrorCode::too_large ? Error{ErrorCode::invalid_argument, message, path}
                                                          : bytes.error();
    }
    Recurrence recurrence;
    VKALGO_TRY(recurrence.compiled, compiler::read_recurrence(as_text(*bytes), path));
    return recurrence;
}

dp::CompileModule module_compiler() {
    return [](dp::CompiledRecurrence& recurrence, const std::string& module) {
        return compiler::assemble_module(recurrence, module);
    };
}

bool uses_name(const dp::RecurrenceHeader& header, std::string_view name) {
    std::vector<const dp::Expression*> expressions{&header.rows, &header.columns};
    for (const dp::InputDeclaration& input : header.inputs) {
        if (input.length) {
            expressions.push_back(&*input.length);
        }
    }
    for (const auto* optional : {&header.answer.row, &header.answer.column, &header.bound}) {
        if (*optional) {
            expressions.push_back(&**optional);
        }
    }
    return std::any_of(expressions.begin(), expressions.end(), [&](const dp::Expression* expression) {
        const auto names = expression->variables();
        return std::find(names.begin(), names.end(), name) != names.end();
    });
}

}  // namespace vkalgo::cli
