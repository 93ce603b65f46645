// Tests that the help of the commands that write lists and tables names every format in which they write.
#include "cli/formats.hpp"
#include "formats/writer.hpp"
#include "tests/cli/process.hpp"

#include <sstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

TEST(WritersHelp, NamesTheEndingsOfTheTable) {
    const std::string lists = writers_help({OutputPart::rows, OutputPart::array});
    const std::string tables = writers_help({OutputPart::rows, OutputPart::array, OutputPart::json});
    const std::string rows = writers_help({OutputPart::rows});
    for (const auto& [command, part] : {std::pair{"add", "the result: " + lists},
                                        {"matmul", "the product: " + lists},
                                        {"scan", "the results: " + lists},
                                        {"sort", "write the sorted keys: " + lists},
                                        {"sort", "to a separate file: " + lists},
                                        {"histogram", "the counts, densities or sums: " + tables},
                                        {"intersect", "the pairs: " + tables},
                                        {"thin", "as a graph: " + rows},
                                        {"boxcount", "the slope to the next size: " + rows}}) {
        // Joins the help into one line, since its line breaks depend on the width of the page.
        std::istringstream words(run_vkalgo({command, "--help"}).output);
        std::string help;
        for (std::string word; words >> word;) {
            help += word + " ";
        }
        EXPECT_NE(help.find(part), std::string::npos) << command << ": " << part << "\n" << help;
    }
    for (const Writer* writer : writers()) {
        for (const std::string_view ending : writer->endings) {
            EXPECT_NE(tables.find(ending), std::string::npos) << ending;
        }
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
