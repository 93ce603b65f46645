#include "tests/dp/oracles/funds.hpp"

namespace vkalgo::dp::test {
namespace {

Funds funds(const Instance& instance) {
    const std::uint64_t per = param_of(instance, "per", 100);
    return Funds(instance, param_of(instance, "start", 10), per + param_of(instance, "interest", 0), per);
}

std::int64_t kept(std::int64_t capital) {
    return capital;
}

auto step(const Instance& instance) {
    return [gain = values_of<std::int32_t>(instance, "gain"), columns = funds(instance).columns()](
               std::int64_t i, std::int64_t invested, std::int64_t later) {
        return element(gain, i * columns + invested) + later;
    };
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    return funds(instance).reference(table, std::numeric_limits<std::int64_t>::min(), kept, step(instance));
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    return funds(instance).replay<std::int64_t>(solution, kept, step(instance));
}

}  // namespace

const Oracle& oracle_investment();
const Oracle& oracle_investment() {
    static const Oracle oracle{"investment", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
