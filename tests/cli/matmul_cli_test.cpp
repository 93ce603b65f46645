// Runs `vkalgo matmul` and `vkalgo add` as processes: products and sums of files, and messages about bad input.
#include "cli/formats.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/arrays.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Multiplies random matrices by the command. The values are from the whole range of T. Compares the products with sums
/// modulo 2^64, converted to `Product`.
template <class T, class Product>
void expect_product_of_whole_numbers(const TemporaryFolder& folder, const Words& more = {}) {
    const std::string product = folder.path("product.npy");
    SplitMix64 random(sizeof(T));
    for (const auto& [m, n, k] : {std::array<std::uint64_t, 3>{1, 1, 1}, {5, 7, 3}, {33, 65, 301}, {16, 20, 64}}) {
        const auto draw = [&](std::uint64_t count) {
            std::vector<T> values(count);
            for (T& value : values) {
                // The least and the greatest value are frequent.
                const std::uint32_t which = random.below(4);
                value = which == 0   ? std::numeric_limits<T>::min()
                        : which == 1 ? std::numeric_limits<T>::max()
                                     : static_cast<T>(random.next());
            }
            return values;
        };
        const std::vector<T> a = draw(m * k), b = draw(k * n);
        Words words{npy<T>(folder, "a.npy", {m, k}, a), npy<T>(folder, "b.npy", {k, n}, b), "--output", product,
                    "--verify"};
        words.insert(words.end(), more.begin(), more.end());
        const auto json = json_of_command("matmul", words);
        EXPECT_EQ(json["verified"], true);
        EXPECT_EQ(json["result"]["type"], to_string(element_type_of<Product>()));
        std::vector<Product> expected(m * n);
        for (std::uint64_t cell = 0; cell < m * n; ++cell) {
            std::uint64_t sum = 0;
            for (std::uint64_t at = 0; at < k; ++at) {
                sum +=
                    static_cast<std::uint64_t>(a[cell / n * k + at]) * static_cast<std::uint64_t>(b[at * n + cell % n]);
            }
            expected[cell] = static_cast<Product>(sum);
        }
        auto bytes = read_file(product);
        ASSERT_TRUE(bytes);
        const auto array = parse_npy(std::move(*bytes), product);
        ASSERT_TRUE(array);
        EXPECT_EQ(array->type, element_type_of<Product>());
        std::vector<Product> got(m * n);
        ASSERT_EQ(array->data.size(), m * n * sizeof(Product));
        std::memcpy(got.data(), array->data.data(), array->data.size());
        EXPECT_EQ(got, expected) << m << " x " << n << " x " << k;
    }
}

using Shape = std::vector<std::uint64_t>;

struct ReadMatrix {
    Shape shape;
    ElementType type = ElementType::u8;
    std::vector<double> values;
};
ReadMatrix read_npy(const std::string& path) {
    auto bytes = read_file(path);
    EXPECT_TRUE(bytes) << path;
    const auto array = bytes ? parse_npy(std::move(*bytes), path) : Result<Array>(Array{});
    EXPECT_TRUE(array) << path;
    ReadMatrix read;
    if (array) {
        read.shape = array->shape;
        read.type = array->type;
        with_type(array->type, [&](auto sample) {
            using T = decltype(sample);
            for (std::size_t at = 0; at < array->data.size(); at += sizeof(T)) {
                T value;
                std::memcpy(&value, array->data.data() + at, sizeof(T));
                read.values.push_back(static_cast<double>(value));
            }
        });
    }
    return read;
}

}  // namespace

TEST(MatmulCommand, MultipliesFilesByEveryMethodTypeAndTranspose) {
    const TemporaryFolder folder;
    const std::string a = npy<float>(folder, "a.npy", {2, 3}, {1, 2, 3, 4, 5, 6});
    const std::string b = npy<float>(folder, "b.npy", {3, 2}, {7, 8, 9, 10, 11, 12});
    const std::string product = folder.path("p.npy");
    for (const char* method : {"auto", "naive", "tiled", "blocks"}) {
        for (const char* type : {"f16", "f32", "i32", "u32"}) {
            const auto json =
                json_of_command("matmul", {a, b, "--method", method, "--type", type, "--verify", "--output", product});
            EXPECT_EQ(json["result"]["rows"], 2);
            EXPECT_EQ(json["result"]["columns"], 2);
            EXPECT_EQ(json["result"]["inner"], 3);
            EXPECT_EQ(json["result"]["type"], type);
            EXPECT_NE(json["result"]["method"], "auto");
            EXPECT_EQ(json["verified"], true);
            const ReadMatrix read = read_npy(product);
            EXPECT_EQ(read.shape, (Shape{2, 2}));
            EXPECT_STREQ(to_string(read.type), type);
            EXPECT_EQ(read.values, (std::vector<double>{58, 64, 139, 154}));
        }
    }
    // A^T B^T is the product of 3 x 2 by 2 x 3.
    EXPECT_EQ(
        json_of_command("matmul", {a, b, "--transpose-a", "--transpose-b", "--output", product})["result"]["rows"], 3);
    EXPECT_EQ(read_npy(product).values, (std::vector<double>{39, 49, 59, 54, 68, 82, 69, 87, 105}));
}

