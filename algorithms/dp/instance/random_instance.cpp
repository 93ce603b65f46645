#include "algorithms/dp/instance/random_instance.hpp"

#include "algorithms/dp/instance/drawn_inputs.hpp"
#include "algorithms/split_mix.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <variant>
#include <vector>

namespace vkalgo::dp {
namespace {

constexpr WholeRange kWholeNumbers{0, 99};

/// The range of whole numbers that the values of an input are drawn from. If `letters` is not empty, letters are drawn,
/// and the range is that of their indices in `letters`.
struct WholeDraw {
    WholeRange range;
    std::string_view letters;
};

/// Returns the values of a range that are at most `most` away from 0. If there are none, returns the `most` + 1 values
/// that are nearest to 0, or the whole range if it has fewer values.
WholeRange about_zero(WholeRange range, std::uint64_t most) {
    const auto reach = static_cast<std::int64_t>(std::min<std::uint64_t>(most, 1U << 30));
    if (range.low <= reach && range.high >= -reach) {
        return {std::max(range.low, -reach), std::min(range.high, reach)};
    }
    return range.low > 0 ? WholeRange{range.low, std::min(range.high - reach, range.low) + reach}
                         : WholeRange{std::max(range.low + reach, range.high) - reach, range.high};
}

Error none_in_range(const InputDeclaration& input, const std::string& drawn) {
    return Error{ErrorCode::invalid_argument,
                 "random values of input '" + input.name + "' are drawn from " + drawn +
                     ", and none of these lies in its range " + input.range->text,
                 input.name};
}

/// Cuts the range of a `random` line to the range that the input declares. Errors: invalid_argument: nothing is left of
/// a range that was not empty.
Result<void> keep_declared(const InputDeclaration& input, const Expression::Scope& scope, WholeRange& drawn) {
    if (!input.range || !input.random || !input.random->range) {
        return {};
    }
    VKALGO_TRY(const std::int64_t low, std::get<Expression>(input.range->low).evaluate(scope));
    VKALGO_TRY(const std::int64_t high, std::get<Expression>(input.range->high).evaluate(scope));
    const WholeRange asked = drawn;
    drawn = {std::max(drawn.low, low), std::min(drawn.high, high)};
    if (drawn.low > drawn.high && asked.low <= asked.high) {
        return none_in_range(input, std::to_string(asked.low) + " .. " + std::to_string(asked.high));
    }
    return {};
}

/// Returns whether the range that the input declares depends on elements of inputs.
bool declared_reads(const InputDeclaration& input) {
    const auto reads = [](const std::variant<Expression, double>& end) {
        const auto* expression = std::get_if<Expression>(&end);
        return expression != nullptr && !expression->inputs_read().empty();
    };
    return input.range && (reads(input.range->low) || reads(input.range->high));
}

/// Returns the range or letters that an input of whole numbers is drawn from. `outlined`: the instance has no values
/// yet.
Result<WholeDraw> whole_draw(const InputDeclaration& input, const Expression::Scope& scope, std::uint64_t most,
                             bool outlined) {
    WholeDraw draw{kWholeNumbers, drawn_letters(input, most)};
    if (!draw.letters.empty()) {
        draw.range = {0, static_cast<std::int64_t>(draw.letters.size()) - 1};
        return draw;
    }
    if (const InputRange* range = drawn_range(input)) {
        VKALGO_TRY(draw.range.low, std::get<Expression>(range->low).evaluate(scope));
        VKALGO_TRY(draw.range.high, std::get<Expression>(range->high).evaluate(scope));
        if (!outlined || !declared_reads(input)) {
            VKALGO_CHECK(keep_declared(input, scope, draw.range));
        }
    } else if (most != 0) {
        draw.range = {1, static_cast<std::int64_t>(std::min<std::uint64_t>(most, INT64_MAX))};
        while (!holds(input.type, draw.range.high)) {
            draw.range.high /= 2;
        }
    }
    const auto refuse = [&](const char* why) {
        return Error{ErrorCode::invalid_argument,
                     "random values of input '" + input.name + "' are drawn from " + std::to_string(draw.range.low) +
                         " .. " + std::to_string(draw.range.high) + ", which " + why,
                     input.name};
    };
    if (draw.range.low > draw.range.high) {
        return refuse("is an empty range");
    }
    if (!holds(input.type, draw.range.low) || !holds(input.type, draw.range.high)) {
        return refuse("does not fit the input's type");
    }
    if (most != 0 && drawn_range(input) != nullptr) {
        draw.range = about_zero(draw.range, most);
    }
    return draw;
}

template <class T>
void put(InputArray& array, std::uint64_t k, T value) {
    std::memcpy(array.data.data() + k * sizeof value, &value, sizeof value);
}

/// Sorts in place, since an instance may fill most of the memory.
void sort_elements(InputArray& array) {
    with_type(array.type, [&](auto zero) {
        auto* first = reinterpret_cast<decltype(zero)*>(array.data.data());  // `new` aligns the bytes for any number
        std::sort(first, first + array.count);
    });
}

void draw_whole(InputArray& array, const WholeDraw& draw, SplitMix64& random) {
    const std::uint64_t span =
        static_cast<std::uint64_t>(draw.range.high) - static_cast<std::uint64_t>(draw.range.low) + 1;
    const std::uint32_t bytes = size_of(array.type);
    for (std::uint64_t k = 0; k < array.count; ++k) {
        // A span of 0 stands for all 2^64 values, since the number 2^64 wraps to 0.
        const std::uint64_t above = span == 0 ? random.next() : random.below(span);
        auto value = static_cast<std::int64_t>(static_cast<std::uint64_t>(draw.range.low) + above);
        value = draw.letters.empty() ? value : draw.letters[static_cast<std::size_t>(value)];
        std::memcpy(array.data.data() + k * bytes, &value, bytes);  // The host is little-endian: the low bytes
    }
}

struct RealRange {
    double low = 0, high = 1;
};

/// Returns the range that an input of real numbers is drawn from.
Result<RealRange> real_draw(const InputDeclaration& input) {
    RealRange drawn;
    const InputRange* range = drawn_range(input);
    if (range != nullptr) {
        drawn = {std::get<double>(range->low), std::get<double>(range->high)};
    }
    if (input.range) {
        const RealRange asked = drawn;
        drawn = {std::max(asked.low, std::get<double>(input.range->low)),
                 std::min(asked.high, std::get<double>(input.range->high))};
        if (drawn.low > drawn.high) {
            return none_in_range(input, range != nullptr ? range->text : "0 .. 1");
        }
    }
    return drawn;
}

/// Fills `array` with random numbers of `drawn`. If `most` is not 0 and nothing declares a range, they are whole
/// numbers of 1 .. most.
void draw_real(InputArray& array, const InputDeclaration& input, RealRange drawn, SplitMix64& random,
               std::uint64_t most) {
    const InputRange* range = drawn_range(input);
    for (std::uint64_t k = 0; k < array.count; ++k) {
        double value = 0;
        if (most != 0 && range == nullptr) {
            value = static_cast<double>(1 + random.below(most));
        } else {
            const double fraction = array.type == ElementType::f64 ? static_cast<double>(random.next() >> 11) * 0x1p-53
                                                                   : static_cast<double>(random.next() >> 40) * 0x1p-24;
            value = drawn.low + (drawn.high - drawn.low) * fraction;
        }
        if (array.type == ElementType::f64) {
            put(array, k, value);
        } else {
            put(array, k, static_cast<float>(value));
        }
    }
}

/// Returns the elements that another instance has for an input. Null if it has none, or if they have another type than
/// the input.
const InputArray* elements_of(const Instance* like, const InputDeclaration& input) {
    if (like == nullptr) {
        return nullptr;
    }
    const auto found = like->inputs.find(input.name);
    const bool has_some = found != like->inputs.end() && found->second.type == input.type && found->second.count != 0 &&
                          found->second.data.size() == found->second.count * size_of(input.type);
    return has_some ? &found->second : nullptr;
}

/// Fills `array` with elements of another array, drawn at random.
void draw_from(const InputArray& other, InputArray& array, SplitMix64& random) {
    const std::size_t bytes = size_of(other.type);
    for (std::uint64_t k = 0; k < array.count; ++k) {
        std::memcpy(array.data.data() + k * bytes, other.data.data() + random.below(other.count) * bytes, bytes);
    }
}

/// A generator of the inputs. It makes each input after the inputs on which its length and its values depend.
class Generator {
public:
    Generator(const RecurrenceHeader& header, const GeneratorOptions& options, bool draws)
        : header_(header),
          options_(options),
          draws_(draws),
          scope_(scope_of(header, instance_)),
          has_values_(header.inputs.size(), false) {
        instance_.n = options.n;
        instance_.m = options.m;
        instance_.params = options.params;
        if (options.most != 0) {
            make_params_up();
            bring_params_into_ranges(header, instance_);
        }
        if (!draws) {
            scope_.function = [this](std::string_view function, std::string_view name) {
                return least(function, name);
            };
        }
        SplitMix64 streams(options.seed);
        std::uint64_t seed = options.seed;
        bool open_seen = false;
        for (const InputDeclaration& input : header.inputs) {
            seeds_.push_back(seed);
            seed = streams.next();
            sizes_.push_back(open_seen ? options.m : options.n);
            open_seen = open_seen || drawn_length(input) == nullptr;
        }
    }
    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;

