// Finds the records of a FASTA file that a sequence aligns with best: computes the scores of all records, then the
// alignments of the N best (default 3).
//
//     vkalgo_example_align [--matrix NAME] [--top N] SEQUENCE FILE
//
// SEQUENCE is given as letters. NAME is BLOSUM62, for example. Without --matrix, equal letters score 2 and different
// letters -3. Without any arguments the program creates a small set of proteins, searches it for a part of one of them
// with one letter changed, and checks that this protein comes first and that its alignment has the score that the
// processor computes.
#include <vkalgo/algorithms/alignment/align.hpp>
#include <vkalgo/engine/context.hpp>
#include <vkalgo/engine/runner.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Record {
    std::string name, letters;
};

/// Reads the records of a FASTA file whose lines end with LF or CRLF. Returns nothing if the file cannot be read.
std::optional<std::vector<Record>> read_fasta(const std::string& path) {
    std::ifstream file(path);
    std::vector<Record> records;
    for (std::string line; std::getline(file, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (line.starts_with('>')) {
            records.push_back({line.substr(1, line.find_first_of(" \t") - 1), ""});
        } else if (!records.empty()) {
            records.back().letters += line;
        }
    }
    if (!file.eof()) {  // The file was not opened, is a folder, or could not be read to its end
        return std::nullopt;
    }
    return records;
}

/// Returns random proteins, the same proteins on each call.
std::vector<Record> made_proteins(std::size_t count) {
    constexpr std::string_view kLetters = "ARNDCQEGHILKMFPSTWYV";
    std::mt19937 random(1);
    std::vector<Record> records;
    for (std::size_t k = 0; k < count; ++k) {
        Record record{"made" + std::to_string(k), ""};
        for (std::size_t letters = 40 + random() % 160; letters > 0; --letters) {
            record.letters += kLetters[random() % kLetters.size()];
        }
        records.push_back(std::move(record));
    }
    return records;
}

struct Hit {
    std::size_t record = 0;
    vkalgo::Alignment alignment;
};

/// Finds the `top` records that the sequence aligns with best, the best first. Computes the scores of all records in
/// one batch, then the alignments of these records.
vkalgo::Result<std::vector<Hit>> search(vkalgo::Runner& runner, std::string_view sequence,
                                        const std::vector<Record>& records, vkalgo::AlignOptions options,
                                        std::size_t top) {
    vkalgo::dp::ArrayList queries, targets;
    queries.add(sequence);  // One query for all targets
    for (const Record& record : records) {
        targets.add(record.letters);
    }
    options.detail = vkalgo::AlignDetail::score;
    VKALGO_TRY(const auto scored, vkalgo::align(runner, queries.view(), targets.view(), options));

    std::vector<std::size_t> order(records.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return scored.alignments[a].score > scored.alignments[b].score;
    });
    order.resize(std::min(top, order.size()));

    std::vector<vkalgo::SequencePair> pairs;
    pairs.reserve(order.size());
    for (const std::size_t record : order) {
        pairs.push_back({sequence, records[record].letters});
    }
    options.detail = vkalgo::AlignDetail::alignment;
    VKALGO_TRY(auto aligned, vkalgo::align(runner, pairs, options));
    std::vector<Hit> hits;
    for (std::size_t k = 0; k < order.size(); ++k) {
        hits.push_back({order[k], std::move(aligned.alignments[k])});
    }
    return hits;
}

/// Prints the letters of both sequences as the CIGAR pairs them, and between them a line with | between equal letters.
void print_rows(const vkalgo::Alignment& alignment, std::string_view query, std::string_view target) {
    std::string upper, middle, lower;
    auto i = static_cast<std::size_t>(alignment.query_begin);
    auto j = static_cast<std::size_t>(alignment.target_begin);
    std::istringstream cigar(alignment.cigar);
    std::size_t count = 0;
    for (char operation = ' '; cigar >> count >> operation;) {
        for (; count > 0; --count) {
            upper += operation == 'D' ? '-' : query[i++];
            lower += operation == 'I' ? '-' : target[j++];
            middle += operation == '=' ? '|' : ' ';
        }
    }
    constexpr std::size_t kWidth = 60;
    for (std::size_t begin = 0; begin < upper.size(); begin += kWidth) {
        std::printf("  %s\n  %s\n  %s\n\n", upper.substr(begin, kWidth).c_str(), middle.substr(begin, kWidth).c_str(),
                    lower.substr(begin, kWidth).c_str());
    }
}

/// Returns the score of an alignment's pairs and gaps, computed from its CIGAR.
long long added_up(const Hit& hit, std::string_view query, std::string_view target, const vkalgo::ScoreMatrix& matrix) {
    constexpr long long kOpen = 11, kExtend = 1;  // The costs that align() uses with a matrix
    auto i = static_cast<std::size_t>(hit.alignment.query_begin);
    auto j = static_cast<std::size_t>(hit.alignment.target_begin);
    long long score = 0, count = 0;
    std::istringstream cigar(hit.alignment.cigar);
    for (char operation = ' '; cigar >> count >> operation;) {
        if (operation == 'I' || operation == 'D') {
            (operation == 'I' ? i : j) += static_cast<std::size_t>(count);
            score -= kOpen + count * kExtend;
            continue;
        }
        for (; count > 0; --count) {
            score += matrix(matrix.letters.find(query[i++]), matrix.letters.find(target[j++]));
        }
    }
    return score;
}

