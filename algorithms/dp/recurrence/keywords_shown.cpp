// Reads the lines about what people see: names, files, the answer and its solution.
#include "algorithms/dp/recurrence/line_reader.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <set>

namespace vkalgo::dp {

Result<void> LineReader::problem() {
    const bool good =
        !line.value.empty() && line.value.size() <= 64 && std::all_of(line.value.begin(), line.value.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        });
    if (!good) {
        return error(
            "the name of a problem has at most 64 small letters, digits, - and _; write, for example, matrix-chain");
    }
    header.problem = line.value;
    return {};
}

Result<void> LineReader::about() {
    header.about = line.value;
    return {};
}

Result<void> LineReader::order() {
    header.order = line.value;
    return {};
}

Result<void> LineReader::label() {
    constexpr std::size_t kLongest = 40;
    if (line.value.size() > kLongest) {
        return error("the label takes more than " + std::to_string(kLongest) + " bytes; write one or two words");
    }
    header.label = line.value;
    return {};
}

Result<void> LineReader::overflow() {
    header.overflow = line.value;
    return {};
}

// Reads "KIND NAME, NAME [as LETTERS] [: TEXT]".
Result<void> LineReader::files() {
    FilesDeclaration files;
    files.line = line.line;
    const std::size_t colon = std::min(line.value.find(':'), line.value.size());
    files.about = std::string(trim(std::string_view(line.value).substr(std::min(colon + 1, line.value.size()))));
    std::string_view rest = std::string_view(line.value).substr(0, colon);
    const std::string_view kind = take_word(rest);
    const auto found = std::find(kFilesKindNames.begin(), kFilesKindNames.end(), kind);
    if (found == kFilesKindNames.end()) {
        return unknown("kind of files", kind, kFilesKindNames);
    }
    files.kind = static_cast<FilesDeclaration::Kind>(found - kFilesKindNames.begin());
    if (const std::size_t as = rest.find(" as "); as != std::string_view::npos) {
        files.alphabet = std::string(trim(rest.substr(as + 4)));
        rest = rest.substr(0, as);
    }
    for (bool more = true; more;) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        VKALGO_TRY(const InputDeclaration* const input, declared_input(trim(rest.substr(0, comma))));
        more = comma < rest.size();
        rest = rest.substr(std::min(comma + 1, rest.size()));
        if (files.kind == FilesDeclaration::Kind::letters && input->type != ElementType::u8) {
            return error(quoted(input->name) + " holds " + std::string(to_string(input->type)) +
                         ", but letters are u8; write 'files numbers " + input->name + "'");
        }
        files.inputs.push_back(input->name);
    }
    VKALGO_CHECK(check_alphabet(files));
    header.files.push_back(std::move(files));
    return {};
}

Result<void> LineReader::check_alphabet(const FilesDeclaration& files) const {
    if (files.alphabet.empty()) {
        return {};
    }
    if (files.kind != FilesDeclaration::Kind::letters) {
        return error("'as' needs letters; write, for example, 'files letters x as ACGT'");
    }
    const std::set<char> letters(files.alphabet.begin(), files.alphabet.end());
    if (letters.size() != files.alphabet.size() || letters.contains(' ') || letters.contains('\t')) {
        return error("write different letters after 'as', as in 'as ACGT': each letter stands for its index, from 0");
    }
    return {};
}

// Reads "KIND [INPUT(INDEX) | INDEX] [where decision D] [sum INPUT] [as TEXT]".
Result<void> LineReader::solution() {
    SolutionDeclaration solution;
    solution.line = line.line;
    std::string_view rest = line.value;
    solution.kind = std::string(take_word(rest));
    // The parts are cut off the end of the line, the last one first.
    const auto cut = [&](std::string_view word) {
        const std::string padded = " " + std::string(rest);
        const std::size_t at = padded.rfind(" " + std::string(word) + " ");
        if (at == std::string::npos) {
            return std::string_view{};
        }
        const std::string_view part = trim(rest.substr(at + word.size() + 1));
        rest = trim(rest.substr(0, at));
        return part;
    };
    solution.text = std::string(cut("as"));
    if (const std::string_view sum = cut("sum"); !sum.empty()) {
        VKALGO_TRY(const InputDeclaration* const input, declared_input(sum));
        if (is_float(input->type)) {
            return error("'sum' adds whole numbers, but " + quoted(sum) + " holds " +
                         std::string(to_string(input->type)) + "; leave 'sum' out");
        }
        solution.sum = std::string(sum);
    }
    if (std::string_view where = cut("where"); !where.empty()) {
        solution.decision = take_word(where) == "decision" ? read_number_text<std::uint32_t>(where) : std::nullopt;
        if (!solution.decision) {
            return error("write 'where decision NUMBER', where NUMBER is a decision of step()");
        }
    }
    const std::size_t open = rest.find('(');
    const auto input = rest.ends_with(")") ? declared_input(trim(rest.substr(0, open))) : error({});
    if (input) {
        solution.input = (*input)->name;
        rest = rest.substr(open + 1, rest.size() - open - 2);
    }
    if (!rest.empty()) {
        VKALGO_TRY(solution.index, expression(rest));
    }
    header.solution = std::move(solution);
    return {};
}

}  // namespace vkalgo::dp
