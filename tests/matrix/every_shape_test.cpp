// Tests products of all shapes up to 130 x 130 x 130 by auto, naive and tiled: with VKALGO_DEEP=1 all 2,197,000 of
// them. Otherwise, of each ten successive numbers of rows, a random one, with one random number of columns and every k.
#include "tests/matrix/multiplying.hpp"
#include "tests/support/effort.hpp"

#include <array>
#include <cstdlib>
#include <tuple>

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

constexpr std::uint64_t kMax = 130;
constexpr std::uint64_t kRowsPerTest = 10;
/// Initial contents of C and of the gaps after it: a NaN.
constexpr std::uint32_t kBefore = 0xFFFFFFFF;

std::vector<float> random_floats(std::uint64_t count, std::uint64_t seed) {
    const std::vector<std::uint8_t> bytes = random_elements(ElementType::f32, count * sizeof(float), seed);
    std::vector<float> values(count);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

/// All products of `rows` x k by k x `columns` with k in 1 .. kMax, in one command buffer. For each k, the right matrix
/// is the first k rows of B, which lie at its beginning. The left matrix is the first k columns of A, which are packed
/// separately for each k.
class ProductsOfAllDepths {
public:
    ProductsOfAllDepths(Runner& runner, std::string method, std::uint64_t rows)
        : runner_(runner), method_(std::move(method)), rows_(rows), a_(random_floats(rows * kMax, rows)) {
        const std::uint64_t alignment = runner.context().profile().storage_offset_alignment;
        gap_ = std::max<std::uint64_t>(alignment, 256) / sizeof(float);
        std::vector<float> packed;
        for (std::uint64_t inner = 1; inner <= kMax; ++inner) {
            packed.resize(next_offset(packed.size()));
            first_a_[inner] = packed.size();
            for (std::uint64_t row = 0; row < rows; ++row) {
                const auto begin = a_.begin() + static_cast<std::ptrdiff_t>(row * kMax);
                packed.insert(packed.end(), begin, begin + static_cast<std::ptrdiff_t>(inner));
            }
        }
        on_a_ = upload(runner, packed);
    }

    void expect(std::uint64_t columns) {
        const std::vector<float> b = random_floats(kMax * columns, 1000 + columns);
        const Buffer on_b = upload(runner_, b);
        const std::uint64_t stride = next_offset(rows_ * columns);
        const Buffer on_c =
            take(Buffer::create(runner_.context(), {.size = kMax * stride * sizeof(float), .name = "products"}));
        std::vector<MatrixMultiply> products;
        for (std::uint64_t inner = 1; inner <= kMax; ++inner) {
            products.push_back(take(MatrixMultiply::create(
                runner_.context(),
                {.options = {.method = method_}, .rows = rows_, .columns = columns, .inner = inner})));
            ASSERT_EQ(products.back().plan().scratch_bytes, 0U) << "the recording below gives none";
        }
        ASSERT_OK(runner_.run([&](Recorder& recorder) -> Result<void> {
            recorder.fill(on_c.view(), kBefore);
            for (std::uint64_t inner = 1; inner <= kMax; ++inner) {
                VKALGO_CHECK(products[inner - 1].record(
                    recorder,
                    {.a = on_a_.view().slice(first_a_[inner] * sizeof(float), rows_ * inner * sizeof(float)),
                     .b = on_b.view().slice(0, inner * columns * sizeof(float)),
                     .c = on_c.view().slice((inner - 1) * stride * sizeof(float), rows_ * columns * sizeof(float))}));
            }
            return {};
        }));
        compare(b, columns, stride, read_back<float>(runner_, on_c.view()));
    }

private:
    /// Returns the offset of the next matrix after a matrix that ends before `end`, with a gap between them. Offsets
    /// are in floats.
    std::uint64_t next_offset(std::uint64_t end) const { return (end + 2 * gap_ - 1) / gap_ * gap_; }

    /// Compares the results with sums in double. From one k to the next, each cell's sum gets one more product. A
    /// product of two floats is exact in double.
    void compare(const std::vector<float>& b, std::uint64_t columns, std::uint64_t stride,
                 const std::vector<float>& got) const {
        std::vector<double> sums(rows_ * columns), magnitudes(rows_ * columns);
        for (std::uint64_t inner = 1; inner <= kMax; ++inner) {
            const double relative = (static_cast<double>(inner) + 3) * 0x1p-24;
            const float* of_depth = got.data() + (inner - 1) * stride;
            bool right = true;
            for (std::uint64_t row = 0; row < rows_; ++row) {
                const double factor = a_[row * kMax + inner - 1];
                for (std::uint64_t column = 0; column < columns; ++column) {
                    const std::uint64_t cell = row * columns + column;
                    const double product = factor * b[(inner - 1) * columns + column];
                    sums[cell] += product;
                    magnitudes[cell] += std::abs(product);
                    right &= std::abs(of_depth[cell] - sums[cell]) <= relative * magnitudes[cell] + 1e-37;
                }
            }
            ASSERT_TRUE(right) << method_ << " " << rows_ << " x " << columns << " x " << inner << ": a sum is wrong";
            for (std::uint64_t at = rows_ * columns; at < stride; ++at) {
                std::uint32_t bits;
                std::memcpy(&bits, of_depth + at, sizeof(bits));
                ASSERT_EQ(bits, kBefore) << method_ << " " << rows_ << " x " << columns << " x " << inner
                                         << ": written after C";
            }
        }
    }

    Runner& runner_;
    std::string method_;
    std::uint64_t rows_;
    /// Minimum number of floats between matrices.
    std::uint64_t gap_ = 0;
    /// A, with kMax columns.
    std::vector<float> a_;
    std::array<std::uint64_t, kMax + 1> first_a_{};
    Buffer on_a_;
};

}  // namespace

/// The parameters are a method and the first of kRowsPerTest successive numbers of rows.
class EveryShape : public DeviceTest, public ::testing::WithParamInterface<std::tuple<std::string, std::uint64_t>> {};

TEST_P(EveryShape, IsWithinTheErrorBoundAndWritesNothingAfterTheMatrix) {
    const auto& [method, first] = GetParam();
    SplitMix64 random(first + method.size());
    const std::uint64_t only = first + random.below(kRowsPerTest);
    const bool all = deep();
    for (std::uint64_t rows = all ? first : only; rows < (all ? first + kRowsPerTest : only + 1); ++rows) {
        ProductsOfAllDepths products(runner(), method, rows);
        const std::uint64_t one = 1 + random.below(kMax);
        for (std::uint64_t columns = all ? 1 : one; columns <= (all ? kMax : one); ++columns) {
            products.expect(columns);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryShape,
                         ::testing::Combine(::testing::Values("auto", "naive", "tiled"),
                                            ::testing::Range<std::uint64_t>(1, kMax + 1, kRowsPerTest)),
                         [](const auto& of) {
                             return std::get<0>(of.param) + "_" + std::to_string(std::get<1>(of.param));
                         });

}  // namespace vkalgo::test
