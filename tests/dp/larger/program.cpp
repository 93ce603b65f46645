#include "tests/dp/larger/program.hpp"

#include <cmath>
#include <cstddef>

#include <glpk.h>
#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

int bounds(double low, double high) {
    if (low == high) {
        return GLP_FX;
    }
    if (std::isinf(low)) {
        return std::isinf(high) ? GLP_FR : GLP_UP;
    }
    return std::isinf(high) ? GLP_LO : GLP_DB;
}

}  // namespace

void Program::Deleter::operator()(glp_prob* program) const {
    glp_delete_prob(program);
}

Program::Program(Goal goal) : program_(glp_create_prob()) {
    glp_term_out(GLP_OFF);
    glp_set_obj_dir(program_.get(), goal == Goal::least ? GLP_MIN : GLP_MAX);
}

int Program::variable(double worth, double low, double high) {
    const int number = glp_add_cols(program_.get(), 1);
    glp_set_obj_coef(program_.get(), number, worth);
    glp_set_col_bnds(program_.get(), number, bounds(low, high), low, high);
    return number;
}

int Program::integer(double worth, double low, double high) {
    const int number = variable(worth, low, high);
    glp_set_col_kind(program_.get(), number, GLP_IV);
    return number;
}

int Program::real(double worth, double low, double high) {
    return variable(worth, low, high);
}

void Program::limit(const Terms& terms, double low, double high) {
    const int number = glp_add_rows(program_.get(), 1);
    glp_set_row_bnds(program_.get(), number, bounds(low, high), low, high);
    // GLPK counts from 1 and ignores element 0.
    std::vector<int> variables(1);
    std::vector<double> times(1);
    for (const Term& term : terms) {
        variables.push_back(term.variable);
        times.push_back(term.times);
    }
    glp_set_mat_row(program_.get(), number, static_cast<int>(terms.size()), variables.data(), times.data());
}

std::optional<double> Program::solve() {
    glp_iocp how;
    glp_init_iocp(&how);
    how.presolve = GLP_ON;
    how.msg_lev = GLP_MSG_OFF;
    const int rc = glp_intopt(program_.get(), &how);
    if (rc == GLP_ENOPFS || (rc == 0 && glp_mip_status(program_.get()) == GLP_NOFEAS)) {
        return std::nullopt;
    }
    EXPECT_EQ(rc, 0) << "GLPK fails";
    EXPECT_EQ(glp_mip_status(program_.get()), GLP_OPT);
    return glp_mip_obj_val(program_.get());
}

}  // namespace vkalgo::dp::test
