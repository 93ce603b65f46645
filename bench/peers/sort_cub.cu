// CUB's DeviceRadixSort at the sizes of vkalgo_bench_sort.
#include "timing.cuh"

#include <cub/device/device_radix_sort.cuh>

#include <type_traits>

namespace {

template <class Key>
void measure(const char* type, std::size_t count, bool with_values) {
    std::uint64_t state = 4711;
    std::vector<Key> keys(count);
    for (Key& key : keys) {
        key = static_cast<Key>(next_random(state));
    }
    Key* input = nullptr;
    Key* output = nullptr;
    std::uint32_t* values = nullptr;
    std::uint32_t* moved = nullptr;
    CUDA_CHECK(cudaMalloc(&input, count * sizeof(Key)));
    CUDA_CHECK(cudaMalloc(&output, count * sizeof(Key)));
    CUDA_CHECK(cudaMalloc(&values, count * 4));
    CUDA_CHECK(cudaMalloc(&moved, count * 4));
    CUDA_CHECK(cudaMemcpy(input, keys.data(), count * sizeof(Key), cudaMemcpyHostToDevice));
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
    const auto sort = [&] {
        if (with_values) {
            CUDA_CHECK(cub::DeviceRadixSort::SortPairs(scratch, scratch_bytes, input, output, values, moved, count));
        } else {
            CUDA_CHECK(cub::DeviceRadixSort::SortKeys(scratch, scratch_bytes, input, output, count));
        }
    };
    sort();  // without scratch: says how much it wants
    CUDA_CHECK(cudaMalloc(&scratch, scratch_bytes));
    const std::vector<float> times = time_runs(sort);
    std::vector<Key> got(count);
    CUDA_CHECK(cudaMemcpy(got.data(), output, count * sizeof(Key), cudaMemcpyDeviceToHost));
    std::sort(keys.begin(), keys.end());
    char name[64];
    std::snprintf(name, sizeof name, "sort-%s%s-%zu", type, with_values ? "-values" : "", count);
    report(name, "CUB radix sort", count, times, static_cast<double>(count), "keys", got == keys);
    CUDA_CHECK(cudaFree(scratch));
    CUDA_CHECK(cudaFree(moved));
    CUDA_CHECK(cudaFree(values));
    CUDA_CHECK(cudaFree(output));
    CUDA_CHECK(cudaFree(input));
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
