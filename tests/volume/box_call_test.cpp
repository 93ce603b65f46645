#include "algorithms/volume/box_count_call.hpp"
#include "algorithms/volume/box_fit.hpp"
#include "algorithms/volume/box_grid.hpp"
#include "algorithms/volume/box_reference.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/volume/boxes.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

std::vector<double> sizes_of(const BoxCounts& counts) {
    std::vector<double> sizes;
    for (const BoxSize& size : counts.sizes) {
        sizes.push_back(static_cast<double>(size.size));
    }
    return sizes;
}

std::vector<double> counts_of(const BoxCounts& counts) {
    std::vector<double> found;
    for (const BoxSize& size : counts.sizes) {
        found.push_back(static_cast<double>(size.count));
    }
    return found;
}

double dimension(const BoxCounts& counts) {
    return take(fit_boxes(sizes_of(counts), counts_of(counts), 1, 1e9)).dimension;
}

std::span<const std::byte> bytes(const std::vector<std::uint8_t>& voxels) {
    return std::as_bytes(std::span(voxels));
}

}  // namespace

class BoxCalls : public DeviceTest {};

TEST_F(BoxCalls, FindTheDimensionOfMengersSponge) {
    std::uint32_t side = 0;
    const auto sponge = menger_sponge(5, side);
    const VolumeShape shape{side, side, side};
    const double expected = std::log(20) / std::log(3);
    const auto threes =
        take(count_boxes(runner(), shape, ElementType::u8, bytes(sponge), {.sizes = {1, 3, 9, 27, 81, 243}}));
    EXPECT_NEAR(dimension(threes), expected, 1e-9);
    EXPECT_EQ(counts_of(threes), (std::vector<double>{3200000, 160000, 8000, 400, 20, 1}));
    for (const char* method : {"auto", "pyramid", "sort"}) {
        const auto twos =
            take(count_boxes(runner(), shape, ElementType::u8, bytes(sponge), {.method = method}), method);
        EXPECT_EQ(counts_of(twos), (std::vector<double>{3200000, 723680, 122904, 20404, 3160, 432, 64, 8, 1}));
        EXPECT_NEAR(dimension(twos), 2.7202, 1e-4);
        EXPECT_EQ(twos.inside, 3200000u);
        EXPECT_EQ(twos.method, std::string(method) == "sort" ? "sort" : "pyramid");
        EXPECT_EQ(twos.parts, 1u);
    }
}

TEST_F(BoxCalls, FindTheDimensionsOfCubesPlanesAndLines) {
    const VolumeShape cube{64, 64, 64}, plane{64, 64, 1}, line{64, 1, 1};
    const auto all = [&](const VolumeShape& shape) {
        const std::vector<std::uint8_t> full(shape.voxels(), 1);
        return dimension(take(count_boxes(runner(), shape, ElementType::u8, bytes(full))));
    };
    EXPECT_NEAR(all(cube), 3, 1e-12);
    EXPECT_NEAR(all(plane), 2, 1e-12);
    EXPECT_NEAR(all(line), 1, 1e-12);
}

