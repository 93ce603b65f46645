// Compares thinning on the device with the rule on one core, bit for bit, and with the requirements of topology.
#include "algorithms/volume/thinning.hpp"

#include "algorithms/volume/thinning_reference.hpp"
#include "engine/descriptors.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/test_image.hpp"
#include "tests/volume/topology.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

struct Thinned {
    Thinned(Runner& runner, const Thinning& by, const Solid& solid)
        : thinning(by),
          shape(solid.shape),
          bits(solid.bits()),
          volume(runner, bits),
          skeleton(runner, 4 * bits.size()),
          scratch(runner, take(Thinning::scratch(shape, by.options(), runner.context().profile())).bytes) {}

    ThinningArguments arguments(const ThinningRounds& rounds = {}) const {
        return {.volume = volume.view(), .skeleton = skeleton.view(), .scratch = scratch.view(), .rounds = rounds};
    }
    Result<void> record(Recorder& recorder, const ThinningRounds& rounds = {}) const {
        return thinning.record(recorder, shape, arguments(rounds));
    }
    bool done() const { return scratch.values<std::uint32_t>(1)[Thinning::kDoneWord] != 0; }
    /// Runs until the thinning is complete.
    void run(Runner& runner, std::uint32_t chunk = 64) const {
        for (std::uint32_t first = 0; first == 0 || !done(); first += chunk) {
            ASSERT_OK(runner.run([&](Recorder& recorder) { return record(recorder, {first, chunk}); }));
        }
    }
    Solid result() const { return Solid::of(shape, skeleton.values<std::uint32_t>(bits.size())); }
    void expect_intact() const {
        EXPECT_EQ(volume.values<std::uint32_t>(bits.size()), bits);
        for (const GuardedBuffer* buffer : {&volume, &skeleton, &scratch}) {
            buffer->expect_intact();
        }
    }
    void expect() const {
        expect_intact();
        const ThinningReference reference = take(thinning_reference(shape, bits, thinning.options()));
        EXPECT_TRUE(skeleton.values<std::uint32_t>(bits.size()) == reference.skeleton);
        const std::uint32_t begun = scratch.values<std::uint32_t>(2)[Thinning::kIterationsWord];
        EXPECT_EQ(std::max(begun, 1u) - 1, reference.iterations);
    }

    const Thinning& thinning;
    VolumeShape shape;
    std::vector<std::uint32_t> bits;
    GuardedBuffer volume, skeleton, scratch;
};

const std::vector<ThinningOptions>& all_options() {
    static const std::vector<ThinningOptions> options{
        {SkeletonKind::curve, "palagyi"}, {SkeletonKind::curve, "lee"}, {SkeletonKind::surface, "palagyi"}};
    return options;
}

std::string name_of(const ThinningOptions& options) {
    return options.method + ", " + to_string(options.kind);
}

class VolumeThinning : public DeviceTest {
protected:
    static Solid thin(const Thinning& thinning, const Solid& solid) {
        const Thinned thinned(runner(), thinning, solid);
        thinned.run(runner());
        thinned.expect_intact();
        return thinned.result();
    }
};

/// Small volumes within one large volume, with at least one layer of background between them, so that one run thins all
/// of them. No side of a small volume may exceed 12 voxels.
struct Tray {
    std::vector<Solid> parts;
    std::vector<std::array<std::uint32_t, 3>> origins;
    Solid whole{{1, 1, 1}};

