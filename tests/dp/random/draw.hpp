#pragma once

#include "tests/dp/random/description.hpp"

#include <cstdint>
#include <initializer_list>
#include <random>

namespace vkalgo::dp::test {

class Evaluation;

/// A description that is drawn part by part.
class Draw {
public:
    explicit Draw(std::uint64_t seed);

    void table();
    void order();
    void cells();
    void reads();
    void reduction();
    void base();
    void data();
    // Parts that follow from the values, or are drawn so that they fit them.
    void answer(const Evaluation& values);
    void traceback(const Evaluation& values);
    void limits(const Evaluation& values);

    Description drawn;

private:
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }
    /// Returns true for one draw in `of`.
    bool chance(std::uint32_t of) { return below(of) == 0; }
    Read read(std::initializer_list<ReadIndex> indices);
    ReadIndex anywhere();
    void near_reads(std::uint32_t wanted, std::int64_t reach);
    void base_of_reads();
    DrawnInput input(std::int64_t count);
    // Draws a bound or limit that holds, or one for which a run is refused.
    void bound(const Evaluation& values, Refusal refusal);
    void limit(const Evaluation& values, Refusal refusal);

    std::mt19937_64 random_;
    // Features that few recurrences would have by chance; the seed selects them in turn.
    bool reads_line_before_ = false, is_sequential_ = false, has_limit_ = false, has_regions_ = false;
    bool for_tiles_ = false, large_ = false;
};

}  // namespace vkalgo::dp::test
