#include "formats/sequences/record_parts.hpp"

#include "formats/bytes.hpp"
#include "support/threads.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace vkalgo::formats {
namespace {

/// The number of bytes after a part that are read at first, to find the part's end.
constexpr std::size_t kBehind = std::size_t{1} << 16;

void append_array(const ArrayBlock& from, std::size_t first, std::size_t count, ArrayBlock& to) {
    const std::uint64_t begin = from.offsets[first];
    const std::uint64_t end = from.offsets[first + count];
    const std::uint64_t data_offset = to.offsets.back();
    to.data.insert(to.data.end(), from.data.begin() + static_cast<std::ptrdiff_t>(begin),
                   from.data.begin() + static_cast<std::ptrdiff_t>(end));
    const std::uint64_t name_begin = from.name_offsets[first];
    const std::uint64_t name_offset = to.names.size();
    to.names.append(from.names, name_begin, from.name_offsets[first + count] - name_begin);
    for (std::size_t k = first + 1; k <= first + count; ++k) {
        to.offsets.push_back(from.offsets[k] - begin + data_offset);
        to.name_offsets.push_back(from.name_offsets[k] - name_begin + name_offset);
    }
}

}  // namespace

/// Bytes [first, first + used) of the file.
struct SequenceParts::Window {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0, used = 0;
    std::uint64_t first = 0;
    bool at_end = false;

    /// Reads on until the window has `wanted` bytes, or the file ends.
    Result<void> fill(const Source& source, std::size_t wanted) {
        if (wanted > size) {
            auto larger = std::make_unique_for_overwrite<char[]>(wanted);
            if (used > 0) {
                std::memcpy(larger.get(), bytes.get(), used);
            }
            bytes = std::move(larger);
            size = wanted;
        }
        if (wanted > used && !at_end) {
            const std::span<char> room(bytes.get() + used, wanted - used);
            VKALGO_TRY(const std::size_t got, source.read_at(first + used, std::as_writable_bytes(room)));
            at_end = got < room.size();
            used += got;
        }
        return {};
    }
    Result<void> fill_more(const Source& source) { return fill(source, 2 * std::max(used, kBehind)); }

    /// Returns true if a record begins at this line. Blanks at the line's start are skipped.
    Result<bool> begins_record(const Source& source, std::size_t line, std::size_t most, std::string_view header) {
        for (std::size_t matched = 0; matched < header.size(); ++line) {
            while (line == used) {
                if (at_end || used > most) {
                    return false;
                }
                VKALGO_CHECK(fill_more(source));
            }
            if (matched == 0 && (bytes[line] == ' ' || bytes[line] == '\t')) {
                continue;
            }
            if (bytes[line] != header[matched]) {
                return false;
            }
            ++matched;
        }
        return true;
    }
    /// Returns the position of the first line feed of [begin, end); `end` without a line feed.
    std::size_t feed(std::size_t begin, std::size_t end) const {
        const void* found = begin < end ? std::memchr(bytes.get() + begin, '\n', end - begin) : nullptr;
        return found == nullptr ? end : static_cast<std::size_t>(static_cast<const char*>(found) - bytes.get());
    }
};

bool SequenceParts::takes(const Source& source, const SequenceFormat& format) {
    if (!format.splits || !source.is_plain() || source.size().value_or(0) < 2 * kPartBytes ||
        std::thread::hardware_concurrency() < 2) {
        return false;
    }
    const std::string_view head = as_text(source.head());
    return head.find('\n') != std::string_view::npos || head.find('\r') == std::string_view::npos;
}

SequenceParts::Settings SequenceParts::settings_for(const SequenceFormat& format, std::uint64_t most_letters,
                                                    std::vector<LetterCode> codes) {
    Settings settings;
    settings.format = &format;
    settings.most_letters = most_letters;
    settings.codes = std::move(codes);
    settings.threads = std::clamp<std::size_t>(std::thread::hardware_concurrency() / 2, 1, 8);
    settings.most_parts = std::clamp<std::size_t>(8 * settings.threads, 8, 32);
    return settings;
}

SequenceParts::SequenceParts(Source source, Settings settings)
    : source_(std::move(source)), settings_(std::move(settings)) {
    // The most bytes of a window. A record that needs a larger window is cut at its end. The cut record is refused,
    // since it has more than most_letters letters, unless three quarters of its bytes or more are its header, blanks
    // and line breaks.
    most_ = 4 * (settings_.most_letters + settings_.part_bytes);
    parts_ = (source_.size().value_or(0) + settings_.part_bytes - 1) / settings_.part_bytes;
}

SequenceParts::~SequenceParts() {
    stop();
}

void SequenceParts::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
}

