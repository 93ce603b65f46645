#include "tests/dp/oracles/stock.hpp"

namespace vkalgo::dp::test {
namespace {

auto price(const Instance& instance) {
    return [setup = param_of(instance, "setup", 5), unit = param_of(instance, "unit", 1)](
               std::int64_t, std::int64_t x) { return x == 0 ? 0 : setup + unit * static_cast<std::uint64_t>(x); };
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    return Stock(instance).reference(table, price(instance));
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    return Stock(instance).replay(solution, price(instance));
}

}  // namespace

const Oracle& oracle_production();
const Oracle& oracle_production() {
    static const Oracle oracle{"production", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