TEST_F(BoxCalls, TakeAnySizesAndEveryOffset) {
    for (const VolumeShape& shape : {VolumeShape{37, 29, 31}, VolumeShape{70, 45, 1}}) {
        const auto inside = random_inside(shape, 4, 60);
        const BoxCountCallOptions options{.sizes = {1, 2, 3, 4, 7, 16}, .steps = kEveryOffset, .lacunarity = true};
        const auto found = take(count_boxes(runner(), shape, ElementType::u8, bytes(inside), options));
        for (const BoxSize& size : found.sizes) {
            SCOPED_TRACE(size.size);
            const auto side = static_cast<std::uint32_t>(size.size);
            const std::uint32_t deep = shape.z == 1 ? 1 : side;
            std::uint64_t least = ~0ULL, grids = 0, whole = 0;
            double sum = 0, mass = 0, square = 0;
            for (std::uint32_t z = 0; z < deep; ++z) {
                for (std::uint32_t y = 0; y < side; ++y) {
                    for (std::uint32_t x = 0; x < side; ++x, ++grids) {
                        const BoxMasses one = box_reference(shape, inside, side, {x, y, z});
                        least = std::min(least, one.count);
                        sum += static_cast<double>(one.count);
                        mass += static_cast<double>(one.mass);
                        square += one.square();
                        whole += whole_boxes(shape, side, {x, y, z});
                    }
                }
            }
            EXPECT_EQ(size.count, least);
            EXPECT_EQ(size.grids, grids);
            EXPECT_EQ(size.whole_boxes, whole);
            // The grids together count each position where a whole box fits once, as a gliding box does.
            EXPECT_EQ(whole, std::uint64_t{shape.x - side + 1} * (shape.y - side + 1) * (shape.z - deep + 1));
            EXPECT_DOUBLE_EQ(size.mean_count, sum / static_cast<double>(grids));
            const double mean = mass / static_cast<double>(whole);
            EXPECT_DOUBLE_EQ(size.mean_mass, mean);
            ASSERT_TRUE(size.lacunarity);
            EXPECT_NEAR(*size.lacunarity, square / static_cast<double>(whole) / (mean * mean), 1e-12);
        }
    }
}

TEST_F(BoxCalls, TakeGivenOffsets) {
    const VolumeShape shape{37, 29, 31};
    const auto inside = random_inside(shape, 4, 60);
    const auto found = take(count_boxes(runner(), shape, ElementType::u8, bytes(inside),
                                        {.sizes = {4, 5}, .offsets = {{1, 2, 3}, {9, 0, 0}}}));
    for (const BoxSize& size : found.sizes) {
        const auto side = static_cast<std::uint32_t>(size.size);
        const std::uint64_t one = box_reference(shape, inside, side, {1, 2, 3}).count;
        const std::uint64_t two = box_reference(shape, inside, side, {9 % side, 0, 0}).count;
        EXPECT_EQ(size.count, std::min(one, two));
        EXPECT_EQ(size.grids, 2u);
        EXPECT_DOUBLE_EQ(size.mean_count, static_cast<double>(one + two) / 2);
        EXPECT_FALSE(size.lacunarity);
    }
}

TEST_F(BoxCalls, PackVoxelsInPartsIfMemoryIsShort) {
    const VolumeShape shape{90, 70, 80};
    const auto inside = random_inside(shape, 12, 500);
    const auto expected = pyramid_counts(shape, inside);
    std::vector<float> values(inside.begin(), inside.end());
    BoxCountCallOptions options;
    options.call.memory_limit = 400000 + Runner::staging_bytes(4 * values.size(), 1000);
    options.call.repeat = 2;
    for (const char* method : {"pyramid", "sort"}) {
        options.method = method;
        const auto found =
            take(count_boxes(runner(), shape, ElementType::f32, std::as_bytes(std::span(values)), options));
        EXPECT_GT(found.parts, 3u);
        EXPECT_EQ(found.report.gpu_milliseconds.size(), 2u);
        for (std::size_t level = 0; level < expected.size(); ++level) {
            EXPECT_EQ(found.sizes[level].count, expected[level]) << level;
        }
    }
    const DeviceProfile& profile = context().profile();
    EXPECT_OK(plan_box_count_call(shape, ElementType::f32, options, profile));
    options.call.memory_limit = 100000;
    EXPECT_ERROR(plan_box_count_call(shape, ElementType::f32, options, profile), ErrorCode::too_large);
    EXPECT_ERROR(count_boxes(runner(), shape, ElementType::f32, std::as_bytes(std::span(values)), options),
                 ErrorCode::too_large);
}

TEST_F(BoxCalls, ReportProgressThatGrowsOverAllRuns) {
    const VolumeShape shape{37, 29, 31};
    const auto inside = random_inside(shape, 4, 60);
    std::vector<double> fractions;
    BoxCountCallOptions options{.sizes = {3, 5}};
    options.call.repeat = 3;
    options.call.progress = [&](double fraction) { fractions.push_back(fraction); };
    EXPECT_OK(count_boxes(runner(), shape, ElementType::u8, bytes(inside), options));
    ASSERT_EQ(fractions.size(), 4u);
    EXPECT_EQ(std::adjacent_find(fractions.begin(), fractions.end(), std::greater_equal<>()), fractions.end());
    EXPECT_EQ(fractions.back(), 1.0);
}

