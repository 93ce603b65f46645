// Tests `vkalgo bench volume`, which compares skeletons of a random body and of the user's volumes with one core and
// scikit-image.
#include "bench/cases/thinning_cases.hpp"
#include "bench/peers/skimage_peer.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::bench;
using namespace vkalgo::test;

namespace {

nlohmann::json row_of(const nlohmann::json& json, const std::string& name) {
    for (const auto& row : json["result"]["cases"]) {
        if (row["case"] == name) {
            return row;
        }
    }
    return nullptr;
}

/// Writes a plate of value 20 in 12 x 10 x 7 voxels of value 5, and returns its path.
std::string plate(const TemporaryFolder& folder, const std::string& name) {
    Array array{ElementType::u8, {7, 10, 12}, Bytes(7 * 10 * 12, std::byte{5})};
    for (std::size_t voxel = 0; voxel < array.data.size(); ++voxel) {
        if (voxel / 120 > 1 && voxel / 120 < 5 && voxel % 12 > 1 && voxel % 12 < 10) {
            array.data[voxel] = std::byte{20};
        }
    }
    return folder.file(name, as_text(encode_npy(array)));
}

TEST(VolumeBench, ThinsARandomBodyAndTheUsersVolumesByEveryMethod) {
    const TemporaryFolder folder;
    const std::string file = plate(folder, "plate.npy");
    const auto json = json_of_command("bench", {"volume", "--quick", "--volume", file + ":10", "--volume", file});
    for (const char* name : {"plate.npy", "plate.npy-2", "thinning-24"}) {
        for (const char* method : {"palagyi", "palagyi-surface", "lee"}) {
            const auto device = row_of(json, name + std::string("-") + method);
            const auto one_core = row_of(json, name + std::string("-one-core-") + method);
            ASSERT_TRUE(device.is_object() && one_core.is_object()) << name << method;
            EXPECT_EQ(device["verified"], true) << device;
            EXPECT_EQ(one_core["verified"], true) << one_core;
            EXPECT_EQ(device["kept"], one_core["kept"]);
            EXPECT_EQ(device["iterations"], one_core["iterations"]);
            EXPECT_EQ(device["baseline"], one_core["case"]);
            EXPECT_TRUE(one_core.contains("host_ms") && device.contains("gpu_ms"));
            EXPECT_EQ(device.contains("claim"), device["method"] == "palagyi") << device;
        }
        const auto peer = row_of(json, name + std::string("-scikit-image"));
        EXPECT_TRUE(peer.contains("skipped") || (peer["keeps_topology"] == true && peer["verified"] == true) ||
                    peer["keeps_topology"] == false)
            << peer;
    }
    EXPECT_EQ(row_of(json, "thinning-24-palagyi")["claim"], "the slides: about 100");
    EXPECT_EQ(row_of(json, "plate.npy-palagyi")["voxels_inside"], 3 * 10 * 8);
    EXPECT_EQ(row_of(json, "plate.npy-2-palagyi")["voxels_inside"], 7 * 10 * 12);
    EXPECT_EQ(row_of(json, "boxes-40-sort")["claim"], "the slides: up to 30");
    expect_refused({{"bench", "mesh", "--quick", "--volume", file}, 2, "--volume is for family volume"});
    expect_refused({{"bench", "volume", "--quick", "--volume", folder.path("none.npy:3")}, 2, "none.npy"});
}

TEST(VolumeBench, TakesAThresholdAfterAFilesName) {
    const TemporaryFolder folder;
    EXPECT_EQ(volume_file_of("brain.nii.gz").path, "brain.nii.gz");
    EXPECT_FALSE(volume_file_of("brain.nii.gz").above);
    EXPECT_EQ(volume_file_of("brain.nii.gz:59.5").path, "brain.nii.gz");
    EXPECT_EQ(volume_file_of("brain.nii.gz:59.5").above, 59.5);
    EXPECT_EQ(volume_file_of("c:brain.nii.gz").path, "c:brain.nii.gz");
    const std::string odd = plate(folder, "odd:7");
    EXPECT_EQ(volume_file_of(odd).path, odd);
}

TEST(VolumeBench, ReadsWhatScikitImagePrints) {
    const TemporaryFolder folder;
    const auto python = [&](const std::string& text) {
        std::filesystem::permissions(folder.file("python3", "#!/bin/sh\ncat > /dev/null\n" + text),
                                     std::filesystem::perms::owner_all);
    };
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", (folder.path("") + ":" + before).c_str(), 1);
    const VolumeShape shape{3, 2, 1};
    const std::vector<std::uint32_t> bits{7, 7};
    python(R"(printf 'skimage 9.8\ntook 2500000\ntook 1500000\nvoxels\n\001\000\000\000\001\001')");
    const auto found = thin_by_skimage(shape, bits, 2, std::chrono::seconds(60));
    python(R"(printf 'skimage 9.8\ntook 2500000\nvoxels\n\001')");
    const auto of_another_size = thin_by_skimage(shape, bits, 2, std::chrono::seconds(60));
    ::setenv("PATH", before.c_str(), 1);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->version, "scikit-image 9.8");
    EXPECT_EQ(found->milliseconds, (std::vector<double>{2.5, 1.5}));
    EXPECT_EQ(found->skeleton, (std::vector<std::uint32_t>{1, 6}));
    EXPECT_FALSE(of_another_size);
}

}  // namespace
}  // namespace vkalgo::cli::test
