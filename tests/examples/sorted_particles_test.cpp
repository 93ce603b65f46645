// Runs examples/sorted_particles as a user does. Compares every pixel that it wrote with a picture of the same
// particles that the CPU draws.
#include "examples/sorted_particles/scene.hpp"
#include "tests/examples/program.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace vkalgo::test {
namespace {

struct Disc {
    double x, y, radius, depth;
};

double dot(const vec4& a, const vec4& b) {
    return double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z;
}

Disc see(const Camera& camera, const Particle& particle) {
    const vec4 from_eye{particle.ball.x - camera.eye.x, particle.ball.y - camera.eye.y, particle.ball.z - camera.eye.z,
                        0};
    const double depth = dot(from_eye, camera.forward);
    const double scale = camera.focal / depth;
    return {camera.width / 2.0 + scale * dot(from_eye, camera.right),
            camera.height / 2.0 - scale * dot(from_eye, camera.up), scale * particle.ball.w, depth};
}

using Order = std::vector<std::uint32_t>;

Order by_index(std::size_t count) {
    Order order(count);
    std::iota(order.begin(), order.end(), 0U);
    return order;
}

/// Sorts `order` so that the farthest particles come first; particles of equal depth keep their order.
Order back_to_front(const std::vector<Particle>& particles, const Camera& camera, Order order) {
    std::vector<double> depths;
    depths.reserve(particles.size());
    for (const Particle& particle : particles) {
        depths.push_back(see(camera, particle).depth);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return depths[a] > depths[b]; });
    return order;
}

/// A picture in linear colours, drawn particle by particle.
class Canvas {
public:
    explicit Canvas(const Camera& camera) : camera_(camera) {
        for (std::size_t pixel = 0; pixel < std::size_t{camera.width} * camera.height; ++pixel) {
            linear_.insert(linear_.end(), kBackground.begin(), kBackground.end());
        }
    }

    void draw(const Particle& particle) {
        const Disc disc = see(camera_, particle);
        if (disc.depth <= PARTICLES_NEAR) {
            return;
        }
        const double near = std::clamp((disc.depth - PARTICLES_NEAR) / PARTICLES_FADE, 0.0, 1.0);
        const auto [left, right] = range(disc.x, disc.radius, camera_.width);
        const auto [top, bottom] = range(disc.y, disc.radius, camera_.height);
        const double colour[] = {particle.colour.x, particle.colour.y, particle.colour.z};
        for (std::size_t y = top; y < bottom; ++y) {
            for (std::size_t x = left; x < right; ++x) {
                const double dx = (static_cast<double>(x) + 0.5 - disc.x) / disc.radius;
                const double dy = (static_cast<double>(y) + 0.5 - disc.y) / disc.radius;
                const double inside = std::max(1.0 - dx * dx - dy * dy, 0.0);
                const double alpha = particle.colour.w * near * inside * inside * (3 - 2 * inside);
                const double shade = PARTICLES_RIM + (1 - PARTICLES_RIM) * inside;
                for (std::size_t c = 0; c < 3; ++c) {
                    double& below = linear_[(y * camera_.width + x) * 3 + c];
                    below += alpha * (shade * colour[c] - below);
                }
            }
        }
    }

    std::vector<std::uint8_t> srgb() const {
        std::vector<std::uint8_t> bytes;
        for (const double v : linear_) {
            const double encoded = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
            bytes.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(encoded, 0.0, 1.0))));
        }
        return bytes;
    }

private:
    /// Returns the range of pixels that the disc may touch, in one direction.
    static std::pair<std::size_t, std::size_t> range(double centre, double radius, double size) {
        return {static_cast<std::size_t>(std::clamp(centre - radius - 1, 0.0, size)),
                static_cast<std::size_t>(std::clamp(centre + radius + 1, 0.0, size))};
    }

    Camera camera_;
    std::vector<double> linear_;
};