TEST_F(BoxCalls, RunTheGivenPlanAndMakeNoOther) {
    const VolumeShape shape{90, 70, 80};
    const auto inside = random_inside(shape, 12, 500);
    BoxCountCallOptions options{.sizes = {2, 4, 8}, .method = "sort"};
    options.call.memory_limit = 400000 + Runner::staging_bytes(inside.size(), 1000);
    const BoxCountCallPlan plan = take(plan_box_count_call(shape, ElementType::u8, options, context().profile()));
    ASSERT_GT(plan.parts, 1u);
    const auto found = take(count_boxes(runner(), bytes(inside), plan));
    EXPECT_EQ(found.parts, plan.parts) << "all of it would fit at once";
    EXPECT_EQ(found.method, "sort");
    const auto expected = pyramid_counts(shape, inside);
    ASSERT_EQ(found.sizes.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(found.sizes[k].count, expected[k + 1]);
    }
}

TEST_F(BoxCalls, FindNothingInEmptyInputs) {
    for (const VolumeShape& shape : {VolumeShape{0, 5, 5}, VolumeShape{0, 0, 0}}) {
        for (const char* method : {"pyramid", "sort"}) {
            const auto found = take(count_boxes(runner(), shape, ElementType::u8, {}, {.method = method}));
            EXPECT_TRUE(found.sizes.empty());
            EXPECT_EQ(found.inside, 0u);
        }
        const auto found =
            take(count_boxes(runner(), shape, ElementType::u8, {}, {.sizes = {1, 3}, .lacunarity = true}));
        EXPECT_EQ(found.sizes[1].count, 0u);
    }
    const std::vector<std::uint8_t> empty(4096);
    for (const char* method : {"pyramid", "sort"}) {
        const auto found = take(count_boxes(runner(), {16, 16, 16}, ElementType::u8, bytes(empty),
                                            {.sizes = {2, 3, 64}, .lacunarity = true, .method = method}));
        for (const BoxSize& size : found.sizes) {
            EXPECT_EQ(size.count, 0u);
            EXPECT_FALSE(size.lacunarity);
        }
        EXPECT_ERROR(fit_boxes(sizes_of(found), counts_of(found), 0, 1e9), ErrorCode::invalid_argument);
    }
}

TEST_F(BoxCalls, RefuseInvalidArguments) {
    const std::vector<std::uint8_t> voxels(4097);
    const auto refused = [&](const BoxCountCallOptions& options, std::size_t count = 4096) {
        return count_boxes(runner(), {16, 16, 16}, ElementType::u8, bytes(voxels).first(count), options);
    };
    EXPECT_ERROR(refused({.sizes = {0}}), ErrorCode::invalid_argument);
    EXPECT_ERROR(refused({.sizes = {3, 2}}), ErrorCode::invalid_argument);
    EXPECT_ERROR(refused({.sizes = {2, 2}}), ErrorCode::invalid_argument);
    EXPECT_ERROR(refused({.steps = 0}), ErrorCode::invalid_argument);
    EXPECT_ERROR(refused({.steps = 2, .offsets = {{0, 0, 0}}}), ErrorCode::invalid_argument);
    EXPECT_ERROR(refused({.method = "guess"}), ErrorCode::invalid_argument);
    EXPECT_ERROR(refused({}, 4095), ErrorCode::invalid_argument);
    EXPECT_ERROR(refused({}, 4097), ErrorCode::invalid_argument);
    EXPECT_ERROR(refused({.sizes = {kMaxBoxSide + 3}}), ErrorCode::invalid_argument);
    EXPECT_ERROR(refused({.sizes = {60000}, .steps = kEveryOffset}), ErrorCode::too_large);
    BoxCountCallOptions options;
    options.call.repeat = 0;
    EXPECT_ERROR(refused(options), ErrorCode::invalid_argument);
    std::stop_source stop;
    stop.request_stop();
    options = {};
    options.call.cancel = stop.get_token();
    EXPECT_ERROR(refused(options), ErrorCode::cancelled);
}

