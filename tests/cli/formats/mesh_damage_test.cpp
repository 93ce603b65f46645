// Damaged meshes: whatever the bytes, a reader gives an Error that names the file, or a mesh that holds what Mesh
// promises. AddressSanitizer watches.
#include "tests/cli/formats/mesh_samples.hpp"
#include "tests/support/random.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

using vkalgo::test::SplitMix64;

/// Reads as the content and as the name say. Returns whether it is a mesh.
bool expect_error_or_mesh(const std::string& content, const std::string& name) {
    // A copy of its own size: a read behind it is seen.
    const std::vector<char> copy(content.begin(), content.end());
    InputSettings settings;
    bool valid = false;
    for (const std::string& format : {std::string(), extension_of(name).substr(1)}) {
        settings.format = format;
        const auto mesh = parse_mesh({copy.data(), copy.size()}, name, settings);
        valid = mesh.has_value();
        if (mesh) {
            EXPECT_EQ(defect_of(*mesh), "") << name;
        } else {
            EXPECT_NE(mesh.error().message.find("'" + name + "'"), std::string::npos) << mesh.error().message;
            EXPECT_NE(mesh.error().message.find("; "), std::string::npos) << "no advice: " << mesh.error().message;
        }
    }
    return valid;
}

TEST(DamagedMeshes, CutAnywhereAreRefused) {
    for (const MeshSample& sample : mesh_samples()) {
        for (std::size_t bytes = 0; bytes < sample.content.size(); ++bytes) {
            const bool valid = expect_error_or_mesh(sample.content.substr(0, bytes), sample.name);
            EXPECT_TRUE(!valid || (sample.whole == 0 || bytes >= sample.whole)) << sample.name << " cut to " << bytes;
        }
        EXPECT_TRUE(expect_error_or_mesh(sample.content, sample.name));
    }
}

TEST(DamagedMeshes, WithBytesChangedAreRefusedOrValid) {
    constexpr int kRounds = 1500;
    SplitMix64 random(1);
    for (const MeshSample& sample : mesh_samples()) {
        int valid = 0;
        for (int round = 0; round < kRounds; ++round) {
            std::string content = sample.content;
            for (std::uint32_t change = random.below(4) + 1; change > 0; --change) {
                char& byte = content[random.below(static_cast<std::uint32_t>(content.size()))];
                byte = random.below(2) == 0 ? static_cast<char>(byte ^ (1 << random.below(8)))
                                            : static_cast<char>(random.below(256));
            }
            valid += expect_error_or_mesh(content, sample.name) ? 1 : 0;
        }
        EXPECT_GT(valid, 0) << sample.name;
        EXPECT_LT(valid, kRounds) << sample.name;
    }
}

TEST(DamagedMeshes, WithPartsMovedAndRepeatedAreRefusedOrValid) {
    const std::vector<std::string> words = {
        "-1", "4294967295",         "99999999999999999999", "nan", "1e999", "\n", " ", "\\", "\\\n",
        "#",  std::string(3, '\0'), "\xff\xff\xff\xff",     "f ",  "0"};
    SplitMix64 random(2);
    for (const MeshSample& sample : mesh_samples()) {
        const auto size = static_cast<std::uint32_t>(sample.content.size());
        for (int round = 0; round < 1000; ++round) {
            std::string content = sample.content;
            switch (random.below(3)) {
                case 0:
                    content.erase(random.below(size), random.below(40));
                    break;
                case 1:
                    content.insert(random.below(size), sample.content.substr(random.below(size), random.below(60)));
                    break;
                default:
                    content.replace(random.below(size), random.below(4),
                                    words[random.below(static_cast<std::uint32_t>(words.size()))]);
            }
            expect_error_or_mesh(content, sample.name);
        }
    }
}

TEST(DamagedMeshes, OfNothingButNoiseAreRefusedOrEmpty) {
    SplitMix64 random(3);
    for (const MeshSample& sample : mesh_samples()) {
        for (std::uint32_t size = 1; size < 300; ++size) {
            std::string content;
            for (std::uint32_t at = 0; at < size; ++at) {
                content += static_cast<char>(random.below(256));
            }
            expect_error_or_mesh(content, sample.name);
        }
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
