// Tests the cache of compiled modules, which is a folder of files.
#include "compiler/cache.hpp"

#include "compiler/assemble.hpp"
#include "compiler/recurrence.hpp"
#include "tests/support/device_fixture.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vkalgo::compiler::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::uint32_t>;

std::string shader(const std::string& value) {
    return "#version 460\nlayout(local_size_x = 1) in;\nlayout(binding = 0) writeonly buffer Out { uint o[]; };\n"
           "void main() { o[0] = " +
           value + "; }\n";
}

/// A fixture with a folder for the test, which is removed afterwards.
class Cache : public ::testing::Test {
protected:
    Cache() {
        std::string made = (fs::temp_directory_path() / "vkalgo-cache-XXXXXX").string();
        folder = ::mkdtemp(made.data());
    }
    ~Cache() override {
        std::error_code ignored;
        fs::permissions(folder, fs::perms::owner_all, ignored);
        fs::remove_all(folder, ignored);
    }

    Result<Words> compile(const std::string& value, const std::string& name = "a.comp",
                          const GlslOptions& options = {}) const {
        const std::array pieces{NamedText{name, shader(value)}};
        return SpirvCache((folder / "modules").string(), most_bytes).compile(pieces, options);
    }

    Words compiled(const std::string& value) const { return vkalgo::test::take(compile(value)); }

    /// Returns every file in the folder, with its bytes.
    std::map<std::string, std::string> files() const {
        std::map<std::string, std::string> found;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(folder / "modules", none)) {
            std::ifstream file(entry.path(), std::ios::binary);
            found[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
        }
        return found;
    }

    fs::path only_file() const { return folder / "modules" / files().begin()->first; }

    void write(const std::string& bytes) const { std::ofstream(only_file(), std::ios::binary) << bytes; }

    fs::path folder;
    std::uint64_t most_bytes = SpirvCache::kMaxBytes;
};

TEST_F(Cache, GivesBackWhatItKept) {
    const Words first = compiled("7u");
    ASSERT_EQ(files().size(), 1U);
    const Words other = compiled("8u");
    ASSERT_EQ(files().size(), 2U);
    EXPECT_NE(first, other);
    const auto kept = files();
    EXPECT_EQ(compiled("7u"), first);
    EXPECT_EQ(compiled("8u"), other);
    EXPECT_EQ(files(), kept);
}

TEST_F(Cache, ReadsTheFileInsteadOfCompiling) {
    ASSERT_OK(compile("7u"));
    // If the file was read, it is the same file with a new time. If the module was compiled again, another file
    // replaces it.
    const fs::path file = only_file();
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(50));
    const auto inode = [&] {
        struct stat facts {};
        ::stat(file.c_str(), &facts);
        return facts.st_ino;
    };
    const auto before = inode();
    ASSERT_OK(compile("7u"));
    EXPECT_EQ(inode(), before);
    EXPECT_LT(fs::file_time_type::clock::now() - fs::last_write_time(file), std::chrono::hours(1));
}

TEST_F(Cache, DependsOnTextAndOptionsButNotOnTheFilesName) {
    ASSERT_OK(compile("7u"));
    ASSERT_OK(compile("7u", "elsewhere/b.comp"));
    EXPECT_EQ(files().size(), 1U);
    ASSERT_OK(compile("9u"));
    EXPECT_EQ(files().size(), 2U);
    ASSERT_OK(compile("7u", "a.comp", {.readable = true}));
    EXPECT_EQ(files().size(), 3U);
    ASSERT_OK(compile("7u", "a.comp", {.most_variable_bytes = 1000}));
    EXPECT_EQ(files().size(), 4U);
    ASSERT_OK(compile("7u", "a.comp", {.guarded = true}));
    EXPECT_EQ(files().size(), 5U);
}

