#include "tests/dp/oracles/limits.hpp"

namespace vkalgo::dp::test {
namespace {

Limits limits(const Instance& instance) {
    const auto b = [&](const char* name, std::uint64_t fallback) {
        return static_cast<std::int64_t>(param_of(instance, name, fallback));
    };
    return {{b("b1", 12), b("b2", 8), b("b3", 1)}};
}

std::array<std::int64_t, 3> taken(const Instance& instance, std::int64_t variable) {
    const auto a = [&](const char* name) {
        return std::int64_t{element(values_of<std::uint32_t>(instance, name), variable)};
    };
    return {a("a1"), a("a2"), a("a3")};
}

/// Fills the table: a cell takes one more of a variable, or none of it. So it reads two cells; the recurrence reads a
/// cell for each count.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto c = values_of<std::uint32_t>(instance, "c");
    const Limits of = limits(instance);
    constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();
    std::array<std::int64_t, 3> each{};
    return filled_upwards<std::uint64_t>(
        c.size() + 1, static_cast<std::size_t>(of.columns()), static_cast<std::size_t>(of.columns() - 1), table,
        [&](const auto& at, std::size_t i, std::size_t j) -> std::uint64_t {
            if (i == c.size()) {
                return 0;
            }
            each = j == 0 ? taken(instance, static_cast<std::int64_t>(i)) : each;
            const auto rest = less(of.left(static_cast<std::int64_t>(j)), each);
            const std::uint64_t none = at(i + 1, j);
            if (none == kUnbounded || (c[i] > 0 && each == std::array<std::int64_t, 3>{})) {
                return kUnbounded;
            }
            return c[i] == 0 || !fits(rest) ? none
                                            : std::max(none, at(i, static_cast<std::size_t>(of.number(rest))) + c[i]);
        });
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto c = values_of<std::uint32_t>(instance, "c");
    const Limits of = limits(instance);
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::uint32_t times) -> Result<Cell> {
        if (at.i >= std::ssize(c)) {
            return not_a_solution("no such variable");
        }
        const auto rest = less(of.left(at.j), taken(instance, at.i), times);
        sum += std::uint64_t{times} * element(c, at.i);
        return fits(rest) ? Cell{at.i + 1, of.number(rest)} : Result<Cell>(not_a_solution("it breaks a limit"));
    };
    VKALGO_TRY(const Cell end, follow(solution, Cell{0, of.columns() - 1}, take));
    return end.i == std::ssize(c) ? Result<Number>(sum) : not_a_solution("some variables have no value");
}

}  // namespace

const Oracle& oracle_integer_programming();
const Oracle& oracle_integer_programming() {
    static const Oracle oracle{"integer-programming", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
