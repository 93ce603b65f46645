#include "algorithms/dp/problem.hpp"
#include "algorithms/dp/problems/support.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

__extension__ using Wide = unsigned __int128;

Result<Instance> outline(const GeneratorOptions& options) {
    Instance instance;
    instance.n = options.n;
    instance.m = options.m;
    instance.params = options.params;
    return instance;
}

Error does_not_fit() {
    return Error{ErrorCode::overflow, "the coefficient does not fit 64 bits", "cell"};
}

/// a * b, modulo `modulo` or exactly where that is 0; false if it does not fit.
bool multiply(std::uint64_t& a, std::uint64_t b, std::uint64_t modulo) {
    const Wide product = Wide{a} * b;
    if (modulo == 0 && (product >> 64) != 0) {
        return false;
    }
    a = static_cast<std::uint64_t>(modulo == 0 ? product : product % modulo);
    return true;
}

/// How often the prime divides number! (Legendre).
std::uint64_t exponent_in_factorial(std::uint64_t number, std::uint64_t prime) {
    std::uint64_t exponent = 0;
    while (number > 0) {
        number /= prime;
        exponent += number;
    }
    return exponent;
}

/// C(n, m) from its prime factors: no table, no division, any modulus.
Result<std::uint64_t> coefficient(std::uint64_t n, std::uint64_t m, std::uint64_t modulo) {
    if (m > n) {
        return std::uint64_t{0};
    }
    std::uint64_t value = modulo == 1 ? 0 : 1;
    std::vector<bool> composite(n + 1, false);
    for (std::uint64_t p = 2; p <= n; ++p) {
        if (composite[p]) {
            continue;
        }
        for (std::uint64_t multiple = p * p; multiple <= n; multiple += p) {
            composite[multiple] = true;
        }
        const std::uint64_t exponent =
            exponent_in_factorial(n, p) - exponent_in_factorial(m, p) - exponent_in_factorial(n - m, p);
        for (std::uint64_t k = 0; k < exponent; ++k) {
            if (!multiply(value, p, modulo)) {
                return does_not_fit();
            }
        }
    }
    return value;
}

bool fill_table(std::uint64_t n, std::uint64_t m, std::uint64_t modulo, std::uint64_t* cells) {
    const std::uint64_t columns = m + 1;
    for (std::uint64_t i = 0; i <= n; ++i) {
        std::uint64_t* row = cells + i * columns;
        row[0] = modulo == 1 ? 0 : 1;
        for (std::uint64_t j = 1; j <= std::min(i, m); ++j) {
            const Wide sum = Wide{(row - columns)[j - 1]} + (row - columns)[j];
            if (modulo == 0 && (sum >> 64) != 0) {
                return false;
            }
            row[j] = static_cast<std::uint64_t>(modulo == 0 ? sum : sum % modulo);
        }
    }
    return true;
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto n = static_cast<std::uint64_t>(instance.n);
    const auto m = static_cast<std::uint64_t>(instance.m);
    const std::uint64_t modulo = param_of(instance, "modulo", 0);
    if (table != nullptr && !fill_table(n, m, modulo, make_table<std::uint64_t>(*table, n + 1, m + 1))) {
        return does_not_fit();
    }
    VKALGO_TRY(const std::uint64_t value, coefficient(n, m, modulo));
    return Number(value);
}

}  // namespace

const Problem& problem_binomial();
const Problem& problem_binomial() {
    static const Problem problem{
        "binomial", "the coefficient C(n, m); nothing is drawn", true, outline, outline, reference, nullptr};
    return problem;
}

}  // namespace vkalgo::dp
