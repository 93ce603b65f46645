#include "tests/dp/oracles/funds.hpp"

namespace vkalgo::dp::test {
namespace {

Funds funds(const Instance& instance) {
    return Funds(instance, param_of(instance, "budget", 10), param_of(instance, "growth", 100),
                 param_of(instance, "per", 100));
}

double kept(std::int64_t) {
    return 0;
}

auto step(const Instance& instance) {
    return [profit = values_of<double>(instance, "profit"), columns = funds(instance).columns(),
            discount = real_param_of(instance, "discount", 0.9)](std::int64_t i, std::int64_t spent, double later) {
        return element(profit, i * columns + spent) + discount * later;
    };
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    return funds(instance).reference(table, -std::numeric_limits<double>::infinity(), kept, step(instance));
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    return funds(instance).replay<double>(solution, kept, step(instance));
}

}  // namespace

const Oracle& oracle_discounted_profits();
const Oracle& oracle_discounted_profits() {
    static const Oracle oracle{"discounted-profits", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
