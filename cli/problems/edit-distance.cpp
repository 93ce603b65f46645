#include "cli/dp/inputs.hpp"
#include "cli/problem_io.hpp"

namespace vkalgo::cli {
namespace {

/// Joins equal operations: "3=1X".
class Cigar {
public:
    void add(char operation, std::uint64_t count) {
        if (count == 0) {
            return;
        }
        if (operation != operation_) {
            close();
            operation_ = operation;
        }
        count_ += count;
    }
    std::string take() {
        close();
        return text_;
    }

private:
    void close() {
        if (count_ > 0) {
            text_ += std::to_string(count_) + operation_;
        }
        count_ = 0;
    }
    std::string text_;
    char operation_ = ' ';
    std::uint64_t count_ = 0;
};

/// From the strings' beginnings: the border that the walk ended on is all deletions or all insertions.
std::string solution_text(const dp::Instance& /*instance*/, const dp::Solution& solution) {
    constexpr std::string_view kOperations = "=XID";
    Cigar cigar;
    cigar.add('D', static_cast<std::uint64_t>(solution.path_end->i));
    cigar.add('I', static_cast<std::uint64_t>(solution.path_end->j));
    for (auto record = solution.path.rbegin(); record != solution.path.rend(); ++record) {
        cigar.add(kOperations[record->decision % kOperations.size()], 1);
    }
    return cigar.take();
}

Json solution_json(const dp::Instance& instance, const dp::Solution& solution) {
    return {{"cigar", solution_text(instance, solution)}};
}

}  // namespace

const ProblemIo& problem_io_edit_distance();
const ProblemIo& problem_io_edit_distance() {
    static const ProblemIo io{
        .name = "edit-distance",
        .answer_label = "distance",
        .overflow_advice = "give smaller costs, or shorter strings",
        .file_count = 2,
        .files =
            "two files, x and y, of which the solution turns x into y: = kept, X replaced, I inserted from y, D "
            "deleted "
            "from x",
        .want = Want::letters,
        .read = read_two_strings,
        .solution_json = solution_json,
        .solution_text = solution_text,
    };
    return io;
}

}  // namespace vkalgo::cli