    Result<Instance> make() {
        for (std::size_t k = 0; k < header_.inputs.size(); ++k) {
            VKALGO_CHECK(add_values(k));
        }
        for (const ParamDeclaration& param : header_.params) {
            if (param.derived && !instance_.params.contains(param.name)) {
                VKALGO_TRY(const Number value, derived_default(param, scope_));
                instance_.params.emplace(param.name, value);
            }
        }
        if (options_.most != 0) {
            bring_params_into_ranges(header_, instance_);
        }
        return std::move(instance_);
    }

private:
    /// Makes up values for params without a value and without a default, since a check needs a value for every param.
    void make_params_up() {
        SplitMix64 random(~options_.seed);
        for (const ParamDeclaration& param : header_.params) {
            if (!param.fallback && !param.derived && !instance_.params.contains(param.name)) {
                double real = static_cast<double>(random.below(1000)) / 1000.0;
                if (const double* low = param.range ? std::get_if<double>(&param.range->low) : nullptr) {
                    real = *low + (std::get<double>(param.range->high) - *low) * real;
                }
                instance_.params.emplace(param.name, is_float(param.type) ? Number(real) : Number(instance_.m));
            }
        }
    }

    std::size_t index_of(std::string_view name) const {
        const auto found = std::find_if(header_.inputs.begin(), header_.inputs.end(),
                                        [&](const InputDeclaration& input) { return input.name == name; });
        return static_cast<std::size_t>(found - header_.inputs.begin());
    }

