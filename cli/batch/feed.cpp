#include "cli/batch/feed.hpp"

#include "support/numbers.hpp"
#include "support/threads.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

RowFeed::RowFeed(std::vector<RowReader*> readers, const BlockSize& size, ThreadTimes& times, std::stop_source end)
    : readers_(std::move(readers)), size_(size), end_(std::move(end)), counts_(readers_.size()), sets_(1) {
    thread_ = start_thread([this, &times] {
        const ThreadTimes::Scope scope(times);
        read_ = guarded([this]() -> Result<void> {
            for (bool more = true; more;) {
                auto set = guarded([this] { return read(); });
                more = set && *set;
                more = sets_.push(std::move(set)) && more;
            }
            return {};
        });
        sets_.close();
    });
}

RowFeed::~RowFeed() {
    sets_.abandon();
    end_.request_stop();  // Wakes the thread if it waits for a pipe
}

Result<std::optional<RowSet>> RowFeed::next() {
    auto set = sets_.pop();
    if (set) {
        return std::move(*set);
    }
    VKALGO_CHECK(read_);
    return std::optional<RowSet>();
}

std::shared_ptr<Rows> RowFeed::empty_rows() {
    std::unique_ptr<Rows> rows;
    {
        const std::lock_guard lock(pool_->mutex);
        if (!pool_->rows.empty()) {
            rows = std::move(pool_->rows.back());
            pool_->rows.pop_back();
        }
    }
    if (!rows) {
        rows = std::make_unique<Rows>();
    }
    return {rows.release(), [pool = pool_](Rows* done) {
                std::unique_ptr<Rows> used(done);
                for (ArrayBlock& column : used->columns) {
                    column.clear();
                }
                const std::lock_guard lock(pool->mutex);
                constexpr std::size_t kMax = 8;
                if (pool->rows.size() < kMax) {
                    pool->rows.push_back(std::move(used));
                }
            }};
}

Result<std::optional<RowSet>> RowFeed::read() {
    RowSet set;
    BlockSize size = size_;
    for (std::size_t k = 0; k < readers_.size(); ++k) {
        std::shared_ptr<Rows> rows = empty_rows();
        VKALGO_CHECK(readers_[k]->next(*rows, size));
        counts_[k] += rows->count();
        // The first file determines the number of rows of this set. The rows of other files may have any length.
        if (k == 0) {
            size = {std::max<std::size_t>(rows->count(), 1), std::numeric_limits<std::uint64_t>::max()};
        }
        set.push_back(std::move(rows));
    }
    for (std::size_t k = 1; k < set.size(); ++k) {
        if (set[k]->count() != set[0]->count()) {
            return unequal(k, counts_);
        }
    }
    return set[0]->count() == 0 ? std::optional<RowSet>() : std::optional<RowSet>(std::move(set));
}

/// Returns the error that two files have different numbers of rows. Reads both files to their ends, since the message
/// gives the numbers.
Error RowFeed::unequal(std::size_t other, std::vector<std::uint64_t> counts) {
    for (const std::size_t k : {std::size_t{0}, other}) {
        for (;;) {
            Rows rows;
            const auto more = readers_[k]->next(rows, {4096, size_.elements});
            if (!more) {
                return more.error();
            }
            if (!*more) {
                break;
            }
            counts[k] += rows.count();
        }
    }
    return Error{
        ErrorCode::invalid_argument,
        fmt::format("'{}' has {} and '{}' has {}, but record k of one file belongs to record k of the other; give "
                    "both files the same number of records{}",
                    readers_[0]->name(), plural(counts[0], "record"), readers_[other]->name(),
                    plural(counts[other], "record"), readers_.size() == 2 ? ", or give --all-pairs" : ""),
        readers_[other]->name()};
}

namespace {

std::uint64_t bytes_of(const Rows& rows) {
    std::uint64_t bytes = 0;
    for (const ArrayBlock& column : rows.columns) {
        bytes += column.data.size() + column.names.size() + column.qualities.size() +
                 sizeof(std::uint64_t) * (column.offsets.size() + column.name_offsets.size());
    }
    for (const std::vector<Bytes>* letters : {&rows.letter_indices, &rows.reverse}) {
        for (const Bytes& each : *letters) {
            bytes += each.size();
        }
    }
    return bytes;
}

}  // namespace

Result<std::shared_ptr<const Rows>> read_all_rows(RowReader& reader, std::uint64_t most, std::uint64_t most_rows) {
    auto all = std::make_shared<Rows>();
    // Reads in steps, so that an endless file is noticed. Readers append to blocks that already have rows.
    constexpr BlockSize kStep{std::size_t{1} << 16, std::uint64_t{16} << 20};
    for (;;) {
        VKALGO_TRY(const bool more, reader.next(*all, kStep));
        if (bytes_of(*all) > most) {
            return Error{
                ErrorCode::too_large,
                fmt::format(
                    "'{}' is the second --batch file, which must be in memory as a whole, and has more than {}; give "
                    "the larger file first, raise --memory or, if it is not given, --input-limit, or split the file",
                    reader.name(), format_limit(most)),
                reader.name()};
        }
        if (all->count() > most_rows) {
            return Error{ErrorCode::too_large,
                         fmt::format("'{}' is the second --batch file, and has more than {} records; give it as the "
                                     "first file, or split it",
                                     reader.name(), most_rows),
                         reader.name()};
        }
        if (!more) {
            break;
        }
    }
    all->first = 0;
    return std::shared_ptr<const Rows>(std::move(all));
}

}  // namespace vkalgo::cli
