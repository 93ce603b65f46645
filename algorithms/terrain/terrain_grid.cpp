#include "algorithms/terrain/terrain_grid.hpp"

#include "algorithms/exact_number.hpp"
#include "shaders/terrain/terrain.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace vkalgo {

namespace {

constexpr double kMaxRatio = 1 << 20;
/// The f32 whose bits are VKALGO_TERRAIN_NO_HEIGHT.
constexpr double kNoHeight = 0x1p126;

std::uint32_t magnitude(float height) {
    return std::bit_cast<std::uint32_t>(height) & 0x7fffffffu;
}

Result<void> check_cell(double dx, double dy) {
    // Written so that NaN is refused too.
    const bool fits = dx > 0 && dy > 0 && dx / dy <= kMaxRatio && dy / dx <= kMaxRatio;
    if (!fits) {
        return Error{ErrorCode::invalid_argument,
                     "cells of " + to_string(ExactNumber(dx)) + " x " + to_string(ExactNumber(dy)) +
                         ": both sizes must be positive, and the larger at most 2^20 times the smaller",
                     "grid"};
    }
    return {};
}

}  // namespace

static_assert(kFlowStays == VKALGO_FLOW_STAYS && kFlowNoData == VKALGO_FLOW_NO_DATA);

std::uint8_t flow_to_esri(FlowCode code) {
    if (code > VKALGO_FLOW_LAST) {
        return kFlowNoData;
    }
    return code == kFlowStays ? std::uint8_t{0} : static_cast<std::uint8_t>(1u << (code - 1));
}

FlowCode flow_from_esri(std::int32_t code) {
    if (code == 0) {
        return kFlowStays;
    }
    if (code < 0 || code > 128 || !std::has_single_bit(static_cast<std::uint32_t>(code))) {
        return kFlowNoData;
    }
    return static_cast<FlowCode>(std::bit_width(static_cast<std::uint32_t>(code)));
}

std::int8_t flow_to_grass(FlowCode code) {
    if (code > VKALGO_FLOW_LAST) {
        return -128;
    }
    return static_cast<std::int8_t>(code == kFlowStays ? 0 : 9 - code);
}

FlowCode flow_from_grass(std::int32_t code) {
    const std::int32_t way = code < 0 && code >= -8 ? -code : code;
    if (way < 0 || way > 8) {
        return kFlowNoData;
    }
    return static_cast<FlowCode>(way == 0 ? 0 : 9 - way);
}

Result<void> check_grid(const TerrainGrid& grid) {
    if (grid.cells() > kMaxTerrainCells) {
        return Error{ErrorCode::too_large,
                     std::to_string(grid.width) + " x " + std::to_string(grid.height) +
                         " cells are too many; a grid has at most " + std::to_string(kMaxTerrainCells),
                     "grid"};
    }
    return check_cell(grid.dx, grid.dy);
}

FlowWeights flow_weights(double dx, double dy) {
    const double least = std::min(dx, dy), diagonal = std::sqrt(dx * dx + dy * dy);
    const auto east = static_cast<float>(least / dx);
    auto south = static_cast<float>(least / dy);
    if (south == east && dx != dy) {
        south = std::nextafter(south, 0.0F);
    }
    return {.east = east,
            .south = south,
            .diagonal = std::min(static_cast<float>(least / diagonal), std::nextafter(std::min(east, south), 0.0F)),
            .to_east = dx,
            .to_south = dy,
            .to_diagonal = diagonal};
}

Result<std::vector<FlowWeights>> flow_row_weights(std::span<const double> dx, double dy) {
    std::vector<FlowWeights> weights;
    weights.reserve(dx.size());
    for (const double width : dx) {
        VKALGO_CHECK(check_cell(width, dy));
        weights.push_back(flow_weights(width, dy));
    }
    return weights;
}

bool is_height(float height) {
    return magnitude(height) < VKALGO_TERRAIN_NO_HEIGHT;
}

bool is_height(double height) {
    return std::abs(height) < kNoHeight;
}

float effective_height(float height) {
    return magnitude(height) < VKALGO_TERRAIN_LEAST_HEIGHT ? 0.0f : height;
}

double effective_height(double height) {
    return height == 0 ? 0.0 : height;
}

}  // namespace vkalgo
