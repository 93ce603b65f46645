#include "algorithms/matrix/elementwise.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "engine/context.hpp"
#include "shaders/matrix/matrix.h"
#include <vkalgo_spirv/matrix/elementwise.hpp>
#include <vkalgo_spirv/matrix/elementwise_f64.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

namespace vkalgo {

namespace {

static_assert(static_cast<std::uint32_t>(ElementwiseOperator::add) == VKALGO_ELEMENTWISE_ADD &&
              static_cast<std::uint32_t>(ElementwiseOperator::subtract) == VKALGO_ELEMENTWISE_SUBTRACT &&
              static_cast<std::uint32_t>(ElementwiseOperator::multiply) == VKALGO_ELEMENTWISE_MULTIPLY);

std::uint32_t type_of(ElementType type) {
    switch (type) {
        case ElementType::f16:
            return VKALGO_ELEMENTWISE_HALVES;
        case ElementType::f32:
            return VKALGO_ELEMENTWISE_FLOATS;
        case ElementType::f64:
            return VKALGO_ELEMENTWISE_DOUBLES;
        default:
            break;
    }
    constexpr std::uint32_t kBySize[] = {
        0, VKALGO_ELEMENTWISE_BYTES, VKALGO_ELEMENTWISE_SHORTS, 0, VKALGO_ELEMENTWISE_WORDS, 0, 0,
        0, VKALGO_ELEMENTWISE_PAIRS};
    return kBySize[size_of(type)];
}

bool same_start(const BufferView& a, const BufferView& b) {
    return a.buffer == b.buffer && a.offset == b.offset;
}

std::vector<Argument> arguments_of(const ElementwiseArguments& arguments, std::uint64_t bytes,
                                   const DeviceProfile& profile) {
    const std::uint64_t alignment = profile.vector_offset_alignment();
    const bool over_a = same_start(arguments.a, arguments.results), over_b = same_start(arguments.b, arguments.results);
    // If `results` is the same view as an operand, only `results` is checked, and its access is read and write.
    return {{.name = "a", .view = arguments.a, .bytes = over_a ? 0 : bytes, .alignment = alignment},
            {.name = "b", .view = arguments.b, .bytes = over_b ? 0 : bytes, .alignment = alignment},
            {.name = "results",
             .view = arguments.results,
             .bytes = bytes,
             .alignment = alignment,
             .access = over_a || over_b ? Access::read_write : Access::write}};
}

Result<std::uint64_t> bytes_of(const ElementwiseArguments& arguments, ElementType type) {
    if (arguments.count > std::numeric_limits<std::uint64_t>::max() / 16) {
        return Error{ErrorCode::too_large,
                     std::to_string(arguments.count) + " elements are too many; give fewer than 2^60", "count"};
    }
    return divide_up(arguments.count * size_of(type), 4) * 4;
}

template <class T>
T operate(ElementwiseOperator op, T a, T b) {
    if constexpr (std::is_same_v<T, Half>) {
        return Half(static_cast<double>(operate<float>(op, a, b)));
    } else if constexpr (std::is_integral_v<T>) {
        const auto x = static_cast<std::uint64_t>(static_cast<std::int64_t>(a));
        const auto y = static_cast<std::uint64_t>(static_cast<std::int64_t>(b));
        return static_cast<T>(op == ElementwiseOperator::add        ? x + y
                              : op == ElementwiseOperator::subtract ? x - y
                                                                    : x * y);
    } else {
        return op == ElementwiseOperator::add ? a + b : op == ElementwiseOperator::subtract ? a - b : a * b;
    }
}

}  // namespace

std::optional<ElementwiseOperator> elementwise_operator_from(std::string_view name) {
    for (std::size_t index = 0; index < kElementwiseOperatorNames.size(); ++index) {
        if (name == kElementwiseOperatorNames[index]) {
            return static_cast<ElementwiseOperator>(index);
        }
    }
    return std::nullopt;
}

Result<Elementwise> create_tuned_elementwise(Context& context, const ElementwiseOptions& options,
                                             const ElementwiseTuning& tuning) {
    const DeviceProfile& profile = context.profile();
    const bool doubles = options.type == ElementType::f64;
    if (doubles && !profile.float64) {
        return Error{
            ErrorCode::unsupported,
            "f64 needs 64-bit floating point (shaderFloat64), which this device lacks or the program has not enabled; "
            "choose another type",
            "type"};
    }
    Elementwise made;
    made.context_ = &context;
    made.options_ = options;
    made.tuning_ = tuning;
    made.tuning_.threads = std::min({tuning.threads, profile.max_workgroup_invocations, profile.max_workgroup_size[0]});
    VKALGO_TRY(made.kernel_,
               context.kernel(
                   {.name = doubles ? "matrix/elementwise_f64" : "matrix/elementwise",
                    .spirv = doubles ? std::span<const std::uint32_t>(spirv::matrix_elementwise_f64)
                                     : std::span<const std::uint32_t>(spirv::matrix_elementwise),
                    .constants = {{VKALGO_MATRIX_CONSTANT_THREADS, made.tuning_.threads},
                                  {VKALGO_ELEMENTWISE_CONSTANT_VECTORS, made.tuning_.vectors},
                                  {VKALGO_ELEMENTWISE_CONSTANT_TYPE, type_of(options.type)},
                                  {VKALGO_ELEMENTWISE_CONSTANT_OPERATOR, static_cast<std::uint32_t>(options.op)}}}));
    return made;
}

Result<Elementwise> Elementwise::create(Context& context, const ElementwiseOptions& options) {
    return create_tuned_elementwise(context, options, {});
}

Result<ElementwiseAccess> Elementwise::access(const ElementwiseArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "element-wise operation"));
    VKALGO_TRY(const std::uint64_t bytes, bytes_of(arguments, options_.type));
    return accesses_of<ElementwiseAccess>(*context_, arguments_of(arguments, bytes, context_->profile()),
                                          [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> Elementwise::record(Recorder& recorder, const ElementwiseArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "element-wise operation"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const std::uint64_t bytes, bytes_of(arguments, options_.type));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, bytes, profile), profile));
    if (arguments.count == 0) {
        return recorder.status();
    }
    const SpanScope span(recorder, to_string(options_.op));
    // Parts begin at offsets that every device accepts for a binding.
    constexpr std::uint64_t kStep = 256;
    const std::uint64_t most = std::max(profile.max_storage_range / kStep, std::uint64_t{1}) * kStep;
    const std::uint64_t per_group = std::uint64_t{16} * tuning_.threads * tuning_.vectors;
    for (std::uint64_t first = 0; first < bytes; first += most) {
        const std::uint64_t here = std::min(most, bytes - first);
        shader::ElementwisePush push{};
        push.count = static_cast<std::uint32_t>(here / 4);
        push.groups = static_cast<std::uint32_t>(divide_up(here, per_group));
        recorder.dispatch(
            *kernel_,
            {arguments.a.slice(first, here), arguments.b.slice(first, here), arguments.results.slice(first, here)},
            push, Groups::linear(push.groups, *context_));
    }
    return recorder.status();
}

std::vector<std::byte> elementwise_reference(const ElementwiseOptions& options, std::span<const std::byte> a,
                                             std::span<const std::byte> b) {
    std::vector<std::byte> results(a.size());
    with_type(options.type, [&](auto sample) {
        using T = decltype(sample);
        for (std::size_t at = 0; at + sizeof(T) <= a.size(); at += sizeof(T)) {
            T x, y;
            std::memcpy(&x, a.data() + at, sizeof(T));
            std::memcpy(&y, b.data() + at, sizeof(T));
            const T result = operate(options.op, x, y);
            std::memcpy(results.data() + at, &result, sizeof(T));
        }
    });
    return results;
}

}  // namespace vkalgo