void SequenceParts::start() {
    const std::size_t threads = std::min<std::uint64_t>(settings_.threads, parts_);
    threads_.reserve(threads);
    for (std::size_t k = 0; k < threads; ++k) {
        threads_.push_back(start_thread([this] {
            const auto worked = guarded([this]() -> Result<void> {
                work();
                return {};
            });
            if (!worked) {
                fail(worked.error());
            }
        }));
    }
}

void SequenceParts::work() {
    const ThreadTimes::Scope scope(times_);
    Window window;
    std::vector<ArrayBlock> lists;
    while (const auto number = take_number(lists)) {
        Part part;
        part.lists = std::exchange(lists, {});
        part.lists.resize(settings_.codes.size());
        part.result = guarded([&] { return read_part(*number, window, part); });
        if (!part.result) {  // The failed part takes its turn too, since the threads of later parts wait for it
            take_turn(*number, {});
        }
        deliver(*number, std::move(part));
    }
}

/// Returns the number of the next part that no thread has taken, and gives `lists` the memory of an earlier part if
/// there is one. Waits until the part may be read ahead (Settings::most_parts). Returns nullopt at the end, or if
/// reading is stopped.
std::optional<std::uint64_t> SequenceParts::take_number(std::vector<ArrayBlock>& lists) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || next_ == parts_ || next_ < given_ + settings_.most_parts; });
    if (stopped_ || next_ == parts_) {
        return std::nullopt;
    }
    if (!spare_.empty()) {
        lists = std::move(spare_.back());
        spare_.pop_back();
    }
    return next_++;
}

/// Waits until all earlier parts are counted. Adds `own`, the count of part `number`, and returns the count of all
/// parts before it. Returns nullopt if reading is stopped, or the part had its turn already.
std::optional<SequenceParts::Count> SequenceParts::take_turn(std::uint64_t number, const Count& own) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped_ || turn_ >= number; });
    if (turn_ != number) {
        return std::nullopt;
    }
    const Count before = before_;
    before_.lines += own.lines;
    before_.records += own.records;
    ++turn_;
    changed_.notify_all();
    return before;
}

/// Counts the lines and records of the part's own bytes, then reads the rows whose first record begins in the part.
Result<void> SequenceParts::read_part(std::uint64_t number, Window& window, Part& part) {
    const std::uint64_t own_begin = number * settings_.part_bytes;
    const std::size_t lead = number == 0 ? 0 : 1;  // The byte before shows whether a line begins
    const std::size_t own = settings_.part_bytes + lead;
    const std::size_t lists = settings_.codes.size();
    window.first = own_begin - lead;
    window.used = 0;
    window.at_end = false;
    VKALGO_CHECK(window.fill(source_, own + kBehind));

    // The first records that begin in the part, at most one per list: the position of each, and the number of the
    // part's lines before it.
    std::vector<std::pair<std::size_t, std::uint64_t>> begins;
    Count count;
    const std::size_t own_end = std::min(own, window.used);
    std::size_t line = number != 0 ? window.feed(0, std::min<std::size_t>(1, own_end)) + 1
                       : std::string_view(window.bytes.get(), own_end).starts_with(kByteOrderMark)
                           ? kByteOrderMark.size()
                           : 0;
    if (number != 0 && line != 1) {  // The part begins within a line
        line = window.feed(1, own_end) + 1;
        count.lines += line <= own_end ? 1 : 0;
    }
    while (line < own_end) {
        VKALGO_TRY(const bool begins_record, window.begins_record(source_, line, most_, settings_.format->header));
        if (begins_record) {
            if (begins.size() < lists) {
                begins.emplace_back(line, count.lines);
            }
            ++count.records;
        }
        line = window.feed(line, own_end) + 1;
        count.lines += line <= own_end ? 1 : 0;
    }
    const auto before = take_turn(number, count);
    if (!before) {
        return {};
    }
    part.end = std::min(own_begin + settings_.part_bytes, source_.size().value_or(0));
    const std::size_t skipped = number == 0 ? 0 : (lists - before->records % lists) % lists;
    if (number != 0 && begins.size() <= skipped) {
        return {};  // Other threads read all of this part
    }
    const auto [begin, lines] = number == 0 ? std::pair<std::size_t, std::uint64_t>() : begins[skipped];
    const std::size_t passed = (lists - (before->records + count.records) % lists) % lists;
    VKALGO_TRY(const std::size_t end, end_of(window, own, passed));
    SequenceReader reader(std::string_view(window.bytes.get() + begin, end - begin), source_.name(), *settings_.format,
                          settings_.most_letters, {before->lines + lines, before->records + skipped});
    VKALGO_CHECK(reader.read(part.lists, settings_.codes,
                             {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::uint64_t>::max()}));
    part.records = reader.records() - before->records - skipped;
    part.last_name = reader.last_name();
    return {};
}

