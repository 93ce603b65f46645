// vkalgo_bench_figures: draws the measurements of the other programs, for docs/.
//
//     vkalgo_bench_figures sizes METHOD,... TITLE OUT.svg FILE...
//         milliseconds over the number of keys, for uniform 32-bit keys
//     vkalgo_bench_figures distributions N METHOD,... TITLE OUT.svg FILE...
//         milliseconds for N elements by distribution
//
// FILE is the --json output of vkalgo_bench_sort (with or without --paper) or vkalgo_bench_histogram, or the output
// lines of the CUDA peers. The position of a METHOD determines its colour. If a method has several times, for example
// for several numbers of threads, the smallest time is drawn.
#include "bench/harness/harness.hpp"
#include "formats/drawing/plot.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace vkalgo::bench;
using vkalgo::formats::Plot;
using vkalgo::formats::plot_svg;

[[noreturn]] void fail(const std::string& message) {
    std::fprintf(stderr, "vkalgo_bench_figures: %s\n", message.c_str());
    std::exit(2);
}

/// A time that one of the programs reported.
struct Row {
    std::string name, method, distribution;
    std::uint64_t n = 0;
    double milliseconds = 0;
};

struct Measured {
    std::vector<Row> rows;
    /// Names of the devices, in the order of the files.
    std::vector<std::string> devices;
};

/// Adds a row to `measured` for each object in `json`, at any depth, that has a median.
void collect(const Json& json, Measured& measured) {
    const char* const clock = !json.is_object()          ? nullptr
                              : json.contains("gpu_ms")  ? "gpu_ms"
                              : json.contains("host_ms") ? "host_ms"
                                                         : nullptr;
    if (clock != nullptr && json[clock].is_object()) {
        Row row;
        row.name = json.value("case", "");
        row.method = json.value("asked", json.value("method", ""));
        row.n = json.value("n", std::uint64_t{0});
        row.milliseconds = json[clock].value("median", 0.0);
        row.distribution = json.value("distribution", "");
        // The peers put the distribution into the name of the case, as in u16-uniform.
        if (const auto dash = row.name.rfind("u16-", 0) == 0 ? 3 : std::string::npos;
            row.distribution.empty() && dash != std::string::npos) {
            row.distribution = row.name.substr(dash + 1);
        }
        if (row.milliseconds > 0) {
            measured.rows.push_back(row);
        }
    } else if (json.is_structured()) {
        for (const Json& part : json) {
            collect(part, measured);
        }
    }
}

void read(const std::string& path, Measured& measured) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    if (!file) {
        fail("cannot read '" + path + "'");
    }
    const auto take = [&](const Json& json) {
        if (json.is_discarded()) {
            fail("'" + path + "' is neither JSON nor has JSON in each line");
        }
        const std::string device = json.is_object() ? json.value("device", "") : "";
        if (!device.empty() &&
            std::find(measured.devices.begin(), measured.devices.end(), device) == measured.devices.end()) {
            measured.devices.push_back(device);
        }
        collect(json, measured);
    };
    const Json whole = Json::parse(text.str(), nullptr, false);
    if (!whole.is_discarded()) {
        take(whole);
        return;
    }
    for (std::string line; std::getline(text, line);) {
        take(Json::parse(line, nullptr, false));
    }
}

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> names;
    std::istringstream stream(list);
    for (std::string name; std::getline(stream, name, ',');) {
        names.push_back(name);
    }
    return names;
}

/// Merges sizes that differ by at most 10%: drops the larger size, and keeps the smaller of the two times.
void thin_out(std::map<double, double>& times) {
    for (auto entry = times.begin(); entry != times.end();) {
        const auto next = std::next(entry);
        if (next == times.end() || next->first > 1.1 * entry->first) {
            entry = next;
        } else {
            entry->second = std::min(entry->second, next->second);
            times.erase(next);
        }
    }
}

std::string with_commas(std::string digits) {
    for (std::size_t position = digits.size(); position > 3; position -= 3) {
        digits.insert(position - 3, ",");
    }
    return digits;
}

/// Adds one series per method: its smallest time in milliseconds at each x. In a plot without categories, thin_out()
/// merges neighbouring x. `x_of` returns a number below 0 to leave a row out.
void add_series(Plot& plot, const Measured& measured, const std::vector<std::string>& methods,
                const std::function<double(const Row&)>& x_of) {
    bool any = false;
    for (const std::string& method : methods) {
        std::map<double, double> least;
        for (const Row& row : measured.rows) {
            if (const double x = row.method == method ? x_of(row) : -1; x >= 0) {
                const auto [entry, fresh] = least.try_emplace(x, row.milliseconds);
                entry->second = std::min(entry->second, row.milliseconds);
            }
        }
        if (plot.categories.empty()) {
            thin_out(least);
        }
        any = any || !least.empty();
        plot.series.push_back({method, {least.begin(), least.end()}});
    }
    if (!any) {
        fail("no measurement in the files belongs to this figure; give other files or other methods");
    }
}

/// Returns whether the row sorts uniform 32-bit keys without values.
bool is_plain(const Row& row) {
    // The name of a peer's row ends after the size. Our names continue with the method: sort-u32-1024-onesweep.
    const std::string keys = "sort-u32-" + std::to_string(row.n);
    const bool plain_sort = row.name.rfind("sort-", 0) != 0 || row.name == keys || row.name.rfind(keys + "-", 0) == 0;
    return plain_sort && (row.distribution.empty() || row.distribution == "uniform");
}

}  // namespace

// An exception (no memory for the JSON) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    std::vector<std::string> words(argv + 1, argv + argc);
    const bool sizes = !words.empty() && words.front() == "sizes";
    const std::size_t first = sizes ? 1 : 2;
    if (words.size() < first + 4 || (!sizes && words.front() != "distributions")) {
        fail("usage: sizes METHOD,... TITLE OUT.svg FILE... or distributions N METHOD,... TITLE OUT.svg FILE...");
    }
    Measured measured;
    for (std::size_t i = first + 3; i < words.size(); ++i) {
        read(words[i], measured);
    }
    Plot plot;
    plot.title = words[first + 1];
    for (const std::string& device : measured.devices) {
        plot.subtitle += (plot.subtitle.empty() ? "" : ", ") + device;
    }
    const std::vector<std::string> methods = split(words[first]);
    if (sizes) {
        plot.x_label = "keys";
        add_series(plot, measured, methods,
                   [](const Row& row) { return is_plain(row) ? static_cast<double>(row.n) : -1; });
    } else {
        const std::uint64_t n = std::strtoull(words[1].c_str(), nullptr, 10);
        plot.x_label = "distribution of " + with_commas(words[1]) + " elements";
        for (const Row& row : measured.rows) {
            const auto& known = plot.categories;
            if (row.n == n && !row.distribution.empty() &&
                std::find(known.begin(), known.end(), row.distribution) == known.end()) {
                plot.categories.push_back(row.distribution);
            }
        }
        add_series(plot, measured, methods, [&](const Row& row) {
            const auto category = std::find(plot.categories.begin(), plot.categories.end(), row.distribution);
            return row.n != n || category == plot.categories.end()
                       ? -1.0
                       : static_cast<double>(category - plot.categories.begin());
        });
    }
    std::ofstream file(words[first + 2]);
    file << plot_svg(plot);
    if (!file.flush()) {
        fail("cannot write '" + words[first + 2] + "'");
    }
    return 0;
}
