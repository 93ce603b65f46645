#pragma once

#include "tests/dp/random/description.hpp"

#include <cstdint>
#include <initializer_list>
#include <random>

namespace vkalgo::dp::test {

class Evaluation;

/// Draws a description, part by part.
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
    // What follows from the values, or is drawn so that they fit.
    void answer(const Evaluation& values);
    void traceback(const Evaluation& values);
    void limits(const Evaluation& values);

    Description drawn;

private:
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }
    /// One in `of`.
    bool chance(std::uint32_t of) { return below(of) == 0; }
    Read read(std::initializer_list<Place> places);
    Place anywhere();
    void near_reads(std::uint32_t wanted, std::int64_t reach);
    void base_of_reads();
    DrawnInput input(std::int64_t count);
    // That holds, or that a run is refused for.
    void bound(const Evaluation& values, Refusal refusal);
    void limit(const Evaluation& values, Refusal refusal);

    std::mt19937_64 random_;
    // What few recurrences would have by chance, by the seed's turn.
    bool reads_line_before_ = false, is_sequential_ = false, has_limit_ = false, has_regions_ = false;
    bool for_tiles_ = false, large_ = false;
};

}  // namespace vkalgo::dp::test
