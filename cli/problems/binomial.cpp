#include "cli/problem_io.hpp"

namespace vkalgo::cli {
namespace {

/// A coefficient is all there is to know of itself.
Json solution_json(const dp::Instance& /*instance*/, const dp::Solution& /*solution*/) {
    return Json::object();
}

}  // namespace

const ProblemIo& problem_io_binomial();
const ProblemIo& problem_io_binomial() {
    static const ProblemIo io{
        .name = "binomial",
        .answer_label = "C(n, m)",
        .overflow_advice = "give --modulo M for the rest of a division by M",
        .file_count = 0,
        .files = "no files: --n N --m M give C(N, M)",
        .solution_json = solution_json,
    };
    return io;
}

}  // namespace vkalgo::cli