TEST_F(BoxCalls, PutPointsIntoCells) {
    const std::vector<double> square{0, 0, 10, 0, 10, 10, 0, 10, 5, 5};
    const PointGrid grid = take(place_points(square, 2, {.cells = 8}));
    EXPECT_EQ(grid.unit, 1.25);
    EXPECT_EQ(grid.coordinates, (std::vector<std::uint32_t>{0, 0, 7, 0, 7, 7, 0, 7, 4, 4}));
    EXPECT_EQ(grid.levels, 4u);
    EXPECT_EQ(grid.shape, (VolumeShape{8, 8, 1}));
    const BoxCounts found = take(count_point_boxes(runner(), grid));
    EXPECT_EQ(counts_of(found), (std::vector<double>{5, 5, 4, 1}));
    const PointGrid units = take(place_points(square, 2, {.unit = 1.0}));
    EXPECT_EQ(units.coordinates[2], 10u);
    EXPECT_EQ(units.levels, 5u);
    const PointGrid one = take(place_points(std::vector<double>{3, 4, 5}, 3, {}));
    EXPECT_EQ(one.levels, 1u);
    EXPECT_EQ(counts_of(take(count_point_boxes(runner(), one))), (std::vector<double>{1}));
    EXPECT_EQ(counts_of(take(count_point_boxes(runner(), take(place_points({}, 3, {}))))), (std::vector<double>{0}));
    EXPECT_ERROR(place_points(square, 3, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(place_points(square, 1, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(place_points(square, 2, {.unit = 0.0}), ErrorCode::invalid_argument);
    EXPECT_ERROR(place_points(square, 2, {.cells = 0}), ErrorCode::invalid_argument);
    EXPECT_ERROR(place_points(std::vector<double>{0, NAN}, 2, {}), ErrorCode::invalid_argument);
    const auto too_large = [](const std::vector<double>& points, std::uint32_t axes, const PointBoxOptions& options) {
        const auto placed = place_points(points, axes, options);
        return !placed && placed.error().code == ErrorCode::too_large ? placed.error().where : "nothing";
    };
    EXPECT_EQ(too_large(square, 2, {.unit = 1e-12}), "unit");
    EXPECT_EQ(too_large({0, 0, 0, 1, 1, 1}, 3, {.cells = ~0U}), "cells");
    EXPECT_EQ(too_large({-1e308, 0, 1e308, 0}, 2, {}), "coordinates");
    EXPECT_EQ(too_large({0, 0, 5e-324, 0}, 2, {}), "coordinates");
}

TEST(BoxFits, AreLeastSquares) {
    const std::vector<double> sizes{1, 2, 4, 8}, counts{1000, 260, 64, 15};
    const BoxFit fit = take(fit_boxes(sizes, counts, 1, 8));
    // Computed by the textbook's formula, in Python.
    EXPECT_NEAR(fit.dimension, 2.019905, 1e-6);
    EXPECT_NEAR(fit.intercept, 6.933980, 1e-6);
    EXPECT_EQ(fit.sizes, 4u);
    EXPECT_GT(fit.r_squared, 0.999);
    EXPECT_GT(fit.standard_error, 0);
    EXPECT_NEAR(take(fit_boxes(sizes, counts, 2, 4)).dimension, std::log2(260.0 / 64), 1e-12);
    EXPECT_ERROR(fit_boxes(sizes, counts, 3, 7), ErrorCode::invalid_argument);
    const auto slopes = local_slopes(sizes, std::vector<double>{1000, 250, 0, 1});
    EXPECT_NEAR(slopes[0], 2, 1e-12);
    EXPECT_TRUE(std::isnan(slopes[1]));
    EXPECT_TRUE(std::isnan(slopes[2]));
}

}  // namespace vkalgo::test
