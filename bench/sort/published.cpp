#include "bench/sort/published.hpp"

#include <algorithm>

namespace vkalgo::bench {
namespace {

constexpr double kNone = kUnpublished;

constexpr std::array<std::string_view, 6> kTable1Methods{"shell-seq", "shell-0", "shell-a",
                                                         "shell-b",   "shell-d", "shell-e"};

struct SizeRow {
    std::uint64_t count;
    std::array<double, kTable1Methods.size()> milliseconds;
};

// The paper reports seconds for 1 or 100 sorts; a time of 0.00 is unusable.
constexpr std::array<SizeRow, 7> kTable1{{{10, {kNone, 1.4, 0.4, 0.4, 0.7, 0.4}},
                                          {100, {kNone, 182.5, 2.4, 0.8, 1.4, 0.8}},
                                          {1000, {0.2, 630, 145.6, 1.0, 3.4, 1.7}},
                                          {10'000, {3.0, kNone, kNone, 7.3, 13.1, 15.7}},
                                          {100'000, {37.6, kNone, kNone, 107.8, 150.8, 213.2}},
                                          {400'000, {190.8, kNone, kNone, 584.9, 690.7, 950.2}},
                                          {1'000'000, {557.4, kNone, kNone, 1839.8, 1809.3, kNone}}}};

}  // namespace

const std::vector<std::uint64_t>& table_1_sizes() {
    static const std::vector<std::uint64_t> sizes = [] {
        std::vector<std::uint64_t> counts;
        counts.reserve(kTable1.size());
        for (const SizeRow& row : kTable1) {
            counts.push_back(row.count);
        }
        return counts;
    }();
    return sizes;
}

double table_1(std::uint64_t count, std::string_view method) {
    const auto* const row =
        std::find_if(kTable1.begin(), kTable1.end(), [&](const SizeRow& each) { return each.count == count; });
    const auto* const column = std::find(kTable1Methods.begin(), kTable1Methods.end(), method);
    return row == kTable1.end() || column == kTable1Methods.end()
               ? kUnpublished
               : row->milliseconds[static_cast<std::size_t>(column - kTable1Methods.begin())];
}

const PaperPhases kTable3First{{587521, 1.11, 5.03, 5.98, kUnpublished}, {260609, 1.56, 6.58, 7.96, kUnpublished},
                               {146305, 1.84, 7.15, 8.53, kUnpublished}, {64769, 2.16, 8.26, 9.63, kUnpublished},
                               {36289, 2.60, 8.24, 9.53, kUnpublished},  {16001, 2.74, 9.25, 10.44, kUnpublished},
                               {8929, 3.13, 8.74, 9.95, kUnpublished},   {3905, 3.08, 9.61, 10.78, kUnpublished},
                               {2161, 3.02, 9.21, 10.43, kUnpublished},  {929, 3.18, 9.90, 11.24, kUnpublished},
                               {505, 3.41, 9.57, 16.60, kUnpublished},   {209, 3.71, 6.10, 11.48, kUnpublished},
                               {109, 3.38, 3.99, 8.63, kUnpublished},    {41, 7.61, 5.36, 8.45, kUnpublished},
                               {19, 4.25, 4.36, 8.70, kUnpublished},     {5, 3.77, 20.97, 11.66, kUnpublished},
                               {1, 3.94, 43.67, 14.70, kUnpublished}};
const PaperPhases kTable3Second{{587521, 1.17, 5.07, 5.81, kUnpublished}, {260609, 1.57, 6.56, 7.98, kUnpublished},
                                {146305, 1.83, 7.06, 8.40, kUnpublished}, {64769, 2.20, 8.46, 9.73, kUnpublished},
                                {36289, 2.55, 8.17, 9.41, kUnpublished},  {16001, 2.79, 9.37, 10.41, kUnpublished},
                                {8929, 3.14, 8.50, 9.93, kUnpublished},   {3905, 3.09, 9.82, 10.87, kUnpublished},
                                {2161, 3.03, 9.06, 10.41, kUnpublished},  {929, 3.20, 10.07, 11.16, kUnpublished},
                                {505, 3.39, 9.55, 10.73, kUnpublished},   {209, 3.72, 8.97, 16.52, kUnpublished},
                                {109, 3.46, 5.84, 11.32, kUnpublished},   {41, 7.82, 6.85, 9.42, kUnpublished},
                                {19, 4.33, 4.93, 8.48, kUnpublished},     {5, 3.83, 21.52, 10.95, kUnpublished},
                                {1, 3.89, 16.74, 13.62, kUnpublished}};
const PaperPhases kTable4{
    {260609, 0.60, 2.34, 2.81, 7.46}, {146305, 0.70, 3.13, 3.69, 7.80}, {64769, 0.95, 3.82, 4.46, 8.42},
    {36289, 0.96, 3.84, 4.42, 8.48},  {16001, 1.26, 4.45, 4.99, 8.99},  {8929, 1.35, 4.22, 4.83, 8.94},
    {3905, 1.44, 4.82, 5.36, 9.43},   {2161, 1.48, 4.45, 5.12, 9.30},   {929, 1.56, 4.95, 5.52, 9.74},
    {505, 1.42, 4.72, 5.38, 13.15},   {209, 1.64, 5.47, 5.96, 7.60},    {109, 1.52, 4.84, 5.40, 4.61},
    {41, 2.88, 5.16, 10.46, 3.06},    {19, 1.94, 4.36, 8.11, 2.27},     {5, 1.87, 14.18, 9.48, 1.45},
    {1, 1.89, 16.34, 15.07, 4.57}};

}  // namespace vkalgo::bench
