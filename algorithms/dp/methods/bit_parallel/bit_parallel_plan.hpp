#pragma once

// Internal to method `bit-parallel`: what it holds and how it divides a table. The kernels are shaders/dp/bits.glsl.

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
    /// lanes exchange through shared memory
    bool shared_lanes = false;
    /// of 32 rows, per lane
    std::uint32_t words = 1;
    /// of 4 bits, that two symbols may differ in
    std::uint32_t digits = 2;
    /// workgroups wait for one another; else one dispatch per diagonal of tiles
    bool waits = false;
    /// more subgroups of the workgroup, which look matches up for the one that computes
    std::uint32_t helpers = 0;

    /// Of a workgroup.
    std::uint32_t invocations() const { return lanes * (1 + helpers); }
    std::int64_t strip_rows() const { return std::int64_t{32} * lanes * words; }
    /// Of a workgroup.
    std::uint64_t shared_bytes() const;
};

/// A plan of method `bit-parallel`.
struct BitParallelPlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    BitsShape fill;
    /// below and right of the base, as far as the answer
    std::int64_t rows = 0, columns = 0;
    std::int64_t strips = 0, blocks = 0;
    /// of a dispatch, where workgroups wait
    std::int64_t strips_per_step = 1, workgroups = 1;
    /// elsewhere, and in bands: of a tile
    std::int64_t tile_blocks = 1;
    std::uint32_t spin_limit = 0;
    /// of several devices that share the table, which one's the plan is
    std::optional<Share> share;
    ScratchLayout::Part carries, symbols, state, ticket;

    /// Whether strips run at all.
    bool has_interior() const { return rows > 0 && columns > 0; }
    /// Rows that one device has, about.
    std::int64_t device_rows() const { return share ? (rows + share->devices - 1) / share->devices : rows; }
};

/// Does every cell of the table find the elements that it compares?
bool elements_suffice(const BitCells& bits, const Shape& shape);
/// Of the params that cell() and base() name: is each of them 1, by default too? Null: they are not known.
bool params_are_units(const RecurrenceHeader& header, const std::map<std::string, Number, std::less<>>* params);
/// Digits of 4 bits in which symbols of the two inputs may differ, by their types or narrower by their ranges.
std::uint32_t bit_digits_of(const RecurrenceHeader& header);
/// Loop iterations of an invocation for so many blocks of columns, as if no loop were unrolled.
std::int64_t bit_iterations_of(const BitsShape& fill, std::int64_t blocks);

/// Errors: unsupported (says why), too_large.
Result<std::unique_ptr<MethodPlan>> plan_bit_parallel(const PlanRequest& request, const DeviceProfile& profile);

}  // namespace vkalgo::dp
