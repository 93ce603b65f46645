#include "tests/support/pages.hpp"

#include <fstream>
#include <utility>

namespace vkalgo::test {

std::vector<std::string> lines_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::vector<Fence> fences_of(const std::filesystem::path& page) {
    const std::string mark = "```";
    const std::vector<std::string> lines = lines_of(page);
    std::vector<Fence> fences;
    for (std::size_t k = 0; k < lines.size(); ++k) {
        if (!lines[k].starts_with(mark)) {
            continue;
        }
        Fence fence{lines[k].substr(mark.size()), k > 0 ? lines[k - 1] : "", k + 1, {}};
        for (++k; k < lines.size() && lines[k] != mark; ++k) {
            fence.lines.push_back(lines[k]);
        }
        fences.push_back(std::move(fence));
    }
    return fences;
}

std::string problem_of(const Fence& block) {
    const std::string label = "//! problem  ";
    const bool named = !block.lines.empty() && block.lines.front().starts_with(label);
    return named ? block.lines.front().substr(label.size()) : "";
}

std::string recurrence_of(const std::filesystem::path& page, const std::string& problem) {
    std::string text;
    std::string current;
    for (const Fence& block : fences_of(page)) {
        if (block.language != "glsl") {
            continue;
        }
        const std::string named = problem_of(block);
        current = named.empty() ? current : named;
        for (const std::string& line : block.lines) {
            text += current == problem ? line + "\n" : "";
        }
    }
    return text;
}

}  // namespace vkalgo::test
