#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// `vkalgo sort --picture`: the array after each increment, drawn as points.
namespace vkalgo::cli {

/// A picture of several states of an array, each drawn as a panel. A point stands for a key: its index goes to the
/// right, its rank upwards. Equal keys rank by their indices, so that a sorted array is a diagonal, whatever its keys
/// are.
class SortPicture {
public:
    /// The largest number of points in a panel, and the largest number of panels. If there are more keys or states, an
    /// even sample of them is drawn.
    static constexpr std::size_t kMaxPoints = 1000;
    static constexpr std::size_t kMaxPanels = 30;

    /// Adds a state of the same array.
    void add(std::span<const std::uint64_t> keys);

    /// Draws the panels. `captions` has a line for each state.
    std::string svg(const std::string& title, std::span<const std::string> captions) const;

private:
    /// Both coordinates are from 0 to 1000 (kSide in picture.cpp). The key's rank grows upwards, so `down` is kSide
    /// minus the scaled rank.
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
