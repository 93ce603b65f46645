// Corrects words: finds the nearest words of a dictionary for each word, by the edit distances of all pairs, which are
// computed in batches.
//
//     vkalgo_example_spell [--words FILE | --count N] [--] [WORD...]
//
// --words names a list with one word per line, such as /usr/share/dict/words; without it the program makes N words from
// syllables (default 100,000). Without any arguments it makes a small dictionary, misspells three of its words, and
// checks that it finds the same nearest words and distances as the processor.
#include <vkalgo/algorithms/dp/batch.hpp>
#include <vkalgo/engine/context.hpp>
#include <vkalgo/engine/runner.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace {

namespace dp = vkalgo::dp;

constexpr std::size_t kShown = 5;
/// The most problems per batch, unless the dictionary has more words. This limits the host's memory.
constexpr std::size_t kBatch = std::size_t{1} << 20;

/// Makes different words of two to four syllables, the same words on each call.
std::vector<std::string> made_words(std::size_t count) {
    constexpr std::string_view kBegin = "bcdfghjklmnprstvwz", kMiddle = "aeiou", kEnd = "nrslt";
    std::mt19937 random(1);
    std::set<std::string> words;
    while (words.size() < count) {
        std::string word;
        for (unsigned syllables = 2 + static_cast<unsigned>(random() % 3); syllables > 0; --syllables) {
            word += kBegin[random() % kBegin.size()];
            word += kMiddle[random() % kMiddle.size()];
            if (random() % 3 == 0) {
                word += kEnd[random() % kEnd.size()];
            }
        }
        words.insert(word);
    }
    return {words.begin(), words.end()};
}

/// Reads the lines that are not blank. Lines end with LF or CRLF. Returns nothing if the file cannot be read.
std::optional<std::vector<std::string>> read_words(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word);) {
        word.erase(word.find_last_not_of(" \t\r") + 1);
        if (!word.empty()) {
            words.push_back(word);
        }
    }
    if (!file.eof()) {  // The file was not opened, is a folder, or could not be read to its end
        return std::nullopt;
    }
    return words;
}

struct Suggestion {
    std::uint32_t distance = 0;
    std::size_t word = 0;
    auto operator<=>(const Suggestion&) const = default;
};

dp::BatchInput view_of(const dp::ArrayList& list, std::span<const std::uint32_t> chosen) {
    dp::BatchInput input = list.view();
    input.chosen = chosen;
    return input;
}

/// Returns the nearest words of the dictionary for each word. Of equally near words the first are taken.
vkalgo::Result<std::vector<std::vector<Suggestion>>> nearest(vkalgo::Runner& runner,
                                                             const std::vector<std::string>& words,
                                                             const std::vector<std::string>& dictionary) {
    dp::ArrayList queries, entries;
    for (const std::string& word : words) {
        queries.add(word);
    }
    for (const std::string& word : dictionary) {
        entries.add(word);
    }
    VKALGO_TRY(const dp::Recurrence edit, dp::Recurrence::builtin("edit-distance"));
    std::vector<std::vector<Suggestion>> found(words.size());
    const std::size_t rows = std::max<std::size_t>(1, kBatch / dictionary.size());
    for (std::size_t first = 0; first < words.size(); first += rows) {
        const std::size_t end = std::min(words.size(), first + rows);
        const dp::PairNumbers pairs =
            dp::PairNumbers::of(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end),
                                static_cast<std::uint32_t>(dictionary.size()));
        dp::Batch batch;
        batch.count = pairs.rows.size();
        batch.inputs = {{"x", view_of(queries, pairs.rows)}, {"y", view_of(entries, pairs.columns)}};
        VKALGO_TRY(const dp::BatchSolution solution, dp::solve_batch(runner, edit, batch));
        const auto distances = solution.answers_as<std::uint32_t>();
        for (std::size_t word = first; word < end; ++word) {
            std::vector<Suggestion> all(dictionary.size());
            for (std::size_t entry = 0; entry < dictionary.size(); ++entry) {
                all[entry] = {distances[(word - first) * dictionary.size() + entry], entry};
            }
            const auto most = static_cast<std::ptrdiff_t>(std::min(kShown, all.size()));
            std::partial_sort(all.begin(), all.begin() + most, all.end());
            found[word].assign(all.begin(), all.begin() + most);
        }
    }
    return found;
}

