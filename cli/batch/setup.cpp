#include "cli/batch/setup.hpp"

#include "cli/batch/batch_block.hpp"
#include "cli/batch/batch_writer.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>

namespace vkalgo::cli {
BatchFile file_of(const RowReader& reader) {
    BatchFile file{reader.name(), reader.has_names(), {}};
    for (const dp::InputDeclaration* input : reader.inputs()) {
        file.inputs.push_back(input->name);
    }
    return file;
}

Result<void> prepare(const Session& session, const BatchJob& job, const std::vector<BatchFile>& files,
                     BatchSetup& setup) {
    const dp::RecurrenceHeader& header = job.recurrence->header();
    const BatchRequest& request = job.request;
    setup.job = &job;
    setup.verify = session.globals().verify;
    setup.memory = session.globals().memory;
    setup.repeat = session.globals().repeat.value_or(0);
    OutputFormat& output_format = setup.output_format;
    output_format.recurrence = job.recurrence;
    const BatchWriter& writer = batch_writer_of(job.output, session.globals().json);
    output_format.writer = &writer;
    output_format.solution = job.solution || writer.needs_solution;
    VKALGO_CHECK(set_alignment(job, output_format));
    output_format.pairs = request.pairs();
    output_format.chosen = request.chooses();
    for (std::size_t file = 0; file < files.size(); ++file) {
        output_format.files.push_back(files[file].name);
        output_format.has_names.push_back(files[file].has_names);
        for (std::size_t k = 0; k < files[file].inputs.size(); ++k) {
            const std::string& name = files[file].inputs[k];
            output_format.input_columns[name] = {file, k,
                                                 code_of(header, *header.input(name), {job.input, job.alphabets})};
        }
    }
    if (writer.check != nullptr) {
        VKALGO_CHECK(writer.check(output_format));
    }
    const bool needs_best = request.top || (writer.keeps_queries && output_format.pairs);
    if (request.best && !needs_best) {
        return bad_usage("--best says which answers --top keeps; give --top too");
    }
    if (needs_best) {
        VKALGO_TRY(output_format.best, best_of(header, request.best));
    }
    return {};
}

BlockSize block_size(std::size_t solvers, std::uint64_t bytes) {
    // A block of sequences of about a hundred letters each ends when it has enough sequences. It is so short that a
    // device still works on it when the next block is ready. A block of longer sequences ends when it has enough
    // letters.
    BlockSize size;
    size.records = std::size_t{1} << 15;
    if (solvers < 2) {
        return size;
    }
    constexpr std::uint64_t kLeast = std::uint64_t{1} << 17, kMax = std::uint64_t{32} << 20;
    constexpr std::size_t kBlocks = 8;  // Blocks per solver, so that no solver works alone for long at the end
    size.elements = bytes == 0 ? kMax : std::clamp<std::uint64_t>(bytes / (kBlocks * solvers), kLeast, kMax);
    return size;
}

}  // namespace vkalgo::cli