TEST_F(Cache, WritesNoFileIfTheTextDoesNotCompile) {
    for (int turn = 0; turn < 2; ++turn) {
        EXPECT_ERROR(compile("nonsense"), ErrorCode::invalid_argument);
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(Cache, ReplacesADamagedFile) {
    const Words right = compiled("7u");
    const std::string whole = files().begin()->second;
    std::vector<std::string> damaged{"",
                                     "x",
                                     whole.substr(0, 55),
                                     whole.substr(0, whole.size() - 4),
                                     whole + "abcd",
                                     std::string(whole.size(), '\0')};
    for (const std::size_t at : {std::size_t{0}, std::size_t{9}, std::size_t{41}, std::size_t{50}, whole.size() - 1}) {
        damaged.push_back(whole);
        damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ 4);
    }
    for (const std::string& bytes : damaged) {
        write(bytes);
        EXPECT_EQ(compiled("7u"), right);
        EXPECT_EQ(files().begin()->second, whole);
    }
    EXPECT_EQ(files().size(), 1U);
}

TEST_F(Cache, IgnoresAFileThatHoldsTheModuleOfAnotherText) {
    ASSERT_OK(compile("7u"));
    const std::string seven = files().begin()->second;
    const fs::path path = only_file();
    fs::remove(path);
    const Words eight = compiled("8u");
    write(seven);
    EXPECT_EQ(compiled("8u"), eight);
}

TEST_F(Cache, CausesNoErrorIfNothingCanBeWritten) {
    const Words right = compiled("7u");
    const auto with_folder = [&](const std::string& other) {
        const std::array pieces{NamedText{"a.comp", shader("7u")}};
        return vkalgo::test::take(SpirvCache(other).compile(pieces, {}));
    };
    EXPECT_EQ(with_folder("/proc/no/such"), right);
    EXPECT_EQ(with_folder(only_file().string()), right);  // The folder's name is that of a file
    EXPECT_EQ(with_folder(""), right);
    EXPECT_EQ(files().size(), 1U);
}

TEST_F(Cache, DropsWhatWasUsedLongestAgo) {
    ASSERT_OK(compile("0u"));
    const std::uint64_t bytes = files().begin()->second.size();
    most_bytes = 3 * bytes + bytes / 2;
    const fs::path first = only_file();
    std::ofstream(folder / "modules" / "notes.txt") << "not ours";
    for (int k = 1; k < 6; ++k) {
        for (const auto& entry : fs::directory_iterator(folder / "modules")) {
            fs::last_write_time(entry.path(), fs::last_write_time(entry.path()) - std::chrono::seconds(10));
        }
        ASSERT_OK(compile("0u"));  // Uses the first module again each time
        ASSERT_OK(compile(std::to_string(k) + "u"));
        EXPECT_LE(files().size(), 4U);
    }
    EXPECT_TRUE(fs::exists(first));
    EXPECT_TRUE(fs::exists(folder / "modules" / "notes.txt"));
    most_bytes = 8;  // Less than one module
    ASSERT_OK(compile("77u"));
    EXPECT_EQ(files().size(), 4U);
}

TEST_F(Cache, IsSharedByTwoProcesses) {
    std::vector<pid_t> children;
    for (int process = 0; process < 2; ++process) {
        const pid_t child = ::fork();
        if (child == 0) {
            bool right = true;
            for (int k = 0; k < 20; ++k) {
                const std::string value = std::to_string(k % 5) + "u";
                const std::array pieces{NamedText{"a.comp", shader(value)}};
                right = right && compile(value).value() == compile_glsl(pieces, embedded_source()).value();
            }
            ::_exit(right ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = -1;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    EXPECT_EQ(files().size(), 5U);
}

TEST_F(Cache, FindsTheModulesOfARecurrenceByItsText) {
    const std::string text =
        "//! problem  ways\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n"
        "//! rows     n\n//! columns  m\n//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return 1u; }\n"
        "cell_t cell(int i, int j) { return at(i - 1, j) + at(i, j - 1); }\n";
    const std::string modules = (folder / "modules").string();
    const auto stage_of = [&](const std::string& source, const char* file) {
        const auto recurrence = compiler::recurrence(source, file, {.cache_folder = modules});
        EXPECT_OK(recurrence);
        const std::string stage = "stage";
        const auto complete = recurrence->with_modules(std::span(&stage, 1));
        EXPECT_OK(complete);
        const auto words = (*complete)->module(stage);
        return Words(words.begin(), words.end());
    };
    const Words first = stage_of(text, "ways.glsl");
    EXPECT_EQ(files().size(), 1U);
    EXPECT_EQ(stage_of(text, "moved/ways.glsl"), first);
    EXPECT_EQ(files().size(), 1U);
    std::string other = text;
    other.replace(other.find("+ at"), 1, "|");  // Changes one letter
    EXPECT_NE(stage_of(other, "ways.glsl"), first);
    EXPECT_EQ(files().size(), 2U);
}

/// A fixture that restores the environment variables afterwards.
class CacheFolder : public ::testing::Test {
protected:
    static constexpr std::array kNames{"VKALGO_CACHE_DIR", "XDG_CACHE_HOME", "HOME"};
    CacheFolder() {
        for (std::size_t k = 0; k < kNames.size(); ++k) {
            if (const char* value = std::getenv(kNames[k])) {
                before[k] = value;
            }
        }
    }
    ~CacheFolder() override { set(before); }
    static void set(const std::array<std::optional<std::string>, 3>& values) {
        for (std::size_t k = 0; k < kNames.size(); ++k) {
            values[k] ? ::setenv(kNames[k], values[k]->c_str(), 1) : ::unsetenv(kNames[k]);
        }
    }
    std::array<std::optional<std::string>, 3> before;
};

TEST_F(CacheFolder, FollowsTheEnvironment) {
    set({"/own", "/xdg", "/home/me"});
    EXPECT_EQ(default_cache_folder(), "/own");
    set({"", "/xdg", "/home/me"});
    EXPECT_EQ(default_cache_folder(), "");
    set({std::nullopt, "/xdg", "/home/me"});
    EXPECT_EQ(default_cache_folder(), "/xdg/vkalgo");
    set({std::nullopt, "relative", "/home/me"});
    EXPECT_EQ(default_cache_folder(), "/home/me/.cache/vkalgo");
    set({std::nullopt, std::nullopt, "/home/me"});
    EXPECT_EQ(default_cache_folder(), "/home/me/.cache/vkalgo");
    set({std::nullopt, std::nullopt, std::nullopt});
    EXPECT_EQ(default_cache_folder(), "");
}

}  // namespace
}  // namespace vkalgo::compiler::test
