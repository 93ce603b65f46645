#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/job.hpp"
#include "cli/dp/solution_kind.hpp"
#include "compiler/assemble.hpp"
#include "compiler/cache.hpp"
#include "formats/source.hpp"
#include "support/names.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

Result<dp::Recurrence> builtin_recurrence(const std::string& name) {
    std::vector<std::string> names;
    for (const dp::CompiledRecurrence* each : dp::builtin_recurrences()) {
        if (each->header.problem == name) {
            if (!takes_scores(each->header)) {
                return dp::Recurrence::builtin(name);
            }
            dp::CompiledRecurrence own = *each;
            leave_out_scores(own.header);
            return dp::Recurrence::of(std::move(own));
        }
        names.push_back(each->header.problem);
    }
    return Error{
        ErrorCode::invalid_argument,
        fmt::format("unknown problem '{}'; {} (`vkalgo dp --list` shows all problems)", name, name_advice(name, names)),
        {}};
}

Result<dp::Recurrence> recurrence_from_file(const std::string& path) {
    constexpr std::uint64_t kMaxRecurrenceBytes = std::uint64_t{16} << 20;  // A recurrence is some hundred lines
    const auto bytes = read_file(path, {.unsized = kMaxRecurrenceBytes, .memory = kMaxRecurrenceBytes});
    if (!bytes) {
        const std::string message = fmt::format("'{}' has more than {}, too much for a recurrence file; check the path",
                                                path, format_limit(kMaxRecurrenceBytes));
        return bytes.error().code == ErrorCode::too_large ? Error{ErrorCode::invalid_argument, message, path}
                                                          : bytes.error();
    }
    VKALGO_TRY(dp::CompiledRecurrence read, compiler::read_recurrence(as_text(*bytes), path));
    VKALGO_CHECK(find_solution_kind(read.header, path));
    if (takes_scores(read.header)) {
        leave_out_scores(read.header);
    }
    return dp::Recurrence::of(std::move(read), [cache = compiler::SpirvCache(compiler::default_cache_folder())](
                                                   dp::CompiledRecurrence& recurrence, const std::string& module) {
        return compiler::assemble_module(recurrence, module, cache);
    });
}

Result<dp::Recurrence> named_recurrence(const std::string& name_or_path) {
    const std::vector<std::string> names = dp::Recurrence::builtin_names();
    if (std::find(names.begin(), names.end(), name_or_path) != names.end()) {
        return builtin_recurrence(name_or_path);
    }
    std::error_code failed;
    if (name_or_path.find_first_of("./") == std::string::npos && !std::filesystem::exists(name_or_path, failed)) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' is neither a problem nor a file; {} (`vkalgo dp --list` shows all problems)",
                                 name_or_path, name_advice(name_or_path, names)),
                     {}};
    }
    return recurrence_from_file(name_or_path);
}

bool uses_name(const dp::RecurrenceHeader& header, std::string_view name) {
    std::vector<const dp::Expression*> expressions{&header.rows, &header.columns};
    for (const dp::InputDeclaration& input : header.inputs) {
        if (input.length) {
            expressions.push_back(&*input.length);
        }
    }
    for (const dp::OutputDeclaration& output : header.outputs) {
        expressions.push_back(&output.length);
    }
    for (const dp::Expression& index : header.answer.indices) {
        expressions.push_back(&index);
    }
    for (const dp::IndexDeclaration& index : header.indices) {
        expressions.push_back(&index.extent);
    }
    if (header.bound) {
        expressions.push_back(&*header.bound);
    }
    for (const dp::ParamDeclaration& param : header.params) {
        for (const auto* end :
             {param.range ? &param.range->low : nullptr, param.range ? &param.range->high : nullptr}) {
            if (const auto* expression = end != nullptr ? std::get_if<dp::Expression>(end) : nullptr) {
                expressions.push_back(expression);
            }
        }
    }
    return std::any_of(expressions.begin(), expressions.end(), [&](const dp::Expression* expression) {
        const auto names = expression->variables();
        return std::find(names.begin(), names.end(), name) != names.end();
    });
}

}  // namespace vkalgo::cli
