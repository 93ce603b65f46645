// Times the products of cuBLAS at the sizes of vkalgo_bench_matrix and `vkalgo bench matrix`. Linked with -lcublas.
//
//     peer_gemm_cublas [TYPE N]   TYPE: f32, f64 or f16, N: the side of square matrices; without them, all cases
//
// f32 numbers are multiplied as f32 (without TF32). Products of f16 numbers are accumulated as f32, by tensor cores.
#include "timing.cuh"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <cublas_v2.h>
#include <cuda_fp16.h>

#define CUBLAS_CHECK(call)                                                                     \
    do {                                                                                       \
        const cublasStatus_t status_ = (call);                                                 \
        if (status_ != CUBLAS_STATUS_SUCCESS) {                                                \
            std::fprintf(stderr, "%s:%d: cuBLAS status %d\n", __FILE__, __LINE__, int(status_)); \
            std::exit(1);                                                                      \
        }                                                                                      \
    } while (false)

namespace {

template <class T>
T from_float(float value) {
    return static_cast<T>(value);
}
template <class T>
double to_double(T value) {
    return static_cast<double>(static_cast<float>(value));
}
template <>
double to_double<double>(double value) {
    return value;
}

/// Multiplies row-major matrices, m x k times k x n. cuBLAS is column-major and therefore computes B^T times A^T.
template <class T>
void multiply(cublasHandle_t handle, int m, int n, int k, const T* a, const T* b, T* c);
template <>
void multiply<float>(cublasHandle_t handle, int m, int n, int k, const float* a, const float* b, float* c) {
    const float one = 1, zero = 0;
    CUBLAS_CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n));
}
template <>
void multiply<double>(cublasHandle_t handle, int m, int n, int k, const double* a, const double* b, double* c) {
    const double one = 1, zero = 0;
    CUBLAS_CHECK(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n));
}
template <>
void multiply<__half>(cublasHandle_t handle, int m, int n, int k, const __half* a, const __half* b, __half* c) {
    const float one = 1, zero = 0;
    CUBLAS_CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_16F, n, a, CUDA_R_16F, k,
                              &zero, c, CUDA_R_16F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}

/// Times a product of random matrices, and prints a line. Elements are -1, 0 and 1, so sums are exact in f32 in any
/// order. They are small enough for f16 at the k that main() uses without arguments.
template <class T>
void measure(cublasHandle_t handle, const char* type, std::size_t m, std::size_t n, std::size_t k) {
    std::uint64_t state = 4711;
    std::vector<T> a(m * k), b(k * n), got(m * n);
    for (T& value : a) {
        value = from_float<T>(static_cast<float>(static_cast<int>(next_random(state) % 3) - 1));
    }
    for (T& value : b) {
        value = from_float<T>(static_cast<float>(static_cast<int>(next_random(state) % 3) - 1));
    }
    T *on_a = nullptr, *on_b = nullptr, *on_c = nullptr;
    CUDA_CHECK(cudaMalloc(&on_a, a.size() * sizeof(T)));
    CUDA_CHECK(cudaMalloc(&on_b, b.size() * sizeof(T)));
    CUDA_CHECK(cudaMalloc(&on_c, got.size() * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(on_a, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(on_b, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice));
    const std::vector<float> times = time_runs([&] {
        multiply(handle, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k), on_a, on_b, on_c);
    });
    CUDA_CHECK(cudaMemcpy(got.data(), on_c, got.size() * sizeof(T), cudaMemcpyDeviceToHost));
    bool right = true;
    for (int cell = 0; cell < 2000; ++cell) {
        const std::size_t row = next_random(state) % m, column = next_random(state) % n;
        double sum = 0;
        for (std::size_t i = 0; i < k; ++i) {
            sum += to_double(a[row * k + i]) * to_double(b[i * n + column]);
        }
        right = right && std::abs(sum - to_double(got[row * n + column])) <= std::abs(sum) * 0x1p-10;
    }
    char name[96];
    if (m == n && n == k) {
        std::snprintf(name, sizeof name, "multiply-%s-%zu", type, n);
    } else {
        std::snprintf(name, sizeof name, "multiply-%s-%zux%zux%zu", type, m, n, k);
    }
    report(name, "cuBLAS", n, times, 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k),
           "operations", right);
    CUDA_CHECK(cudaFree(on_c));
    CUDA_CHECK(cudaFree(on_b));
    CUDA_CHECK(cudaFree(on_a));
}

void measure_type(cublasHandle_t handle, const std::string& type, std::size_t side) {
    if (type == "f16") {
        measure<__half>(handle, "f16", side, side, side);
    } else if (type == "f64") {
        measure<double>(handle, "f64", side, side, side);
    } else {
        measure<float>(handle, "f32", side, side, side);
    }
}

}  // namespace

int main(int argc, char** argv) {
    cublasHandle_t handle = nullptr;
    CUBLAS_CHECK(cublasCreate(&handle));
    CUBLAS_CHECK(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
    if (argc == 3) {
        if (std::string(argv[1]) == "f16") {
            CUBLAS_CHECK(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
        }
        measure_type(handle, argv[1], std::strtoul(argv[2], nullptr, 10));
        return 0;
    }
    for (const std::size_t side : {512, 1024, 2048, 4096, 8192}) {
        measure_type(handle, "f32", side);
    }
    measure<float>(handle, "f32", 1, 16384, 16384);
    measure<float>(handle, "f32", 16384, 1, 16384);
    measure<float>(handle, "f32", 128, 128, 1048576);
    measure<float>(handle, "f32", 65536, 64, 64);
    measure_type(handle, "f64", 4096);
    CUBLAS_CHECK(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
    measure_type(handle, "f16", 4096);
    measure_type(handle, "f16", 8192);
    CUBLAS_CHECK(cublasDestroy(handle));
    return 0;
}
