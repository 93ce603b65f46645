#include "tests/dp/oracles/stock.hpp"

namespace vkalgo::dp::test {
namespace {

auto price(const Instance& instance) {
    return [cost = values_of<std::uint32_t>(instance, "cost"), most = Stock(instance).most](
               std::int64_t i, std::int64_t x) { return std::uint64_t{element(cost, i * (most + 1) + x)}; };
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    return Stock(instance).reference(table, price(instance));
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    return Stock(instance).replay(solution, price(instance));
}

}  // namespace

const Oracle& oracle_inventory();
const Oracle& oracle_inventory() {
    static const Oracle oracle{"inventory", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
