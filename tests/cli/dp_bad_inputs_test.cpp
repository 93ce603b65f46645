// Tests input files of every built-in problem, each with one fault: a wrong, missing or extra number, a missing column,
// a line of the wrong length, a truncated file. Each must give exit code 2, nothing on standard output, and a message
// that names the file and says where the fault is.
#include "cli/dp/job.hpp"
#include "formats/source.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using FileKind = dp::FilesDeclaration::Kind;

/// Returns an error instead of a context, since bad files must be refused before a device is opened.
Result<std::unique_ptr<Context>> no_device(const ContextOptions&) {
    return Error{ErrorCode::unsupported, "a device was asked for", {}};
}

struct Spoilt {
    std::string how, content;
    /// The text that must follow the file's path in the message.
    std::string part;
};

/// A sample of the files that a problem takes.
struct Sample {
    /// The words `dp --problem NAME ...`, with the files' paths.
    Words command;
    std::vector<std::string> paths;
    /// The kind of each file.
    std::vector<FileKind> kinds;
    /// The inputs that each file holds.
    std::vector<std::vector<const dp::InputDeclaration*>> inputs;
};

Sample sample_of(const dp::RecurrenceHeader& header, const TemporaryFolder& folder) {
    const ProcessResult written = run_here(
        {"--json", "dp", "--problem", header.problem, "--write-inputs", folder.path(header.problem)}, no_device);
    EXPECT_EQ(written.exit_code, 0) << written.output;
    const auto json = nlohmann::json::parse(written.output);
    Sample sample;
    std::istringstream words(json["result"]["next"].get<std::string>());
    for (std::string word; words >> word;) {
        sample.command.push_back(word);
    }
    sample.command.erase(sample.command.begin());
    // Parameters without a default must be given, but their values do not matter here.
    for (const dp::ParamDeclaration& param : header.params) {
        const std::string option = "--" + param.name;
        if (!param.fallback &&
            std::find(sample.command.begin(), sample.command.end(), option) == sample.command.end()) {
            sample.command.insert(sample.command.end(), {option, "2"});
        }
    }
    sample.paths = json["result"]["files"].get<std::vector<std::string>>();
    for (const dp::FilesDeclaration& files : header.files) {
        for (const std::string& name : files.inputs) {
            if (files.kind != FileKind::csv || name == files.inputs.front()) {
                sample.kinds.push_back(files.kind);
                sample.inputs.emplace_back();
            }
            sample.inputs.back().push_back(header.input(name));
        }
    }
    return sample;
}

/// Returns `text` in which `word` replaces the word that begins at `from`.
std::string with_word(const std::string& text, std::size_t from, const std::string& word) {
    const std::size_t end = std::min(text.find_first_of(", \n", from), text.size());
    return text.substr(0, from) + word + text.substr(end);
}

/// Returns words that are not numbers of the type.
std::vector<std::string> invalid_numbers(ElementType type) {
    std::vector<std::string> words{"x1", "1e", "--2"};
    if (is_float(type)) {
        words.emplace_back("1e999");
    } else {
        words.insert(words.end(), {"1.5", "123456789012345678901234567890"});
        if (type == ElementType::u8 || type == ElementType::u32 || type == ElementType::u64) {
            words.emplace_back("-1");
        }
    }
    return words;
}

/// Returns numbers that are outside the range of every float input of a built-in problem: sums with them would not be
/// finite.
std::vector<std::string> out_of_range_numbers(ElementType type) {
    return is_float(type) ? std::vector<std::string>{"nan", "inf", "-inf", "1.7e308"} : std::vector<std::string>{};
}

std::vector<Spoilt> spoilt_list(const std::string& text, const dp::InputDeclaration& input) {
    std::vector<Spoilt> all;
    for (const std::string& word : invalid_numbers(input.type)) {
        all.push_back({"a number is " + word, with_word(text, 0, word), "' line 1: "});
    }
    for (const std::string& word : out_of_range_numbers(input.type)) {
        all.push_back({"a number is " + word, with_word(text, 0, word), ": input '" + input.name + "' has "});
    }
    if (input.length) {
        const std::string counted = ": input '" + input.name + "' has ";
        all.push_back({"nothing", "", counted + "0 elements, but "});
        all.push_back({"a number more", text + "1\n", counted});
        all.push_back({"it is truncated", text.substr(0, text.find_last_of(" \n", text.size() - 2)), counted});
    }
    return all;
}

