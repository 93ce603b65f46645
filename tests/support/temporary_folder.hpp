#pragma once

#include "formats/bytes.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace vkalgo::test {

/// A folder for one test, removed with everything in it.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "vkalgo-test-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::string path(const std::string& name) const { return path_ + "/" + name; }

    /// Writes a file and returns its path; empty if it cannot be written.
    std::string file(const std::string& name, std::string_view content) const {
        const auto written = formats::write_file(path(name), content);
        return written ? path(name) : std::string();
    }

    /// Returns the number of files and folders in the folder.
    std::size_t entries() const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) {
            count += entry.path().empty() ? 0U : 1U;
        }
        return count;
    }

private:
    std::string path_;
};

inline formats::Bytes size_of(std::string_view text) {
    const auto span = formats::as_byte_span(text);
    return {span.begin(), span.end()};
}

/// Expects an invalid_argument whose message contains `part`.
#define EXPECT_REFUSED(expression, part)                                                                           \
    do {                                                                                                           \
        const auto refused_result = (expression);                                                                  \
        ASSERT_FALSE(refused_result.has_value()) << "accepted, should be refused for: " << (part);                 \
        EXPECT_EQ(refused_result.error().code, ErrorCode::invalid_argument);                                       \
        EXPECT_NE(refused_result.error().message.find(part), std::string::npos) << refused_result.error().message; \
    } while (false)

}  // namespace vkalgo::test
