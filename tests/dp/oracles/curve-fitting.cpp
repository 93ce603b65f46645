#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

struct Points {
    explicit Points(const Instance& instance)
        : x(values_of<double>(instance, "x")), y(values_of<double>(instance, "y")), penalty(penalty_of(instance)) {}
    static double penalty_of(const Instance& instance) {
        const auto found = instance.params.find("penalty");
        return found == instance.params.end() ? 0.0 : std::get<double>(found->second);
    }
    std::span<const double> x, y;
    double penalty;
};

/// The points that a line is fitted to, with sums about their mean. The sums are added in the recurrence's order, so
/// that every number is rounded as in the recurrence.
class Line {
public:
    void join(double x, double y) {
        ++count_;
        const double dx = x - mx_;
        const double dy = y - my_;
        mx_ += dx / count_;
        my_ += dy / count_;
        xx_ += dx * (x - mx_);
        xy_ += dx * (y - my_);
        yy_ += dy * (y - my_);
    }
    double error() const { return count_ <= 2 ? 0.0 : std::max(0.0, xx_ > 0 ? yy_ - xy_ * xy_ / xx_ : yy_); }

private:
    double count_ = 0, mx_ = 0, my_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Points points(instance);
    const std::size_t n = points.x.size();
    const std::size_t lines = param_of(instance, "segments", 3);
    Cells<double> cells(lines + 1, n + 1);
    double least = kNone;
    for (std::size_t i = 0; i <= lines; ++i) {
        for (std::size_t j = 0; j <= n; ++j) {
            cells(i, j) = i == 0 && j == 0 ? 0 : kNone;
            Line line;
            for (std::size_t k = j; i > 0 && k-- > 0;) {
                line.join(points.x[k], points.y[k]);
                cells(i, j) = std::min(cells(i, j), cells(i - 1, k) + (line.error() + points.penalty));
            }
        }
        least = std::min(least, cells(i, n));
    }
    cells.copy_to(table);
    return Number(least);
}

/// Returns the sum over the steps of the error of the line fitted to the step's points, and of the penalty.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Points points(instance);
    if (!solution.path_end || *solution.path_end != Cell{0, 0}) {
        return not_a_solution("the first line leaves points out");
    }
    std::int64_t end = std::ssize(points.x);
    std::vector<double> errors;
    for (std::size_t step = 0; step < solution.path.size(); ++step) {
        const std::int64_t first = step + 1 < solution.path.size() ? solution.path[step + 1].j : 0;
        if (solution.path[step].j != end || first >= end ||
            solution.path[step].i != static_cast<std::int32_t>(solution.path.size() - step)) {
            return not_a_solution("a line begins where the one before does not end");
        }
        Line line;
        for (std::int64_t k = end; k-- > first;) {
            line.join(points.x[static_cast<std::size_t>(k)], points.y[static_cast<std::size_t>(k)]);
        }
        errors.push_back(line.error() + points.penalty);
        end = first;
    }
    double sum = 0;
    for (auto each = errors.rbegin(); each != errors.rend(); ++each) {
        sum += *each;
    }
    return end == 0 && errors.size() <= param_of(instance, "segments", 3)
               ? Result<Number>(sum)
               : not_a_solution("points are left, or there are too many lines");
}

}  // namespace

const Oracle& oracle_curve_fitting();
const Oracle& oracle_curve_fitting() {
    static const Oracle oracle{"curve-fitting", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