    /// Arranges the volumes in layers of `across` by `across`, as many as are needed.
    Tray(std::vector<Solid> small, std::uint32_t across) : parts(std::move(small)) {
        const std::uint32_t pitch = 13;
        std::uint32_t deep = (static_cast<std::uint32_t>(parts.size()) + across * across - 1) / (across * across);
        whole = Solid({pitch * across - 1, pitch * across - 1, pitch * deep - 1});
        for (std::uint32_t k = 0; k < parts.size(); ++k) {
            origins.push_back({pitch * (k % across), pitch * (k / across % across), pitch * (k / (across * across))});
            const VolumeShape& shape = parts[k].shape;
            for (std::uint32_t z = 0; z < shape.z; ++z) {
                for (std::uint32_t y = 0; y < shape.y; ++y) {
                    for (std::uint32_t x = 0; x < shape.x; ++x) {
                        whole.at(origins[k][0] + x, origins[k][1] + y, origins[k][2] + z) = parts[k].at(x, y, z);
                    }
                }
            }
        }
    }
    Solid part(const Solid& from, std::size_t k) const {
        Solid cut(parts[k].shape);
        for (std::uint32_t z = 0; z < cut.shape.z; ++z) {
            for (std::uint32_t y = 0; y < cut.shape.y; ++y) {
                for (std::uint32_t x = 0; x < cut.shape.x; ++x) {
                    cut.at(x, y, z) =
                        from.value(static_cast<int>(origins[k][0] + x), static_cast<int>(origins[k][1] + y),
                                   static_cast<int>(origins[k][2] + z));
                }
            }
        }
        return cut;
    }
};

Tray random_tray(std::uint64_t seed, std::size_t count, std::uint32_t across) {
    SplitMix64 random(seed);
    std::vector<Solid> parts;
    for (std::size_t k = 0; k < count; ++k) {
        const auto side = [&] { return 1 + random.below(12); };
        const VolumeShape shape{side(), side(), side()};
        const std::uint32_t percent = 5 + random.below(95), grain = 1 + random.below(4);
        parts.push_back(random_solid(shape, random.next(), percent, grain));
    }
    return {std::move(parts), across};
}

}  // namespace

TEST_F(VolumeThinning, KeepsTheTopologyOf2000RandomVolumes) {
    for (const ThinningOptions& options : all_options()) {
        SCOPED_TRACE(name_of(options));
        const Thinning thinning = take(Thinning::create(context(), options));
        const Tray tray = random_tray(1, 2000, 10);
        const Solid thinned = thin(thinning, tray.whole);
        for (std::size_t k = 0; k < tray.parts.size(); ++k) {
            ASSERT_EQ(topology_of(tray.part(thinned, k)), topology_of(tray.parts[k])) << "volume " << k;
        }
        EXPECT_TRUE(thin(thinning, thinned) == thinned) << "a skeleton is its own";
        EXPECT_LT(thinned.count(), tray.whole.count());
    }
}

TEST_F(VolumeThinning, EqualsTheReferenceBitForBit) {
    for (const ThinningOptions& options : all_options()) {
        const Thinning thinning = take(Thinning::create(context(), options));
        std::uint64_t seed = 1;
        for (const VolumeShape& shape :
             {VolumeShape{1, 1, 1}, VolumeShape{31, 7, 8}, VolumeShape{32, 8, 8}, VolumeShape{33, 9, 9},
              VolumeShape{64, 17, 5}, VolumeShape{1, 40, 40}, VolumeShape{70, 1, 23}, VolumeShape{97, 101, 1},
              VolumeShape{70, 90, 3}, VolumeShape{40, 3, 70}, VolumeShape{50, 43, 37}}) {
            for (const auto& [percent, grain] : {std::pair{50u, 1u}, {60u, 5u}, {85u, 9u}, {98u, 2u}}) {
                SCOPED_TRACE(name_of(options) + ": " + std::to_string(shape.x) + " x " + std::to_string(shape.y) +
                             " x " + std::to_string(shape.z) + ", " + std::to_string(percent) + "%");
                const Thinned thinned(runner(), thinning, random_solid(shape, seed++, percent, grain));
                thinned.run(runner(), seed % 2 == 0 ? 64 : 3);
                thinned.expect();
            }
        }
    }
}

