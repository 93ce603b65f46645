// Measures the speed of memory: copies 4 GiB by a kernel, 16 bytes per thread and iteration. Counts both the bytes read
// and the bytes written.
#include "timing.cuh"

namespace {

__global__ void copy_words(const uint4* source, uint4* target, std::size_t count) {
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t k = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; k < count; k += stride) {
        target[k] = source[k];
    }
}

}  // namespace

int main() {
    constexpr std::size_t kBytes = std::size_t{4} << 30;
    constexpr std::size_t kWords = kBytes / sizeof(uint4);
    uint4* source = nullptr;
    uint4* target = nullptr;
    CUDA_CHECK(cudaMalloc(&source, kBytes));
    CUDA_CHECK(cudaMalloc(&target, kBytes));
    CUDA_CHECK(cudaMemset(source, 0x5a, kBytes));
    CUDA_CHECK(cudaMemset(target, 0, kBytes));
    int processors = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    const std::vector<float> times = time_runs([&] {
        copy_words<<<processors * 16, 512>>>(source, target, kWords);
        CUDA_CHECK(cudaGetLastError());
    });
    uint4 last{};
    CUDA_CHECK(cudaMemcpy(&last, target + kWords - 1, sizeof last, cudaMemcpyDeviceToHost));
    report("copy-4-GiB", "CUDA kernel", kBytes, times, 2.0 * kBytes, "bytes", last.w == 0x5a5a5a5au);
    CUDA_CHECK(cudaFree(target));
    CUDA_CHECK(cudaFree(source));
    return 0;
}