    /// Adds the lengths and values that the expression reads.
    Result<void> add_needs(const Expression& expression) {
        for (const std::string& name : expression.inputs()) {
            VKALGO_CHECK(add_length(index_of(name)));
        }
        for (const std::string& name : expression.inputs_read()) {
            VKALGO_CHECK(add_values(index_of(name)));
        }
        return {};
    }

    Result<void> add_length(std::size_t k) {
        const InputDeclaration& input = header_.inputs[k];
        if (instance_.inputs.contains(input.name)) {
            return {};
        }
        std::int64_t length = sizes_[k];
        if (const Expression* said = drawn_length(input)) {
            VKALGO_CHECK(add_needs(*said));
            VKALGO_TRY(length, said->evaluate(scope_));
        }
        if (length < 0) {
            return Error{ErrorCode::invalid_argument,
                         "input '" + input.name + "' would have " + std::to_string(length) + " elements", input.name};
        }
        instance_.inputs.emplace(input.name, InputArray{input.type, static_cast<std::uint64_t>(length), {}});
        return {};
    }

    /// Adds the values of input k. For an outline, which has no values, adds only the lengths on which the range of
    /// these values depends.
    Result<void> add_values(std::size_t k) {
        if (has_values_[k]) {
            return {};
        }
        has_values_[k] = true;
        VKALGO_CHECK(add_length(k));
        const InputDeclaration& input = header_.inputs[k];
        for (const InputRange* range : {drawn_range(input), input.range ? &*input.range : nullptr}) {
            if (range != nullptr && std::holds_alternative<Expression>(range->low)) {
                VKALGO_CHECK(add_needs(std::get<Expression>(range->low)));
                VKALGO_CHECK(add_needs(std::get<Expression>(range->high)));
            }
        }
        return draws_ ? draw(k, instance_.inputs.at(input.name)) : Result<void>();
    }