TEST_F(VolumeThinning, EqualsTheReferenceForEverySparseNeighbourhood) {
    // Few voxels have many neighbours here, and each neighbourhood of few voxels occurs many times.
    for (const ThinningOptions& options : all_options()) {
        const Thinning thinning = take(Thinning::create(context(), options));
        std::uint64_t seed = 1;
        for (const auto& [percent, grain] : {std::pair{8u, 1u}, {15u, 1u}, {25u, 1u}, {20u, 3u}}) {
            SCOPED_TRACE(name_of(options) + ": " + std::to_string(percent) + "%");
            const Thinned thinned(runner(), thinning, random_solid({100, 70, 60}, seed++, percent, grain));
            thinned.run(runner());
            thinned.expect();
        }
    }
}

TEST_F(VolumeThinning, ThinsASolidThatFillsItsVolumeFromEverySide) {
    // There are five bricks along each side. So a brick in the middle of a face, and all its neighbours, hold no voxel
    // of background. Only the border of the volume lets thinning begin there.
    for (const ThinningOptions& options : all_options()) {
        SCOPED_TRACE(name_of(options));
        const Thinning thinning = take(Thinning::create(context(), options));
        const Thinned thinned(runner(), thinning, Solid({160, 40, 40}, 1));
        thinned.run(runner());
        thinned.expect();
    }
}

TEST_F(VolumeThinning, KeepsALineOfABarThatTouchesTheBorder) {
    for (const ThinningOptions& options : all_options()) {
        SCOPED_TRACE(name_of(options));
        const Thinning thinning = take(Thinning::create(context(), options));
        for (const VolumeShape& shape : {VolumeShape{4, 4, 100}, VolumeShape{100, 4, 4}, VolumeShape{3, 100, 3}}) {
            const Solid bar(shape, 1);
            const Solid line = thin(thinning, bar);
            // Lee's method deletes the ends of a bar two voxels thick as well, as scikit-image does, until as little as
            // one voxel is left.
            EXPECT_GE(line.count(), options.method == "lee" ? 1u : 94u);
            EXPECT_EQ(topology_of(line), topology_of(bar));
        }
    }
}

TEST_F(VolumeThinning, EqualsTheReferenceForLongBarsAndWideSquares) {
    // With Lee's method, voxels of these shapes wait for each other: along the whole bar, and from row to row of the
    // square.
    constexpr VolumeShape kShapes[] = {{300, 2, 2}, {2, 300, 2}, {2, 2, 300}, {60, 60, 1}, {60, 1, 60}, {1, 60, 60}};
    for (const ThinningOptions& options : all_options()) {
        const Thinning thinning = take(Thinning::create(context(), options));
        for (const VolumeShape& shape : kShapes) {
            SCOPED_TRACE(name_of(options) + ": " + std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
                         std::to_string(shape.z));
            const Thinned full(runner(), thinning, Solid(shape, 1));
            full.run(runner());
            full.expect();
            // The same shape is surrounded by background, so that bricks divide it differently.
            Solid inside({shape.x + 11, shape.y + 6, shape.z + 7});
            for (std::uint32_t z = 0; z < shape.z; ++z) {
                for (std::uint32_t y = 0; y < shape.y; ++y) {
                    for (std::uint32_t x = 0; x < shape.x; ++x) {
                        inside.at(x + 5, y + 4, z + 3) = 1;
                    }
                }
            }
            const Thinned surrounded(runner(), thinning, inside);
            surrounded.run(runner(), 7);
            surrounded.expect();
        }
    }
}

TEST_F(VolumeThinning, KeepsTheTopologyOfCubesAndLeavesEmptyVolumesEmpty) {
    for (const ThinningOptions& options : all_options()) {
        SCOPED_TRACE(name_of(options));
        const Thinning thinning = take(Thinning::create(context(), options));
        for (const std::uint32_t side : {1u, 2u, 3u, 5u, 9u, 21u, 40u}) {
            const Solid cube({side, side, side}, 1);
            const Solid middle = thin(thinning, cube);
            EXPECT_EQ(topology_of(middle), topology_of(cube)) << side;
            if (options.kind == SkeletonKind::curve) {
                EXPECT_LE(middle.count(), 8 * side) << side;
            }
        }
        EXPECT_EQ(thin(thinning, Solid({40, 20, 10})).count(), 0u);
    }
}

