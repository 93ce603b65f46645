// Times CUB's DeviceScan at the sizes of vkalgo_bench_scan. It is the peer of method look-back of the scan.
#include "timing.cuh"

#include <cub/device/device_scan.cuh>

namespace {

template <class T>
void measure(const char* type, std::size_t count, bool inclusive) {
    std::uint64_t state = 4711;
    std::vector<T> values(count);
    for (T& value : values) {
        value = static_cast<T>(next_random(state));
    }
    std::vector<T> expected(count);
    T sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const T before = sum;
        sum += values[k];
        expected[k] = inclusive ? sum : before;
    }
    T* input = nullptr;
    T* output = nullptr;
    CUDA_CHECK(cudaMalloc(&input, count * sizeof(T)));
    CUDA_CHECK(cudaMalloc(&output, count * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(input, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
    const auto scan = [&] {
        if (inclusive) {
            CUDA_CHECK(cub::DeviceScan::InclusiveSum(scratch, scratch_bytes, input, output, count));
        } else {
            CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, input, output, count));
        }
    };
    scan();  // Called without scratch memory, returns the size that it needs
    CUDA_CHECK(cudaMalloc(&scratch, scratch_bytes));
    const std::vector<float> times = time_runs(scan);
    std::vector<T> got(count);
    CUDA_CHECK(cudaMemcpy(got.data(), output, count * sizeof(T), cudaMemcpyDeviceToHost));
    char name[64];
    std::snprintf(name, sizeof name, "scan-%s%s-%zu", type, inclusive ? "" : "-exclusive", count);
    const char* peer = inclusive ? "CUB InclusiveSum" : "CUB ExclusiveSum";
    report(name, peer, count, times, static_cast<double>(count), "values", got == expected);
    CUDA_CHECK(cudaFree(scratch));
    CUDA_CHECK(cudaFree(output));
    CUDA_CHECK(cudaFree(input));
}

}  // namespace

int main() {
    measure<std::uint32_t>("u32", std::size_t{1} << 28, true);
    measure<std::uint32_t>("u32", std::size_t{1} << 28, false);
    measure<std::uint64_t>("u64", std::size_t{1} << 27, true);
    for (const int log2 : {24, 20, 16, 10}) {
        measure<std::uint32_t>("u32", std::size_t{1} << log2, true);
    }
    return 0;
}
