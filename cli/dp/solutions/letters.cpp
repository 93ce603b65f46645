#include "cli/dp/solution_kind.hpp"

namespace vkalgo::cli {
namespace {

/// Returns the letters of an input at the indices that the solution line gives for the steps.
Result<SolutionShown> show_letters(const Solved& solved) {
    VKALGO_TRY(const std::vector<std::int64_t> indices, kept_indices(solved, solved.declaration.input));
    const dp::InputArray& input = solved.instance.inputs.at(solved.declaration.input);
    const std::string alphabet = solved.header.alphabet_of(solved.declaration.input);
    std::string letters;
    for (const std::int64_t index : indices) {
        const auto value = static_cast<std::size_t>(input.integer(static_cast<std::uint64_t>(index)));
        letters += value < alphabet.size() ? alphabet[value] : static_cast<char>(value);
    }
    return SolutionShown{text_json(letters), letters};
}

}  // namespace

const SolutionKind& solution_kind_letters();
const SolutionKind& solution_kind_letters() {
    static const SolutionKind kind{
        .name = "letters",
        .usage = "letters x(i - 1) where decision 0",
        .required = SolutionKind::kInput | SolutionKind::kIndex,
        .allowed = SolutionKind::kInput | SolutionKind::kIndex | SolutionKind::kDecision,
        .show = show_letters,
    };
    return kind;
}

}  // namespace vkalgo::cli
