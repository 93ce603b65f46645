// Corrects words: for each, the nearest ones of a dictionary, by the edit distances of all pairs in one batch.
//
//     vkalgo_example_spell [--words FILE | --count N] [WORD...]
//
// --words takes a list with a word in each line, such as /usr/share/dict/words; without one the program makes N words
// of syllables (default 100,000). Without any arguments it makes a small dictionary, misspells some of its words and
// checks that each is found again, with the distances that the processor computes.
#include <vkalgo/algorithms/dp/batch.hpp>
#include <vkalgo/engine/context.hpp>
#include <vkalgo/engine/runner.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace dp = vkalgo::dp;

constexpr std::size_t kShown = 5;
/// Problems of one batch: a limit on the host's memory, no more.
constexpr std::size_t kBatch = std::size_t{1} << 20;

/// Different words of two to four syllables, always the same ones.
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

std::vector<std::string> read_words(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word);) {
        if (!word.empty()) {
            words.push_back(word);
        }
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

/// Of each word the nearest ones of the dictionary, the first of equal ones.
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

/// The processor's answer, row by row.
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

/// Are these the nearest by the processor too?
bool holds(const std::string& word, const std::vector<Suggestion>& found, const std::vector<std::string>& dictionary) {
    std::vector<Suggestion> all(dictionary.size());
    for (std::size_t entry = 0; entry < dictionary.size(); ++entry) {
        all[entry] = {edit_distance(word, dictionary[entry]), entry};
    }
    std::sort(all.begin(), all.end());
    return std::equal(found.begin(), found.end(), all.begin());
}

/// One letter left out, one doubled, one replaced.
std::vector<std::string> misspelt(const std::vector<std::string>& dictionary) {
    std::vector<std::string> words{dictionary[dictionary.size() / 4], dictionary[dictionary.size() / 2],
                                   dictionary[dictionary.size() - 1]};
    words[0].erase(2, 1);
    words[1].insert(1, 1, words[1][1]);
    words[2][0] = 'q';
    return words;
}

struct Request {
    std::vector<std::string> dictionary, words;
    bool checks = false;
};

Request parse(int count, char** arguments) {
    Request request;
    std::size_t made = 100000;
    std::string file;
    for (int k = 1; k < count; ++k) {
        const std::string word = arguments[k];
        if (word == "--words" && k + 1 < count) {
            file = arguments[++k];
        } else if (word == "--count" && k + 1 < count) {
            made = std::strtoul(arguments[++k], nullptr, 10);
        } else {
            request.words.push_back(word);
        }
    }
    request.checks = count == 1;
    if (request.checks) {
        // Where nothing but "single" runs batches, each pair is a run of its own.
        made = dp::batch_methods().front() == "single" ? 300 : 3000;
    }
    request.dictionary = file.empty() ? made_words(std::clamp<std::size_t>(made, 4, 1000000)) : read_words(file);
    if (request.words.empty() && request.dictionary.size() >= 4) {
        request.words = misspelt(request.dictionary);
    }
    return request;
}

int run(const Request& request) {
    if (request.dictionary.empty()) {
        std::fprintf(stderr, "spell: the list has no words; give another --words FILE\n");
        return 2;
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
                : right         ? ", as the processor has them"
                                : ", NOT as the processor has them");
    return right ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    return run(parse(count, arguments));
}
