#include "cli/commands/dp/run_batch.hpp"

#include "cli/batch/batch.hpp"
#include "cli/batch/batch_writer.hpp"
#include "cli/batch/chooser.hpp"
#include "cli/batch/cluster/follower.hpp"
#include "cli/batch/cluster/leader.hpp"
#include "cli/batch/device_workers.hpp"
#include "cli/batch/feed.hpp"
#include "cli/batch/formatter.hpp"
#include "cli/batch/inputs.hpp"
#include "cli/batch/producer.hpp"
#include "cli/batch/setup.hpp"
#include "cli/batch/shares.hpp"
#include "cli/dp/describe.hpp"
#include "cli/dp/report.hpp"
#include "cli/dp/timeout.hpp"
#include "cli/progress.hpp"
#include "engine/clock.hpp"
#include "formats/bytes.hpp"
#include "formats/waiting.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

#include <algorithm>
#include <stop_token>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

class BatchRun {
public:
    /// `cluster` is null if this process is the only one. Otherwise this process is the first one of the cluster.
    BatchRun(Session& session, const BatchJob& job, std::shared_ptr<Cluster> cluster)
        : session_(session), job_(job), cluster_(std::move(cluster)), device_workers_(setup_) {
        if (cluster_) {
            leader_.emplace(cluster_);
        }
    }

    Result<Answer> run() {
        const Timeout timeout(job_.timeout, {}, begin_);
        const std::stop_callback wake(timeout.token(), [this] { end_reading_.request_stop(); });
        auto answer = guarded([&] { return run_all(timeout); });
        return answer ? std::move(answer) : Result<Answer>(timeout.error_of(std::move(answer).error()));
    }

private:
    Result<Answer> run_all(const Timeout& timeout) {
        const WakeReaders wake(end_reading_.get_token());
        VKALGO_TRY(BatchInputs inputs, open_inputs(job_));
        std::vector<RowReader*> readers;
        for (const auto& reader : inputs.readers) {
            files_.push_back(file_of(*reader));
            readers.push_back(reader.get());
        }
        VKALGO_CHECK(prepare(session_, job_, files_, setup_));
        setup_.common = std::move(inputs.common);
        if (job_.request.pairs()) {
            VKALGO_TRY(setup_.second, read_all_rows(*readers[1], most_held()));
            readers.resize(1);
        }
        total_bytes_ = readers[0]->bytes().value_or(0);
        VKALGO_CHECK(cluster_ ? device_workers_.choose(session_, cluster_->local_rank(), cluster_->local_size())
                              : device_workers_.choose(session_));
        BlockSize block = job_.block.value_or(block_size(solvers(), total_bytes_));
        // Each block has its own warm-up, which takes a second, so there should be few blocks.
        if (setup_.repeat != 0 && !job_.block) {
            block.records = BlockSize{}.records;
        }
        const OutputFormat& output_format = setup_.output_format;
        output_ = output_format.writer->open(output_format, job_.output.value_or(session_.globals().json ? "" : "-"));
        VKALGO_CHECK(output_->begin(setup_.second.get()));
        {
            RowFeed feed(readers, block, read_times_, end_reading_);
            // Errors in the first rows are reported before a device is opened.
            VKALGO_TRY(std::optional<RowSet> set, feed.next());
            const auto begin = std::chrono::steady_clock::now();
            VKALGO_CHECK(device_workers_.open(session_));
            open_milliseconds_ = milliseconds_since(begin);
            VKALGO_CHECK(solve_all(feed, std::move(set), timeout));
        }
        reading_ = read_times_.sum();
        for (const auto& reader : inputs.readers) {
            reading_.add(reader->times());
        }
        return answer();
    }

    /// Returns the number of solvers. Counts two for each other process, since these report their numbers of devices
    /// later.
    std::size_t solvers() const { return device_workers_.size() + (leader_ ? 2 * leader_->others() : 0); }
    /// Returns the number of tasks that are solved at the same time.
    std::size_t most_tasks() const { return solvers() + device_workers_.threads() - device_workers_.size(); }

    std::uint64_t most_held() const {
        return setup_.memory != 0 ? setup_.memory : std::max(host_memory() / 4, job_.input.limits.unsized);
    }

