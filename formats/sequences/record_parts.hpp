#pragma once

#include "engine/result.hpp"
#include "formats/sequences/records.hpp"
#include "formats/source.hpp"
#include "support/thread_times.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace vkalgo::formats {

/// Reads a plain file as SequenceReader does, but with several threads. The file's format must split
/// (SequenceFormat::splits). A row is one record per list. Each thread takes one part of the file after another, and
/// reads the rows that begin in the part. The results are given in the order of the file. The lines and records of a
/// part are counted before it is read, so that messages give their numbers in the whole file.
class SequenceParts {
public:
    struct Settings {
        /// The format; never null. It must split. It is an entry of sequence_formats(), or lives as long as the object.
        const SequenceFormat* format = nullptr;
        std::uint64_t most_letters = 0;
        /// One code per list. The records go to the lists in turn.
        std::vector<LetterCode> codes;
        std::size_t part_bytes = kPartBytes;
        std::size_t threads = 1;
        /// Largest number of parts that are read ahead, so that memory is bounded.
        std::size_t most_parts = 8;
    };
    static constexpr std::size_t kPartBytes = std::size_t{8} << 20;

    /// Returns true if the class can read the source and if threads are worth it. Other sources are read by
    /// SequenceReader.
    static bool takes(const Source& source, const SequenceFormat& format);
    /// Returns settings for this machine: half as many threads as it can run at once, but 1 to 8.
    static Settings settings_for(const SequenceFormat& format, std::uint64_t most_letters,
                                 std::vector<LetterCode> codes);

    SequenceParts(Source source, Settings settings);
    SequenceParts(const SequenceParts&) = delete;
    SequenceParts& operator=(const SequenceParts&) = delete;
    ~SequenceParts();

    /// Does what SequenceReader::read() does, with the codes of the settings. If `size.elements` is limited, the block
    /// may have fewer records: it then ends with the last part that fits whole. Throws what start_thread() throws.
    Result<bool> read(std::span<ArrayBlock> lists, const BlockSize& size);

    /// Returns the number of records that read() gave.
    std::uint64_t records() const { return records_; }
    const std::string& last_name() const { return last_name_; }
    std::uint64_t bytes_read() const { return bytes_read_; }
    /// Returns the times of the threads that have ended.
    ThreadTime times() const { return times_.sum(); }

private:
    /// Rows of records that one thread has read.
    struct Part {
        std::vector<ArrayBlock> lists;
        std::string last_name;
        std::uint64_t records = 0, end = 0;
        Result<void> result;
    };
    /// The bytes that a thread has read.
    struct Window;
    /// The number of lines that end, and of records that begin, in a part's own bytes, whichever thread reads them.
    struct Count {
        std::uint64_t lines = 0, records = 0;
    };

    void start();
    void work();
    std::optional<std::uint64_t> take_number(std::vector<ArrayBlock>& lists);
    Result<void> read_part(std::uint64_t number, Window& window, Part& part);
    Result<std::size_t> end_of(Window& window, std::size_t own, std::size_t passed) const;
    std::optional<Count> take_turn(std::uint64_t number, const Count& own);
    void deliver(std::uint64_t number, Part part);
    Result<std::optional<Part>> next();
    void fail(Error error);
    void stop();
    std::uint64_t letters_left() const;
    void append(std::span<ArrayBlock> lists, const BlockSize& size, BlockSize& taken);

    const Source source_;
    const Settings settings_;
    std::uint64_t most_ = 0, parts_ = 0;

    ThreadTimes times_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopped_ = false;
    Result<void> failure_;
    /// Numbers of parts: the next part that a thread takes, the next part that is counted, and the next part that
    /// next() returns.
    std::uint64_t next_ = 0, turn_ = 0, given_ = 0;
    /// The count of all parts before `turn_`.
    Count before_;
    std::map<std::uint64_t, Part> ready_;
    /// The memory of parts that next() has returned, to be used again.
    std::vector<std::vector<ArrayBlock>> spare_;

    /// The part from which read() takes rows. The next rows are [used_, rows_).
    Part current_;
    std::size_t used_ = 0, rows_ = 0;
    std::uint64_t records_ = 0, bytes_read_ = 0;
    std::string last_name_;
    std::vector<std::jthread> threads_;
};

}  // namespace vkalgo::formats
