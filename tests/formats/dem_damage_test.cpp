// Tests damaged DEMs. For any bytes, a reader must return an Error that names the file, or a DEM that satisfies Dem's
// invariants. AddressSanitizer checks the accesses.
#include "tests/formats/damage.hpp"
#include "tests/formats/dem_samples.hpp"

namespace vkalgo::formats::test {
namespace {

/// Returns a function that reads its argument as a DEM, and returns whether it is a valid one.
auto reader_of(const DemSample& sample) {
    return [name = sample.name](const std::string& content) {
        const std::vector<char> copy = alone(content);
        InputSettings settings;
        const std::string ending = extension_of(name);
        settings.format = ending == ".nc" ? "netcdf" : ending == ".tif" ? "tiff" : ending.substr(1);
        settings.limits.unsized = std::uint64_t{1} << 24;
        const auto dem = parse_dem({copy.data(), copy.size()}, name, settings);
        if (dem) {
            EXPECT_EQ(defect_of(*dem), "") << name;
        } else {
            expect_advice(dem.error(), name);
        }
        return dem.has_value();
    };
}

TEST(DamagedDems, CutAnywhereAreRefused) {
    for (const DemSample& sample : dem_samples()) {
        // Text may end within the last number; the last bytes of the other formats may be padding, or not part of the
        // grid.
        const std::size_t spare = extension_of(sample.name) == ".npy" ? 0 : 4;
        try_every_cut(sample.content, sample.name, reader_of(sample),
                      [&](std::size_t bytes) { return bytes + spare >= sample.content.size(); });
    }
}

TEST(DamagedDems, WithBytesChangedAreRefusedOrValid) {
    SplitMix64 random(1);
    for (const DemSample& sample : dem_samples()) {
        try_changed_bytes(sample.content, sample.name, random, reader_of(sample));
    }
}

TEST(DamagedDems, WithWordsOfOnesAndZerosAreRefusedOrValid) {
    for (const DemSample& sample : dem_samples()) {
        for (const std::string& word :
             {std::string(4, '\xff'), std::string(4, '\0'), std::string("\x7f\xff\xff\xff")}) {
            for (std::size_t at = 0; at + 4 <= sample.content.size(); ++at) {
                std::string content = sample.content;
                reader_of(sample)(content.replace(at, 4, word));
            }
        }
    }
}

TEST(DamagedDems, WithPartsMovedAndRepeatedAreRefusedOrValid) {
    SplitMix64 random(2);
    for (const DemSample& sample : dem_samples()) {
        try_moved_parts(sample.content, random, 500, {}, reader_of(sample));
    }
}

TEST(DamagedDems, OfNothingButNoiseAreRefused) {
    SplitMix64 random(3);
    for (const DemSample& sample : dem_samples()) {
        try_noise(sample.content.substr(0, 8), 200, random, reader_of(sample));
    }
}

}  // namespace
}  // namespace vkalgo::formats::test
