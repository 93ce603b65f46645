#include "algorithms/dp/check.hpp"
#include "algorithms/dp/split_mix.hpp"

#include <algorithm>
#include <cstring>

namespace vkalgo::dp {
namespace {

/// Values 1 .. range: of many inputs (weights, dimensions, what is divided by) 0 is none.
InputArray random_input(ElementType type, std::uint64_t count, std::uint64_t range, SplitMix64& random) {
    InputArray array{type, count, std::vector<std::byte>(count * size_of(type))};
    for (std::uint64_t k = 0; k < count; ++k) {
        const std::uint64_t value = 1 + random.next() % range;
        std::byte* target = array.data.data() + k * size_of(type);
        if (type == ElementType::f32) {
            const auto real = static_cast<float>(value);
            std::memcpy(target, &real, sizeof real);
        } else if (type == ElementType::f64) {
            const auto real = static_cast<double>(value);
            std::memcpy(target, &real, sizeof real);
        } else {
            std::memcpy(target, &value, size_of(type));  // little-endian: the low bytes
        }
    }
    return array;
}

/// Some elements of another array.
InputArray drawn_from(const InputArray& other, std::uint64_t count, SplitMix64& random) {
    const std::size_t bytes = size_of(other.type);
    InputArray array{other.type, count, std::vector<std::byte>(count * bytes)};
    for (std::uint64_t k = 0; k < count; ++k) {
        std::memcpy(array.data.data() + k * bytes, other.data.data() + random.below(other.count) * bytes, bytes);
    }
    return array;
}

const InputArray* elements_of(const Instance* like, const InputDeclaration& input) {
    if (like == nullptr) {
        return nullptr;
    }
    const auto found = like->inputs.find(input.name);
    const bool has_some = found != like->inputs.end() && found->second.type == input.type && found->second.count != 0 &&
                          found->second.data.size() == found->second.count * size_of(input.type);
    return has_some ? &found->second : nullptr;
}

/// The first `count` elements.
InputArray first_of(const InputArray& array, std::uint64_t count) {
    const auto end = static_cast<std::ptrdiff_t>(count * size_of(array.type));
    return {array.type, count, std::vector<std::byte>(array.data.begin(), array.data.begin() + end)};
}

/// A prefix with at most `most` elements in each input of open length, and in n and m.
std::optional<InstancePrefix> cut_to(const RecurrenceHeader& header, const Instance& instance,
                                     const StageFunction& stage, std::int64_t most, bool cuts_params) {
    InstancePrefix prefix;
    prefix.instance.n = std::min(instance.n, most);
    prefix.instance.m = std::min(instance.m, most);
    prefix.is_whole = prefix.instance.n == instance.n && prefix.instance.m == instance.m;
    prefix.instance.params = instance.params;
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
    const auto shape = check_instance(header, prefix.instance, stage);
    if (!shape) {
        return std::nullopt;
    }
    prefix.shape = *shape;
    return prefix;
}

}  // namespace

bool forms_sizes(const RecurrenceHeader& header, const std::string& param) {
    std::vector<const Expression*> sizes{&header.rows, &header.columns};
    if (header.answer.kind == AnswerDeclaration::Kind::at) {
        for (const Expression& index : header.answer.place) {
            sizes.push_back(&index);
        }
    }
    for (const IndexDeclaration& index : header.indices) {
        sizes.push_back(&index.extent);
    }
    for (const InputDeclaration& input : header.inputs) {
        if (input.length) {
            sizes.push_back(&*input.length);
        }
    }
    return std::any_of(sizes.begin(), sizes.end(), [&](const Expression* size) {
        const std::vector<std::string> names = size->variables();
        return std::find(names.begin(), names.end(), param) != names.end();
    });
}

std::optional<InstancePrefix> prefix_of(const RecurrenceHeader& header, const Instance& instance,
                                        const StageFunction& stage, std::int64_t most_cells) {
    for (const bool cuts_params : {false, true}) {
        for (std::int64_t most = 24; most >= 3; most /= 2) {
            std::optional<InstancePrefix> prefix = cut_to(header, instance, stage, most, cuts_params);
            if (prefix && prefix->shape.size.cells().value_or(most_cells + 1) <= most_cells) {
                return prefix;
            }
        }
    }
    return std::nullopt;
}

Result<Instance> small_instance(const RecurrenceHeader& header, std::int64_t n, std::int64_t m, std::uint64_t range,
                                std::uint64_t seed, const Instance* like) {
    SplitMix64 random(seed);
    Instance instance;
    instance.n = n;
    instance.m = m;
    for (const ParamDeclaration& param : header.params) {
        if (param.fallback) {
            instance.params.emplace(param.name, *param.fallback);
        } else if (is_float(param.type)) {
            instance.params.emplace(param.name, static_cast<double>(random.next() % 1000) / 1000.0);
        } else {
            instance.params.emplace(param.name, static_cast<std::uint64_t>(m));
        }
    }
    bool first = true;
    for (const InputDeclaration& input : header.inputs) {
        std::int64_t length = first ? n : m;
        if (input.length) {
            VKALGO_TRY(length, input.length->evaluate(scope_of(header, instance)));
            if (length < 0) {
                return Error{ErrorCode::invalid_argument,
                             "input '" + input.name + "' would have " + std::to_string(length) + " elements",
                             input.name};
            }
        } else {
            first = false;
        }
        const InputArray* like_these = elements_of(like, input);
        const auto count = static_cast<std::uint64_t>(length);
        instance.inputs.emplace(input.name, like_these != nullptr ? drawn_from(*like_these, count, random)
                                                                  : random_input(input.type, count, range, random));
    }
    return instance;
}

}  // namespace vkalgo::dp
