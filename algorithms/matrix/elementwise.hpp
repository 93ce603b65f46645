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

/// The operator that combines two elements.
enum class ElementwiseOperator : std::uint8_t { add, subtract, multiply };
inline constexpr std::array<const char*, 3> kElementwiseOperatorNames{"add", "subtract", "multiply"};
/// Returns "add", "subtract" or "multiply".
constexpr const char* to_string(ElementwiseOperator op) {
    return kElementwiseOperatorNames[static_cast<std::size_t>(op)];
}
/// Returns the operator with this name, or nullopt if the name is unknown.
std::optional<ElementwiseOperator> elementwise_operator_from(std::string_view name);

/// The options of an elementwise operation.
struct ElementwiseOptions {
    /// Any type; f64 needs profile().float64. Integers of n bits wrap modulo 2^n, floats are rounded to nearest.
    ElementType type = ElementType::f32;
    ElementwiseOperator op = ElementwiseOperator::add;
};

/// The arguments of a recording. `results` may be the same view as `a` or `b`; otherwise it must not share a byte with
/// them.
struct ElementwiseArguments {
    /// `count` packed elements. If they end within a word of 4 bytes, the view includes the rest of this word. May be
    /// null if count is 0. The offset of each argument is a multiple of storage_offset_alignment and of 16.
    BufferView a;
    /// `count` elements.
    BufferView b;
    /// `count` elements. The bytes after them, up to the end of the last word, are written too.
    BufferView results;
    /// Number of elements.
    std::uint64_t count = 0;
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct ElementwiseAccess {
    ArgumentAccess a;
    ArgumentAccess b;
    ArgumentAccess results;
};

/// How the work is split.
struct ElementwiseTuning {
    /// Invocations of a workgroup.
    std::uint32_t threads = 256;
    /// Vectors of 16 bytes per invocation.
    std::uint32_t vectors = 4;
};

/// Computes results = a + b, a - b or a * b, element by element, for arrays of any shape.
///
///     auto add = Elementwise::create(context, {.type = ElementType::f32});
///     add->record(recorder, {.a = a, .b = b, .results = sums, .count = n});
///
/// vkalgo records one dispatch, or several if the arrays exceed the largest storage buffer binding, and the barriers
/// before them. The caller does what Recorder requires, creates the buffers with kUsage, and keeps the buffers and this
/// object until the fence is signalled. The caller either reports its own accesses to the recorder with `assume` and
/// `hand_over`, or records its own barriers before and after, for the accesses that access() returns.
class Elementwise {
public:
    /// Takes the kernel from the context's cache. Errors: unsupported (f64 on this device); those of Context::kernel.
    static Result<Elementwise> create(Context& context, const ElementwiseOptions& options);

    /// The buffer usage that every argument needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns the options passed to create().
    const ElementwiseOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<ElementwiseAccess> access(const ElementwiseArguments& arguments) const;

    /// Records the operation. Thread-safe. Does not submit, wait or allocate device memory. Errors: invalid_argument
    /// for a view that is missing, too small, badly aligned or that overlaps another in part, for a recorder of another
    /// context than this object was created for, or for an object that was never created; too_large for 2^60 elements
    /// or more; those of the recorder.
    Result<void> record(Recorder& recorder, const ElementwiseArguments& arguments) const;

private:
    friend Result<Elementwise> create_tuned_elementwise(Context& context, const ElementwiseOptions& options,
                                                        const ElementwiseTuning& tuning);

    Context* context_ = nullptr;
    ElementwiseOptions options_;
    ElementwiseTuning tuning_;
    std::shared_ptr<const Kernel> kernel_;
};

/// Does what Elementwise::create does, with a tuning that the caller chooses.
Result<Elementwise> create_tuned_elementwise(Context& context, const ElementwiseOptions& options,
                                             const ElementwiseTuning& tuning);

/// Computes the results of an elementwise operation on the processor. `a` and `b` are packed and of equal length.
std::vector<std::byte> elementwise_reference(const ElementwiseOptions& options, std::span<const std::byte> a,
                                             std::span<const std::byte> b);

}  // namespace vkalgo
