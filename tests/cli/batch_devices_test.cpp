// Tests one batch on several solvers at once.
#include "cli/batch/batch.hpp"
#include "cli/commands/dp/run_batch.hpp"
#include "cli/devices.hpp"
#include "tests/cli/batch_on_host.hpp"
#include "tests/cli/process.hpp"
#include "tests/cli/random_words.hpp"
#include "tests/support/temporary_folder.hpp"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Solves a batch of edit distances. Successive calls take different times, so blocks do not end in the order in which
/// they began.
Result<dp::BatchSolution> edit_unevenly(const dp::Batch& batch, const dp::BatchOptions& options) {
    static std::atomic<unsigned> calls = 0;
    std::this_thread::sleep_for(std::chrono::milliseconds((7 * ++calls) % 5));
    return edit_on_host(batch, options);
}

/// Runs a batch of edit distances with `solvers` solvers; returns what it wrote.
Result<std::string> run(const TemporaryFolder& folder, const std::string& output, std::size_t solvers,
                        const std::function<void(BatchJob&)>& change) {
    const dp::Recurrence recurrence = *builtin_recurrence("edit-distance");
    BatchJob job;
    job.recurrence = &recurrence;
    job.solve = edit_unevenly;
    job.solvers = solvers;
    job.block = BlockSize{7, 1000};
    job.output = folder.path(output);
    change(job);
    const Globals globals;
    const Reporter reporter({.quiet = true});
    Session session(globals, reporter);
    VKALGO_TRY(Answer answer, run_batch(session, job));
    VKALGO_CHECK(answer.files.at(0).deliver());
    return content_of(*job.output);
}

TEST(BatchDevices, SeveralWriteTheSameBytesAsOne) {
    const TemporaryFolder folder;
    const std::string pairs = folder.file("pairs.fa", random_words(400, 9, 1));
    const std::string x = folder.file("x.fa", random_words(13, 9, 2)), y = folder.file("y.fa", random_words(17, 9, 3));
    const std::vector<std::function<void(BatchJob&)>> kinds{[&](BatchJob& job) { job.request.files = {pairs}; },
                                                            [&](BatchJob& job) {
                                                                job.request.files = {pairs};
                                                                job.request.at_most = 4;
                                                                job.solution = true;
                                                            },
                                                            [&](BatchJob& job) {
                                                                job.request.files = {x, y};
                                                                job.request.all_pairs = job.solution = true;
                                                            },
                                                            [&](BatchJob& job) {
                                                                job.request.files = {x, y};
                                                                job.request.top = 3;
                                                                job.solution = true;
                                                            },
                                                            [&](BatchJob& job) {
                                                                job.request.files = {x, y};
                                                                job.request.all_pairs = true;
                                                                job.request.at_least = 4;
                                                            }};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        for (const char* output : {"out.tsv", "out.csv", "out.json", "out.sam"}) {
            const auto one = run(folder, output, 1, kinds[kind]);
            const auto four = run(folder, output, 4, kinds[kind]);
            ASSERT_TRUE(one) << one.error().message;
            ASSERT_TRUE(four) << four.error().message;
            EXPECT_EQ(*four, *one) << kind << output;
            EXPECT_GT(one->size(), 100U);
        }
    }
}

TEST(BatchDevices, AnErrorOnOneDeviceNamesItStopsAllAndLeavesNoFile) {
    const TemporaryFolder folder;
    const std::string pairs = folder.file("pairs.fa", random_words(4000, 5, 1));
    for (int bad = 0; bad < 6; ++bad) {
        std::atomic<int> calls = 0;
        const auto lines = run(folder, "out.tsv", 3, [&](BatchJob& job) {
            job.request.files = {pairs};
            job.solve = [&](const dp::Batch& batch, const dp::BatchOptions& options) -> Result<dp::BatchSolution> {
                if (calls++ == 5 * bad) {
                    return Error{ErrorCode::device_lost, "problem 2: it fell off the bus", {}};
                }
                return edit_unevenly(batch, options);
            };
        });
        ASSERT_FALSE(lines);
        EXPECT_EQ(lines.error().code, ErrorCode::device_lost);
        const std::string& message = lines.error().message;
        EXPECT_EQ(message.find("device "), 0U) << message;
        EXPECT_NE(message.find(": problem "), std::string::npos) << message;
        EXPECT_NE(message.find(": it fell off the bus"), std::string::npos) << message;
        EXPECT_LT(calls, 5 * bad + 10);
        EXPECT_EQ(folder.entries(), 1U);
    }
}

