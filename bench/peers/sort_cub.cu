// Times CUB's DeviceRadixSort and DeviceMergeSort at the sizes of vkalgo_bench_sort.
#include "timing.cuh"

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <type_traits>

namespace {

struct Less {
    template <class Key>
    __device__ bool operator()(const Key& a, const Key& b) const {
        return a < b;
    }
};

/// The arrays of a sort. The merge sort works in place, on `output`. The copy of `input` into it before each run is not
/// timed.
template <class Key>
struct Arrays {
    Key* input = nullptr;
    Key* output = nullptr;
    std::uint32_t* values = nullptr;
    std::uint32_t* moved = nullptr;
};

/// Times a sort and prints a line. Calls `sort(scratch, scratch_bytes)` first without scratch memory, to get the size
/// that it needs.
template <class Key, class Prepare, class Sort>
void measure_one(const char* name, const char* method, const std::vector<Key>& expected, const Arrays<Key>& arrays,
                 Prepare prepare, Sort sort) {
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
    sort(scratch, scratch_bytes);
    CUDA_CHECK(cudaMalloc(&scratch, scratch_bytes));
    const std::vector<float> times = time_runs([&] { sort(scratch, scratch_bytes); }, prepare);
    std::vector<Key> got(expected.size());
    CUDA_CHECK(cudaMemcpy(got.data(), arrays.output, got.size() * sizeof(Key), cudaMemcpyDeviceToHost));
    report(name, method, got.size(), times, static_cast<double>(got.size()), "keys", got == expected);
    CUDA_CHECK(cudaFree(scratch));
}

template <class Key>
void measure(const char* type, std::size_t count, bool with_values) {
    std::uint64_t state = 4711;
    std::vector<Key> keys(count);
    for (Key& key : keys) {
        key = static_cast<Key>(next_random(state));
    }
    Arrays<Key> at;
    CUDA_CHECK(cudaMalloc(&at.input, count * sizeof(Key)));
    CUDA_CHECK(cudaMalloc(&at.output, count * sizeof(Key)));
    CUDA_CHECK(cudaMalloc(&at.values, count * 4));
    CUDA_CHECK(cudaMalloc(&at.moved, count * 4));
    CUDA_CHECK(cudaMemcpy(at.input, keys.data(), count * sizeof(Key), cudaMemcpyHostToDevice));
    std::sort(keys.begin(), keys.end());
    char name[64];
    std::snprintf(name, sizeof name, "sort-%s%s-%zu", type, with_values ? "-values" : "", count);
    measure_one(
        name, "CUB radix sort", keys, at, [] {},
        [&](void* scratch, std::size_t& bytes) {
            if (with_values) {
                CUDA_CHECK(
                    cub::DeviceRadixSort::SortPairs(scratch, bytes, at.input, at.output, at.values, at.moved, count));
            } else {
                CUDA_CHECK(cub::DeviceRadixSort::SortKeys(scratch, bytes, at.input, at.output, count));
            }
        });
    measure_one(
        name, "CUB merge sort", keys, at,
        [&] { CUDA_CHECK(cudaMemcpyAsync(at.output, at.input, count * sizeof(Key), cudaMemcpyDeviceToDevice)); },
        [&](void* scratch, std::size_t& bytes) {
            if (with_values) {
                CUDA_CHECK(cub::DeviceMergeSort::SortPairs(scratch, bytes, at.output, at.moved, count, Less{}));
            } else {
                CUDA_CHECK(cub::DeviceMergeSort::SortKeys(scratch, bytes, at.output, count, Less{}));
            }
        });
    CUDA_CHECK(cudaFree(at.moved));
    CUDA_CHECK(cudaFree(at.values));
    CUDA_CHECK(cudaFree(at.output));
    CUDA_CHECK(cudaFree(at.input));
}

}  // namespace

int main() {
    for (const int log2 : {10, 16, 18, 20, 22, 24, 26}) {
        measure<std::uint32_t>("u32", std::size_t{1} << log2, false);
        measure<std::uint32_t>("u32", std::size_t{1} << log2, true);
        if (log2 % 4 == 0) {
            measure<std::uint64_t>("u64", std::size_t{1} << log2, false);
        }
    }
    return 0;
}
