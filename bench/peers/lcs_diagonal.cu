// Times LCS with one kernel launch per diagonal. The whole table is stored by diagonals. GPU codes of this kind usually
// work in this way, and so does method `stage` in Vulkan.
#include "timing.cuh"

namespace {

constexpr int kThreads = 256;

/// Computes the cells of diagonal d, from i = `first` on. `here` and the two diagonals before it are indexed by i.
__global__ void next_diagonal(const unsigned char* x, const unsigned char* y, const int* before, const int* last,
                              int* here, int d, int first, int cells) {
    const int k = blockIdx.x * kThreads + threadIdx.x;
    if (k >= cells) {
        return;
    }
    const int i = first + k;
    const int j = d - i;
    int value = 0;
    if (i > 0 && j > 0) {
        value = x[i - 1] == y[j - 1] ? before[i - 1] + 1 : max(last[i - 1], last[i]);
    }
    here[i] = value;
}

int length_on_the_processor(const std::vector<unsigned char>& x, const std::vector<unsigned char>& y) {
    std::vector<int> row(y.size() + 1, 0);
    for (const unsigned char symbol : x) {
        int diagonal = 0;
        for (std::size_t j = 1; j <= y.size(); ++j) {
            const int up = row[j];
            row[j] = symbol == y[j - 1] ? diagonal + 1 : std::max(up, row[j - 1]);
            diagonal = up;
        }
    }
    return row.back();
}

void measure(int n) {
    std::uint64_t state = 1;
    std::vector<unsigned char> x(n), y(n);
    for (auto* text : {&x, &y}) {
        for (unsigned char& letter : *text) {
            letter = static_cast<unsigned char>("ACGT"[next_random(state) >> 62]);
        }
    }
    unsigned char* device_x = nullptr;
    unsigned char* device_y = nullptr;
    int* table = nullptr;  // Diagonal d begins at d * (n + 1)
    const std::size_t pitch = static_cast<std::size_t>(n) + 1;
    CUDA_CHECK(cudaMalloc(&device_x, n));
    CUDA_CHECK(cudaMalloc(&device_y, n));
    CUDA_CHECK(cudaMalloc(&table, (2 * pitch - 1) * pitch * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(device_x, x.data(), n, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(device_y, y.data(), n, cudaMemcpyHostToDevice));
    const std::vector<float> times = time_runs([&] {
        for (int d = 0; d <= 2 * n; ++d) {
            const int first = std::max(0, d - n);
            const int cells = std::min(d, n) - first + 1;
            int* here = table + static_cast<std::size_t>(d) * pitch;
            const int* last = d > 0 ? here - pitch : here;
            const int* before = d > 1 ? last - pitch : here;
            next_diagonal<<<(cells + kThreads - 1) / kThreads, kThreads>>>(device_x, device_y, before, last, here,
                                                                          d, first, cells);
        }
        CUDA_CHECK(cudaGetLastError());
    });
    int length = -1;
    CUDA_CHECK(cudaMemcpy(&length, table + 2 * static_cast<std::size_t>(n) * pitch + n, sizeof length,
                          cudaMemcpyDeviceToHost));
    char name[64];
    std::snprintf(name, sizeof name, "lcs-diagonal-%d", n);
    report(name, "CUDA a diagonal", n, times, static_cast<double>(pitch) * static_cast<double>(pitch), "cells",
           length == length_on_the_processor(x, y));
    CUDA_CHECK(cudaFree(table));
    CUDA_CHECK(cudaFree(device_y));
    CUDA_CHECK(cudaFree(device_x));
}

}  // namespace

int main() {
    measure(4096);
    return 0;
}
