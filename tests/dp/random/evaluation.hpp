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

/// The values of a description. Integers are their bits, floats those of a double (numbers.hpp). It keeps a reference
/// to the description, whose answer and traceback may be drawn after the table was computed.
class Evaluation {
public:
    explicit Evaluation(const Description& drawn);

    /// Does the cell exist?
    bool exists(const Indices& at) const;
    bool in_base(const Indices& at) const;
    /// A cell's fields.
    std::span<const std::uint64_t> cell(const Indices& at) const;
    /// Of a cell that exists: what counts as its value.
    std::uint64_t value(const Indices& at) const;
    /// Those that exist, by i, j, k, l.
    const std::vector<Indices>& cells() const { return cells_; }
    std::size_t index_of(const Indices& at) const;

    /// The last cell of the last stage.
    Indices last_cell(const StageFunction& stage) const;
    /// Does a search for the answer look there?
    bool in_answer(const Indices& at) const;
    /// Where the answer lies, when the stages run in that order.
    Indices answer_cell(const StageFunction& stage) const;
    /// none: it is infeasible
    std::optional<Number> answer(const Indices& at) const;
    /// Does a cell's value stand for no value?
    bool is_infeasible(std::uint64_t value) const;

    using Steps = std::vector<std::pair<Indices, std::uint32_t>>;
    /// The traceback from there; none if it leaves the table although there is a base.
    std::optional<Steps> traceback(const Indices& from) const;
    /// The tree of splits below that cell, level by level; none if it has more than `most` nodes.
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
    std::int64_t place(const Linear& linear, const Indices& at, std::int64_t k) const;
    std::vector<Indices> term_cells(const Indices& at, std::int64_t k) const;
    std::uint64_t term(const Indices& at, std::int64_t k) const;
    bool is_leaf(const Indices& at) const;

    const Description& drawn_;
    std::vector<Indices> cells_;
    std::vector<std::uint64_t> values_;
};

/// Of an input or a param, GLSL's uint().
std::uint32_t low_word_of(ElementType type, std::int64_t value);

}  // namespace vkalgo::dp::test