TEST(BatchDevices, BadRowsInTheMiddleStopAll) {
    const TemporaryFolder folder;
    const std::string bad = folder.file(
        "bad.csv", "x,y\n" + std::string(5000, 'a') + ",a\n" + [] {
            std::string rows;
            for (int k = 0; k < 3000; ++k) {
                rows += "ab,ba\n";
            }
            return rows + "one field\n";
        }());
    const auto lines = run(folder, "out.tsv", 3, [&](BatchJob& job) { job.request.files = {bad}; });
    ASSERT_FALSE(lines);
    EXPECT_NE(lines.error().message.find("line 3003: the row has 1 field"), std::string::npos) << lines.error().message;
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(BatchDevices, SeveralAreSelectedByAllOrByAListOfIndices) {
    for (const char* several : {"all", "0,1", "0,0,0", "10,2"}) {
        EXPECT_TRUE(names_several_devices(several)) << several;
    }
    for (const char* one : {"", "0", "NVIDIA", "llvmpipe (LLVM 15.0.6, 256 bits)", "0,", "a,b"}) {
        EXPECT_FALSE(names_several_devices(one)) << one;
    }
    EXPECT_EQ(*named_devices("3,0,3"), (std::vector<std::string>{"3", "0", "3"}));
    EXPECT_EQ(*named_devices("part of a name"), (std::vector<std::string>{"part of a name"}));
    const auto all = named_devices("all");
    if (all) {
        // The processes of one host use the devices in turn.
        for (int rank = 0; rank < 5; ++rank) {
            EXPECT_EQ(*named_devices("", rank, 5),
                      (std::vector<std::string>{all->at(static_cast<std::size_t>(rank) % all->size())}));
        }
    }
    EXPECT_EQ(*named_devices("", 0, 1), (std::vector<std::string>{""}));
}

TEST(BatchDevices, OneDeviceTwiceSharesABatch) {
    const TemporaryFolder folder;
    const std::string pairs = folder.file("pairs.fa", random_words(60000, 12, 1));
    const std::string one = folder.path("one.tsv"), two = folder.path("two.tsv");
    const std::vector<std::string> words{"--problem", "edit-distance", "--batch", pairs, "--solution", "--output"};
    auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), words.begin(), words.end());
        return more;
    };
    const auto alone = json_of_command("dp", with({one}));
    const auto shared = json_of_command("dp", with({two, "--device", "0,0", "--verify"}));
    EXPECT_FALSE(alone["result"].contains("devices"));
    EXPECT_EQ(content_of(one), content_of(two));
    const auto& devices = shared["result"]["devices"];
    ASSERT_EQ(devices.size(), 2U);
    double share = 0;
    std::uint64_t problems = 0;
    for (const auto& device : devices) {
        share += device["share"].get<double>();
        problems += device["problems"].get<std::uint64_t>();
        EXPECT_EQ(device["device"].get<std::string>().find("device 0 ("), 0U);
    }
    EXPECT_NEAR(share, 1, 1e-9);
    EXPECT_EQ(problems, 30000U);
    EXPECT_EQ(shared["verified"], true);
    EXPECT_EQ(shared["parameters"]["device"], "0,0");
    const ProcessResult ran = run_vkalgo(
        {"dp", "--problem", "edit-distance", "--batch", pairs, "--device", "0,0", "--verbose", "--output", two});
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_NE(ran.output.find("devices   2\n"), std::string::npos) << ran.output;
    EXPECT_NE(ran.errors.find("% of the cells, gpu "), std::string::npos) << ran.errors;
}

