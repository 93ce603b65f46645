#pragma once

#include "algorithms/dp/recurrence/header.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Recurrences drawn at random. A Description describes a recurrence; text.hpp writes it as a file, and evaluation.hpp
/// computes its values without any of vkalgo's own evaluation.
namespace vkalgo::dp::test {

using Indices = std::array<std::int64_t, kMaxIndices>;

/// One index of a cell that is read.
struct ReadIndex {
    enum class Kind : std::uint8_t {
        /// At a fixed distance.
        offset,
        /// Anywhere: computed from the index, the cell's symbols and `amount`.
        by_value,
        /// All indices, one after another.
        all,
    } kind = Kind::offset;
    std::int64_t amount = 0;
};

/// An earlier cell, or a line of them, that cell() reads. Cells that do not exist or are not earlier are skipped.
struct Read {
    std::array<ReadIndex, kMaxIndices> index;
    /// The factor of each field of the cell that is read.
    std::vector<std::uint32_t> factors;

    bool is_fixed() const;
    bool is_line() const;
};

/// A sum of i, j, k, a constant, and the table's rows and columns, each with a factor.
struct Linear {
    int i = 0, j = 0, k = 0, constant = 0, rows = 0, columns = 0;
};

/// The reduction of cell(i, j): the best term over k = first .. last. A term is a weight and the cells that it reads.
struct DrawnReduction {
    bool minimum = true;
    Linear first, last;
    struct TermRead {
        Linear row, column;
    };
    std::vector<TermRead> reads;
    /// The mask of the weights. Since weights have few different values, there are ties.
    std::uint32_t mask = 255;
};

/// An array indexed by row (x) or by column (y).
struct DrawnInput {
    ElementType type = ElementType::u8;
    /// Two's complement; for floats, whole numbers >= 0.
    std::vector<std::int64_t> values;
    bool has_range = false;
    std::int64_t low = 0, high = 0;
};

struct DrawnParam {
    std::string name;
    ElementType type = ElementType::u32;
    /// Two's complement; for floats, a whole number >= 0.
    std::int64_t value = 0;
    /// The default in the line `param`; nullopt if a value must be given.
    std::optional<std::int64_t> fallback;
    /// Its default is the expression len(x) * 2 + 1.
    bool derived = false;
    bool given = true;
};

struct Region {
    std::size_t index = 0;
    bool last = false;
    bool diagonal = false;
    std::int64_t amount = 1;
};

/// Why a run is refused.
enum class Refusal : std::uint8_t {
    none,
    /// `bound` does not fit the cells.
    bound_too_large,
    /// A value exceeds `bound`.
    bound_passed,
    /// overflow_if() is true at some cell.
    overflow,
    /// A value of x lies outside its range.
    range,
};

struct Description {
    // The table.
    std::size_t indices = 2;
    TableSize size;
    /// If true, the rows and columns are n and m, and they determine the lengths of x and y. If false, the rows and
    /// columns are the lengths of x and y.
    bool sized_by_n = false;
    Domain domain = Domain::full;
    StageFunction stage;
    bool by_pattern = true;
    bool sequential = false;
    /// The class in the line `class`; nullopt if the text shows the class.
    std::optional<RecurrenceClass> declared;
    std::vector<Region> base;

    // What a cell holds and how it is computed.
    std::vector<ElementType> fields;
    bool record = false;
    enum class Mode : std::uint8_t {
        /// Integers are added and wrap around; floats keep the largest.
        sums,
        /// The best of the reads, each with a weight; cells may be infeasible.
        optimum,
        reduction,
    } mode = Mode::sums;
    bool minimum = true;
    bool declares_goal = false;
    std::vector<Read> reads;
    /// The base ensures that all cells that are read exist, so no read is guarded.
    bool unguarded = false;
    DrawnReduction reduction;
    DrawnInput x, y;
    std::vector<DrawnParam> params;

    // The answer.
    enum class Answer : std::uint8_t { last, at, min, max } answer = Answer::last;
    Indices answer_at{};
    std::vector<Region> answer_borders;
    std::size_t value_field = 0;
    /// If set, the answer is the field masked with these bits, so that many cells have equal values.
    std::optional<std::uint32_t> value_mask;
    std::optional<std::int64_t> bound;
    /// If there is a limit, the cells outside the base call overflow_if(first field > limit).
    std::optional<std::int64_t> limit;
    Refusal refusal = Refusal::none;

    // The traceback.
    enum class Traceback : std::uint8_t {
        none,
        /// The traceback goes to the first cell that exists, in the order of the reads.
        first,
        /// The traceback goes to the cell whose first field is largest.
        largest,
        /// As `first`, but the order begins with read number state % (number of reads).
        states,
    } traceback = Traceback::none;
    /// Whether the traceback leaves the table from a cell whose first field is 3 modulo 8.
    bool ends_by_value = false;

    ElementType value_type() const { return value_mask ? ElementType::u32 : fields[value_field]; }
    /// Returns the classes that the recurrence fits, from the narrowest.
    std::vector<RecurrenceClass> classes() const;
    /// Returns the reads that the traceback chooses from.
    std::vector<std::size_t> choices() const;
    /// Returns whether the same text can run in another order of stages.
    bool fits(const StageFunction& other) const;
};

using Mode = Description::Mode;

/// Returns the description that belongs to the seed.
Description draw_description(std::uint64_t seed);

/// Returns the names of the features that the description uses.
std::set<std::string> features_of(const Description& drawn);
/// Returns the names of all features.
std::vector<std::string> all_features();

}  // namespace vkalgo::dp::test
