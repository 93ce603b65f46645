// Tests batches whose threads cannot start, throw, or wait for a pipe.
#include "cli/batch/batch_writer.hpp"
#include "cli/batch/feed.hpp"
#include "cli/batch/formatter.hpp"
#include "formats/sequences/record_parts.hpp"
#include "support/threads.hpp"
#include "tests/cli/host_batch.hpp"
#include "tests/support/temporary_folder.hpp"

#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

std::string pairs(int count) {
    std::string text;
    for (int k = 0; k < count; ++k) {
        text += ">s" + std::to_string(k) + "\nGATTACA\n";
    }
    return text;
}

/// Both ends of a pipe, which stays open.
class Pipe {
public:
    explicit Pipe(const std::string& text) {
        EXPECT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0);
        ::fcntl(ends_[1], F_SETPIPE_SZ, 1 << 20);
        EXPECT_EQ(::write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

private:
    std::array<int, 2> ends_{};
};

TEST(BatchThreads, AnyThreadThatCannotStartIsAnErrorAndLeavesNoFile) {
    const TemporaryFolder folder;
    const std::string file = folder.file("pairs.fa", pairs(40));
    int others = 0;
    for (; others < 100; ++others) {
        HostBatch batch({file});
        batch.job.solvers = 3;
        let_no_thread_start(others);
        const auto text = batch.run(folder.path("out.tsv"));
        let_no_thread_start(-1);
        if (text) {
            break;
        }
        EXPECT_EQ(text.error().code, ErrorCode::out_of_memory);
        EXPECT_NE(text.error().message.find("ulimit -u"), std::string::npos) << text.error().message;
        EXPECT_EQ(folder.entries(), 1U);
    }
    EXPECT_GE(others, 1 + 1 + 1 + 3);  // Threads that read, format, write and solve
    EXPECT_LT(others, 100);
}

TEST(BatchThreads, AReaderOfPartsOfWhichOneThreadCannotStartEndsTheOtherThreads) {
    const TemporaryFolder folder;
    for (int others = 0; others < 3; ++others) {
        SequenceParts reader(*Source::open(folder.file("a.fa", pairs(200))), {.format = find_sequence_format("fasta"),
                                                                              .most_letters = 100,
                                                                              .codes = {LetterCode()},
                                                                              .part_bytes = 100,
                                                                              .threads = 3,
                                                                              .most_parts = 3});
        std::vector<ArrayBlock> lists(1);
        let_no_thread_start(others);
        EXPECT_THROW(static_cast<void>(reader.read(lists, {4, 100})), std::system_error);
        let_no_thread_start(-1);
    }
}

TEST(BatchThreads, AnExceptionOfTheSolverIsAnError) {
    const TemporaryFolder folder;
    HostBatch batch({folder.file("pairs.fa", pairs(40))});
    batch.job.solvers = 2;
    batch.job.solve = [](const dp::Batch&, const dp::BatchOptions&) -> Result<dp::BatchSolution> {
        throw std::runtime_error("something is odd");
    };
    const auto text = batch.run(folder.path("out.tsv"));
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::driver);
    EXPECT_NE(text.error().message.find("something is odd; please report this as a bug of vkalgo"), std::string::npos)
        << text.error().message;
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(BatchThreads, AnExceptionOfTheSinkIsAnError) {
    class Thrower : public OutputSink {
    public:
        Result<void> take(const FormattedRows& /*formatted*/) override { throw std::length_error("too long"); }
        Result<void> end_of_slot(std::uint64_t /*tag*/, std::uint64_t /*problems*/) override { return {}; }
    } sink;
    OutputFormat output_format;
    output_format.writer = &batch_writer_of("out.tsv", false);
    std::string message;
    {
        Formatter formatter(output_format, sink, 2, 4, [&message](const Error& error) { message = error.message; });
        const auto slot = formatter.open();
        ASSERT_NE(slot, nullptr);
        formatter.fill(*slot, {FormattedRows{}}, 1);
        EXPECT_FALSE(formatter.finish());
    }
    EXPECT_EQ(message, "too long; please report this as a bug of vkalgo");
}

TEST(BatchThreads, AnExceptionOfTheWriterIsAnError) {
    class Nobody : public OutputSink {
    public:
        Result<void> take(const FormattedRows& /*formatted*/) override { return {}; }
        Result<void> end_of_slot(std::uint64_t /*tag*/, std::uint64_t /*problems*/) override { return {}; }
    } sink;
    OutputFormat output_format;
    output_format.writer = &batch_writer_of("out.tsv", false);
    output_format.has_names = {true};
    auto rows = std::make_shared<Rows>();
    rows->columns.resize(1);
    rows->columns[0].begin();
    rows->columns[0].name_offsets = {5, 9};  // There are no names
    const auto block = std::make_shared<SolvedBlock>(std::vector<std::shared_ptr<const Rows>>{rows});
    block->batch.count = 1;
    std::string message;
    {
        Formatter formatter(output_format, sink, 2, 4, [&message](const Error& error) { message = error.message; });
        const auto slot = formatter.open();
        ASSERT_NE(slot, nullptr);
        formatter.fill(*slot, block);
        EXPECT_FALSE(formatter.finish());
    }
    EXPECT_NE(message.find("report this as a bug of vkalgo"), std::string::npos) << message;
}

TEST(BatchThreads, ATimeoutEndsWaitingForANamedPipeThatNobodyWrites) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo(folder.path("pairs.fa").c_str(), 0600), 0);
    HostBatch batch({folder.path("pairs.fa")});
    batch.job.timeout = 0.2;
    const auto text = batch.run(folder.path("out.tsv"));
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::timeout) << text.error().message;
}