/// Returns the end of the part's last row: the position of the first record after the part's own bytes and after
/// `passed` further records.
Result<std::size_t> SequenceParts::end_of(Window& window, std::size_t own, std::size_t passed) const {
    if (own > window.used) {
        return window.used;
    }
    std::size_t end = own;
    for (bool line_begins = window.bytes[own - 1] == '\n';;) {
        if (line_begins) {
            VKALGO_TRY(const bool begins_record, window.begins_record(source_, end, most_, settings_.format->header));
            if (begins_record && passed == 0) {
                return end;
            }
            passed -= begins_record ? 1 : 0;
        }
        const std::size_t feed = window.feed(end, window.used);
        line_begins = feed < window.used;
        if (line_begins) {
            end = feed + 1;
        } else if (window.at_end || window.used > most_) {
            return window.used;
        } else {
            VKALGO_CHECK(window.fill_more(source_));
        }
    }
}

void SequenceParts::deliver(std::uint64_t number, Part part) {
    const std::lock_guard lock(mutex_);
    ready_.emplace(number, std::move(part));
    changed_.notify_all();
}

/// Stores an error of a thread that occurred outside of read_part(), and stops all threads.
void SequenceParts::fail(Error error) {
    const std::lock_guard lock(mutex_);
    failure_ = std::move(error);
    stopped_ = true;
    changed_.notify_all();
}

/// Returns the next part in the file's order; nullopt at the end. Errors: those that occurred outside of read_part().
/// An error within it is in Part::result.
Result<std::optional<SequenceParts::Part>> SequenceParts::next() {
    std::unique_lock lock(mutex_);
    if (given_ == parts_) {
        return std::optional<Part>();
    }
    changed_.wait(lock, [&] { return !failure_ || ready_.contains(given_); });
    if (!ready_.contains(given_)) {
        return failure_.error();
    }
    Part part = std::move(ready_.extract(given_).mapped());
    ++given_;
    if (!current_.lists.empty()) {
        for (ArrayBlock& list : current_.lists) {
            list.clear();
        }
        spare_.push_back(std::move(current_.lists));
    }
    changed_.notify_all();
    return std::optional<Part>(std::move(part));
}

/// Returns the letters of the current part that are not yet given.
std::uint64_t SequenceParts::letters_left() const {
    std::uint64_t letters = 0;
    for (const ArrayBlock& list : current_.lists) {
        letters += list.offsets.back() - list.offsets[used_];
    }
    return letters;
}

/// Appends rows of the current part, until the block, which already has `taken`, is full.
void SequenceParts::append(std::span<ArrayBlock> lists, const BlockSize& size, BlockSize& taken) {
    std::vector<ArrayBlock>& from = current_.lists;
    const std::uint64_t letters = letters_left();
    const std::size_t rest = rows_ - used_;
    const bool all = rest <= size.records - taken.records && letters <= size.elements - taken.elements;
    if (all && used_ == 0 && lists[0].size() == 0) {
        std::swap_ranges(lists.begin(), lists.end(), from.begin());
        taken = {rest, letters};
        used_ = rows_;
        return;
    }
    std::size_t count = 0;
    if (all) {
        count = rest;
        taken.elements += letters;
    } else {
        for (; count < rest && taken.records + count < size.records && taken.elements < size.elements; ++count) {
            for (const ArrayBlock& list : from) {
                taken.elements += list.length(used_ + count);
            }
        }
    }
    for (std::size_t k = 0; k < lists.size(); ++k) {
        append_array(from[k], used_, count, lists[k]);
    }
    used_ += count;
    taken.records += count;
}

Result<bool> SequenceParts::read(std::span<ArrayBlock> lists, const BlockSize& size) {
    if (threads_.empty()) {
        start();
    }
    const bool exact = size.elements == std::numeric_limits<std::uint64_t>::max();
    BlockSize taken{0, 0};
    while (taken.records < size.records && taken.elements < size.elements) {
        if (used_ == rows_) {
            VKALGO_TRY(auto part, next());
            if (!part) {
                return taken.records > 0;
            }
            current_ = std::move(*part);
            used_ = 0;
            rows_ = current_.lists.back().size();
            if (!current_.result) {
                stop();
                return current_.result.error();
            }
        }
        // A part without rows has at most the records of an incomplete row, which are counted below.
        if (!exact && taken.records > 0 && used_ < rows_ &&
            (rows_ - used_ > size.records - taken.records || letters_left() > size.elements - taken.elements)) {
            break;
        }
        const std::size_t before = used_;
        append(lists, size, taken);
        records_ += (used_ - before) * lists.size();
        if (used_ == rows_) {
            records_ += current_.records - rows_ * lists.size();  // The records of an incomplete row
            last_name_ = current_.records > 0 ? current_.last_name : last_name_;
            bytes_read_ = current_.end;
        }
    }
    return true;
}

}  // namespace vkalgo::formats
