#include "formats/convert.hpp"

#include "tests/support/temporary_folder.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

template <class T>
Array array_with(const std::vector<T>& values, std::vector<std::uint64_t> shape = {}) {
    Array array{element_type_of<T>(), std::move(shape), Bytes(values.size() * sizeof(T))};
    if (array.shape.empty()) {
        array.shape = {values.size()};
    }
    if (!values.empty()) {
        std::memcpy(array.data.data(), values.data(), array.data.size());
    }
    return array;
}

template <class To, class From>
std::vector<To> as(const std::vector<From>& values) {
    const auto array = converted(array_with(values), element_type_of<To>(), "a.npy");
    EXPECT_TRUE(array) << array.error().message;
    std::vector<To> made(array ? array->count() : 0);
    if (!made.empty()) {
        std::memcpy(made.data(), array->data.data(), array->data.size());
    }
    return made;
}

constexpr std::int64_t kBeyondDouble = (std::int64_t{1} << 53) + 1;

TEST(Convert, KeepsEveryValueThatTheTypeHolds) {
    EXPECT_EQ((as<std::uint8_t, std::int64_t>({0, 255})), (std::vector<std::uint8_t>{0, 255}));
    EXPECT_EQ((as<std::int32_t, double>({-2147483648.0, -0.0, 2147483647.0})),
              (std::vector<std::int32_t>{-2147483647 - 1, 0, 2147483647}));
    EXPECT_EQ((as<std::uint64_t, double>({18446744073709549568.0})),
              (std::vector<std::uint64_t>{18446744073709549568U}));
    EXPECT_EQ((as<float, double>({0.5, std::numeric_limits<double>::infinity()})),
              (std::vector<float>{0.5F, std::numeric_limits<float>::infinity()}));
    EXPECT_TRUE(std::isnan(as<float, double>({std::nan("")}).at(0)));
    EXPECT_EQ((as<float, std::int64_t>({-16777216, 33554436})), (std::vector<float>{-16777216.0F, 33554436.0F}));
    EXPECT_EQ(float{(as<Half, double>({-0.25})).at(0)}, -0.25F);
    EXPECT_EQ((as<std::int16_t, Half>({Half(-7.0), Half(65504.0 / 4)})), (std::vector<std::int16_t>{-7, 16376}));
    EXPECT_TRUE(std::isnan(float{as<Half, float>({NAN}).at(0)}));
    EXPECT_FALSE(converted(array_with<double>({0.1}), ElementType::f16, "a.npy"));
    EXPECT_FALSE(converted(array_with<std::int32_t>({2049}), ElementType::f16, "a.npy"));
    EXPECT_EQ((as<double, float>({0.1F})), (std::vector<double>{static_cast<double>(0.1F)}));
    EXPECT_EQ((as<double, std::int64_t>({kBeyondDouble - 1})), (std::vector<double>{9007199254740992.0}));
    EXPECT_TRUE((as<std::uint8_t, double>({})).empty());
}

TEST(Convert, RefusesTheFirstValueThatTheTypeDoesNotHold) {
    const auto refused = [](const Array& array, ElementType type, const std::string& message) {
        EXPECT_REFUSED(converted(array, type, "a.npy"), "'a.npy': " + message);
    };
    refused(array_with<std::int64_t>({1, 256, 257}), ElementType::u8, "element 1 is 256 (i64), which u8 cannot hold");
    refused(array_with<std::int32_t>({-1}), ElementType::u64, "element 0 is -1 (i32)");
    refused(array_with<double>({1, 2, 3, 2.5, 5, 6}, {2, 3}), ElementType::i32, "element [1, 0] is 2.5 (f64)");
    refused(array_with<double>({2147483648.0}), ElementType::i32, "element 0 is 2147483648 (f64)");
    refused(array_with<double>({18446744073709551616.0}), ElementType::u64,
            "element 0 is 1.8446744073709552e+19 (f64)");
    refused(array_with<double>({std::nan("")}), ElementType::u8, "element 0 is nan");
    refused(array_with<double>({0.5, 0.1}), ElementType::f32,
            "element 1 is 0.1 (f64), which f32 cannot hold exactly (elements count from 0); round");
    refused(array_with<double>({1e300}), ElementType::f32, "element 0 is 1e+300");
    refused(array_with<std::int64_t>({16777217}), ElementType::f32, "element 0 is 16777217 (i64)");
    refused(array_with<std::int64_t>({kBeyondDouble}), ElementType::f64, "element 0 is 9007199254740993 (i64)");
    refused(array_with<std::uint64_t>({18446744073709551615U}), ElementType::f32, "element 0 is 18446744073709551615");
}

}  // namespace
}  // namespace vkalgo::formats::test
