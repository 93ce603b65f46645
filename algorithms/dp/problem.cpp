#include "algorithms/dp/problem.hpp"

namespace vkalgo::dp {

const Problem* find_problem(std::string_view name) {
    for (const Problem* problem : problems()) {
        if (problem->name == name) {
            return problem;
        }
    }
    return nullptr;
}

}  // namespace vkalgo::dp
