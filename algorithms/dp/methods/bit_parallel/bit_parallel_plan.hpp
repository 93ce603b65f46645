#pragma once

// Internal to method `bit-parallel`: its plan and how it divides a table. The kernels are shaders/dp/bits.glsl.

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
    /// Digits of 4 bits in which two symbols may differ.
    std::uint32_t digits = 2;
    /// Whether workgroups wait for one another. Otherwise there is one dispatch per diagonal of tiles.
    bool waits = false;
    /// Further subgroups of the workgroup, which look up matches for the subgroup that computes.
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
    /// Rows and columns below and right of the base, up to the answer.
    std::int64_t rows = 0, columns = 0;
    std::int64_t strips = 0, blocks = 0;
    /// Strips and workgroups of a dispatch, if workgroups wait.
    std::int64_t strips_per_step = 1, workgroups = 1;
    /// Blocks per tile, in bands or if workgroups do not wait.
    std::int64_t tile_blocks = 1;
    std::uint32_t spin_limit = 0;
    /// The device whose plan this is, if several devices share the table.
    std::optional<Share> share;
    ScratchLayout::Part carries, symbols, state, ticket;

    /// Returns whether any strip runs.
    bool has_interior() const { return rows > 0 && columns > 0; }
    /// Returns the approximate number of rows of one device.
    std::int64_t device_rows() const { return share ? (rows + share->devices - 1) / share->devices : rows; }
};

/// Returns whether every cell of the table finds the elements that it compares.
bool elements_suffice(const BitCells& bits, const Shape& shape);
/// Returns whether every param that cell() and base() name is 1, given or by default. Null: the params are not known.
bool params_are_units(const RecurrenceHeader& header, const std::map<std::string, Number, std::less<>>* params);
/// Returns the number of 4-bit digits in which symbols of the two inputs may differ, by their types or by narrower
/// ranges.
std::uint32_t bit_digits_of(const RecurrenceHeader& header);
/// Returns the loop iterations of an invocation for that many blocks of columns, as if no loop were unrolled.
std::int64_t bit_iterations_of(const BitsShape& fill, std::int64_t blocks);

/// Plans a run. Errors: unsupported (with the reason), too_large.
Result<std::unique_ptr<MethodPlan>> plan_bit_parallel(const PlanRequest& request, const DeviceProfile& profile);

}  // namespace vkalgo::dp