    Result<void> solve_all(RowFeed& feed, std::optional<RowSet> set, const Timeout& timeout) {
        const auto begin = std::chrono::steady_clock::now();
        TaskQueue queue(most_tasks());
        // CIGARs take much time to format. The formatter gets the cores that reader and writer leave: at least one, and
        // at most eight per device.
        const std::size_t most = 8 * device_workers_.size();
        const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 3, most + 2) - 2;
        Formatter formatter(
            setup_.output_format, *output_, threads, 4 * most_tasks() + 4,
            [&queue](Error error) { queue.fail(std::move(error)); }, &format_times_);
        const std::stop_callback abandon(queue.stop_token(), [this, &formatter] {
            formatter.abandon();
            end_reading_.request_stop();  // Wakes the reader if it waits for a pipe
        });
        Progress progress(session_, job_.recurrence->header().problem, static_cast<double>(total_bytes_), "bytes");
        const auto end = [&queue] {
            queue.fail(Error{ErrorCode::cancelled, "stopped before all problems were solved", {}});
        };
        const std::stop_callback stop(timeout.token(), end);
        // With a cluster, a signal does not cancel the work. mpirun kills all ranks if one fails, so work in progress
        // could not finish.
        const std::stop_callback cancel(cluster_ ? std::stop_token() : progress.cancel(), end);
        BatchMeter meter;
        meter.begin(static_cast<double>(total_bytes_), progress.callback());
        constexpr std::size_t kPairs = std::size_t{1} << 18;
        Producer producer(setup_, queue, formatter,
                          {solvers(), most_tasks(), job_.block ? job_.block->records : kPairs});
        // The joins below must not be skipped by an exception: the threads use objects on this stack.
        Result<void> done = guarded([&]() -> Result<void> {
            device_workers_.start(queue, formatter, meter, solvers() > 1);
            if (leader_) {
                leader_->start(setup_, files_, queue, formatter, meter);
            }
            VKALGO_CHECK(producer.produce(feed, std::move(set)));
            return queue.finish();
        });
        if (!done) {
            queue.fail(done.error());
            done = queue.check();  // The queue's error is the reason why the reader was stopped
        }
        device_workers_.join();
        if (leader_) {
            leader_->join();
        }
        meter.end();
        VKALGO_CHECK(done);
        VKALGO_CHECK(formatter.finish());
        written_ = formatter.written();
        solve_milliseconds_ = milliseconds_since(begin);
        VKALGO_CHECK(take_shares());
        return output_->finish(written_);
    }

    Result<void> take_shares() {
        shares_ = device_workers_.shares();
        if (!leader_) {
            return {};
        }
        for (DeviceShare& share : shares_) {
            share.host = host_name();
        }
        VKALGO_TRY(const auto others, leader_->shares());
        shares_.insert(shares_.end(), others.begin(), others.end());
        return {};
    }

    /// Prints under --verbose where the time went, for users who want a faster run.
    void explain_times() const {
        const auto part = [](const char* name, const ThreadTime& time) {
            return fmt::format("{} {} by {}, waiting {}", name, format_milliseconds(time.busy_milliseconds),
                               plural(time.threads, "thread"), format_milliseconds(time.waiting_milliseconds));
        };
        session_.reporter().explain(
            fmt::format("host: opened the devices in {}, then solved everything in {}; busy: {}; {}; {}; {}",
                        format_milliseconds(open_milliseconds_), format_milliseconds(solve_milliseconds_),
                        part("read", reading_), part("solve", device_workers_.times()),
                        part("format", format_times_.format.sum()), part("write", format_times_.write.sum())));
    }

    Result<Answer> answer() {
        warn_of_numbers(session_.reporter(), *job_.recurrence);
        Answer answer;
        answer.parameters = job_.parameters;
        answer.parameters["batch"] = job_.request.files;
        const ShareSum sum = sum_of(shares_);
        answer.result["problem"] = job_.recurrence->header().problem;
        answer.result["pattern"] = pattern_json(job_.recurrence->header().stage);
        answer.result["method"] = sum.method;
        answer.result["problems"] = sum.problems;
        answer.result["count"] = written_;
        answer.result["cells"] = sum.cells;
        VKALGO_CHECK(report_shares(session_, *job_.recurrence, shares_, answer));
        explain_times();
        if (job_.output || !session_.globals().json) {
            const std::string path = job_.output.value_or("-");
            answer.output(path, std::function<Result<void>()>([output = output_] { return output->deliver(); }));
        } else {
            VKALGO_CHECK(output_->describe(answer.result));
        }
        if (job_.output) {
            answer.result["output"] = *job_.output;
        }
        if (session_.globals().quiet) {
            return answer;  // The output has all that --quiet prints
        }
        answer.line("problem", job_.recurrence->header().problem);
        answer.line("problems", plural(sum.problems, "problem"));
        if (setup_.output_format.chosen) {
            answer.line("kept", std::to_string(written_));
        }
        answer.line("method", sum.method);
        if (shares_.size() > 1) {
            answer.line("devices", std::to_string(shares_.size()));
        }
        if (job_.output) {
            answer.line("output", *job_.output);
        }
        return answer;
    }

    Session& session_;
    const BatchJob& job_;
    std::shared_ptr<Cluster> cluster_;
    std::optional<Leader> leader_;
    std::vector<BatchFile> files_;
    BatchSetup setup_;
    std::shared_ptr<BatchOutput> output_;
    DeviceWorkers device_workers_;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    /// Wakes readers of --batch files that wait for a pipe.
    std::stop_source end_reading_;
    std::vector<DeviceShare> shares_;
    ThreadTimes read_times_;
    Formatter::Times format_times_;
    ThreadTime reading_;
    double open_milliseconds_ = 0, solve_milliseconds_ = 0;
    std::uint64_t total_bytes_ = 0, written_ = 0;
};

