#include "bench/peers/skimage_peer.hpp"

#include "bench/peers/peer_program.hpp"

#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace vkalgo::bench {
namespace {

/// Reads a byte per voxel; prints the version, "took NANOSECONDS" for each run, "voxels", and a byte per voxel.
constexpr const char* kSkimageScript = R"py(import sys, time
import numpy, skimage
from skimage.morphology import skeletonize
x, y, z, repeat = map(int, sys.argv[1:])
body = numpy.frombuffer(sys.stdin.buffer.read(), dtype=numpy.uint8).reshape(z, y, x)
print("skimage", skimage.__version__)
spent = 0
for run in range(repeat):
    begin = time.perf_counter_ns()
    skeleton = skeletonize(body, method="lee")
    took = time.perf_counter_ns() - begin
    print("took", took)
    spent += took
    if spent > 1e10:
        break
print("voxels", flush=True)
sys.stdout.buffer.write((skeleton != 0).astype(numpy.uint8).tobytes())
)py";

}  // namespace

Result<SkimageSkeleton> thin_by_skimage(const VolumeShape& shape, std::span<const std::uint32_t> bits, int repeat,
                                        std::chrono::seconds most) {
    std::string body(static_cast<std::size_t>(shape.voxels()), '\0');
    for (std::size_t voxel = 0; voxel < body.size(); ++voxel) {
        const std::size_t word = voxel / shape.x * shape.row_words() + voxel % shape.x / 32;
        body[voxel] = static_cast<char>(bits[word] >> voxel % shape.x % 32 & 1u);
    }
    VKALGO_TRY(const std::string printed, run_python(kSkimageScript,
                                                     {std::to_string(shape.x), std::to_string(shape.y),
                                                      std::to_string(shape.z), std::to_string(repeat)},
                                                     body, most));
    SkimageSkeleton found;
    constexpr std::string_view kHead = "voxels\n";
    const std::size_t head = printed.find(kHead);
    if (head == std::string::npos || printed.size() != head + kHead.size() + body.size()) {
        return Error{ErrorCode::unsupported, "python3 prints no skeleton", {}};
    }
    std::istringstream lines(printed.substr(0, head));
    for (std::string word, value; lines >> word >> value;) {
        if (word == "skimage") {
            found.version = "scikit-image " + value;
        } else if (word == "took") {
            found.milliseconds.push_back(std::strtod(value.c_str(), nullptr) * 1e-6);
        }
    }
    found.skeleton.assign(static_cast<std::size_t>(shape.words()), 0);
    const std::string_view voxels = std::string_view(printed).substr(head + kHead.size());
    for (std::size_t voxel = 0; voxel < voxels.size(); ++voxel) {
        const std::size_t word = voxel / shape.x * shape.row_words() + voxel % shape.x / 32;
        found.skeleton[word] |= (voxels[voxel] != '\0' ? 1u : 0u) << voxel % shape.x % 32;
    }
    return found;
}

}  // namespace vkalgo::bench
