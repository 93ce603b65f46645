// Checks the lines about files and solutions against the other lines.
#include "algorithms/dp/recurrence/header_check.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>

namespace vkalgo::dp {

Result<void> HeaderCheck::shown() const {
    VKALGO_CHECK(files());
    if (!header.solution) {
        return {};
    }
    const SolutionDeclaration& solution = *header.solution;
    if (solution.index) {
        std::vector<std::string_view> known{"i", "j", "decision"};
        for (const IndexDeclaration& index : header.indices) {
            known.push_back(index.name);
        }
        VKALGO_CHECK(expression(*solution.index, solution.line, std::move(known)));
    }
    if ((solution.index || solution.decision) && !header.has_step) {
        return error_at(
            file, solution.line,
            "the solution consists of the steps of a traceback, but there is no step(); write 'step_t step" +
                parameters_text(header.index_count()) + " { ... }'");
    }
    return {};
}

Result<void> HeaderCheck::files() const {
    if (header.files.empty()) {
        return {};
    }
    std::map<std::string_view, int> seen;
    for (const FilesDeclaration& one : header.files) {
        for (const std::string& name : one.inputs) {
            const auto [before, fresh] = seen.emplace(name, one.line);
            if (!fresh) {
                return error_at(file, one.line,
                                "the file of " + quoted(name) + " is already declared on line " +
                                    std::to_string(before->second) + "; name each input once");
            }
        }
    }
    // An input that no `files` line names has its own file, after the files of these lines.
    for (const InputDeclaration& input : header.inputs) {
        if (!seen.contains(input.name)) {
            FilesDeclaration own;
            own.kind =
                input.type == ElementType::u8 ? FilesDeclaration::Kind::letters : FilesDeclaration::Kind::numbers;
            own.inputs = {input.name};
            own.line = input.line;
            header.files.push_back(std::move(own));
        }
    }
    return {};
}

}  // namespace vkalgo::dp
