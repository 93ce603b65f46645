#include "cli/dp/alignment/letters.hpp"

namespace vkalgo::cli {

std::string alphabet_of(const dp::RecurrenceHeader& header, std::string_view input, const Scoring* scoring) {
    const bool is_scored = scoring != nullptr && (input == "x" || input == "y");
    return is_scored ? scoring->alphabet(Scoring::side_of(input)) : header.alphabet_of(input);
}

void leave_out_scores(dp::RecurrenceHeader& header) {
    for (dp::FilesDeclaration& files : header.files) {
        std::erase(files.inputs, "score");
        files.alphabet.clear();
    }
    std::erase_if(header.files, [](const dp::FilesDeclaration& files) { return files.inputs.empty(); });
}

dp::RecurrenceHeader letters_header(const dp::RecurrenceHeader& header) {
    dp::RecurrenceHeader plain = header;
    leave_out_scores(plain);
    std::erase_if(plain.inputs, [](const dp::InputDeclaration& input) { return input.name == "score"; });
    return plain;
}

}  // namespace vkalgo::cli
