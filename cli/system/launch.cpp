#include "cli/system/launch.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

namespace vkalgo::cli {
namespace {

std::optional<int> number_of(const char* variable) {
    const char* text = variable != nullptr ? std::getenv(variable) : nullptr;
    int number = 0;
    if (text == nullptr || std::from_chars(text, text + std::strlen(text), number).ec != std::errc()) {
        return std::nullopt;
    }
    return number;
}

}  // namespace

Launch launch_of_environment() {
    struct Names {
        const char* rank;
        const char* size;
    };
    // The first two variables are from Open MPI, the next two from MPICH, Intel MPI and srun with PMI. The last one is
    // from srun and others with PMIx, which does not give the size.
    for (const Names& names : {Names{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, Names{"PMI_RANK", "PMI_SIZE"},
                               Names{"PMIX_RANK", nullptr}}) {
        if (const auto rank = number_of(names.rank)) {
            return {true, *rank, number_of(names.size).value_or(0)};
        }
    }
    return {};
}

}  // namespace vkalgo::cli
