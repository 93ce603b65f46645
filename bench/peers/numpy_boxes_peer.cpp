#include "bench/peers/numpy_boxes_peer.hpp"

#include "bench/peers/peer_program.hpp"

#include <cstdlib>
#include <sstream>
#include <string_view>

namespace vkalgo::bench {
namespace {

/// Reads the voxels; prints the version, "took NANOSECONDS" for each run, and "count NUMBER" for each size.
constexpr const char* kNumpyBoxesScript = R"py(import sys, time
import numpy
side, repeat = int(sys.argv[1]), int(sys.argv[2])
voxels = numpy.frombuffer(sys.stdin.buffer.read(), dtype=numpy.uint8).reshape(side, side, side)
size = 1
while size < side:
    size *= 2
padded = numpy.zeros((size, size, size), dtype=bool)
padded[:side, :side, :side] = voxels != 0
def pyramid():
    level, counts = padded, [int(numpy.count_nonzero(padded))]
    while level.shape[0] > 1:
        level = level[::2] | level[1::2]
        level = level[:, ::2] | level[:, 1::2]
        level = level[:, :, ::2] | level[:, :, 1::2]
        counts.append(int(numpy.count_nonzero(level)))
    return counts
counts = pyramid()
print("numpy", numpy.__version__)
for run in range(repeat):
    begin = time.perf_counter_ns()
    counts = pyramid()
    print("took", time.perf_counter_ns() - begin)
for count in counts:
    print("count", count)
)py";

}  // namespace

Result<NumpyBoxes> count_boxes_by_numpy(std::span<const std::uint8_t> voxels, std::uint64_t side, int repeat,
                                        std::chrono::seconds most) {
    const std::string_view input(reinterpret_cast<const char*>(voxels.data()), voxels.size());
    VKALGO_TRY(const std::string printed,
               run_python(kNumpyBoxesScript, {std::to_string(side), std::to_string(repeat)}, input, most));
    NumpyBoxes boxes;
    std::istringstream lines(printed);
    for (std::string word, value; lines >> word >> value;) {
        if (word == "numpy") {
            boxes.version = "numpy " + value;
        } else if (word == "took") {
            boxes.milliseconds.push_back(std::strtod(value.c_str(), nullptr) * 1e-6);
        } else if (word == "count") {
            boxes.counts.push_back(std::strtoull(value.c_str(), nullptr, 10));
        }
    }
    if (boxes.milliseconds.empty()) {
        return Error{ErrorCode::unsupported, "python3 prints no run times", {}};
    }
    return boxes;
}

}  // namespace vkalgo::bench