TEST_F(VolumeThinning, MakesSurfacesOnRequestAndLinesOtherwise) {
    // A plate three voxels thick: its middle layer remains, or a line within it.
    Solid plate({30, 24, 5});
    for (std::uint32_t z = 1; z < 4; ++z) {
        for (std::uint32_t y = 0; y < 24; ++y) {
            for (std::uint32_t x = 0; x < 30; ++x) {
                plate.at(x, y, z) = 1;
            }
        }
    }
    const Solid surface = thin(take(Thinning::create(context(), {.kind = SkeletonKind::surface})), plate);
    EXPECT_GT(surface.count(), 28u * 22u - 1);
    for (std::uint32_t y = 3; y < 20; ++y) {
        for (std::uint32_t x = 3; x < 26; ++x) {
            EXPECT_EQ(surface.value(int(x), int(y), 2), 1);
            EXPECT_EQ(surface.value(int(x), int(y), 1) + surface.value(int(x), int(y), 3), 0);
        }
    }
    EXPECT_LT(thin(take(Thinning::create(context(), {})), plate).count(), 60u);
}

TEST_F(VolumeThinning, RunsTwiceInOneCommandBufferAndInAForeignOne) {
    const Solid solid = random_solid({45, 30, 20}, 7, 80, 6);
    {
        const Thinning thinning = take(Thinning::create(context(), {}));
        const Thinned one(runner(), thinning, solid), other(runner(), thinning, random_solid({20, 9, 30}, 8, 70, 3));
        ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(one.record(recorder));
            return other.record(recorder);
        }));
        one.expect();
        other.expect();
    }
    ForeignDevice foreign;
    auto adopted = take(Context::adopt(foreign.host()));
    Runner own = take(Runner::create(*adopted));
    DescriptorArena arena(*adopted);
    const Thinning thinning = take(Thinning::create(*adopted, {}));
    const Thinned thinned(own, thinning, solid);
    foreign.run([&](VkCommandBuffer commands) {
        Recorder recorder(*adopted, commands, arena);
        EXPECT_OK(thinned.record(recorder));
    });
    EXPECT_OK(arena.reset());
    thinned.expect();
}

TEST_F(VolumeThinning, TakesARenderersTexturesInItsOwnCommandBuffer) {
    for (const bool flat : {false, true}) {
        SCOPED_TRACE(flat ? "2-D" : "3-D");
        const Solid solid = random_solid(flat ? VolumeShape{90, 70, 1} : VolumeShape{45, 30, 20}, 9, 70, 6);
        ForeignDevice foreign;
        auto adopted = take(Context::adopt(foreign.host()));
        Runner own = take(Runner::create(*adopted));
        DescriptorArena arena(*adopted);
        const TestImage texture(own, VK_FORMAT_R8_UNORM, {solid.shape.x, solid.shape.y, solid.shape.z},
                                std::as_bytes(std::span(solid.set)), flat ? VK_IMAGE_TYPE_2D : VK_IMAGE_TYPE_3D);
        const VolumeBits packer =
            take(VolumeBits::create(*adopted, {.type = ElementType::f32, .image = true, .flat = flat}));
        const Thinning thinning = take(Thinning::create(*adopted, {}));
        const Thinned thinned(own, thinning, solid);
        const GuardedBuffer bits(own, solid.shape.bit_bytes());
        ThinningArguments arguments = thinned.arguments();
        arguments.volume = bits.view();
        foreign.run([&](VkCommandBuffer commands) {
            Recorder recorder(*adopted, commands, arena);
            EXPECT_OK(packer.record(recorder, solid.shape, {.image = texture.view(), .bits = bits.view()}));
            EXPECT_OK(thinning.record(recorder, solid.shape, arguments));
        });
        EXPECT_OK(arena.reset());
        bits.expect_intact();
        EXPECT_EQ(bits.values<std::uint32_t>(solid.shape.words()), solid.bits());
        thinned.expect();
    }
}

