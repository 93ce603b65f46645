#include "cli/dp/inputs.hpp"
#include "cli/dp/report.hpp"
#include "cli/dp/solution_kind.hpp"
#include "support/numbers.hpp"

namespace vkalgo::cli {
namespace {

/// Returns what the recurrence wrote to its outputs. Each line of the text has one array.
Result<SolutionShown> show_arrays(const Solved& solved) {
    SolutionShown shown;
    for (const dp::OutputDeclaration& output : solved.header.outputs) {
        const dp::InputArray& array = solved.solution.outputs.at(output.name);
        Json& values = shown.json[output.name] = Json::array();
        std::string text = output.name + ":";
        for (std::uint64_t k = 0; k < array.count; ++k) {
            const dp::Number value = dp::read_number(array.type, array.data.data() + k * size_of(array.type));
            values.push_back(number_json(value, array.type));
            text += ' ' + to_text(value, array.type);
        }
        shown.text = shown.text ? *shown.text + "\n" + text : text;
    }
    return shown;
}

}  // namespace

const SolutionKind& solution_kind_arrays();
const SolutionKind& solution_kind_arrays() {
    static const SolutionKind kind{
        .name = "arrays",
        .usage = "arrays",
        .of = SolutionKind::Of::outputs,
        .show = show_arrays,
    };
    return kind;
}

}  // namespace vkalgo::cli
