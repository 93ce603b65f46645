#include "tests/dp/oracles/oracle.hpp"

namespace vkalgo::dp::test {
namespace {

__extension__ using Wide = unsigned __int128;

struct Pair {
    Wide next, here;
};

/// Returns F(n + 1) and F(n) by powers of the matrix of one step, squared from the top bit of n down.
Pair fibonacci(std::uint64_t n, const auto& reduced) {
    Pair at{1, 0};
    for (int bit = 63; bit >= 0; --bit) {
        const Wide twice = at.here * at.next * 2 - at.here * at.here;
        const Wide after = at.here * at.here + at.next * at.next;
        at = (n >> bit & 1) != 0 ? Pair{reduced(twice + after), reduced(after)} : Pair{reduced(after), reduced(twice)};
    }
    return at;
}

/// Takes a modulo below 2^62. Without a modulo, numbers must fit 64 bits.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const std::uint64_t modulo = param_of(instance, "modulo", 0);
    if (modulo == 0 && instance.n > 93) {
        return Error{ErrorCode::overflow, "the number does not fit 64 bits", "cell"};
    }
    const Wide square = Wide{modulo} * modulo;
    const auto reduced = [&](Wide value) { return modulo == 0 ? value : (value + square) % modulo; };
    const auto number = [&](std::uint64_t n) {
        return static_cast<std::uint64_t>(reduced(fibonacci(n, reduced).here));
    };
    const auto n = static_cast<std::size_t>(instance.n);
    if (table != nullptr) {
        Cells<std::uint64_t> cells(1, n + 1);
        for (std::size_t k = 0; k <= n; ++k) {
            cells(0, k) = number(k);
        }
        cells.copy_to(table);
    }
    return Number(number(n));
}

}  // namespace

const Oracle& oracle_fibonacci();
const Oracle& oracle_fibonacci() {
    static const Oracle oracle{"fibonacci", reference, nullptr};
    return oracle;
}

}  // namespace vkalgo::dp::test