TEST(MatmulCommand, MultipliesWholeNumbersOfEverySize) {
    const TemporaryFolder folder;
    expect_product_of_whole_numbers<std::uint8_t, std::uint32_t>(folder);
    expect_product_of_whole_numbers<std::int8_t, std::int32_t>(folder);
    expect_product_of_whole_numbers<std::uint16_t, std::uint64_t>(folder);
    expect_product_of_whole_numbers<std::int16_t, std::int64_t>(folder);
    expect_product_of_whole_numbers<std::uint32_t, std::uint32_t>(folder);
    expect_product_of_whole_numbers<std::int32_t, std::int32_t>(folder);
    expect_product_of_whole_numbers<std::uint64_t, std::uint64_t>(folder);
    expect_product_of_whole_numbers<std::int64_t, std::int64_t>(folder, {"--method", "tiled"});
    expect_product_of_whole_numbers<std::int8_t, std::int64_t>(folder, {"--type", "i64"});
}

TEST(MatmulCommand, GivesCTheTypeOfTheProductIfAAndBAreOfSmallTypes) {
    const TemporaryFolder folder;
    const std::string a = npy<std::uint8_t>(folder, "a.npy", {1, 2}, {255, 255});
    const std::string c = npy<std::uint32_t>(folder, "c.npy", {1, 1}, {100'000});
    const std::string text = folder.file("c.csv", "100000\n");
    const std::string product = folder.path("p.npy");
    for (const std::string& before : {c, text}) {
        for (const Words& more : {Words{}, Words{"--type", "u8"}}) {
            Words words{a, a, "--transpose-b", "--c", before, "--beta", "2", "--verify", "--output", product};
            words.insert(words.end(), more.begin(), more.end());
            EXPECT_EQ(json_of_command("matmul", words)["result"]["type"], "u32");
            EXPECT_EQ(read_npy(product).values, (std::vector<double>{2 * 65025 + 200'000}));
        }
    }
    // Each sum has 66,051 products, the largest number for which every sum of products of u8 fits 32 bits.
    EXPECT_EQ(json_of_command("matmul", {"--n", "3", "--k", "66051", "--type", "u8", "--verify"})["verified"], true);
}

TEST(MatmulCommand, AddsToACWithFactors) {
    const TemporaryFolder folder;
    const std::string a = npy<std::int32_t>(folder, "a.npy", {2, 2}, {1, 2, 3, 4});
    const std::string c = npy<std::int32_t>(folder, "c.npy", {2, 2}, {10, 20, 30, 40});
    const std::string product = folder.path("p.npy");
    json_of_command("matmul", {a, a, "--c", c, "--verify", "--output", product});
    EXPECT_EQ(read_npy(product).values, (std::vector<double>{17, 30, 45, 62}));
    json_of_command("matmul",
                    {a, a, "--c", c, "--alpha", "-1", "--beta", "2", "--repeat", "2", "--verify", "--output", product});
    EXPECT_EQ(read_npy(product).values, (std::vector<double>{13, 30, 45, 58}));
    json_of_command("matmul", {a, a, "--c", c, "--beta", "0", "--output", product});
    EXPECT_EQ(read_npy(product).values, (std::vector<double>{7, 10, 15, 22}));
}

TEST(MatmulCommand, ReadsNothingOfAAndBIfAlphaIsZero) {
    const ProcessResult run = run_shell(
        "printf 'nan,inf\\n1,1\\n' > a.csv; printf '3,4\\n5,6\\n' > c.csv; "
        "\"$V\" matmul a.csv a.csv --type f32 --alpha 0 --c c.csv --beta 2 --verify");
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("row 0     6  8\nrow 1     10  12\n"), std::string::npos) << run.output;
}

TEST(MatmulCommand, TakesAFirstDimensionForSeveralMatrices) {
    const TemporaryFolder folder;
    const std::string two = npy<float>(folder, "two.npy", {2, 1, 2}, {1, 2, 3, 4});
    const std::string one = npy<float>(folder, "one.npy", {2, 1}, {5, 6});
    const std::string product = folder.path("p.npy");
    const auto json = json_of_command("matmul", {two, one, "--verify", "--output", product});
    EXPECT_EQ(json["result"]["matrices"], 2);
    EXPECT_EQ(read_npy(product).shape, (Shape{2, 1, 1}));
    EXPECT_EQ(read_npy(product).values, (std::vector<double>{17, 39}));
    json_of_command("matmul", {one, two, "--output", product});
    EXPECT_EQ(read_npy(product).values, (std::vector<double>{5, 10, 6, 12, 15, 20, 18, 24}));
}

TEST(MatmulCommand, MultipliesRandomMatricesOfAnySizes) {
    for (const Words& sizes : {Words{"--n", "0"},
                               {"--n", "33", "--m", "5", "--k", "0"},
                               {"--n", "70", "--k", "131"},
                               {"--n", "40", "--type", "f16", "--alpha", "0.5", "--beta", "0.25"}}) {
        Words words = sizes;
        words.insert(words.end(), {"--verify", "--seed", "3"});
        EXPECT_EQ(json_of_command("matmul", words)["verified"], true);
    }
    const std::string text = run_vkalgo({"matmul", "--n", "20"}).output;
    EXPECT_NE(text.find("product   20 x 20 by 20 x 20, f32\nmethod    blocks\nspeed     "), std::string::npos) << text;
    EXPECT_NE(text.find("GFLOP/s"), std::string::npos) << text;
    EXPECT_EQ(run_vkalgo({"matmul", "--n", "20", "--m", "3", "--quiet"}).output, "3 x 20\n");
}

TEST(MatrixCommands, PrintSmallResults) {
    const TemporaryFolder folder;
    const std::string a = npy<float>(folder, "a.npy", {2, 3}, {1, 2, 3, 4, 5, 6.5F});
    const std::string row = npy<std::int8_t>(folder, "row.npy", {2}, {-3, 4});
    const std::string out = folder.path("p.npy");
    EXPECT_NE(run_vkalgo({"matmul", a, a, "--transpose-b"}).output.find("row 0     14  33.5\nrow 1     33.5  83.25\n"),
              std::string::npos);
    EXPECT_NE(run_vkalgo({"add", row, row}).output.find("values    -6  8\n"), std::string::npos);
    EXPECT_EQ(run_vkalgo({"add", a, a, "--output", out}).output.find("row 0"), std::string::npos);
    EXPECT_EQ(run_vkalgo({"matmul", "--n", "2"}).output.find("row 0"), std::string::npos);
}

TEST(MatmulCommand, RefusesWhatItCannotMultiply) {
    const TemporaryFolder folder;
    const std::string a = npy<float>(folder, "a.npy", {2, 3}, std::vector<float>(6, 1));
    const std::string row = npy<float>(folder, "row.npy", {3}, {1, 2, 3});
    const std::string whole = npy<std::int32_t>(folder, "whole.npy", {3, 2}, std::vector<std::int32_t>(6, 1));
    const std::string bytes = npy<std::uint8_t>(folder, "bytes.npy", {3, 2}, std::vector<std::uint8_t>(6, 1));
    const std::string half = npy<float>(folder, "half.npy", {3, 1}, {1, 2, 0.5});
    const std::string pairs = npy<float>(folder, "pairs.npy", {2, 3, 1}, std::vector<float>(6, 1));
    const std::string triples = npy<float>(folder, "triples.npy", {3, 2, 3}, std::vector<float>(18, 1));
    const auto refuse = [](Words words, const std::string& message) {
        expect_refused("matmul", std::move(words), message);
    };
    refuse({}, "no matrices are given; give two, or --n N");
    refuse({a}, "is only one matrix, but a product needs two; give B too");
    refuse({a, a}, "A (2 x 3) has 3 columns, but B (2 x 3) has 2 rows; these numbers must be equal");
    refuse({a, row}, "has 1 dimension; a matrix must have two");
    refuse({a, whole}, "holds f32 values, but");
    refuse({bytes, whole, "--transpose-a"}, "holds u8 values, but");
    refuse({"--n", "1", "--k", "66052", "--type", "u8"}, "a sum of 66052 products of u8 might not fit u32");
    refuse({"--n", "1", "--k", "131072", "--type", "i8"}, "add --type i64");
    refuse({a, a, "--transpose-b", "--c", whole, "--type", "u8"}, "--c: ");
    refuse({a, half, "--type", "i32"}, "0.5");
    refuse({triples, pairs}, "have 3 and 2 matrices");
    refuse({a, a, "--n", "3"}, "--n, --m, --k and --seed make random matrices");
    refuse({a, half, "--beta", "2"}, "--beta is the factor of --c; give --c too");
    refuse({a, half, "--c", a}, "'" + a + "' is 2 x 3 of f32, but the product is 2 x 1 of f32");
    refuse({"--n", "3", "--c", a}, "but the matrices are random");
    refuse({"--n", "3", "--type", "i32", "--alpha", "0.5"}, "--alpha");
    refuse({"--n", "3", "--type", "i128"}, "--type");
    refuse({"--n", "3", "--method", "strassen"}, "--method");
    refuse({a, half, "--output", a}, "--output");
    refuse({a, half, "--output", folder.path("p.png")}, "--output");
    refuse({"--n", "4000000000"}, "");
    EXPECT_EQ(folder.entries(), 7U);
}

TEST(MatmulCommand, RefusesFilesBeyondMemoryBeforeItReadsThem) {
    // The file has a header for 40 GB of values; the values are a hole in the file.
    const ProcessResult run = run_shell(
        "head='{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (100000, 100000), }'\n"
        "head=$(printf '%s' \"$head\" | tr '\"' \"'\")\n"
        "{ printf '\\223NUMPY\\001\\000\\166\\000'; printf '%-117s\\n' \"$head\"; } > a.npy\n"
        "truncate -s 40000000128 a.npy\n"
        "\"$V\" matmul a.npy a.npy; echo matmul $?\n"
        "\"$V\" add a.npy a.npy; echo add $?\n");
    EXPECT_NE(run.output.find("matmul 2"), std::string::npos) << run.output << run.errors;
    EXPECT_NE(run.output.find("add 2"), std::string::npos) << run.output << run.errors;
    // The lower of two limits is reported: the device's memory, or half of this machine's memory.
    EXPECT_TRUE(run.errors.find("raise --memory") != std::string::npos ||
                run.errors.find("need more than half of") != std::string::npos)
        << run.errors;
    EXPECT_LT(run.peak_bytes, std::uint64_t{500} << 20);
}

TEST(AddCommand, AddsSubtractsAndMultipliesArraysOfAnyShape) {
    const TemporaryFolder folder;
    const std::string a = npy<std::uint8_t>(folder, "a.npy", {1, 3, 1}, {250, 2, 3});
    const std::string b = npy<std::uint8_t>(folder, "b.npy", {1, 3, 1}, {10, 5, 3});
    const std::string result = folder.path("r.npy");
    const auto compute = [&](const char* op) {
        const auto json = json_of_command("add", {a, b, "--operator", op, "--verify", "--output", result});
        EXPECT_EQ(json["result"]["rows"], 3);
        EXPECT_EQ(json["result"]["columns"], 1);
        EXPECT_EQ(json["result"]["type"], "u8");
        EXPECT_EQ(json["verified"], true);
        EXPECT_EQ(read_npy(result).shape, (Shape{1, 3, 1}));
        return read_npy(result).values;
    };
    EXPECT_EQ(compute("add"), (std::vector<double>{4, 7, 6}));
    EXPECT_EQ(compute("subtract"), (std::vector<double>{240, 253, 0}));
    EXPECT_EQ(compute("multiply"), (std::vector<double>{196, 10, 9}));
    const auto whole = json_of_command("add", {"--n", "5", "--m", "3", "--type", "f64", "--verify", "--repeat", "2"});
    EXPECT_EQ(whole["result"]["shape"], (std::vector<int>{3, 5}));
    EXPECT_EQ(json_of_command("add", {"--n", "0", "--verify"})["verified"], true);
    const auto parts = json_of_command("add", {"--n", "1M", "--memory", "2Mi", "--verify"});
    EXPECT_GT(parts["result"]["parts"], 1);
    EXPECT_LE(parts["memory_bytes"]["device"], 2 << 20);
}

TEST(AddCommand, RefusesWhatItCannotAdd) {
    const TemporaryFolder folder;
    const std::string a = npy<float>(folder, "a.npy", {2, 3}, std::vector<float>(6, 1));
    const std::string b = npy<float>(folder, "b.npy", {3, 2}, std::vector<float>(6, 1));
    const std::string whole = npy<std::int64_t>(folder, "whole.npy", {2, 3}, std::vector<std::int64_t>(6, 1));
    expect_refused("add", {}, "no arrays are given; give two, or --n N");
    expect_refused("add", {a}, "is only one array, but two are needed; give B too");
    expect_refused("add", {a, b}, "has the shape 2 x 3, but '" + b + "' has 3 x 2; give arrays of one shape");
    expect_refused("add", {a, whole}, "choose one --type for both");
    expect_refused("add", {a, a, "--n", "3"}, "make random arrays");
    expect_refused("add", {"--n", "3", "--operator", "divide"}, "--operator");
    expect_refused("add", {"--n", "2^62"}, "--n");
    expect_refused("add", {a, a, "--output", a}, "--output");
}

}  // namespace vkalgo::cli::test
