// Runs examples/colliding_triangles as a user does. Compares the numbers that it prints with brute force over the same
// bodies, and counts the pixels of colliding triangles in its pictures.
#include "examples/colliding_triangles/check.hpp"
#include "examples/colliding_triangles/scene.hpp"
#include "tests/examples/program.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace vkalgo::test {
namespace {

/// Returns the vertices of a frame. Rotates by a matrix, not by the quaternion of a pose as the example does.
std::vector<float> positions_at(std::uint32_t count, std::uint32_t frame) {
    std::vector<float> positions;
    for (const Pose& pose : poses_at(make_bodies(count), static_cast<float>(frame) / 12.0F)) {
        const double x = pose.turn.x, y = pose.turn.y, z = pose.turn.z, w = pose.turn.w;
        const double turn[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                                   {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                                   {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
        const double centre[3] = {pose.centre.x, pose.centre.y, pose.centre.z};
        constexpr double kCorners[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
        for (const auto& corner : kCorners) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                double along = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                    along += turn[axis][k] * corner[k];
                }
                positions.push_back(static_cast<float>(centre[axis] + pose.centre.w / std::sqrt(3.0) * along));
            }
        }
    }
    return positions;
}

/// One run of the program. Neither side of its pictures is a multiple of a workgroup's size.
struct Flight {
    Flight(std::uint32_t count, std::uint32_t frame_count) : bodies(count), frames(frame_count) {
        folder = std::filesystem::temp_directory_path() /
                 ("vkalgo_colliding_triangles_" + std::to_string(count) + "_" + std::to_string(getpid()));
        ended =
            run_program(colliding_triangles_program(),
                        "--bodies " + std::to_string(bodies) + " --frames " + std::to_string(frames) +
                            " --size 163x121 --check " + (validating() ? "--validate '" : "'") + folder.string() + "'");
    }
    ~Flight() { std::filesystem::remove_all(folder); }
    Flight(const Flight&) = delete;
    Flight& operator=(const Flight&) = delete;

    bool no_device() const { return ended.output.find("no device here has Vulkan 1.2") != std::string::npos; }
    Collisions right(std::uint32_t frame) const {
        return collisions_by_brute_force(positions_at(bodies, frame), make_triangles(bodies));
    }
    static std::string file(std::uint32_t frame) { return "frame_000" + std::to_string(frame) + ".png"; }
    std::int64_t printed(std::uint32_t frame) const {
        const std::size_t at = ended.output.find(file(frame) + ": ");
        return at == std::string::npos ? -1 : std::stol(ended.output.substr(at + file(frame).size() + 2));
    }
    /// Returns the number of pixels in the orange that only colliding triangles have, and the number of pixels of all
    /// triangles.
    std::pair<std::size_t, std::size_t> pixels(std::uint32_t frame) const {
        const Decoded picture = decode(folder / file(frame));
        EXPECT_EQ(picture.width, 163U);
        EXPECT_EQ(picture.height, 121U);
        std::pair<std::size_t, std::size_t> found{0, 0};
        for (std::size_t at = 0; at < picture.rgb.size(); at += 3) {
            found.first += picture.rgb[at] > 2 * picture.rgb[at + 1] && picture.rgb[at] > 80 ? 1U : 0U;
            found.second += !std::equal(kSky.begin(), kSky.end(), &picture.rgb[at]) ? 1U : 0U;
        }
        return found;
    }

    std::uint32_t bodies, frames;
    std::filesystem::path folder;
    Ended ended;
};

std::int64_t count(const std::vector<bool>& flags) {
    return std::count(flags.begin(), flags.end(), true);
}

/// One run for all tests of the suite.
class CollidingTriangles : public ::testing::Test {
protected:
    static constexpr std::uint32_t kFrames = 5;

    static void SetUpTestSuite() { flight = std::make_unique<Flight>(301, kFrames); }
    static void TearDownTestSuite() { flight.reset(); }
    void SetUp() override {
        if (flight->no_device()) {
            GTEST_SKIP() << "no device draws";
        }
        ASSERT_EQ(flight->ended.status, 0) << flight->ended.output;
    }

    static std::unique_ptr<Flight> flight;
};
std::unique_ptr<Flight> CollidingTriangles::flight;

TEST_F(CollidingTriangles, EqualBruteForceInEveryFrame) {
    EXPECT_NE(flight->ended.output.find("check: every frame's collisions are those of brute force"), std::string::npos)
        << flight->ended.output;
    for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
        const Collisions right = flight->right(frame);
        EXPECT_GE(flight->printed(frame), count(right.sure)) << "frame " << frame;
        EXPECT_LE(flight->printed(frame), count(right.possible)) << "frame " << frame;
        EXPECT_GT(count(right.sure), 50) << "frame " << frame << " is not a challenge";
        EXPECT_LT(count(right.possible), 800) << "frame " << frame << " is not a challenge";
    }
}

TEST_F(CollidingTriangles, DifferFromFrameToFrame) {
    for (std::uint32_t frame = 1; frame < kFrames; ++frame) {
        const Collisions before = flight->right(frame - 1), now = flight->right(frame);
        EXPECT_TRUE(collisions_are_right(frame, now.sure, now));
        EXPECT_FALSE(collisions_are_right(frame, before.sure, now)) << "frame " << frame;
    }
}

TEST_F(CollidingTriangles, AreOrangeInThePicture) {
    for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
        const auto [glowing, drawn] = flight->pixels(frame);
        EXPECT_GT(drawn, 163U * 121U / 20) << "frame " << frame;
        EXPECT_GT(glowing, drawn / 50) << "frame " << frame;
        EXPECT_LT(glowing, drawn / 2) << "frame " << frame;
    }
}

