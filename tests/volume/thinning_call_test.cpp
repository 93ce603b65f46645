// The easy calls: thinning from the host's memory, of labels, and the radius along the skeleton.
#include "algorithms/volume/thinning_call.hpp"

#include "algorithms/volume/label_layers.hpp"
#include "algorithms/volume/thinning_reference.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/volume/topology.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class ThinningCall : public DeviceTest {};

/// Returns regions of labels that touch each other, with 0 between some of them.
std::vector<std::uint32_t> random_labels(const VolumeShape& shape, std::uint64_t seed, std::uint32_t labels) {
    SplitMix64 random(seed);
    std::vector<std::array<float, 3>> seeds;
    for (std::uint32_t k = 0; k < 2 * labels; ++k) {
        const auto along = [&](std::uint32_t side) { return float(random.below(side)); };
        seeds.push_back({along(shape.x), along(shape.y), along(shape.z)});
    }
    std::vector<std::uint32_t> map;
    for (std::uint32_t z = 0; z < shape.z; ++z) {
        for (std::uint32_t y = 0; y < shape.y; ++y) {
            for (std::uint32_t x = 0; x < shape.x; ++x) {
                std::uint32_t best = 0;
                float least = std::numeric_limits<float>::max();
                for (std::uint32_t k = 0; k < seeds.size(); ++k) {
                    const float d = std::hypot(float(x) - seeds[k][0], float(y) - seeds[k][1], float(z) - seeds[k][2]);
                    if (d < least) {
                        least = d;
                        best = k;
                    }
                }
                map.push_back(best < labels ? 10 * best + 3 : 0);
            }
        }
    }
    return map;
}

}  // namespace

TEST_F(ThinningCall, EqualsTheReferenceAndReportsItsWork) {
    const Solid solid = random_solid({70, 41, 33}, 3, 80, 7);
    for (const char* method : {"palagyi", "lee"}) {
        const ThinningCallOptions options{.thinning = {.method = method}, .call = {.repeat = 2}};
        const ThinningResult thinned = take(thin(runner(), solid.shape, solid.bits(), options));
        const ThinningReference reference = take(thinning_reference(solid.shape, solid.bits(), options.thinning));
        EXPECT_TRUE(thinned.skeleton == reference.skeleton);
        EXPECT_EQ(thinned.iterations, reference.iterations);
        EXPECT_EQ(thinned.voxels, solid.count());
        EXPECT_EQ(thinned.kept, Solid::of(solid.shape, thinned.skeleton).count());
        EXPECT_EQ(thinned.report.gpu_milliseconds.size(), 2u);
        EXPECT_EQ(thinned.plan.method_name(), method);
    }
}

TEST_F(ThinningCall, MeasuresTheRadiusToTheNearestVoxelThatIsNotSet) {
    for (const std::array<float, 3>& spacing :
         {std::array{1.0f, 1.0f, 1.0f}, {0.5f, 2.0f, 3.0f}, {4.0f, 1.0f, 0.25f}}) {
        for (const VolumeShape& shape : {VolumeShape{34, 20, 17}, VolumeShape{64, 30, 1}, VolumeShape{100, 3, 3}}) {
            const Solid solid = random_solid(shape, 5, 93, 6);
            const ThinningResult thinned =
                take(thin(runner(), shape, solid.bits(), {.radius = true, .spacing = spacing}));
            const Solid skeleton = Solid::of(shape, thinned.skeleton);
            ASSERT_EQ(thinned.radius.size(), thinned.kept);
            std::size_t next = 0;
            for (std::size_t at = 0; at < skeleton.set.size(); ++at) {
                if (skeleton.set[at] != 0) {
                    const int x = int(at % shape.x), y = int(at / shape.x % shape.y), z = int(at / shape.x / shape.y);
                    ASSERT_NEAR(thinned.radius[next++], radius_of(solid, x, y, z, spacing), 1e-5) << at;
                }
            }
        }
    }
}

TEST_F(ThinningCall, MeasuresTheRadiusOfWideObjectsInImages) {
    // A plate of 400 x 301 in an image: the distance from its middle row to the row above the plate is 151.
    const VolumeShape shape{500, 401, 1};
    Solid plate(shape);
    for (std::size_t at = 0; at < plate.set.size(); ++at) {
        const std::size_t x = at % shape.x, y = at / shape.x;
        plate.set[at] = x >= 50 && x < 450 && y >= 50 && y < 351 ? 1 : 0;
    }
    for (const float step : {1.0f, 0.25f}) {
        const ThinningResult thinned =
            take(thin(runner(), shape, plate.bits(), {.thinning = {}, .radius = true, .spacing = {1, step, 0.125f}}));
        ASSERT_FALSE(thinned.radius.empty());
        EXPECT_EQ(*std::max_element(thinned.radius.begin(), thinned.radius.end()), 151 * step);
    }
}

TEST_F(ThinningCall, MeasuresTheRadiusWithinTheLimitOfMemory) {
    // Thinning deletes no voxel that touches no other, so the radius of 32,768 voxels is measured.
    Solid grains({64, 64, 64});
    for (std::uint32_t z = 0; z < 64; z += 2) {
        for (std::uint32_t y = 0; y < 64; y += 2) {
            for (std::uint32_t x = 0; x < 64; x += 2) {
                grains.at(x, y, z) = 1;
            }
        }
    }
    ThinningCallOptions options{.radius = true};
    std::uint64_t refused = 0, enough = std::uint64_t{1} << 30;
    while (enough - refused > 1) {
        options.call.memory_limit = refused + (enough - refused) / 2;
        const bool fits = plan_thinning_call(grains.shape, options, context().profile()).has_value();
        (fits ? enough : refused) = options.call.memory_limit;
    }
    options.call.memory_limit = enough;
    context().reset_peak_memory();
    const std::uint64_t before = context().memory_in_use();
    Runner own = take(Runner::create(context()));
    const ThinningResult thinned = take(thin(own, grains.shape, grains.bits(), options));
    EXPECT_EQ(thinned.radius.size(), 32768u);
    EXPECT_LE(context().peak_memory() - before, thinned.report.device_bytes);
    EXPECT_LE(thinned.report.device_bytes, enough);
}

