#pragma once

// Internal to method `bit-parallel`: its plan, and its division of a table. The kernels are shaders/dp/bits.glsl.

#include "../../../../engine/scratch.hpp"
#include "../../method/method.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace vkalgo::dp {

/// How strips of words are divided among workgroups and dispatches. A workgroup has one strip at a time.
struct BitsShape {
    std::uint32_t lanes = 32;
    /// Whether lanes exchange values through shared memory.
    bool shared_lanes = false;
    /// Words of 32 rows per lane.
    std::uint32_t words = 1;
    /// Number of digits, of 4 bits each, by which two symbols are compared.
    std::uint32_t digits = 2;
    /// Whether workgroups wait for one another. If false, there is one dispatch per diagonal of tiles.
    bool waits = false;
    /// Number of further subgroups of the workgroup. They look up matches for the subgroup that computes.
    std::uint32_t helpers = 0;

    /// Returns the invocations per workgroup.
    std::uint32_t invocations() const { return lanes * (1 + helpers); }
    std::int64_t strip_rows() const { return std::int64_t{32} * lanes * words; }
    /// Returns the bytes of shared memory per workgroup.
    std::uint64_t shared_bytes() const;
};

/// A plan of method `bit-parallel`.
struct BitParallelPlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    BitsShape fill;
    /// Number of rows and columns below and right of the base, up to the answer cell.
    std::int64_t rows = 0, columns = 0;
    std::int64_t strips = 0, blocks = 0;
    /// Number of strips and of workgroups in a dispatch, if workgroups wait.
    std::int64_t strips_per_step = 1, workgroups = 1;
    /// Blocks per tile, in bands or if workgroups do not wait.
    std::int64_t tile_blocks = 1;
    std::uint32_t spin_limit = 0;
    /// The share of the plan's device, if several devices share the table.
    std::optional<Share> share;
    ScratchLayout::Part carries, symbols, state, ticket;

    /// Returns whether there are any cells for strips to compute.
    bool has_interior() const { return rows > 0 && columns > 0; }
    /// Returns the approximate number of rows of one device.
    std::int64_t device_rows() const { return share ? (rows + share->devices - 1) / share->devices : rows; }
};

/// Returns whether the inputs have all elements that cells of the table compare.
bool elements_suffice(const BitCells& bits, const Shape& shape);
/// Returns whether every param that cell() and base() name is 1, given or by default. If `params` is null, the params
/// are not known; then returns false if cell() or base() names a param.
bool params_are_units(const RecurrenceHeader& header, const std::map<std::string, Number, std::less<>>* params);
/// Returns the number of 4-bit digits in which symbols of the two inputs may differ. It follows from the types of the
/// inputs, or from their ranges if these are narrower.
std::uint32_t bit_digits_of(const RecurrenceHeader& header);
/// Returns the loop iterations of an invocation for `blocks` blocks of columns, counted as if no loop were unrolled.
std::int64_t bit_iterations_of(const BitsShape& fill, std::int64_t blocks);

/// Plans a run. Errors: unsupported (with the reason), too_large.
Result<std::unique_ptr<MethodPlan>> plan_bit_parallel(const PlanRequest& request, const DeviceProfile& profile);

}  // namespace vkalgo::dp
