// Tests that inputs are read from pipes, and from the current position of standard input on.
#include "formats/source.hpp"

#include "formats/bytes.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fstream>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

TEST(Source, DetectsGzipInAPipe) {
    const TemporaryFolder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const std::string text = std::string(300000, 'A') + "end";
    std::thread writer([&] {
        const std::string packed = gzipped(text);
        const int descriptor = ::open(pipe.c_str(), O_WRONLY);
        for (std::size_t at = 0; at < packed.size(); ++at) {  // Byte by byte, so that each read returns little
            EXPECT_EQ(::write(descriptor, packed.data() + at, 1), 1);
        }
        ::close(descriptor);
    });
    const auto read = read_file(pipe);
    writer.join();
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(as_text(*read), text);
}

TEST(Source, BeginsAtThePositionOfStandardInput) {
    const TemporaryFolder folder;
    const int file = ::open(folder.file("a.raw", std::string(400, 'x') + std::string(600, 'y')).c_str(), O_RDONLY);
    ASSERT_EQ(::lseek(file, 400, SEEK_SET), 400);
    const int before = ::dup(STDIN_FILENO);
    ::dup2(file, STDIN_FILENO);
    auto source = Source::open("-");
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_EQ(source->size(), 600U);
    const auto bytes = source->read_all({.memory = 600});
    ::dup2(before, STDIN_FILENO);
    ::close(before);
    ::close(file);
    ASSERT_TRUE(bytes) << bytes.error().message;
    EXPECT_EQ(as_text(*bytes), std::string(600, 'y'));
}

TEST(Source, SaysThatAPlainFileGrewWhileItWasRead) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.raw", std::string(1000, 'x'));
    auto source = Source::open(path);
    ASSERT_TRUE(source) << source.error().message;
    std::ofstream(path, std::ios::app) << "y";
    const auto read = source->read_all({.unsized = 10});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::too_large);
    EXPECT_NE(read.error().message.find("grew from 1000 B to more than 1000 B while it was read"), std::string::npos)
        << read.error().message;
}

}  // namespace
}  // namespace vkalgo::formats::test
