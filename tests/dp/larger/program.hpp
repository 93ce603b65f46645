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

    /// A term of a sum: a variable times a factor.
    struct Term {
        int variable;
        double times;
    };
    using Terms = std::vector<Term>;

    /// Adds an integer variable from `low` to `high`; each unit of it adds `worth` to the objective. Returns its index.
    int integer(double worth, double low, double high);
    int real(double worth, double low, double high);
    /// Requires that the sum lies in low .. high.
    void limit(const Terms& terms, double low, double high);
    void equal(const Terms& terms, double sum) { limit(terms, sum, sum); }

    /// Returns the best value of the objective; nullopt if no values of the variables satisfy all limits.
    std::optional<double> solve();

private:
    int variable(double worth, double low, double high);
    struct Deleter {
        void operator()(glp_prob* program) const;
    };
    std::unique_ptr<glp_prob, Deleter> program_;
};

}  // namespace vkalgo::dp::test