TEST(BatchThreads, ATimeoutEndsWaitingForAPipe) {
    const TemporaryFolder folder;
    // The pipe stays open after 2 or 20,000 records. In both cases the reader waits for more, and the timeout must end
    // that.
    for (const int count : {2, 20000}) {
        const Pipe pipe(pairs(count));
        HostBatch batch({pipe.path()});
        batch.job.input.format = "fasta";
        batch.job.timeout = 0.3;
        batch.job.block = {};
        const auto text = batch.run(folder.path("out.tsv"));
        ASSERT_FALSE(text);
        EXPECT_EQ(text.error().code, ErrorCode::timeout) << text.error().message;
        EXPECT_EQ(folder.entries(), 0U);
    }
}

TEST(BatchThreads, AnErrorDoesNotWaitForAPipe) {
    const TemporaryFolder folder;
    const Pipe pipe(pairs(20000));
    HostBatch batch({pipe.path()});
    batch.job.solve = [](const dp::Batch&, const dp::BatchOptions&) -> Result<dp::BatchSolution> {
        return Error{ErrorCode::overflow, "too much", {}};
    };
    const auto text = batch.run(folder.path("out.tsv"));
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().message, "too much");
}

/// A reader of `rows` rows. Each row has a name of one letter, one letter, and the two indices that scoring adds for
/// it.
class ManyRows : public RowReader {
public:
    explicit ManyRows(std::uint64_t rows) : rows_(rows) { name_ = "rows"; }
    Result<bool> next(Rows& rows, const BlockSize& size) override {
        rows.columns.resize(1);
        rows.letter_indices.resize(1);
        rows.reverse.resize(1);
        std::uint64_t given = 0;
        for (; given < size.records && rows_ > 0; ++given, --rows_) {
            rows.columns[0].begin("n");
            rows.columns[0].data.push_back(std::byte{1});
            rows.columns[0].offsets.back() = rows.columns[0].data.size();
        }
        rows.letter_indices[0] = rows.reverse[0] = rows.columns[0].data;
        return given > 0;
    }

private:
    std::uint64_t rows_;
};

TEST(BatchThreads, TheLimitOfTheSecondFileCountsLettersNamesIndicesAndOffsets) {
    // A row takes 4 bytes for its letter, its name and its two indices, and 16 bytes for two offsets. The list has 16
    // more bytes for the offsets at its end.
    constexpr std::uint64_t kRow = 4 + 16;
    ManyRows fits(1000);
    const auto all = read_all_rows(fits, 1000 * kRow + 16);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ((*all)->count(), 1000U);
    ManyRows large(1000);
    const auto refused = read_all_rows(large, 1000 * kRow + 15);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::too_large);
    ManyRows many(1000);
    const auto many_rows = read_all_rows(many, 1 << 20, 999);
    ASSERT_FALSE(many_rows);
    EXPECT_EQ(many_rows.error().message,
              "'rows' is the second --batch file, and has more than 999 records; give it as the first file, or split "
              "it");
}

}  // namespace
}  // namespace vkalgo::cli::test
