#include "bench/peers/numpy_peer.hpp"

#include "bench/peers/peer_program.hpp"

#include <cstdlib>
#include <sstream>
#include <string_view>

namespace vkalgo::bench {
namespace {

/// Reads A and B one after the other; prints the version, "took NANOSECONDS" for each run, and "crc NUMBER".
constexpr const char* kNumpyProductScript = R"py(import sys, time, zlib
import numpy
side, repeat = int(sys.argv[1]), int(sys.argv[2])
both = numpy.frombuffer(sys.stdin.buffer.read(), dtype=numpy.float32).reshape(2, side, side)
a, b = both[0].copy(), both[1].copy()
product = a @ b
print("numpy", numpy.__version__)
for run in range(repeat):
    begin = time.perf_counter_ns()
    product = a @ b
    print("took", time.perf_counter_ns() - begin)
print("crc", zlib.crc32(product.tobytes()))
)py";

std::string_view bytes_of(std::span<const float> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

Result<NumpyProduct> multiply_by_numpy(std::span<const float> a, std::span<const float> b, std::uint64_t side,
                                       int repeat, std::chrono::seconds most) {
    std::string input(bytes_of(a));
    input += bytes_of(b);
    VKALGO_TRY(const std::string printed,
               run_python(kNumpyProductScript, {std::to_string(side), std::to_string(repeat)}, input, most));
    NumpyProduct product;
    std::istringstream lines(printed);
    for (std::string word, value; lines >> word >> value;) {
        if (word == "numpy") {
            product.version = "numpy " + value;
        } else if (word == "took") {
            product.milliseconds.push_back(std::strtod(value.c_str(), nullptr) * 1e-6);
        } else if (word == "crc") {
            product.checksum = static_cast<std::uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
        }
    }
    if (product.milliseconds.empty()) {
        return Error{ErrorCode::unsupported, "python3 prints no run times", {}};
    }
    return product;
}

}  // namespace vkalgo::bench
