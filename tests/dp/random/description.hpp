#pragma once

#include "algorithms/dp/recurrence/header.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Recurrences drawn at random. A Description says what one is; text.hpp writes it as a file, and evaluation.hpp
/// computes its values, without any of vkalgo's own evaluation.
namespace vkalgo::dp::test {

using Indices = std::array<std::int64_t, kMaxIndices>;

/// Where an index of a cell that is read lies.
struct Place {
    enum class Kind : std::uint8_t {
        /// at a fixed distance
        offset,
        /// anywhere: the index, the cell's symbols and `amount` say where
        by_value,
        /// everywhere, one after another
        all,
    } kind = Kind::offset;
    std::int64_t amount = 0;
};

/// An earlier cell, or a line of them, that cell() reads; those that do not exist or are not earlier are passed over.
struct Read {
    std::array<Place, kMaxIndices> places;
    /// what each field of the cell that is read counts
    std::vector<std::uint32_t> factors;

    bool is_fixed() const;
    bool is_line() const;
};

/// rows i + columns j + k + constant, each with a factor; and of the table's size.
struct Linear {
    int i = 0, j = 0, k = 0, constant = 0, rows = 0, columns = 0;
};

/// cell(i, j) is the best term over k = first .. last: a weight and the cells that the term reads.
struct DrawnReduction {
    bool minimum = true;
    Linear first, last;
    struct TermRead {
        Linear row, column;
    };
    std::vector<TermRead> reads;
    /// of the weights: few values make ties
    std::uint32_t mask = 255;
};

/// An array by row (x) or by column (y).
struct DrawnInput {
    ElementType type = ElementType::u8;
    /// two's complement; of floats whole numbers from 0 on
    std::vector<std::int64_t> values;
    bool has_range = false;
    std::int64_t low = 0, high = 0;
};

struct DrawnParam {
    std::string name;
    ElementType type = ElementType::u32;
    /// two's complement; of floats a whole number from 0 on
    std::int64_t value = 0;
    /// of `param`; none: it has to be given
    std::optional<std::int64_t> fallback;
    /// its value is `default` len(x) * 2 + 1
    bool derived = false;
    bool given = true;
};

struct Region {
    std::size_t index = 0;
    bool last = false;
    bool diagonal = false;
    std::int64_t amount = 1;
};

/// What a run is refused for.
enum class Refusal : std::uint8_t {
    none,
    /// `bound` does not fit the cells
    bound_too_large,
    /// a value passes `bound`
    bound_passed,
    /// overflow_if() is true at some cell
    overflow,
    /// a value of x lies outside its range
    range,
};

struct Description {
    // The table.
    std::size_t indices = 2;
    TableSize size;
    /// rows and columns are n and m, which x and y follow; else they are x's and y's lengths
    bool sized_by_n = false;
    Domain domain = Domain::full;
    StageFunction stage;
    bool by_pattern = true;
    bool sequential = false;
    /// none: the text shows it
    std::optional<RecurrenceClass> declared;
    std::vector<Region> base;

    // What a cell holds and how it is computed.
    std::vector<ElementType> fields;
    bool record = false;
    enum class Mode : std::uint8_t {
        /// integers add up and wrap around; floats keep the largest
        sums,
        /// the best of what is read and a weight each; cells may be infeasible
        optimum,
        reduction,
    } mode = Mode::sums;
    bool minimum = true;
    bool declares_goal = false;
    std::vector<Read> reads;
    /// the base makes sure that all cells exist that are read: no read is guarded
    bool unguarded = false;
    DrawnReduction reduction;
    DrawnInput x, y;
    std::vector<DrawnParam> params;

    // The answer.
    enum class Answer : std::uint8_t { last, at, min, max } answer = Answer::last;
    Indices answer_at{};
    std::vector<Region> answer_borders;
    std::size_t value_field = 0;
    /// the answer is these bits of the field: many cells are equal
    std::optional<std::uint32_t> value_mask;
    std::optional<std::int64_t> bound;
    /// overflow_if(first field > limit), in cells that are not base
    std::optional<std::int64_t> limit;
    Refusal refusal = Refusal::none;

    // The traceback.
    enum class Traceback : std::uint8_t {
        none,
        /// to the first cell that exists, in the order of the reads
        first,
        /// to the cell whose first field is largest
        largest,
        /// begins with another read in each state
        states,
    } traceback = Traceback::none;
    /// the traceback leaves the table where a cell's value says so
    bool ends_by_value = false;

    ElementType value_type() const { return value_mask ? ElementType::u32 : fields[value_field]; }
    /// That the recurrence fits, from the narrowest.
    std::vector<RecurrenceClass> classes() const;
    /// Reads that the traceback chooses from.
    std::vector<std::size_t> choices() const;
    /// Can the same text run in another order of stages?
    bool fits(const StageFunction& other) const;
};

/// The description that belongs to the seed.
Description draw_description(std::uint64_t seed);

/// What the description makes use of, by name.
std::set<std::string> features_of(const Description& drawn);
/// The names of all.
std::vector<std::string> all_features();

}  // namespace vkalgo::dp::test
