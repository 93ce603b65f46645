// Times CUB's DeviceHistogram of 16-bit values with 65,536 bins. It is the peer of `histogram --method auto`.
#include "timing.cuh"

#include <cub/device/device_histogram.cuh>

#include <cstring>

namespace {

constexpr int kBins = 65536;
constexpr int kCount = 56'975'000;

std::vector<std::uint16_t> make_values(const char* distribution) {
    std::uint64_t state = 12345;
    std::vector<std::uint16_t> values(kCount);
    if (std::strcmp(distribution, "constant") == 0) {
        std::fill(values.begin(), values.end(), static_cast<std::uint16_t>(next_random(state)));
        return values;
    }
    if (std::strcmp(distribution, "zipf") == 0) {
        // The value of rank r has a probability in proportion to 1 / r. There are 2^20 equally likely slots.
        std::vector<double> cumulated(kBins);
        double sum = 0;
        for (int rank = 0; rank < kBins; ++rank) {
            cumulated[rank] = sum += 1.0 / (rank + 1);
        }
        std::vector<std::uint16_t> slots(1 << 20);
        for (std::size_t slot = 0; slot < slots.size(); ++slot) {
            const double weight = sum * (static_cast<double>(slot) + 0.5) / static_cast<double>(slots.size());
            slots[slot] = static_cast<std::uint16_t>(
                std::lower_bound(cumulated.begin(), cumulated.end(), weight) - cumulated.begin());
        }
        for (std::uint16_t& value : values) {
            value = slots[next_random(state) >> 44];
        }
        return values;
    }
    for (std::uint16_t& value : values) {
        value = static_cast<std::uint16_t>(next_random(state) >> 40);
    }
    if (std::strcmp(distribution, "sorted") == 0) {
        std::sort(values.begin(), values.end());
    }
    return values;
}

void measure(const char* distribution) {
    const std::vector<std::uint16_t> values = make_values(distribution);
    std::vector<unsigned> expected(kBins);
    for (const std::uint16_t value : values) {
        ++expected[value];
    }
    std::uint16_t* samples = nullptr;
    unsigned* counts = nullptr;
    CUDA_CHECK(cudaMalloc(&samples, values.size() * sizeof(std::uint16_t)));
    CUDA_CHECK(cudaMalloc(&counts, kBins * sizeof(unsigned)));
    CUDA_CHECK(cudaMemcpy(samples, values.data(), values.size() * sizeof(std::uint16_t), cudaMemcpyHostToDevice));
    void* scratch = nullptr;
    std::size_t scratch_bytes = 0;
    const auto count = [&] {
        CUDA_CHECK(cub::DeviceHistogram::HistogramEven(scratch, scratch_bytes, samples, counts, kBins + 1, 0, kBins,
                                                       kCount));
    };
    count();  // Called without scratch memory, returns the size that it needs
    CUDA_CHECK(cudaMalloc(&scratch, scratch_bytes));
    const std::vector<float> times = time_runs(count);
    std::vector<unsigned> counted(kBins);
    CUDA_CHECK(cudaMemcpy(counted.data(), counts, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost));
    char name[64];
    std::snprintf(name, sizeof name, "u16-%s", distribution);
    report(name, "CUB HistogramEven", kCount, times, kCount, "values", counted == expected);
    CUDA_CHECK(cudaFree(scratch));
    CUDA_CHECK(cudaFree(counts));
    CUDA_CHECK(cudaFree(samples));
}

}  // namespace

int main() {
    for (const char* distribution : {"uniform", "constant", "sorted", "zipf"}) {
        measure(distribution);
    }
    return 0;
}
