#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../element_type.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

class Context;

/// What is done with two elements.
enum class ElementwiseOperator : std::uint8_t { add, subtract, multiply };
inline constexpr std::array<const char*, 3> kElementwiseOperatorNames{"add", "subtract", "multiply"};
/// "add", "subtract", "multiply".
constexpr const char* to_string(ElementwiseOperator op) {
    return kElementwiseOperatorNames[static_cast<std::size_t>(op)];
}
/// The operator of that name; none for another word.
std::optional<ElementwiseOperator> elementwise_operator_from(std::string_view name);

/// What is computed.
struct ElementwiseOptions {
    /// Any type; f64 needs profile().float64. Integers are taken modulo their size, floats are rounded to nearest.
    ElementType type = ElementType::f32;
    ElementwiseOperator op = ElementwiseOperator::add;
};

/// `results` may be `a` or `b` itself, and shares no other byte with them.
struct ElementwiseArguments {
    /// `count` elements, packed, and whatever fills the last word of 4 bytes. Offset: a multiple of
    /// storage_offset_alignment and of 16, as of all of these. May be null if count is 0.
    BufferView a;
    /// As many elements.
    BufferView b;
    /// As many elements; what fills their last word is written too.
    BufferView results;
    /// elements
    std::uint64_t count = 0;
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct ElementwiseAccess {
    ArgumentAccess a;
    ArgumentAccess b;
    ArgumentAccess results;
};

/// How the work is cut.
struct ElementwiseTuning {
    /// invocations of a workgroup
    std::uint32_t threads = 256;
    /// of 16 bytes, per invocation
    std::uint32_t vectors = 4;
};

/// results = a + b, a - b or a * b, element by element, of arrays of any shape.
///
///     auto add = Elementwise::create(context, {.type = ElementType::f32});
///     add->record(recorder, {.a = a, .b = b, .results = sums, .count = n});
///
/// vkalgo does: record one dispatch, or one for each part that a storage buffer binds, and the barriers before them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage; tell the recorder by `assume`
/// and `hand_over` about its own accesses, or put its own barriers from them to access() and back; keep buffers and
/// this object until the fence.
class Elementwise {
public:
    /// Errors: unsupported (f64, on this device); those of Context::kernel.
    static Result<Elementwise> create(Context& context, const ElementwiseOptions& options);

    /// Buffer usage that every argument needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// As given to create().
    const ElementwiseOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<ElementwiseAccess> access(const ElementwiseArguments& arguments) const;

    /// Records it. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: invalid_argument for a view that is missing, too small, badly aligned or that overlaps another in part,
    /// for a recorder of another context than this was created for or one that was never created; too_large for more
    /// bytes than 64 bits count; the recorder's.
    Result<void> record(Recorder& recorder, const ElementwiseArguments& arguments) const;

private:
    friend Result<Elementwise> create_tuned_elementwise(Context& context, const ElementwiseOptions& options,
                                                        const ElementwiseTuning& tuning);

    Context* context_ = nullptr;
    ElementwiseOptions options_;
    ElementwiseTuning tuning_;
    std::shared_ptr<const Kernel> kernel_;
};

/// Elementwise::create with numbers of the caller's own, for tuning.
Result<Elementwise> create_tuned_elementwise(Context& context, const ElementwiseOptions& options,
                                             const ElementwiseTuning& tuning);

/// The same on the processor. `a` and `b` are packed, and equally long.
std::vector<std::byte> elementwise_reference(const ElementwiseOptions& options, std::span<const std::byte> a,
                                             std::span<const std::byte> b);

}  // namespace vkalgo
