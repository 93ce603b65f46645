// Internal to algorithms/mesh/: numbers as sums of doubles that do not overlap, the smallest first. Sums, differences
// and products are exact as long as no exponent leaves the range of doubles. Source: J. R. Shewchuk, "Adaptive
// precision floating-point arithmetic and fast robust geometric predicates", 1997.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace vkalgo {

class ExactSum {
public:
    ExactSum() = default;
    explicit ExactSum(double value) { add(value); }
    /// Returns a - b.
    static ExactSum difference(double a, double b) {
        ExactSum sum(a);
        sum.add(-b);
        return sum;
    }

    int sign() const { return terms_.empty() ? 0 : terms_.back() > 0 ? 1 : -1; }
    /// Returns the value to within a unit in the last place of a double.
    double nearby() const { return terms_.empty() ? 0 : terms_.back(); }

    friend ExactSum operator+(ExactSum a, const ExactSum& b) {
        for (const double term : b.terms_) {
            a.add(term);
        }
        return a;
    }
    friend ExactSum operator-(ExactSum a, const ExactSum& b) {
        for (const double term : b.terms_) {
            a.add(-term);
        }
        return a;
    }
    friend ExactSum operator*(const ExactSum& a, const ExactSum& b) {
        ExactSum product;
        for (const double x : a.terms_) {
            for (const double y : b.terms_) {
                const double high = x * y;
                product.add(std::fma(x, y, -high));
                product.add(high);
            }
        }
        return product;
    }

private:
    void add(double value) {
        std::vector<double> sums;
        sums.reserve(terms_.size() + 1);
        for (const double term : terms_) {
            const double sum = value + term;
            const double part = sum - value;
            const double rest = (value - (sum - part)) + (term - part);
            if (rest != 0) {
                sums.push_back(rest);
            }
            value = sum;
        }
        if (value != 0) {
            sums.push_back(value);
        }
        terms_ = std::move(sums);
    }

    std::vector<double> terms_;
};

}  // namespace vkalgo
