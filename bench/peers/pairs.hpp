#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

/// The code shared by the peers that align pairs. These programs read pairs of words from standard input, and print
/// JSON. They do not use vkalgo.
namespace pairs {

struct Pair {
    std::string x, y;
};

struct Answers {
    /// Milliseconds of all pairs by the host's clock, one number per run.
    std::vector<double> times;
    /// One answer per pair, in the order of the pairs.
    std::vector<long long> values;
};

[[noreturn]] inline void fail(const char* program, const std::string& message) {
    std::fprintf(stderr, "%s: %s\n", program, message.c_str());
    std::exit(2);
}

/// Parses [--repetitions R] [--paths], and returns R (default 1). Any other word ends the program, and so does --paths
/// if `paths` is null.
inline int repetitions_of(int argc, char** argv, const char* program, bool* paths) {
    int repetitions = 1;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--repetitions") == 0) {
            if (i + 1 == argc) {
                fail(program, "--repetitions needs a number after it");
            }
            repetitions = std::max(1, std::atoi(argv[++i]));
        } else if (paths != nullptr && std::strcmp(argv[i], "--paths") == 0) {
            *paths = true;
        } else {
            fail(program, std::string("unknown argument '") + argv[i] + "'; give [--repetitions R]" +
                              (paths != nullptr ? " [--paths]" : ""));
        }
    }
    return repetitions;
}

/// Reads the pairs of words in the rest of standard input. If the last word has no partner, ends the program with an
/// error.
inline std::vector<Pair> read_pairs(const char* program) {
    std::vector<Pair> read;
    for (Pair pair; std::cin >> pair.x;) {
        if (!(std::cin >> pair.y)) {
            fail(program, "the last of " + std::to_string(read.size() + 1) + " pairs has only one word; give two");
        }
        read.push_back(pair);
    }
    return read;
}

/// Times `align(pair)` for all pairs, at most `repetitions` times. After ten seconds no further run starts, but there
/// is at least one run.
template <class Align>
Answers time_pairs(const std::vector<Pair>& given, int repetitions, Align align) {
    constexpr double kMaxMilliseconds = 10'000;
    Answers answers;
    answers.values.resize(given.size());
    double spent = 0;
    for (int run = 0; run < repetitions && spent < kMaxMilliseconds; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        for (std::size_t p = 0; p < given.size(); ++p) {
            answers.values[p] = align(given[p]);
        }
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        answers.times.push_back(took.count());
        spent += took.count();
    }
    return answers;
}

/// Prints {"method": ..., "function": ..., "host_ms": [...], "answers": [...]}.
inline void print(const std::string& method, const char* function, const Answers& answers) {
    std::printf("{\"method\": \"%s\", \"function\": \"%s\", \"host_ms\": [", method.c_str(), function);
    for (std::size_t k = 0; k < answers.times.size(); ++k) {
        std::printf("%s%.6g", k == 0 ? "" : ", ", answers.times[k]);
    }
    std::printf("], \"answers\": [");
    for (std::size_t p = 0; p < answers.values.size(); ++p) {
        std::printf("%s%lld", p == 0 ? "" : ", ", answers.values[p]);
    }
    std::printf("]}\n");
}

}  // namespace pairs