std::vector<std::uint8_t> draw(const std::vector<Particle>& particles, const Camera& camera, const Order& order) {
    Canvas canvas(camera);
    for (const std::uint32_t index : order) {
        canvas.draw(particles[index]);
    }
    return canvas.srgb();
}

/// The largest difference of a channel, and the number of channels that differ by more than kRounding.
struct Difference {
    int largest = 0;
    std::size_t channels = 0;
};

constexpr int kRounding = 2;

Difference compare(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    EXPECT_EQ(a.size(), b.size());
    Difference difference;
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
        const int apart = std::abs(a[k] - b[k]);
        difference.largest = std::max(difference.largest, apart);
        difference.channels += apart > kRounding ? 1 : 0;
    }
    return difference;
}

/// One run of the program. Neither side of its pictures is a multiple of a workgroup's size.
struct Flight {
    static constexpr std::uint32_t kWidth = 163;
    static constexpr std::uint32_t kHeight = 121;

    Flight(std::uint32_t count, std::uint32_t frame_count) : frames(frame_count), particles(make_particles(count)) {
        folder = std::filesystem::temp_directory_path() /
                 ("vkalgo_sorted_particles_" + std::to_string(count) + "_" + std::to_string(getpid()));
        ended = run_program(sorted_particles_program(),
                            "--particles " + std::to_string(count) + " --frames " + std::to_string(frames) +
                                " --size 163x121 " + (validating() ? "--validate '" : "'") + folder.string() + "'");
    }
    ~Flight() { std::filesystem::remove_all(folder); }
    Flight(const Flight&) = delete;
    Flight& operator=(const Flight&) = delete;

    bool no_device() const { return ended.output.find("no device here has Vulkan 1.2") != std::string::npos; }
    Camera camera(std::uint32_t frame) const {
        return camera_at(frame, frames, kWidth, kHeight, static_cast<std::uint32_t>(particles.size()));
    }
    Order sorted(std::uint32_t frame) const {
        return back_to_front(particles, camera(frame), by_index(particles.size()));
    }
    Difference difference(std::uint32_t frame, const Order& order) const {
        const Decoded picture = decode(folder / ("frame_000" + std::to_string(frame) + ".png"));
        EXPECT_EQ(picture.width, kWidth);
        EXPECT_EQ(picture.height, kHeight);
        return compare(picture.rgb, draw(particles, camera(frame), order));
    }

    std::uint32_t frames;
    std::vector<Particle> particles;
    std::filesystem::path folder;
    Ended ended;
};

/// One run for all tests of the suite.
class SortedParticles : public ::testing::Test {
protected:
    static constexpr std::uint32_t kFrames = 5;

    static void SetUpTestSuite() { flight = std::make_unique<Flight>(1201, kFrames); }
    static void TearDownTestSuite() { flight.reset(); }
    void SetUp() override {
        if (flight->no_device()) {
            GTEST_SKIP() << "no device draws";
        }
        ASSERT_EQ(flight->ended.status, 0) << flight->ended.output;
    }
    /// Expects that a wrong order changes some channel by at least `at_least`, and many channels by more than rounding.
    static void expect_wrong(std::uint32_t frame, const Order& order, int at_least) {
        const Difference difference = flight->difference(frame, order);
        EXPECT_GE(difference.largest, at_least) << "frame " << frame;
        EXPECT_GT(difference.channels, Flight::kWidth * Flight::kHeight / 20) << "frame " << frame;
    }

    static std::unique_ptr<Flight> flight;
};
std::unique_ptr<Flight> SortedParticles::flight;

TEST_F(SortedParticles, BlendsEveryPixelOfEveryFrameFromBackToFront) {
    for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
        EXPECT_LE(flight->difference(frame, flight->sorted(frame)).largest, kRounding) << "frame " << frame;
    }
}

TEST_F(SortedParticles, ShowsADifferentPictureInTheReverseOrder) {
    for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
        Order reversed = flight->sorted(frame);
        std::reverse(reversed.begin(), reversed.end());
        expect_wrong(frame, reversed, 20 * kRounding);
    }
}

