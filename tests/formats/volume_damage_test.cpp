// Tests damaged volumes. For any bytes, a reader must return an Error that names the file, or a volume that satisfies
// Volume's invariants. AddressSanitizer checks the accesses.
#include "tests/formats/damage.hpp"
#include "tests/formats/volume_samples.hpp"

namespace vkalgo::formats::test {
namespace {

/// Returns a function that reads its argument as a volume, and returns whether it is a valid one.
auto reader_of(const VolumeSample& sample) {
    return [name = sample.name](const std::string& content) {
        const std::vector<char> copy = alone(content);
        InputSettings settings;
        const std::string ending = extension_of(name);
        settings.format = ending == ".nii" ? "nifti" : ending == ".tif" ? "tiff" : ending.substr(1);
        settings.limits.unsized = std::uint64_t{1} << 24;
        const auto volume = parse_volume({copy.data(), copy.size()}, name, settings);
        if (volume) {
            EXPECT_EQ(defect_of(*volume), "") << name;
            // What was read can be written.
            for (const char* output : {"o.nii", "o.nrrd"}) {
                EXPECT_TRUE(encode_volume(output, volume->like(ElementType::u8, Bytes(volume->voxel_count()))));
            }
        } else if (volume.error().message.find("cannot read") == std::string::npos) {
            expect_advice(volume.error(), name);
        }
        return volume.has_value();
    };
}

TEST(DamagedVolumes, CutAnywhereAreRefused) {
    for (const VolumeSample& sample : volume_samples()) {
        // The last bytes of a TIFF may be unused, and text may end within the last number.
        const std::size_t spare = extension_of(sample.name) == ".tif" ? 4 : 0;
        try_every_cut(sample.content, sample.name, reader_of(sample),
                      [&](std::size_t bytes) { return bytes + spare >= sample.content.size(); });
    }
}

TEST(DamagedVolumes, WithBytesChangedAreRefusedOrValid) {
    SplitMix64 random(1);
    for (const VolumeSample& sample : volume_samples()) {
        try_changed_bytes(sample.content, sample.name, random, reader_of(sample));
    }
}

TEST(DamagedVolumes, WithWordsOfOnesAndZerosAreRefusedOrValid) {
    for (const VolumeSample& sample : volume_samples()) {
        for (const std::string& word :
             {std::string(4, '\xff'), std::string(4, '\0'), std::string("\x7f\xff\xff\xff"), std::string(2, '\x7f')}) {
            for (std::size_t at = 0; at + word.size() <= sample.content.size(); ++at) {
                std::string content = sample.content;
                reader_of(sample)(content.replace(at, word.size(), word));
            }
        }
    }
}

TEST(DamagedVolumes, WithPartsMovedAndRepeatedAreRefusedOrValid) {
    SplitMix64 random(2);
    const std::vector<std::string> words = {"-1", "1e9", "999999999999999999999", "nan", "\n", ":", "(", "raw", "gzip"};
    for (const VolumeSample& sample : volume_samples()) {
        const bool text = extension_of(sample.name) == ".nrrd";
        try_moved_parts(sample.content, random, 600, text ? words : std::vector<std::string>(), reader_of(sample));
    }
}

TEST(DamagedVolumes, OfNothingButNoiseAreRefused) {
    SplitMix64 random(3);
    for (const VolumeSample& sample : volume_samples()) {
        try_noise(sample.content.substr(0, 8), 400, random, reader_of(sample));
    }
}

}  // namespace
}  // namespace vkalgo::formats::test