TEST_F(ThinningCall, ThinsEachLabelAsIfItWereAlone) {
    for (const VolumeShape& shape : {VolumeShape{60, 31, 27}, VolumeShape{90, 80, 1}}) {
        for (const char* method : {"palagyi", "lee"}) {
            const auto labels = random_labels(shape, 9, 12);
            const ThinningCallOptions options{.thinning = {.method = method}, .radius = true};
            const ThinningResult all = take(thin_labels(runner(), shape, labels, options));
            EXPECT_EQ(all.labels, 12u);
            EXPECT_GT(all.layers, 1u);
            Solid together(shape);
            std::vector<float> radius(labels.size(), 0);
            for (std::uint32_t label = 3; label < 123; label += 10) {
                Solid one(shape);
                std::transform(labels.begin(), labels.end(), one.set.begin(),
                               [&](std::uint32_t at) { return std::uint8_t{at == label}; });
                const ThinningResult alone = take(thin(runner(), shape, one.bits(), options));
                const Solid thinned = Solid::of(shape, alone.skeleton);
                std::size_t next = 0;
                for (std::size_t at = 0; at < labels.size(); ++at) {
                    together.set[at] |= thinned.set[at];
                    radius[at] += thinned.set[at] != 0 ? alone.radius[next++] : 0;
                }
            }
            EXPECT_TRUE(Solid::of(shape, all.skeleton) == together);
            radius.erase(std::remove(radius.begin(), radius.end(), 0.0f), radius.end());
            EXPECT_EQ(all.radius, radius);
        }
    }
    const std::vector<std::uint32_t> none(8, 0);
    EXPECT_EQ(take(thin_labels(runner(), {2, 2, 2}, none, {})).kept, 0u);
}

TEST_F(ThinningCall, SeparatesLabelsThatShareOnlyACorner) {
    const VolumeShape shape{5, 5, 5};
    for (std::uint32_t neighbour = 0; neighbour < 125; ++neighbour) {
        constexpr std::uint32_t kMiddle = 62;
        const auto far = [&](std::uint32_t step) {
            return std::abs(static_cast<int>(neighbour / step % 5) - static_cast<int>(kMiddle / step % 5));
        };
        if (neighbour == kMiddle) {
            continue;
        }
        std::vector<std::uint32_t> labels(125, 0);
        labels[kMiddle] = 1;
        labels[neighbour] = 2;
        const bool touch = std::max({far(1), far(5), far(25)}) == 1;
        EXPECT_EQ(label_layers(shape, labels).layers, touch ? 2u : 1u) << neighbour;
    }
}

TEST_F(ThinningCall, RunsTheGivenPlanAndMakesNoOther) {
    const Solid solid = random_solid({40, 21, 13}, 3, 40, 7);
    const ThinningPlan plan =
        take(plan_thinning_call(solid.shape, {.thinning = {.method = "lee"}}, context().profile()));
    // A new plan for these options would have another method and exceed the limit.
    const ThinningCallOptions options{.thinning = {.method = "palagyi"}, .call = {.memory_limit = 100}};
    const ThinningResult thinned = take(thin(runner(), solid.bits(), options, plan));
    EXPECT_EQ(thinned.plan.method_name(), "lee");
    const ThinningReference reference = take(thinning_reference(solid.shape, solid.bits(), plan.options));
    EXPECT_TRUE(thinned.skeleton == reference.skeleton);
    EXPECT_ERROR(thin(runner(), Solid({40, 21, 12}).bits(), options, plan), ErrorCode::invalid_argument);
}

TEST_F(ThinningCall, RefusesInvalidArguments) {
    const Solid solid({20, 3, 3}, 1);
    std::vector<std::uint32_t> bits = solid.bits();
    const auto refused = [&](const ThinningCallOptions& options, ErrorCode code) {
        EXPECT_ERROR(thin(runner(), solid.shape, bits, options), code);
    };
    const DeviceProfile& profile = context().profile();
    EXPECT_OK(plan_thinning_call(solid.shape, {}, profile));
    EXPECT_ERROR(plan_thinning_call(solid.shape, {.call = {.memory_limit = 100}}, profile), ErrorCode::too_large);
    refused({.thinning = {.method = "lees"}}, ErrorCode::invalid_argument);
    refused({.thinning = {.kind = SkeletonKind::surface, .method = "lee"}}, ErrorCode::invalid_argument);
    refused({.radius = true, .spacing = {0, 1, 1}}, ErrorCode::invalid_argument);
    refused({.call = {.repeat = 0}}, ErrorCode::invalid_argument);
    refused({.call = {.memory_limit = 100}}, ErrorCode::too_large);
    std::stop_source stop;
    stop.request_stop();
    refused({.call = {.cancel = stop.get_token()}}, ErrorCode::cancelled);
    bits[0] |= 1u << 31;
    refused({}, ErrorCode::invalid_argument);
    bits.pop_back();
    refused({}, ErrorCode::invalid_argument);
    EXPECT_ERROR(thin_labels(runner(), {2, 2, 2}, std::vector<std::uint32_t>(7), {}), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