std::vector<Spoilt> spoilt_table(const std::string& text, const std::vector<const dp::InputDeclaration*>& inputs) {
    std::vector<Spoilt> all{{"nothing", "", ""}};
    const std::size_t second = text.find('\n') + 1;
    for (const std::string& word : invalid_numbers(inputs.front()->type)) {
        all.push_back({"a number is " + word, with_word(text, second, word), "' line 2, column 1"});
    }
    for (const std::string& word : out_of_range_numbers(inputs.front()->type)) {
        all.push_back(
            {"a number is " + word, with_word(text, second, word), ": input '" + inputs.front()->name + "' has "});
    }
    all.push_back(
        {"a column lacks", with_word(text, 0, "other"), "' line 1: there is no column '" + inputs.front()->name + "'"});
    if (inputs.size() > 1) {
        all.push_back({"a line is too long", with_word(text, second, "1,1"), "' line 2"});
        const auto lines = std::count(text.begin(), text.end(), '\n');
        all.push_back({"it is truncated", text.substr(0, text.find_last_of(',')), "' line " + std::to_string(lines)});
    }
    return all;
}

TEST(DpBadInputs, OfEveryProblemAreRefusedWithFileAndPosition) {
    std::size_t refused = 0;
    for (const dp::CompiledRecurrence* each : dp::builtin_recurrences()) {
        const dp::Recurrence recurrence = vkalgo::test::take(builtin_recurrence(each->header.problem));
        const dp::RecurrenceHeader& header = recurrence.header();
        if (header.inputs.empty()) {
            continue;
        }
        const TemporaryFolder folder;
        const Sample sample = sample_of(header, folder);
        ASSERT_EQ(sample.paths.size(), sample.kinds.size()) << header.problem;
        for (std::size_t k = 0; k < sample.paths.size(); ++k) {
            const std::string& path = sample.paths[k];
            const std::string good(as_text(vkalgo::test::take(read_file(path))));
            std::vector<Spoilt> all;
            if (sample.kinds[k] == FileKind::csv) {
                all = spoilt_table(good, sample.inputs[k]);
            } else if (sample.kinds[k] == FileKind::numbers) {
                all = spoilt_list(good, *sample.inputs[k].front());
            } else {
                all = {{"it is a packed file cut short", std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03K", 11), ""}};
            }
            for (const Spoilt& spoilt : all) {
                ASSERT_TRUE(write_file(path, spoilt.content));
                const ProcessResult result = run_here(sample.command, no_device);
                const std::string what = header.problem + ", " + path + ": " + spoilt.how + "\n" + result.errors;
                EXPECT_EQ(result.exit_code, 2) << what;
                EXPECT_EQ(result.output, "") << what;
                EXPECT_NE(result.errors.find(path + spoilt.part), std::string::npos) << what << spoilt.part;
                ++refused;
            }
            ASSERT_TRUE(write_file(path, good));
        }
        EXPECT_NE(run_here(sample.command, no_device).errors.find("a device was asked for"), std::string::npos)
            << header.problem << ": the sample itself is good";
    }
    EXPECT_GT(refused, 150U);
}

TEST(DpBadInputs, OfAnotherLengthThatWereReadAsLettersAreRefusedWithThatReason) {
    const TemporaryFolder folder;
    const std::string walls = folder.file("walls.txt", "0 1\n1 0\n");
    const std::string text = "cell_t cell(int i, int j) { return uint(wall(i * columns() + j)); }\n";
    const std::string header =
        "//! problem  walls\n//! pattern  NOSE\n//! cell     u32\n//! input    wall u8[n * m]\n"
        "//! rows     n\n//! columns  m\n//! answer   last\n";
    const std::vector<std::string> sizes{"--n", "2", "--m", "3", walls};
    for (const std::string& line : {std::string(), std::string("//! files    numbers wall\n")}) {
        std::vector<std::string> command{"dp", "--recurrence", folder.file("walls.glsl", header + line + text)};
        command.insert(command.end(), sizes.begin(), sizes.end());
        const ProcessResult refused = run_here(command, no_device);
        EXPECT_EQ(refused.exit_code, 2);
        EXPECT_NE(refused.errors.find(line.empty() ? " has 7 elements, but " : " has 4 elements, but "),
                  std::string::npos)
            << refused.errors;
        EXPECT_EQ(
            refused.errors.find("; a text file is read as letters (write '//! files numbers wall' for numbers)") !=
                std::string::npos,
            line.empty())
            << refused.errors;
    }
}

TEST(DpBadInputs, BeyondTheirRangesAreRefusedWithFileAndPosition) {
    const TemporaryFolder folder;
    const std::string items = folder.file("items.csv", "weight,profit\n3,1\n0,2\n");
    const ProcessResult table = run_here({"dp", "--problem", "integer-knapsack", items}, no_device);
    EXPECT_EQ(table.exit_code, 2);
    EXPECT_NE(table.errors.find(items + ": input 'weight' has 0 at index 1, but its range is 1 .. 2147483647; "
                                        "indices count from 0; correct the file"),
              std::string::npos)
        << table.errors;
    const std::string roads = folder.file("roads.txt", "1 2 3 -2");
    const ProcessResult named =
        run_here({"dp", "--problem", "stagecoach", "--n", "1", "--nodes", "2", "--input", "cost=" + roads}, no_device);
    EXPECT_EQ(named.exit_code, 2);
    EXPECT_NE(named.errors.find(roads + ": input 'cost' has -2 at index 3"), std::string::npos) << named.errors;
}

TEST(DpBadInputs, ThatNumbersCannotHoldAreRefused) {
    const TemporaryFolder folder;
    const auto expect = [&](Words words, const std::string& part) {
        words.insert(words.begin(), {"dp", "--problem"});
        const ProcessResult result = run_here(words, no_device);
        EXPECT_EQ(result.exit_code, 2) << words[2] << result.errors;
        EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors;
    };
    const std::string far = folder.file("far.csv", "x,y\n0,1e200\n1,-1e200\n2,1e200\n3,5\n");
    expect({"curve-fitting", "--segments", "1", far}, "'y' has 1e+200 at index 0, but its range is -1e70 .. 1e70");
    expect({"curve-fitting", "--n", "3", "--penalty", "nan"},
           "--penalty: 'nan' is not a finite number; give decimal digits");
    const std::string large = folder.file("large.txt", "1.7e308 1.7e308 1.7e308 1.7e308\n");
    expect({"discounted-profits", "--n", "1", "--budget", "3", "--discount", "1", large}, "'profit' has 1.7e+308");
    const std::string demand = folder.file("demand.txt", "6 8 10 4\n");
    for (const char* problem : {"production", "inventory"}) {
        expect({problem, "--n", "3", "--most", "2147483648"}, "'most' is 2147483648, but its range is 0 .. 10000");
        expect({problem, "--n", "3", "--store", "1200000000"}, "'store' is 1200000000, but its range is");
    }
    expect({"production", "--most", "2147483648", demand}, "give another --most");
    const std::string ship = folder.file("ship.csv", "demand,c1,c2,c3\n4001,1,1,1\n");
    expect({"transportation", ship}, "'demand' has 4001 at index 0, but its range is 0 .. 4000");
}

TEST(DpBadInputs, AreReportedWithoutNamingOptionsThatDoNotExist) {
    const TemporaryFolder folder;
    const auto errors_of = [&](const std::string& text) {
        return run_here({"dp", "--problem", "matrix-chain", folder.file("d.txt", text)}, no_device).errors;
    };
    EXPECT_NE(errors_of("3 -3").find("'-3' does not fit u32; correct it"), std::string::npos) << errors_of("3 -3");
    EXPECT_NE(errors_of("3 2.5").find("needs one; round it\n"), std::string::npos) << errors_of("3 2.5");
    EXPECT_NE(errors_of("").find("d.txt: input 'd' has 0 elements: the table would have -1 rows"), std::string::npos)
        << errors_of("");
}

TEST(DpBadInputs, OfParamsBeyondTheirRangesAreRefusedAndTheRangesShown) {
    const auto message = [](const Words& words) {
        const ProcessResult result = run_here(words, no_device);
        EXPECT_EQ(result.exit_code, 2) << words[2];
        EXPECT_EQ(result.output, "");
        return result.errors;
    };
    const auto expect = [&](const Words& words, const std::string& part) {
        EXPECT_NE(message(words).find(part), std::string::npos) << message(words);
    };
    expect({"dp", "--problem", "las-vegas", "--n", "3", "--win", "1.5"}, "'win' is 1.5, but its range is 0 .. 1");
    expect({"dp", "--problem", "inventory", "--n", "3", "--start", "11"},
           "'start' is 11, but its range is 0 .. store = 0 .. 10; give another --start");
    expect({"dp", "--problem", "cyclic-shortest-path", "--n", "3", "--goal", "3"}, "range is 0 .. n - 1 = 0 .. 2");
    const ProcessResult listed = run_here({"dp", "--list", "--problem", "las-vegas"}, no_device);
    EXPECT_NE(listed.output.find("--win (f64 in 0 .. 1, "), std::string::npos) << listed.output;
    const ProcessResult help = run_here({"dp", "--problem", "las-vegas", "--help"}, no_device);
    EXPECT_NE(help.output.find("f64 in 0 .. 1 (default "), std::string::npos) << help.output;
}

}  // namespace
}  // namespace vkalgo::cli::test
