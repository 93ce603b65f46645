#pragma once

#include "tests/dp/random/description.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace vkalgo::dp::test {

/// The values of a description. Integers are stored as their bits, floats as the bits of a double (numbers.hpp). Keeps
/// a reference to the description, whose answer and traceback may be drawn after the table was computed.
class Evaluation {
public:
    explicit Evaluation(const Description& drawn);

    /// Returns whether the cell exists.
    bool exists(const Indices& at) const;
    bool in_base(const Indices& at) const;
    /// Returns the cell's fields.
    std::span<const std::uint64_t> cell(const Indices& at) const;
    /// Returns the value of a cell that exists.
    std::uint64_t value(const Indices& at) const;
    /// Returns the cells that exist, in the order of i, j, k, l.
    const std::vector<Indices>& cells() const { return cells_; }
    std::size_t index_of(const Indices& at) const;

    /// Returns the last cell of the last stage.
    Indices last_cell(const StageFunction& stage) const;
    /// Returns whether a search for the answer looks at the cell.
    bool in_answer(const Indices& at) const;
    /// Returns the cell of the answer if the stages run in the order of `stage`.
    Indices answer_cell(const StageFunction& stage) const;
    /// Returns the answer at the cell; nullopt if it is infeasible.
    std::optional<Number> answer(const Indices& at) const;
    /// Returns whether the value of a cell means INFEASIBLE.
    bool is_infeasible(std::uint64_t value) const;

    using Steps = std::vector<std::pair<Indices, std::uint32_t>>;
    /// Returns the traceback from that cell; nullopt if it leaves the table although there is a base.
    std::optional<Steps> traceback(const Indices& from) const;
    /// Returns the tree of splits below that cell, level by level; nullopt if it has more than `most` nodes.
    std::optional<Steps> splits(const Indices& from, std::size_t most) const;

private:
    bool in_region(const Region& region, const Indices& at) const;
    bool is_earlier(const Indices& a, const Indices& b) const;
    std::uint32_t symbols(const Indices& at) const;
    void each_target(const Read& read, const Indices& at, const std::function<void(const Indices&)>& visit) const;
    void compute(const Indices& at);
    void compute_sums(const Indices& at, std::span<std::uint64_t> fields) const;
    void compute_optimum(const Indices& at, std::span<std::uint64_t> fields) const;
    std::uint64_t compute_reduction(const Indices& at) const;
    std::int64_t value_of(const Linear& linear, const Indices& at, std::int64_t k) const;
    std::vector<Indices> term_cells(const Indices& at, std::int64_t k) const;
    std::uint64_t term(const Indices& at, std::int64_t k) const;
    bool is_leaf(const Indices& at) const;

    const Description& drawn_;
    std::vector<Indices> cells_;
    std::vector<std::uint64_t> values_;
};

/// Returns GLSL's uint() of a value of an input or a param.
std::uint32_t low_word_of(ElementType type, std::int64_t value);

}  // namespace vkalgo::dp::test
