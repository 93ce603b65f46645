#include "cli/batch/batch_writer.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {

namespace {

TEST(BatchWriters, AreChosenByTheEndingOfTheOutput) {
    for (const BatchWriter* writer : batch_writers()) {
        for (const std::string_view ending : writer->endings) {
            EXPECT_EQ(&batch_writer_of("out" + std::string(ending), false), writer) << ending;
        }
    }
    EXPECT_STREQ(batch_writer_of("OUT.SAM", false).name, "sam");
    EXPECT_STREQ(batch_writer_of("out.tab", true).name, "tsv");
}

TEST(BatchWriters, AStreamIsTsvAndOnlyAJsonRunWithoutAnOutputIsJson) {
    EXPECT_STREQ(batch_writer_of("-", false).name, "tsv");
    EXPECT_STREQ(batch_writer_of("/dev/stdout", true).name, "tsv");
    EXPECT_STREQ(batch_writer_of("pipe.v1", true).name, "tsv");
    EXPECT_STREQ(batch_writer_of(std::nullopt, false).name, "tsv");
    EXPECT_STREQ(batch_writer_of(std::nullopt, true).name, "json");
}

TEST(BatchWriters, HaveEndingsOfTheirOwn) {
    std::set<std::string_view> found;
    for (const std::string_view ending : batch_writer_endings()) {
        EXPECT_TRUE(found.insert(ending).second) << ending;
        EXPECT_NE(batch_writers_help().find(ending), std::string::npos) << ending;
    }
}

}  // namespace

}  // namespace vkalgo::cli::test
