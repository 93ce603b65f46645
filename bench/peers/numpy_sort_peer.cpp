#include "bench/peers/numpy_sort_peer.hpp"

#include "bench/peers/peer_program.hpp"

#include <cstdlib>
#include <sstream>
#include <string_view>

namespace vkalgo::bench {
namespace {

/// Reads the keys; prints the version, "took NANOSECONDS" for each run, and "keys CRC" and "values CRC".
constexpr const char* kNumpySortScript = R"py(import sys, time, zlib
import numpy
key_bytes, with_values, repeat = map(int, sys.argv[1:])
given = numpy.frombuffer(sys.stdin.buffer.read(), dtype=f"<u{key_bytes}")
positions = numpy.arange(given.size, dtype="<u4")
def sort_once():
    keys, values = given.copy(), positions
    begin = time.perf_counter_ns()
    if with_values:
        order = numpy.argsort(keys, kind="stable")
        keys, values = keys[order], values[order]
    else:
        keys.sort()
    return time.perf_counter_ns() - begin, keys, values
took, keys, values = sort_once()
print("numpy", numpy.__version__)
spent = 0
for run in range(repeat):
    took, keys, values = sort_once()
    print("took", took)
    spent += took
    if spent > 1e10:
        break
print("keys", zlib.crc32(keys.tobytes()))
print("values", zlib.crc32(values.tobytes()))
)py";

}  // namespace

Result<NumpySort> sort_by_numpy(std::span<const std::byte> keys, ElementType type, bool values, int repeat,
                                std::chrono::seconds most) {
    const std::string_view input(reinterpret_cast<const char*>(keys.data()), keys.size());
    VKALGO_TRY(const std::string printed,
               run_python(kNumpySortScript, {std::to_string(size_of(type)), values ? "1" : "0", std::to_string(repeat)},
                          input, most));
    NumpySort sorted;
    std::istringstream lines(printed);
    for (std::string word, value; lines >> word >> value;) {
        if (word == "numpy") {
            sorted.version = "numpy " + value;
        } else if (word == "took") {
            sorted.milliseconds.push_back(std::strtod(value.c_str(), nullptr) * 1e-6);
        } else if (word == "keys") {
            sorted.keys = static_cast<std::uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
        } else if (word == "values") {
            sorted.values = static_cast<std::uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
        }
    }
    if (sorted.milliseconds.empty()) {
        return Error{ErrorCode::unsupported, "python3 prints no run times", {}};
    }
    return sorted;
}

}  // namespace vkalgo::bench
