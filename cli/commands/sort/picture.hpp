#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// `vkalgo sort --picture`: the array after each increment, drawn as points.
namespace vkalgo::cli {

/// Collects states of the array, and draws them: a panel each, across the place, up the key's rank. Equal keys rank by
/// their places, so that a sorted array is a diagonal whatever its keys.
class SortPicture {
public:
    /// Points of a panel, and panels, at most: of more keys every so manieth is drawn, of more states some.
    static constexpr std::size_t kMaxPoints = 1000;
    static constexpr std::size_t kMaxPanels = 30;

    /// One more state of the same array.
    void add(std::span<const std::uint64_t> keys);

    /// `captions`: a line for each state.
    std::string svg(const std::string& title, std::span<const std::string> captions) const;

private:
    /// from 0 to kSide, the rank downwards
    struct Point {
        std::uint16_t across, down;
    };
    struct Panel {
        std::vector<Point> points;
        std::uint64_t unsorted_pairs = 0;
    };
    std::vector<Panel> panels_;
};

}  // namespace vkalgo::cli
