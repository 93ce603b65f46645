#include "cli/commands/dp/output_streams.hpp"

#include "support/bad_usage.hpp"

#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

std::string OutputStreams::standard_output() const {
    return solution ? "--solution" : show ? "--show" : table == "-" ? "--table -" : output == "-" ? "--output -" : "";
}

Result<void> check_streams(const Session& session, const OutputStreams& streams) {
    if (streams.table) {
        if (*streams.table == "-" && (streams.solution || streams.show)) {
            return bad_usage(fmt::format("--table - and {} both write to standard output; give the table a file name",
                                         streams.standard_output()));
        }
        VKALGO_CHECK(session.check_output("--table", *streams.table, {".npy"}));
    }
    if (streams.output) {
        if (*streams.output == "-" && (streams.solution || streams.show || streams.table == "-")) {
            return bad_usage(fmt::format("--output - and {} both write to standard output; give the output a file name",
                                         streams.standard_output()));
        }
        VKALGO_CHECK(session.check_output("--output", *streams.output, {".txt", ".json"}));
    }
    return {};
}

}  // namespace vkalgo::cli