TEST_F(CollidingTriangles, AreCleanUnderSynchronizationValidation) {
    if (!validating()) {
        GTEST_SKIP() << "no validation layer wanted";
    }
    EXPECT_NE(flight->ended.output.find("validation: 0 messages"), std::string::npos) << flight->ended.output;
}

TEST(CollidingTrianglesCommand, FindsTheCollisionsOfFewAndManyBodies) {
    for (const std::uint32_t bodies : {1U, 2U, 17U, 3000U}) {
        const Flight flight(bodies, 2);
        if (flight.no_device()) {
            GTEST_SKIP() << "no device draws";
        }
        EXPECT_EQ(flight.ended.status, 0) << flight.ended.output;
        if (bodies == 1) {
            EXPECT_EQ(flight.printed(1), 0);
            EXPECT_EQ(flight.pixels(1).first, 0U);
            EXPECT_GT(flight.pixels(1).second, 0U);
        }
    }
}

TEST(CollidingTrianglesCommand, RefusesInvalidCommandLines) {
    const auto file =
        std::filesystem::temp_directory_path() / ("vkalgo_colliding_triangles_file_" + std::to_string(getpid()));
    std::ofstream(file) << "no folder";
    const std::string in_file = "'" + file.string() + "'";
    const std::pair<std::string, const char*> refused[] = {
        {"", "the output folder is missing"},
        {"--check", "the output folder is missing"},
        {"--bodies 0 " + in_file, "'0' is not a whole number from 1 to 1000000"},
        {"--bodies many " + in_file, "--bodies: 'many' is not a whole number"},
        {"--frames 0 " + in_file, "'0' is not a whole number from 1 to 10000"},
        {"--size 640x " + in_file, "is not a whole number"},
        {in_file + " --frames", "'--frames' needs a value after it"},
        {in_file + " --speed 3", "'--speed' is not an option"},
        {in_file + " again", "'again' is a second output folder"},
        {in_file, "is not a folder and cannot be made one"},
    };
    for (const auto& [arguments, message] : refused) {
        const Ended ended = run_program(colliding_triangles_program(), arguments);
        EXPECT_EQ(ended.status, 2) << arguments << ": " << ended.output;
        EXPECT_NE(ended.output.find(message), std::string::npos) << arguments << ": " << ended.output;
    }
    std::filesystem::remove(file);
}

}  // namespace
}  // namespace vkalgo::test