constexpr const char* kUsage =
    "usage: vkalgo_example_align [--matrix NAME] [--top N] SEQUENCE FILE\n"
    "Finds the records of a FASTA file that a sequence aligns with best; without arguments it checks itself.\n";

struct Request {
    std::string sequence;
    std::vector<Record> records;
    std::optional<vkalgo::ScoreMatrix> matrix;
    std::size_t top = 3;
    bool checks = false, help = false;
    /// Why the command line is invalid; empty if it is valid.
    std::string wrong;
};

void take_matrix(const std::string& name, Request& request) {
    auto matrix = vkalgo::builtin_score_matrix(name);
    if (matrix) {
        request.matrix = std::move(*matrix);
    } else {
        request.wrong = matrix.error().message;
    }
}

Request request_of(int count, char** arguments) {
    Request request;
    std::vector<std::string> words;
    for (int k = 1; k < count; ++k) {
        const std::string word = arguments[k];
        const bool takes_value = word == "--matrix" || word == "--top";
        if (word == "--help" || word == "-h") {
            request.help = true;
            return request;
        }
        if (takes_value && k + 1 == count) {
            request.wrong = word + " needs a value after it";
        } else if (word == "--matrix") {
            take_matrix(arguments[++k], request);
        } else if (word == "--top") {
            const std::string_view text = arguments[++k];
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), request.top);
            const bool fits = error == std::errc() && end == text.data() + text.size() && request.top > 0;
            request.wrong = fits ? request.wrong : "--top " + std::string(text) + ": give a whole number from 1";
        } else if (word.starts_with("--")) {
            request.wrong = "there is no option " + word + "; see --help";
        } else {
            words.push_back(word);
        }
        if (!request.wrong.empty()) {
            return request;
        }
    }
    if (count == 1) {
        request.checks = true;
        request.records = made_proteins(200);
        request.sequence = request.records[123].letters.substr(5, 30);
        request.sequence[12] = 'W';
        take_matrix("BLOSUM62", request);
        return request;
    }
    if (words.size() != 2) {
        request.wrong = "give a sequence and a FASTA file; see --help";
        return request;
    }
    request.sequence = words[0];
    auto records = read_fasta(words[1]);
    if (!records || records->empty()) {
        request.wrong = words[1] + (records ? " has no records" : " cannot be read") + "; give a FASTA file";
        return request;
    }
    request.records = std::move(*records);
    return request;
}

/// Returns whether the best hit is where the sequence was taken from, and whether the columns of the hit's alignment
/// add up to the score that the alignment reports.
bool holds(const Request& request, const std::vector<Hit>& hits) {
    const Hit& best = hits.front();
    return best.record == 123 && best.alignment.target_begin == 5 &&
           added_up(best, request.sequence, request.records[best.record].letters, *request.matrix) ==
               best.alignment.score;
}

int failed(const vkalgo::Error& error, int status) {
    std::fprintf(stderr, "align: %s\n", error.message.c_str());
    return status;
}

int run(const Request& request) {
    if (!request.wrong.empty()) {
        std::fprintf(stderr, "align: %s\n", request.wrong.c_str());
        return 2;
    }
    if (request.help) {
        std::fputs(kUsage, stdout);
        return 0;
    }
    auto context = vkalgo::Context::create();
    if (!context) {
        return failed(context.error(), 3);
    }
    auto runner = vkalgo::Runner::create(**context);
    if (!runner) {
        return failed(runner.error(), 1);
    }
    vkalgo::AlignOptions options{.mode = vkalgo::AlignMode::local};
    options.scores.matrix = request.matrix;
    const auto hits = search(*runner, request.sequence, request.records, options, request.top);
    if (!hits) {
        return failed(hits.error(), 1);
    }
    for (const Hit& hit : *hits) {
        const Record& record = request.records[hit.record];
        std::printf("%s  score %lld, letters %lld to %lld, %.1f %% identity, %s\n", record.name.c_str(),
                    static_cast<long long>(hit.alignment.score), static_cast<long long>(hit.alignment.target_begin) + 1,
                    static_cast<long long>(hit.alignment.target_end), hit.alignment.identity(),
                    hit.alignment.cigar.c_str());
        print_rows(hit.alignment, request.sequence, record.letters);
    }
    const bool right = !request.checks || holds(request, *hits);
    std::printf("%zu records searched%s\n", request.records.size(),
                !request.checks ? ""
                : right         ? "; the best hit and its score are right"
                                : "; the best hit or its score is WRONG");
    return right ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    return run(request_of(count, arguments));
}
