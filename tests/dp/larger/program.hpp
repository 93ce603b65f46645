#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

struct glp_prob;

/// Linear programs whose variables may be integers, solved by GLPK.
namespace vkalgo::dp::test {

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

class Program {
public:
    enum class Goal { least, greatest };
    explicit Program(Goal goal);

    /// A term of a sum: so many times a variable.
    struct Term {
        int variable;
        double times;
    };
    using Terms = std::vector<Term>;

    /// A variable of low .. high, and what one of it adds to the sum that is sought; gives its number.
    int integer(double worth, double low, double high);
    int real(double worth, double low, double high);
    /// The sum is to lie in low .. high.
    void limit(const Terms& terms, double low, double high);
    void equal(const Terms& terms, double sum) { limit(terms, sum, sum); }

    /// The best sum; none if nothing is within all limits.
    std::optional<double> solve();

private:
    int variable(double worth, double low, double high);
    struct Deleter {
        void operator()(glp_prob* program) const;
    };
    std::unique_ptr<glp_prob, Deleter> program_;
};

}  // namespace vkalgo::dp::test
