#pragma once

#include "algorithms/dp/instance.hpp"
#include "algorithms/dp/recurrence/order.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

/// Random recurrences: each as the text of a file and, from the same description, as values computed here, without any
/// of vkalgo's own evaluation.
namespace vkalgo::dp::test {

using Indices = std::array<std::int64_t, kMostIndices>;

/// Fields of a cell; a number has one.
using CellValue = std::vector<std::uint64_t>;

/// A read of an earlier cell, and what its fields count.
struct RandomRead {
    Indices offset{};
    std::vector<std::uint32_t> factors;
};

/// A recurrence drawn at random. Integers wrap around, as they do in GLSL; floats stay whole numbers and small.
class RandomRecurrence {
public:
    explicit RandomRecurrence(std::uint64_t seed);

    /// The recurrence file.
    std::string text() const;
    /// Its inputs.
    Instance instance() const;
    /// Values of all cells of the domain.
    const std::map<Indices, CellValue>& table() const { return table_; }
    /// Where the answer lies, and its value.
    Indices answer_cell() const { return answer_cell_; }
    Number answer() const;
    /// The walk from there: cells with decisions, and whether there is a step().
    bool walks() const { return walks_; }
    std::vector<std::pair<Indices, std::uint32_t>> walk() const;

    const std::vector<ElementType>& fields() const { return fields_; }
    std::size_t indices() const { return indices_; }
    const TableSize& size() const { return size_; }

private:
    struct Region {
        std::size_t index = 0;
        bool last = false;
        bool diagonal = false;
        std::int64_t amount = 0;
    };

    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }
    void draw_order();
    void draw_reads();
    void draw_base();
    void draw_answer();
    bool exists(const Indices& at) const;
    bool in_base(const Indices& at) const;
    bool in_region(const Region& region, const Indices& at) const;
    CellValue compute(const Indices& at) const;
    std::uint64_t wrap(std::size_t field, std::uint64_t value) const;
    std::string type_of(std::size_t field) const;
    bool better(const CellValue& one, const CellValue& other) const;
    void fill();

    std::mt19937_64 random_;
    std::size_t indices_ = 2;
    TableSize size_;
    std::vector<ElementType> fields_;
    bool record_ = false;
    bool by_pattern_ = true;
    bool local_ = false;
    bool sequential_ = false;
    StageFunction stage_;
    Domain domain_ = Domain::full;
    std::vector<Region> base_, borders_;
    std::vector<RandomRead> reads_;
    std::vector<std::uint8_t> x_, y_;
    enum class Answer { last, at, min, max } answer_ = Answer::last;
    Indices answer_cell_{};
    std::size_t value_field_ = 0;
    bool walks_ = false;
    std::map<Indices, CellValue> table_;
};

}  // namespace vkalgo::dp::test