TEST_F(SortedParticles, ShowsADifferentPictureUnsortedOrInTheOrderOfAnEarlierFrame) {
    for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
        expect_wrong(frame, by_index(flight->particles.size()), 20 * kRounding);
        if (frame > 0) {
            expect_wrong(frame, flight->sorted(frame - 1), 20 * kRounding);
        }
    }
}

/// Particles 2k and 2k + 1 have the same position. A stable sort keeps them in the order of their indices.
TEST_F(SortedParticles, ShowsADifferentPictureIfParticlesOfEqualDepthAreSwapped) {
    for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
        Order reversed = by_index(flight->particles.size());
        std::reverse(reversed.begin(), reversed.end());
        expect_wrong(frame, back_to_front(flight->particles, flight->camera(frame), reversed), 5 * kRounding);
    }
}

TEST_F(SortedParticles, CountsTheVisibleParticlesOnTheDevice) {
    EXPECT_NE(flight->ended.output.find("frame_0000.png: 1201 particles"), std::string::npos) << flight->ended.output;
    EXPECT_EQ(flight->ended.output.find("frame_0002.png: 1201 particles"), std::string::npos)
        << "nothing was culled: " << flight->ended.output;
}

TEST_F(SortedParticles, IsCleanUnderSynchronizationValidation) {
    if (!validating()) {
        GTEST_SKIP() << "no validation layer wanted";
    }
    EXPECT_NE(flight->ended.output.find("validation: 0 messages"), std::string::npos) << flight->ended.output;
}

TEST(SortedParticlesCommand, DrawsFewAndManyParticlesCorrectly) {
    for (const std::uint32_t count : {1U, 2U, 63U, 64U, 65U, 20011U}) {
        const Flight flight(count, 3);
        if (flight.no_device()) {
            GTEST_SKIP() << "no device draws";
        }
        ASSERT_EQ(flight.ended.status, 0) << flight.ended.output;
        for (std::uint32_t frame = 0; frame < flight.frames; ++frame) {
            EXPECT_LE(flight.difference(frame, flight.sorted(frame)).largest, kRounding)
                << count << " particles, frame " << frame;
        }
    }
}

TEST(SortedParticlesCommand, RefusesInvalidCommandLines) {
    const auto file =
        std::filesystem::temp_directory_path() / ("vkalgo_sorted_particles_file_" + std::to_string(getpid()));
    std::ofstream(file) << "no folder";
    const std::string in_file = "'" + file.string() + "'";
    const std::pair<std::string, const char*> refused[] = {
        {"", "the output folder is missing"},
        {"--frames 2", "the output folder is missing"},
        {"--particles 0 " + in_file, "'0' is not a whole number from 1 to 4000000"},
        {"--particles many " + in_file, "--particles: 'many' is not a whole number"},
        {"--particles 4000001 " + in_file, "'4000001' is not a whole number"},
        {"--frames 0 " + in_file, "'0' is not a whole number from 1 to 10000"},
        {"--frames 99999999999999999999 " + in_file, "is not a whole number"},
        {"--frames -1 " + in_file, "'-1' is not a whole number"},
        {"--size 640 " + in_file, "is not a size"},
        {"--size 640x " + in_file, "is not a whole number"},
        {"--size 4x4 " + in_file, "'4' is not a whole number from 16 to 4096"},
        {in_file + " --frames", "'--frames' needs a value after it"},
        {in_file + " --speed 3", "'--speed' is not an option"},
        {in_file + " again", "'again' is a second output folder"},
        {in_file, "is not a folder and cannot be made one"},
        {"'" + file.string() + "/below'", "is not a folder and cannot be made one"},
    };
    for (const auto& [arguments, message] : refused) {
        const Ended ended = run_program(sorted_particles_program(), arguments);
        EXPECT_EQ(ended.status, 2) << arguments << ": " << ended.output;
        EXPECT_NE(ended.output.find(message), std::string::npos) << arguments << ": " << ended.output;
    }
    std::filesystem::remove(file);
}

}  // namespace
}  // namespace vkalgo::test
