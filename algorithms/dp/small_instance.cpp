#include "algorithms/dp/check.hpp"
#include "algorithms/dp/split_mix.hpp"

#include <cstring>

namespace vkalgo::dp {
namespace {

InputArray random_input(ElementType type, std::uint64_t count, std::uint64_t range, SplitMix64& random) {
    InputArray array{type, count, std::vector<std::byte>(count * size_of(type))};
    for (std::uint64_t k = 0; k < count; ++k) {
        const std::uint64_t value = random.next() % range;
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

}  // namespace

Result<Instance> small_instance(const RecurrenceHeader& header, std::int64_t n, std::int64_t m, std::uint64_t range,
                                std::uint64_t seed) {
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
        instance.inputs.emplace(input.name,
                                random_input(input.type, static_cast<std::uint64_t>(length), range, random));
    }
    return instance;
}

}  // namespace vkalgo::dp