TEST(BatchDevices, SeveralThreadsOfOneDeviceWriteTheSameBytesAsOne) {
    const TemporaryFolder folder;
    const std::string pairs = folder.file("pairs.fa", random_words(6000, 40, 1));
    const std::string x = folder.file("x.fa", random_words(60, 9, 2)), y = folder.file("y.fa", random_words(70, 9, 3));
    const auto with = [&](std::size_t threads, const std::function<void(BatchJob&)>& change) {
        return [threads, change](BatchJob& job) {
            job.solve = {};
            job.threads = threads;
            job.block = BlockSize{100, 2000};
            change(job);
        };
    };
    const std::vector<std::function<void(BatchJob&)>> changes{[&](BatchJob& job) { job.request.files = {pairs}; },
                                                              [&](BatchJob& job) {
                                                                  job.request.files = {pairs};
                                                                  job.solution = true;
                                                              },
                                                              [&](BatchJob& job) {
                                                                  job.request.files = {x, y};
                                                                  job.request.top = 3;
                                                                  job.solution = true;
                                                              }};
    for (std::size_t k = 0; k < changes.size(); ++k) {
        const auto one = run(folder, "one.tsv", 1, with(1, changes[k]));
        const auto several = run(folder, "several.tsv", 1, with(3, changes[k]));
        ASSERT_TRUE(one && several) << k;
        EXPECT_FALSE(one->empty());
        EXPECT_TRUE(*one == *several) << k;
    }
    // An error stops all solvers.
    const std::string bad = folder.file("bad.fa", random_words(6000, 40, 1) + ">odd\nA\x01\n");
    const auto stopped = run(folder, "stopped.tsv", 1, with(3, [&](BatchJob& job) { job.request.files = {bad}; }));
    EXPECT_REFUSED(stopped, "record 'odd'");
    EXPECT_FALSE(std::filesystem::exists(folder.path("stopped.tsv")));
}

TEST(BatchDevices, ResultsKeepTheOrderOfAFileThatSeveralThreadsRead) {
    const TemporaryFolder folder;
    const std::string comment(2000, '>');  // Long headers and short sequences: reading takes longer than solving
    std::string text;
    std::string expected = "x\ty\tdistance\n";
    for (int k = 0; k < 10000; ++k) {
        text += ">r" + std::to_string(k) + " " + comment + "\n" +
                std::string(static_cast<std::size_t>(k / 2 % 7), 'A') + "\n" + (k % 2 == 0 ? "" : "AC\n");
        if (k % 2 == 0) {
            expected += "r" + std::to_string(k) + "\tr" + std::to_string(k + 1) + "\t2\n";
        }
    }
    const std::string file = folder.file("large.fa", text);
    const auto lines = run(folder, "out.tsv", 3, [&](BatchJob& job) {
        job.solve = edit_on_host;
        job.request.files = {file};
        job.block = BlockSize{};
    });
    ASSERT_TRUE(lines) << lines.error().message;
    EXPECT_TRUE(*lines == expected);
    const std::string odd = folder.file("odd.fa", text + ">last\nA\n");
    EXPECT_REFUSED(
        run(folder, "odd.tsv", 2, [&](BatchJob& job) { job.request.files = {odd}; }),
        "has 10001 records, but each problem needs 2 (x, y), and the problem of the last record, 'last', has only 1");
    const std::string wrong = folder.file("wrong.fa", text + ">last\nA\x01\n");
    EXPECT_REFUSED(run(folder, "wrong.tsv", 2, [&](BatchJob& job) { job.request.files = {wrong}; }),
                   "line 25002, column 2: letter 2 of record 'last': byte 0x01");
}

TEST(BatchDevices, SeveralAreRefusedByCommandsThatUseOne) {
    expect_refused(
        {{"sort", "--n", "100", "--device", "all"}, 2, "--device all: only `dp` runs on several devices; give one"});
    expect_refused({{"devices"}, 2, "VKALGO_DEVICE 0,0: only `dp` runs on several devices"},
                   {.environment = {{"VKALGO_DEVICE", "0,0"}}});
}

TEST(BatchDevices, ARunThatFailsWhileTheDeviceWorksLeavesNoFile) {
    const TemporaryFolder folder;
    const std::string pairs = folder.file("pairs.fa", random_words(4000, 30, 1));
    for (const char* device : {"0", "0,0"}) {
        expect_refused({{"dp", "--problem", "edit-distance", "--batch", pairs, "--memory", "1K", "--device", device,
                         "--output", folder.path("out.tsv")},
                        2,
                        "bytes of device memory are needed"});
    }
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(BatchDevices, AMissingDeviceIsNamed) {
    const TemporaryFolder folder;
    expect_refused({{"dp", "--problem", "lcs", "--batch", folder.file("p.fa", ">a\nA\n>b\nC\n"), "--device", "0,77"},
                    2,
                    "device 77: there is no device '77'"});
    EXPECT_EQ(folder.entries(), 1U);
}

}  // namespace
}  // namespace vkalgo::cli::test
