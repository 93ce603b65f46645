#include "algorithms/dp/check/check_instances.hpp"

#include "algorithms/dp/instance/random_instance.hpp"

#include <algorithm>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Returns whether the values of a random instance are made up. This is false for a recurrence without inputs whose
/// params are known.
bool makes_values_up(const RecurrenceHeader& header, const CheckOptions& options) {
    const bool open_param = std::any_of(header.params.begin(), header.params.end(), [&](const ParamDeclaration& param) {
        return !param.fallback && (!options.params.contains(param.name) || forms_sizes(header, param.name));
    });
    return !header.inputs.empty() || open_param;
}

}  // namespace

Result<Small> small_of(const RecurrenceHeader& header, const StageFunction& stage, const CheckOptions& options,
                       const Trial& trial) {
    Small small;
    GeneratorOptions generator{
        .n = trial.n, .m = trial.m, .seed = trial.seed, .most = trial.range, .like = options.instance};
    for (const auto& [name, value] : options.params) {
        if (!forms_sizes(header, name)) {
            generator.params.emplace(name, value);
        }
    }
    VKALGO_TRY(small.instance, random_instance(header, generator));
    VKALGO_TRY(small.shape, check_instance(header, small.instance, stage));
    small.made_up = options.instance != nullptr || makes_values_up(header, options);
    return small;
}

Small small_of(InstancePrefix prefix, bool is_first) {
    return {.instance = std::move(prefix.instance),
            .shape = prefix.shape,
            .cut_inputs = std::move(prefix.cut_inputs),
            .source = prefix.is_whole ? CheckedGraph::Source::whole : CheckedGraph::Source::beginning,
            .is_first = is_first && !prefix.is_whole};
}

}  // namespace vkalgo::dp