TEST_F(VolumeThinning, FoldsGridsOfSmallDevices) {
    ContextOptions options = aligned_options();
    options.narrow = [narrow = options.narrow](DeviceProfile& profile) {
        if (narrow) {
            narrow(profile);
        }
        profile.max_workgroup_count = {3, 65535, 1};
        profile.max_workgroup_invocations = 128;
        profile.shared_memory = 16384;
    };
    ValidatedContext small(options);
    Runner own = take(Runner::create(*small));
    for (const ThinningOptions& how : all_options()) {
        SCOPED_TRACE(name_of(how));
        const Thinning thinning = take(Thinning::create(*small, how));
        const Thinned thinned(own, thinning, random_solid({70, 45, 30}, 2, 70, 4));
        thinned.run(own);
        thinned.expect();
    }
}

TEST_F(VolumeThinning, EqualsTheReferenceWithTheKernelsOfOtherKindsOfDevices) {
    // A step of Lee's method follows chains of bricks on software devices only.
    ContextOptions options = aligned_options();
    options.narrow = [narrow = options.narrow](DeviceProfile& profile) {
        if (narrow) {
            narrow(profile);
        }
        profile.type = profile.type == DeviceType::software ? DeviceType::discrete : DeviceType::software;
    };
    ValidatedContext other(options);
    Runner own = take(Runner::create(*other));
    for (const ThinningOptions& how : all_options()) {
        const Thinning thinning = take(Thinning::create(*other, how));
        for (const Solid& solid : {random_solid({70, 45, 30}, 2, 70, 4), random_solid({97, 101, 1}, 3, 90, 6),
                                   Solid({300, 2, 2}, 1), Solid({2, 2, 300}, 1), Solid({60, 60, 1}, 1)}) {
            SCOPED_TRACE(name_of(how) + ": " + std::to_string(solid.shape.x) + " x " + std::to_string(solid.shape.y));
            const Thinned thinned(own, thinning, solid);
            thinned.run(own, 64);
            thinned.expect();
        }
    }
}

TEST_F(VolumeThinning, RefusesInvalidArguments) {
    const Thinning thinning = take(Thinning::create(context(), {}));
    const Thinned thinned(runner(), thinning, random_solid({20, 20, 20}, 1, 60));
    const auto refused = [&](const Thinning& by, const ThinningArguments& arguments) {
        EXPECT_ERROR(runner().run([&](Recorder& recorder) { return by.record(recorder, thinned.shape, arguments); }),
                     ErrorCode::invalid_argument);
    };
    ThinningArguments arguments = thinned.arguments();
    arguments.skeleton = arguments.volume;
    refused(thinning, arguments);
    arguments = thinned.arguments();
    arguments.scratch = {};
    refused(thinning, arguments);
    refused(Thinning(), thinned.arguments());
    EXPECT_ERROR(Thinning().access(thinned.shape, thinned.arguments()), ErrorCode::invalid_argument);
    const ThinningAccess access = take(thinning.access(thinned.shape, thinned.arguments()));
    EXPECT_NE(access.skeleton.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
    const DeviceProfile& profile = context().profile();
    EXPECT_ERROR(plan_thinning({0, 4, 4}, {}, profile), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_thinning({4, 4, 4}, {.method = "median"}, profile), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_thinning({1u << 20, 1u << 20, 1u << 20}, {}, profile), ErrorCode::too_large);
    EXPECT_ERROR(plan_thinning({~0u, ~0u, ~0u}, {}, profile), ErrorCode::too_large);
}

}  // namespace vkalgo::test