/// Computes the distance on the processor, row by row.
std::uint32_t edit_distance(std::string_view x, std::string_view y) {
    std::vector<std::uint32_t> row(y.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) {
        row[j] = static_cast<std::uint32_t>(j);
    }
    for (std::size_t i = 1; i <= x.size(); ++i) {
        std::uint32_t diagonal = row[0]++;
        for (std::size_t j = 1; j < row.size(); ++j) {
            const std::uint32_t kept = diagonal + (x[i - 1] == y[j - 1] ? 0U : 1U);
            diagonal = row[j];
            row[j] = std::min({kept, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

/// Returns whether the processor finds the same nearest words as `found`.
bool holds(const std::string& word, const std::vector<Suggestion>& found, const std::vector<std::string>& dictionary) {
    std::vector<Suggestion> all(dictionary.size());
    for (std::size_t entry = 0; entry < dictionary.size(); ++entry) {
        all[entry] = {edit_distance(word, dictionary[entry]), entry};
    }
    std::sort(all.begin(), all.end());
    return std::equal(found.begin(), found.end(), all.begin());
}

/// Returns three words of the dictionary: one with a letter left out, one with its first letter doubled, one with its
/// first letter replaced.
std::vector<std::string> misspelt(const std::vector<std::string>& dictionary) {
    std::vector<std::string> words{dictionary[dictionary.size() / 4], dictionary[dictionary.size() / 2],
                                   dictionary[dictionary.size() - 1]};
    words[0].erase(words[0].size() / 2, 1);
    words[1].insert(0, 1, words[1][0]);
    words[2][0] = 'q';
    return words;
}

constexpr const char* kUsage =
    "usage: vkalgo_example_spell [--words FILE | --count N] [--] [WORD...]\n"
    "Finds the nearest words of a list with one word per line, or of N made-up words (4 to 1000000, default 100000).\n"
    "Without WORDs it corrects three words of the list that it misspells; without any arguments it checks itself.\n";

struct Request {
    std::vector<std::string> dictionary, words;
    bool checks = false, help = false;
    /// Why the command line is invalid; empty if it is valid.
    std::string wrong;
};

constexpr std::size_t kLeastMade = 4, kMaxMade = 1000000;

/// Parses a number of words to make. Returns nothing if it is not a number or out of range.
std::optional<std::size_t> count_of(const std::string& text) {
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    const bool fits = error == std::errc() && end == text.data() + text.size();
    return fits && count >= kLeastMade && count <= kMaxMade ? std::optional(count) : std::nullopt;
}

/// Parses the arguments; the dictionary is read later.
Request parse(int count, char** arguments, std::size_t& made, std::string& file) {
    Request request;
    bool options = true;
    for (int k = 1; k < count && request.wrong.empty(); ++k) {
        const std::string word = arguments[k];
        if (!options || word.size() < 2 || word[0] != '-') {
            request.words.push_back(word);
        } else if (word == "--") {
            options = false;
        } else if (word == "--help" || word == "-h") {
            request.help = true;
        } else if (word != "--words" && word != "--count") {
            request.wrong = "there is no option " + word + "; see --help, and put words that begin with - after --";
        } else if (k + 1 == count) {
            request.wrong = word + " needs a value after it";
        } else if (word == "--words") {
            file = arguments[++k];
        } else if (const auto given = count_of(arguments[++k])) {
            made = *given;
        } else {
            request.wrong = std::string("--count ") + arguments[k] + ": give a whole number from " +
                            std::to_string(kLeastMade) + " to " + std::to_string(kMaxMade);
        }
    }
    return request;
}

Request request_of(int count, char** arguments) {
    std::size_t made = 100000;
    std::string file;
    Request request = parse(count, arguments, made, file);
    if (!request.wrong.empty() || request.help) {
        return request;
    }
    request.checks = count == 1;
    if (request.checks) {
        // If only the method "single" runs batches, each pair is a separate run, so there are fewer words.
        made = dp::batch_methods().front() == "single" ? 300 : 3000;
    }
    if (file.empty()) {
        request.dictionary = made_words(made);
    } else if (auto words = read_words(file)) {
        request.dictionary = std::move(*words);
        request.wrong = request.dictionary.empty() ? file + " has no words; give another list" : "";
    } else {
        request.wrong = file + " cannot be read; give a list with one word per line";
    }
    if (request.words.empty() && request.wrong.empty()) {
        request.words = misspelt(request.dictionary);
    }
    return request;
}

int run(const Request& request) {
    if (!request.wrong.empty()) {
        std::fprintf(stderr, "spell: %s\n", request.wrong.c_str());
        return 2;
    }
    if (request.help) {
        std::fputs(kUsage, stdout);
        return 0;
    }
    auto context = vkalgo::Context::create();
    if (!context) {
        std::fprintf(stderr, "spell: %s\n", context.error().message.c_str());
        return 3;
    }
    auto runner = vkalgo::Runner::create(**context);
    if (!runner) {
        std::fprintf(stderr, "spell: %s\n", runner.error().message.c_str());
        return 1;
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto found = nearest(*runner, request.words, request.dictionary);
    if (!found) {
        std::fprintf(stderr, "spell: %s\n", found.error().message.c_str());
        return 1;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    bool right = true;
    for (std::size_t word = 0; word < request.words.size(); ++word) {
        std::printf("%s:", request.words[word].c_str());
        for (const Suggestion& each : (*found)[word]) {
            std::printf(" %s (%u)", request.dictionary[each.word].c_str(), each.distance);
        }
        std::printf("\n");
        right = right && (!request.checks || holds(request.words[word], (*found)[word], request.dictionary));
    }
    std::printf("%zu pairs in %.3f s%s\n", request.words.size() * request.dictionary.size(), took.count(),
                !request.checks ? ""
                : right         ? ", with the same results as on the processor"
                                : ", with results that DIFFER from those on the processor");
    return right ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    return run(request_of(count, arguments));
}
