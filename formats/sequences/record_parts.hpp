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

/// Reads a plain FASTA file as SequenceReader does, by several threads: each takes a part of the file, which ends where
/// a row of records does, and what they read is given in the order of the file. A part is counted before it is read, so
/// that lines and records have their numbers.
class SequenceParts {
public:
    struct Settings {
        std::uint64_t most_letters = 0;
        /// one for each list, which records are for in turn
        std::vector<LetterCode> codes;
        std::size_t part_bytes = kPartBytes;
        std::size_t threads = 1;
        /// that are read ahead at most, so that memory is bounded
        std::size_t most_parts = 8;
    };
    static constexpr std::size_t kPartBytes = std::size_t{8} << 20;

    /// Can it read that, and is it worth it? Other sources have a SequenceReader.
    static bool takes(const Source& source, SequenceFormat format);
    /// By the processors of this machine.
    static Settings settings_for(std::uint64_t most_letters, std::vector<LetterCode> codes);

    SequenceParts(Source source, Settings settings);
    SequenceParts(const SequenceParts&) = delete;
    SequenceParts& operator=(const SequenceParts&) = delete;
    ~SequenceParts();

    /// As SequenceReader::read(), with the codes of the settings. Unless its elements have no limit, a block may have
    /// fewer: as many parts as fit are given whole. Throws what start_thread() does.
    Result<bool> read(std::span<ArrayBlock> lists, const BlockSize& size);

    /// Records that read() gave.
    std::uint64_t records() const { return records_; }
    const std::string& last_name() const { return last_name_; }
    std::uint64_t bytes_read() const { return bytes_read_; }
    /// Of the threads that have ended.
    ThreadTime times() const { return times_.sum(); }

private:
    /// Rows of records that one thread has read.
    struct Part {
        std::vector<ArrayBlock> lists;
        std::string last_name;
        std::uint64_t records = 0, end = 0;
        Result<void> result;
    };
    /// What a thread reads bytes into.
    struct Window;
    /// Lines and records of a part's own bytes, whoever reads these.
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
    /// the next part to be taken by a thread, to be counted, and to be given
    std::uint64_t next_ = 0, turn_ = 0, given_ = 0;
    /// of all parts before `turn_`
    Count before_;
    std::map<std::uint64_t, Part> ready_;
    /// memory of parts that were given
    std::vector<std::vector<ArrayBlock>> spare_;

    /// of read(): the part of which rows [used_, rows_) are to be given
    Part current_;
    std::size_t used_ = 0, rows_ = 0;
    std::uint64_t records_ = 0, bytes_read_ = 0;
    std::string last_name_;
    std::vector<std::jthread> threads_;
};

}  // namespace vkalgo::formats
