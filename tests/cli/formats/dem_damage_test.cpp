// Damaged DEMs: whatever the bytes, a reader gives an Error that names the file, or a DEM that holds what Dem promises.
// AddressSanitizer watches.
#include "tests/cli/formats/dem_samples.hpp"
#include "tests/support/random.hpp"

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

using vkalgo::test::SplitMix64;

/// Returns whether it is a DEM.
bool expect_error_or_dem(const std::string& content, const DemSample& sample) {
    // A copy of its own size: a read behind it is seen.
    const std::vector<char> copy(content.begin(), content.end());
    InputSettings settings;
    const std::string ending = extension_of(sample.name);
    settings.format = ending == ".nc" ? "netcdf" : ending == ".tif" ? "tiff" : ending.substr(1);
    settings.limits.unsized = std::uint64_t{1} << 24;
    const auto dem = parse_dem({copy.data(), copy.size()}, sample.name, settings);
    if (dem) {
        EXPECT_EQ(defect_of(*dem), "") << sample.name;
    } else {
        EXPECT_NE(dem.error().message.find("'" + sample.name + "'"), std::string::npos) << dem.error().message;
        EXPECT_NE(dem.error().message.find("; "), std::string::npos) << "no advice: " << dem.error().message;
    }
    return dem.has_value();
}

TEST(DamagedDems, CutAnywhereAreRefused) {
    for (const DemSample& sample : dem_samples()) {
        // Text may end in the last number; what comes last in the others may fill up, or be no part of the grid.
        const std::size_t spare = extension_of(sample.name) == ".npy" ? 0 : 4;
        for (std::size_t bytes = 0; bytes < sample.content.size(); ++bytes) {
            const bool valid = expect_error_or_dem(sample.content.substr(0, bytes), sample);
            EXPECT_TRUE(!valid || bytes + spare >= sample.content.size())
                << sample.name << " cut to " << bytes << " of " << sample.content.size();
        }
        EXPECT_TRUE(expect_error_or_dem(sample.content, sample)) << sample.name;
    }
}

TEST(DamagedDems, WithBytesChangedAreRefusedOrValid) {
    constexpr int kRounds = 1500;
    SplitMix64 random(1);
    for (const DemSample& sample : dem_samples()) {
        int valid = 0;
        for (int round = 0; round < kRounds; ++round) {
            std::string content = sample.content;
            for (std::uint32_t change = random.below(4) + 1; change > 0; --change) {
                char& byte = content[random.below(static_cast<std::uint32_t>(content.size()))];
                byte = random.below(2) == 0 ? static_cast<char>(byte ^ (1 << random.below(8)))
                                            : static_cast<char>(random.below(256));
            }
            valid += expect_error_or_dem(content, sample) ? 1 : 0;
        }
        EXPECT_GT(valid, 0) << sample.name;
        EXPECT_LT(valid, kRounds) << sample.name;
    }
}

TEST(DamagedDems, WithWordsOfOnesAndZerosAreRefusedOrValid) {
    for (const DemSample& sample : dem_samples()) {
        for (const std::string& word :
             {std::string(4, '\xff'), std::string(4, '\0'), std::string("\x7f\xff\xff\xff")}) {
            for (std::size_t at = 0; at + 4 <= sample.content.size(); ++at) {
                std::string content = sample.content;
                expect_error_or_dem(content.replace(at, 4, word), sample);
            }
        }
    }
}

TEST(DamagedDems, WithPartsMovedAndRepeatedAreRefusedOrValid) {
    SplitMix64 random(2);
    for (const DemSample& sample : dem_samples()) {
        const auto size = static_cast<std::uint32_t>(sample.content.size());
        for (int round = 0; round < 500; ++round) {
            std::string content = sample.content;
            if (random.below(2) == 0) {
                content.erase(random.below(size), random.below(40));
            } else {
                content.insert(random.below(size), sample.content.substr(random.below(size), random.below(60)));
            }
            expect_error_or_dem(content, sample);
        }
    }
}

TEST(DamagedDems, OfNothingButNoiseAreRefused) {
    SplitMix64 random(3);
    for (const DemSample& sample : dem_samples()) {
        for (std::uint32_t size = 1; size < 200; ++size) {
            std::string content = sample.content.substr(0, 8);
            for (std::uint32_t at = 0; at < size; ++at) {
                content += static_cast<char>(random.below(256));
            }
            expect_error_or_dem(content, sample);
        }
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
