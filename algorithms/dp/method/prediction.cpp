#include "algorithms/dp/method/prediction.hpp"

#include <algorithm>

namespace vkalgo::dp {

bool counts_terms(const RecurrenceHeader& header) {
    return header.reduce && header.properties.own_row_or_column;
}

double work_of(const RecurrenceHeader& header, TableSize size) {
    const auto rows = static_cast<double>(size.rows);
    const auto columns = static_cast<double>(size.columns);
    const double along = header.domain == Domain::lower ? columns : rows;  // Line d, from 0, has across - d cells
    const double across = header.domain == Domain::lower ? rows : columns;
    const double lines = std::min(along, across);
    const double cells = header.domain == Domain::full ? static_cast<double>(size.cells().value_or(0))
                                                       : lines * across - lines * (lines - 1) / 2;
    return counts_terms(header) ? cells * std::max(1.0, lines / 3)
                                : cells;  // Terms of a cell: its distance from the diagonal, on average lines / 3
}

double terms_of(const RecurrenceHeader& header, TableSize size) {
    if (!header.reduce || counts_terms(header)) {
        return work_of(header, size);
    }
    const auto pattern = header.stage.pattern();
    const bool in_lines = pattern && !Frame::of(*pattern, size).diagonal;
    const std::int64_t line =
        in_lines ? Frame::of(*pattern, size).canonical_columns() : std::max(size.rows, size.columns);
    return work_of(header, size) * static_cast<double>(line);
}

CostTable cost_table(const DeviceProfile& profile) {
    if (profile.type == DeviceType::software) {
        return {.dispatch = 5e-5,
                .stored_cell = 5e-8,
                .tile_cell = 1e-9,
                .segment_diagonal = 1e-3,
                .segment_term = 1e-8,
                .segment_small_diagonal = 5e-4,
                .segment_small_term = 1.3e-8,
                .row_cell = 2e-8,
                .row_barrier = 5e-6,
                .bit_word = 5e-9,
                .team_term = 2e-8,
                .team_row = 5e-6,
                .scan_cell = 8e-8,
                .scan_row = 1e-4,
                .sequential_cell = 1e-6,
                .stage_kernels = 0.03,
                .tile_kernels = 0.25,
                .segment_kernels = 0.25,
                .rows_kernels = 0.4,
                .bit_kernels = 0.2,
                .team_kernels = 0.1};
    }
    const double processors = profile.processors != 0 ? profile.processors : 16;
    return {.dispatch = 4e-6,
            .stored_cell = 3e-9 / processors,
            .step = 1e-8,
            .step_row = 1.2e-8,
            .segment_diagonal = 4.1e-5,
            .segment_term = 1.9e-11 / processors,
            .segment_small_diagonal = 1.2e-5,
            .segment_small_term = 2.8e-11 / processors,
            .row_cell = 4e-11,
            .row_barrier = 6e-8,
            .bit_word = 2.4e-10 / processors,
            .bit_column = 1.2e-8,
            .team_term = 1.2e-10,
            .team_row = 1e-6,
            .scan_cell = 2e-9,
            .scan_row = 3e-6,
            .sequential_cell = 5e-7,
            .stage_kernels = 0.001,
            .tile_kernels = 0.0015,
            .segment_kernels = 0.0015,
            .rows_kernels = 0.0015,
            .bit_kernels = 0.0015,
            .team_kernels = 0.0015};
}

}  // namespace vkalgo::dp
