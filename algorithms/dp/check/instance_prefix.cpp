// Cuts the beginning of an instance, for the check.
#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/instance/checked_instance.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

/// Returns the first `count` elements.
InputArray first_of(const InputArray& array, std::uint64_t count) {
    const auto end = static_cast<std::ptrdiff_t>(count * size_of(array.type));
    return {array.type, count, std::vector<std::byte>(array.data.begin(), array.data.begin() + end)};
}

/// Returns a prefix with at most `most` elements in each input without a declared length, and with n and m of at most
/// `most`. `cuts_params`: params that form sizes are at most `most` too.
std::optional<InstancePrefix> cut_to(const RecurrenceHeader& header, const Instance& instance,
                                     const StageFunction& stage, std::int64_t most, bool cuts_params) {
    InstancePrefix prefix;
    prefix.instance.n = std::min(instance.n, most);
    prefix.instance.m = std::min(instance.m, most);
    prefix.is_whole = prefix.instance.n == instance.n && prefix.instance.m == instance.m;
    const auto params = params_of(header, instance);
    prefix.instance.params = params ? *params : instance.params;
    for (auto& [name, value] : prefix.instance.params) {
        if (cuts_params && forms_sizes(header, name)) {
            const bool large =
                std::visit([&](auto number) { return static_cast<double>(number) > static_cast<double>(most); }, value);
            if (large) {
                value = static_cast<std::uint64_t>(most);
                prefix.is_whole = false;
            }
        }
    }
    for (const InputDeclaration& input : header.inputs) {
        const auto found = instance.inputs.find(input.name);
        if (found == instance.inputs.end()) {
            return std::nullopt;
        }
        const auto count = static_cast<std::int64_t>(found->second.count);
        std::int64_t length = std::min(count, most);
        if (input.length) {
            const auto declared = input.length->evaluate(scope_of(header, prefix.instance));
            if (!declared || *declared < 0 || *declared > count) {
                return std::nullopt;
            }
            length = *declared;
        }
        prefix.cut_inputs.push_back(length < count);
        prefix.is_whole = prefix.is_whole && length == count;
        prefix.instance.inputs.emplace(input.name, first_of(found->second, static_cast<std::uint64_t>(length)));
    }
    if (bring_params_into_ranges(header, prefix.instance)) {
        prefix.is_whole = false;
    }
    const auto shape = check_instance(header, prefix.instance, stage);
    if (!shape) {
        return std::nullopt;
    }
    prefix.shape = *shape;
    return prefix;
}

}  // namespace

std::optional<InstancePrefix> prefix_of(const RecurrenceHeader& header, const Instance& instance,
                                        const StageFunction& stage, std::int64_t most_elements,
                                        std::int64_t most_cells) {
    for (const bool cuts_params : {false, true}) {
        for (std::int64_t most = most_elements; most >= 3; most /= 2) {
            std::optional<InstancePrefix> prefix = cut_to(header, instance, stage, most, cuts_params);
            if (prefix && prefix->shape.size.cells().value_or(most_cells + 1) <= most_cells) {
                return prefix;
            }
        }
    }
    return std::nullopt;
}

}  // namespace vkalgo::dp
