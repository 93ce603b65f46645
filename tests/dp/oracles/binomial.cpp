#include "tests/dp/oracles/oracle.hpp"

namespace vkalgo::dp::test {
namespace {

__extension__ using Wide = unsigned __int128;

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const std::uint64_t modulo = param_of(instance, "modulo", 0);
    bool fits = true;
    const Number last =
        filled<std::uint64_t>(static_cast<std::size_t>(instance.n + 1), static_cast<std::size_t>(instance.m + 1), table,
                              [&](const auto& at, std::size_t i, std::size_t j) -> std::uint64_t {
                                  if (i == 0 || j == 0) {
                                      return j == 0 && modulo != 1 ? 1 : 0;
                                  }
                                  const Wide sum = Wide{at(i - 1, j - 1)} + at(i - 1, j);
                                  fits = fits && (modulo != 0 || (sum >> 64) == 0);
                                  return static_cast<std::uint64_t>(modulo == 0 ? sum : sum % modulo);
                              });
    if (!fits) {
        return Error{ErrorCode::overflow, "the coefficient does not fit 64 bits", "cell"};
    }
    return last;
}

}  // namespace

const Oracle& oracle_binomial();
const Oracle& oracle_binomial() {
    static const Oracle oracle{"binomial", reference, nullptr};
    return oracle;
}

}  // namespace vkalgo::dp::test