    Result<void> draw(std::size_t k, InputArray& array) {
        const InputDeclaration& input = header_.inputs[k];
        SplitMix64 random(seeds_[k]);
        std::optional<WholeDraw> whole;
        RealRange real;
        if (is_float(input.type)) {
            VKALGO_TRY(real, real_draw(input));
        } else {
            VKALGO_TRY(whole, whole_draw(input, scope_, options_.most, false));
        }
        try {
            array.data.resize(array.count * size_of(array.type));
        } catch (const std::exception&) {
            return Error{ErrorCode::too_large,
                         "the host has too little memory for the " + std::to_string(array.count) +
                             " elements of input '" + input.name + "'; make the instance smaller",
                         "size"};
        }
        const InputArray* others = elements_of(options_.like, input);
        if (others != nullptr) {
            draw_from(*others, array, random);
        }
        if (others == nullptr || !fits_range(input, array)) {
            if (whole) {
                draw_whole(array, *whole, random);
            } else {
                draw_real(array, input, real, random, options_.most);
            }
        }
        if (input.random && input.random->ascending) {
            sort_elements(array);
        }
        return {};
    }

    /// Returns whether elements of another instance fit the range of an input. A range of whole numbers may depend on
    /// the instance. Real numbers always fit, since their range is the same for every instance.
    bool fits_range(const InputDeclaration& input, const InputArray& array) const {
        if (!input.range || is_float(input.type)) {
            return true;
        }
        const auto range = whole_range(input, scope_);
        bool fits = range.has_value();
        for (std::uint64_t k = 0; fits && k < array.count; ++k) {
            fits = array.integer(k) >= range->low && array.integer(k) <= range->high;
        }
        return fits;
    }

    /// Returns the least value that a function, such as sum, may have for input `name` after its elements are drawn.
    Result<std::int64_t> least(std::string_view function, std::string_view name) {
        const InputDeclaration& input = header_.inputs[index_of(name)];
        const auto found = instance_.inputs.find(name);
        if (function == "len" || is_float(input.type) || found->second.count == 0) {
            return scope_of(header_, instance_).function(function, name);
        }
        VKALGO_TRY(const WholeDraw draw, whole_draw(input, scope_, options_.most, true));
        const std::int64_t value =
            draw.letters.empty() ? draw.range.low : *std::min_element(draw.letters.begin(), draw.letters.end());
        std::int64_t sum = value;
        if (function == "products") {
            const auto pairs = std::max<std::int64_t>(0, static_cast<std::int64_t>(found->second.count) - 1);
            if (value < 0 || __builtin_mul_overflow(value, value, &sum) || __builtin_mul_overflow(sum, pairs, &sum)) {
                return Error{ErrorCode::invalid_argument,
                             "products(" + std::string(name) + ") is not known before the values are drawn",
                             std::string(name)};
            }
            return sum;
        }
        if (function == "sum" && __builtin_mul_overflow(value, static_cast<std::int64_t>(found->second.count), &sum)) {
            return Error{ErrorCode::overflow, "sum(" + std::string(name) + ") does not fit i64", std::string(name)};
        }
        return sum;
    }

    const RecurrenceHeader& header_;
    const GeneratorOptions& options_;
    bool draws_;
    Instance instance_;
    Expression::Scope scope_;
    std::vector<bool> has_values_;
    std::vector<std::uint64_t> seeds_;
    std::vector<std::int64_t> sizes_;
};

}  // namespace

Result<Instance> outline_instance(const RecurrenceHeader& header, const GeneratorOptions& options) {
    return Generator(header, options, false).make();
}

Result<Instance> random_instance(const RecurrenceHeader& header, const GeneratorOptions& options) {
    return Generator(header, options, true).make();
}

}  // namespace vkalgo::dp
