#pragma once

#include "cli/dp/batch/channel.hpp"
#include "cli/dp/batch/sink.hpp"
#include "cli/dp/batch/solved.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace vkalgo::cli {

/// Tells solved blocks by several threads and gives it to a sink in the order of the problems, by another thread, while
/// the next blocks are solved.
class Teller {
public:
    Teller(const Telling& telling, Sink& sink, std::size_t threads);
    Teller(const Teller&) = delete;
    Teller& operator=(const Teller&) = delete;
    /// Drops what is not told yet.
    ~Teller();

    /// Waits while there is much to do. False: finish() tells why.
    bool add(std::shared_ptr<const SolvedBlock> block);
    /// Waits until all is told.
    Result<void> finish();

private:
    struct Part;

    void tell_parts();
    void write_parts();

    const Telling& telling_;
    Sink& sink_;
    Channel<std::shared_ptr<Part>> work_, order_;
    Result<void> written_;
    std::vector<std::jthread> tellers_;
    std::jthread writer_;
};

}  // namespace vkalgo::cli