/// Checks that --output can be written and is not an input.
Result<void> check_outputs(const Session& session, const BatchJob& job) {
    if (!job.output) {
        return {};
    }
    VKALGO_CHECK(session.check_output("--output", *job.output, batch_writer_endings()));
    std::vector<std::string> inputs = job.request.files;
    inputs.insert(inputs.end(), job.instance.files.begin(), job.instance.files.end());
    for (const auto& [name, file] : job.instance.inputs) {
        inputs.push_back(file);
    }
    inputs.push_back(job.recurrence->file());
    if (const auto matrix = job.parameters.find("matrix"); matrix != job.parameters.end() && matrix->is_string()) {
        inputs.push_back(matrix->get<std::string>());  // A file, or the name of a built-in matrix
    }
    return check_not_input("--output", *job.output, inputs);
}

/// Runs the batch of a single process, or of the first of several.
Result<Answer> run_first(Session& session, const BatchJob& job, std::shared_ptr<Cluster> cluster) {
    const dp::RecurrenceHeader& header = job.recurrence->header();
    VKALGO_CHECK(job.request.check());
    if (header.inputs.empty()) {
        return bad_usage(fmt::format(
            "{} reads no inputs, so all problems of a batch would be the same; leave out --batch", header.problem));
    }
    if (!header.outputs.empty()) {
        return bad_usage(fmt::format(
            "{} writes outputs, but a batch gives only answers and tracebacks; leave out --batch", header.problem));
    }
    if (job.solution && !header.has_solution() && !(header.solution && header.solution->kind == "none")) {
        return bad_usage(fmt::format("{} has no step(i, j), so no solution can be traced back; leave out --solution",
                                     job.recurrence->file()));
    }
    VKALGO_CHECK(check_outputs(session, job));
    if (job.timeout) {
        VKALGO_CHECK(check_timeout(*job.timeout));
    }
    return BatchRun(session, job, std::move(cluster)).run();
}

}  // namespace

Result<Answer> run_batch(Session& session, const BatchJob& job) {
    const Launch launch = launch_of_environment();
    if (job.request.mpi ? *job.request.mpi == "no" : !launch.several()) {
        return run_first(session, job, nullptr);
    }
    VKALGO_TRY(const auto cluster, Cluster::join(launch));
    if (cluster && cluster->rank() != 0) {
        return follow(session, job, cluster);
    }
    if (cluster) {
        session.at_end([cluster](int code) { return cluster->leave(code); });
    }
    return run_first(session, job, cluster);
}

}  // namespace vkalgo::cli
