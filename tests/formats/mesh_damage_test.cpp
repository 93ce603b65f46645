// Tests damaged meshes. For any bytes, a reader must return an Error that names the file, or a mesh that satisfies
// Mesh's invariants. AddressSanitizer checks the accesses.
#include "tests/formats/damage.hpp"
#include "tests/formats/mesh_samples.hpp"

#include <string>
#include <vector>

namespace vkalgo::formats::test {
namespace {

/// Returns a function that reads a mesh twice, in the format that is detected and in the format that the name's ending
/// names, and returns whether it is valid in the latter.
auto reader_of(const std::string& name) {
    return [name](const std::string& content) {
        const std::vector<char> copy = alone(content);
        InputSettings settings;
        bool valid = false;
        for (const std::string& format : {std::string(), extension_of(name).substr(1)}) {
            settings.format = format;
            const auto mesh = parse_mesh({copy.data(), copy.size()}, name, settings);
            valid = mesh.has_value();
            if (mesh) {
                EXPECT_EQ(defect_of(*mesh), "") << name;
            } else {
                expect_advice(mesh.error(), name);
            }
        }
        return valid;
    };
}

TEST(DamagedMeshes, CutAnywhereAreRefused) {
    for (const MeshSample& sample : mesh_samples()) {
        try_every_cut(sample.content, sample.name, reader_of(sample.name),
                      [&](std::size_t bytes) { return sample.whole == 0 || bytes >= sample.whole; });
    }
}

TEST(DamagedMeshes, WithBytesChangedAreRefusedOrValid) {
    SplitMix64 random(1);
    for (const MeshSample& sample : mesh_samples()) {
        try_changed_bytes(sample.content, sample.name, random, reader_of(sample.name));
    }
}

TEST(DamagedMeshes, WithPartsMovedAndRepeatedAreRefusedOrValid) {
    const std::vector<std::string> words = {
        "-1", "4294967295",         "99999999999999999999", "nan", "1e999", "\n", " ", "\\", "\\\n",
        "#",  std::string(3, '\0'), "\xff\xff\xff\xff",     "f ",  "0"};
    SplitMix64 random(2);
    for (const MeshSample& sample : mesh_samples()) {
        try_moved_parts(sample.content, random, 1000, words, reader_of(sample.name));
    }
}

TEST(DamagedMeshes, OfNothingButNoiseAreRefusedOrEmpty) {
    SplitMix64 random(3);
    for (const MeshSample& sample : mesh_samples()) {
        try_noise("", 300, random, reader_of(sample.name));
    }
}

}  // namespace
}  // namespace vkalgo::formats::test
